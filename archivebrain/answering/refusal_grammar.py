"""How a sentence that declines is built, over the letters of ``refusal_words``; pure.

Every pattern is anchored at the sentence's start (after its lead-in), and every repetition
is bounded, so reading a sentence costs a fixed number of steps.
"""

import re

_NOUN = "[Ffk]"
_INFO = "[Fk]"
_COVER = "[CwVcgk]"
_ADV = "[DGTB,]{0,6}"
# "Never wrote about", "does not speak to that"; not "did not write the manual".
_SPEAK = "w[DF]{0,3}(?:T|F|BD{0,2}(?:S|[;m]*$)|[;m]*$)"
_NOT = f"(?:N{_ADV}){{1,2}}"
_END = "[;m]*$"
# "The passages", "her essays on rope", "the pieces you provided", "Ines Calder's writing".
_SOURCE = (
    "(?:D?AD)?[DoBIn]{0,6}S(?:[DS]|I[MDXHWV]{0,3}|B[Don]{0,4}|T[Don]{0,3}|,[^,;NCcWk]{1,7},){0,5}"
)
_WHO = f"(?:{_SOURCE}|P|[Dn]{{0,3}}A[Dn]{{0,3}})"

_SOURCES_DO_NOT_COVER = (
    # The passages do not mention; the information provided does not cover.
    f"(?:{_SOURCE}|P|[DoBIn]{{0,4}}FD{{0,3}}){_ADV}M?{_NOT}(?:X[DB]{{0,2}})?(?:{_COVER}|R[BTDoE])",
    # The essays do not say what; they contain no information; they have nothing on it.
    f"(?:{_SOURCE}|P|D{{0,3}}F){_ADV}M?{_NOT}[WVHX][DNTBon]{{0,5}}(?:{_NOUN}|[Cw]|Q)",
    f"{_WHO}{_ADV}M?{_NOT}[WVH][DNTBon]{{0,5}}(?:{_NOUN}|[Cw]|Q)",
    f"{_SOURCE}{_ADV}{_NOT}M",
    f"(?:{_SOURCE}|P){_ADV}[WVHCw][DB]{{0,3}}N[DB]{{0,3}}(?:[FfkCwTBQ]|{_END})",
    f"[Dn]{{0,3}}A[Dn]{{0,3}}{_ADV}H?[WVHCw][DB]{{0,3}}N[DB]{{0,3}}[FfkCwTQ]",
    f"[Dn]{{0,3}}A[Dn]{{0,3}}{_ADV}[WVCw]N{_END}",
    f"{_WHO}{_ADV}[WVH][DB]{{0,3}}N[DonV]{{1,3}}(?:{_NOUN}|[Cw])",
    f"{_WHO}{_ADV}[WVH][DB]{{0,3}}N[DB]{{0,3}}S[DSIBo]{{0,4}}[TCwckR]",
    f"{_WHO}{_ADV}{_NOT}[WVH]I?(?:;|{_END})",
    # El archivo no contiene nada: the Romance languages negate twice.
    f"{_WHO}{_ADV}N{_ADV}[WVHCwX][DB]{{0,3}}N",
    f"{_SOURCE}{_ADV}{_NOT}[WVH][DBo]{{0,3}}S",
    f"{_SOURCE}{_ADV}[WVH][^;,N]{{0,8}}N[DB]{{0,2}}T",
    # The essays are not about; are silent on; are about bread and say nothing of.
    f"(?:{_SOURCE}|P){_ADV}(?:{_NOT}T|L(?:T|B|Q|{_END})|U|{_NOT}U)",
    f"{_SOURCE}{_ADV}(?:{_COVER}|T)[Donm,]{{0,7}}[Db,]{{1,3}}(?:[WVH][DB]{{0,2}}N|N[DB]{{0,2}}{_COVER})",
    # The excerpts touch on mills and ferries, not inheritance.
    f"{_SOURCE}{_ADV}[WV]Z?[DonFf]{{1,4}},ND{{0,2}}[of]{_END}",
    f"{_SOURCE}{_ADV}[WV][^;N]{{1,10}}bNB?Q",
    f"{_SOURCE}{_ADV}{_COVER}[^;N]{{1,12}},ND{{0,2}}Q[AonDW]{{1,5}}{_END}",
    f"{_SOURCE}{_ADV}(?:{_COVER}|T)[DonmTB,]{{1,12}}[,b]D?ND{{0,2}}[on]{{1,4}}{_END}",
    # The essays leave this open; the archive stops short of saying; gives me no basis.
    f"{_SOURCE}{_ADV}J[^;,N]{{0,6}}[Ur]",
    f"{_SOURCE}{_ADV}o?hB",
    f"{_SOURCE}{_ADV}[WVH]I[DB]{{0,2}}N[DB]{{0,3}}[FfkXRT]",
    # Do not shed light on, support an answer, allow me to say.
    f"{_SOURCE}{_ADV}M?{_NOT}[oM][DBI]{{0,3}}o?[FfkXW]",
    f"{_SOURCE}{_ADV}[oR]D{{0,2}}N[DB]{{0,2}}o?(?:{_NOUN}|[TX])",
    # Les textes ne parlent pas de; die Autorin schreibt nicht über.
    f"(?:{_SOURCE}|[DB]?A)[DBH]{{0,3}}(?:[Cckg]N(?:[BTDQ]|{_END})|[WVH]N[BTQ]|[WV]N{_END})",
    # Die Texte erwähnen das Thema nicht; leider behandeln die Essays das Thema nicht.
    f"{_SOURCE}[gcCwV][DoTBPnQ]{{0,5}}N(?![CwcgWV]|,*b)[DT]{{0,3}}{_END}",
    f"D{{0,2}}[CwcgWVH][DB]{{0,3}}S[DoTBPnQ]{{0,6}}N(?:[FTD]|{_END})",
    f"[DoTBn]{{0,5}}g[DoSBGP]{{0,5}}N(?:[DBST]|{_END})",
)
_NONE_COVERS = (
    # None of the pieces deal with; no passage discusses; nothing in the archive addresses.
    f"D?ND{{0,3}}o?D?(?:B[DonAB]{{0,6}})?S[DSIBoTHX]{{0,6}}(?:{_COVER}|R[BTD]|[WVH][Do]{{0,3}}(?:{_NOUN}|Q)|T|{_END})",
    f"ND?S[DB]{{0,2}}ND?S{_ADV}(?:{_COVER}|[WX])",
    "ND{0,2}[WVCc]BD{0,2}S",
    "N[DB]{1,3}(?:P(?:[Cwckg]|D{0,3}T)|[Po][WV][;m]*$)",
    "N[DB]{0,2}[fFk][^;,N]{0,6}BD{0,2}S",
    f"BND?SDA{_COVER}",
    f"NI[DXH]{{1,4}}(?:{_COVER}|R[BTD])",
    f"N[DT]{{0,3}}SD{{0,3}}X{_END}",
    "D?N[FD]{0,2}T[Donq]{1,6}[DoWV]{0,3}BD{0,3}S",
    # At no point do the essays mention; nowhere does she write about.
    f"B?N[oD]{{0,2}}(?:BD{{0,2}}S)?D{{2,3}}[on]{{0,2}}[SA]D{{0,3}}{_COVER}",
    f"B?N(?:BD{{0,2}}S)?DA(?:{_COVER}|[WX][DB]{{0,2}}(?:Q|{_NOUN}))",
    # Nothing she has written touches on; nothing in what I was given explains.
    f"N[FT]?D{{0,2}}AH?[wCcoDB]{{1,4}}(?:{_COVER}|R[BTD]|T)",
    "N[FD]{0,2}D[WCcV]D{0,2}T",
    f"NBQ[IA][DH]{{1,3}}(?:{_COVER}|[WX])",
)
_THERE_IS_NO = (
    # There is no information; no mention of it was found; in the essays there is nothing on.
    "(?:[EDP]|[DBn]{0,4}S){0,4}ND{0,3}(?:[DBo]{0,3}F(?!,|o(?![BT;m]|$))|k(?=[BTD;,m]|$))",
    f"E[DH]{{0,3}}N[DBo]{{0,3}}(?:{_NOUN}|[TX])(?:[^;,N]{{0,9}}S|[DB]{{0,3}}$)",
    "[EDHP]{0,4}ND{0,3}[BT]{1,2}[Don]{0,4}S(?!,?b)",
    "E[DH]{0,3}NT[^;,N]{1,6}BD{0,2}Q[AD]",
    "E[DH]{0,3}(?:ND{1,2}T|UD{0,2}F)",
    "E[DH]{0,3}N[DBoT]{0,2}S[DSIBo]{0,4}[CwckTRQ]",
    f"B[DBon]{{0,4}}S[DBon]{{0,4}}[EDPH,]{{0,4}}N[DBo]{{0,3}}(?:N[DB]{{0,2}})?(?:{_NOUN}|[CwX])",
    "B[DBon]{0,4}S[DBonI]{0,4}[DPH,]{0,3}(?:E[DPH]{0,2}N[DB]{0,3}|N)(?:N[DB]{0,2}|o|S)?T",
    # There is nothing in here about; there is no way of knowing; not enough here to say.
    "E[DH]{0,3}NBDT",
    "E[DH]{0,3}ND{1,4}BD{0,2}S",
    "E[DH]{0,3}N[Do]{1,3}[BD]{0,3}[XWV](?![^;]*[AP])",
    f"ED{{0,3}}N[DB]{{0,5}}{_INFO}",
    "E[DHB]{0,4}ND{0,2}S(?:[BT]|D?[WVCck])",
    "E[DH]{0,3}NB[WXV][^;,N]{0,6}S",
    "E[^;,N]{0,6}S[DB]{0,3}N[DB]{0,2}[TDFf]",
    f"NE[DB]{{0,3}}(?:N[DBo]{{0,2}})?(?:{_NOUN}|[SXT])",
)
_I_CANNOT = (
    # I could not find anything; I do not have the information; I cannot comment.
    f"G?[DGq,b]{{0,3}}I[DMGHP]{{0,5}}[NU][DMGPBH,]{{0,4}}(?:{_NOUN}|S|X(?:[DPBNT]{{0,4}}(?:[FfkSTCwQA]|{_END}|q)|[oDn,]))",
    "G?[DGq,b]{0,3}I[DGHP]{0,4}(?:MD?N|NM|U)[DMGPB]{0,4}(?:[WVCwck])",
    f"G?[DG,b]{{0,3}}I[DMGH]{{0,4}}N[DMGP]{{0,3}}H?[DB]{{0,3}}[Do]?(?:{_NOUN}|S)",
    # I do not believe the essays cover it.
    f"I[DMH]{{0,2}}N[Do]D?(?:{_SOURCE}|[DBn]{{0,2}}AH?){_ADV}(?:{_COVER}|[wX])",
    # I found nothing; we have nothing on.
    f"G?[DG,b]{{0,3}}I[DHM]{{0,3}}[XH][DP]{{0,3}}N[DB]{{0,3}}(?:[FfkSTXCw]|D[DB]{{0,2}}[FfkSATo]|{_END})",
    # I searched the archive and found nothing; I read the essays but could not find it.
    f"I[DHoSBTknF]{{1,12}}b?(?:XN|MD?NX|EDNo?{_END})",
    f"ND?IMX{_END}",
    f"[DGTB]{{0,3}}I[DMH]{{0,3}}XN{_END}",
    # Darüber habe ich keine Informationen; no encontré nada; non posso rispondere.
    f"[DGoTB]{{0,4}}[HMX]I[DGPoBS]{{0,6}}N(?:[DPBTo]{{0,5}}[FfkXCwWVS]|{_END})",
    # I have no way of knowing; my search turned up nothing on; what I have does not say.
    "I[DM]{0,3}HNoBX",
    f"{_SOURCE}[RXW]D{{0,2}}N[DB]{{0,2}}(?:[TFk]|{_END})",
    f"Q[IPE][DHM]{{1,3}}(?:{_NOT}D?[WVCwcX]|[WVH]N)",
    # Ich habe im Archiv nichts gefunden; no he encontrado; les textes ne permettent pas.
    "IH[DB]{0,3}S[DB]{0,2}N[TDFfX]",
    "NH[DBo]{0,2}[FkS]",
    "N[HA]?X(?:N|[DBo]{0,2}[FkS])",
    f"{_SOURCE}{_ADV}(?:XN|MN[DB]{{0,2}}[XWV])",
    f"[DBn]{{0,3}}A{_ADV}(?:CDNT|c[DB]{{1,5}}SN)",
    "N(?:XN|M[DP]{0,2}[XCwcfWV])",
)
_IT_IS_NOT_COVERED = (
    # It is not mentioned in the texts; it does not come up in them; it is never discussed.
    f"(?!QN)[DoBTPAFfkcnqQV]{{0,12}}[DGM]{{0,3}}N{_ADV}M?D{{0,3}}"
    f"(?:[CwcgkWVXR]D{{0,3}}B[DoB]{{0,6}}S|[CwkWVR]D{{0,3}}{_END})",
    f"[DPFfB]{{1,6}}N{_ADV}cD{{0,3}}{_END}",
    f"[^;NmK]{{0,9}}S[DoBT]{{0,4}}N{_ADV}[CwcgkXF]",
    # Das Thema kommt in den Essays nicht vor; über Schach hat sie nichts geschrieben.
    f"[DoFfB]{{1,4}}[Rg][DB]{{1,4}}SND?{_END}",
    "T[Don]{1,4}HAD{0,2}ND{0,2}[wCo]",
    "[on]{0,3}R?D{1,2}ND{1,3}B[DoB]{0,3}S(?!,?b)",
    # It lies outside the scope; it is beyond what the essays cover.
    "[DoBn]{1,6}OD{0,2}YBD{0,3}S",
    "[DPFfGQoIMRTbk]{1,8}O[DBAF]{0,4}(?:Y|QD{0,2}[SA]|QCSS?|S|QR?[Cwck])",
    "[DPFf]{1,4}g[TD]{1,3}S[^;,N]{0,4}O",
    # It is unclear from the passages; it is not possible to say; it cannot be told from them.
    f"D{{0,4}}U[DMPB]{{0,4}}(?:BD{{0,2}}o?D?S|[XWVf][^;,N]{{0,7}}S|[Xf]D{{0,3}}{_END})",
    f"[DPE]{{1,3}}NMB?[XWVf](?:[^;,]{{0,6}}S|D{{0,3}}{_END}|D{{0,2}}Q)",
    # It cannot be answered from what she has published; it does not answer your question.
    "[DPFEo]{1,4}(?:MN|NM)D{0,2}[XWVf]D{0,2}BQ[DA]",
    f"[DP]D{{0,2}}N{_ADV}X(?:D{{0,3}}{_END})",
    # Whether she agrees is something the essays do not say; what it cost is never stated.
    f"[oD]{{0,3}}Q[^;,N]{{1,12}}S[DI]{{0,4}}N[DM]{{0,2}}[CwckWVXH]D{{0,2}}{_END}",
    f"Q[^;,N]{{1,10}}(?:N[DB]{{1,4}}S(?:,|{_END})|J[Ur])",
    f"Q[^;,N]{{1,10}}N{_ADV}[CckWV]D{{0,2}}(?:{_END}|B[DoB]{{0,4}}S)",
    # Not a subject on which she has published; left open in the essays; the date isn't given.
    "[DP]{1,3}ND{1,2}TQ[DAPS]",
    f"[DP]{{1,3}}N[Do]{{1,3}}AH?D{{0,2}}(?:[Cck]|{_SPEAK})",
    f"[DPo]{{1,5}}TQ[DA]{{0,2}}[SA]{_ADV}[LN]",
    "Q[^;,N]{1,10}ND{0,3}K",
    "[DoFf]{1,4}J[rU]BD{0,2}S",
    f"D{{0,2}}[fFk]D{{0,2}}ND{{1,2}}{_END}",
    f"QD{{0,2}}S[WVCc][^;,N]{{0,6}}N{_ADV}[WVCck]",
    # Opera is not among them.
    f"[^;NmA]{{1,4}}NBP{_END}",
    "[DPEo]{1,4}ND{0,3}KB[Do]{0,3}S",
    "[^;m]{0,7}MND{0,3}[^;,NA]{1,3}BD{0,2}[Do]{0,3}S",
    # The date is missing from the passages; it remains unclear from the essays.
    "(?:[^;,NmA]{1,9}|D{0,2}[FfQ][^;,Nm]{1,10})UB[DoB]{0,4}S",
    "[DPFfo]{1,6}ND{0,3}o?D{0,3}(?:B[Do]{0,3}S(?!,?b)|[AS][DBn]{0,3}[CwckWV])",
    f"ND{{1,2}}X(?:T|BD{{0,3}}S|{_END})",
)
_AUTHOR_DOES_NOT_COVER = (
    # She does not discuss; the author has never written about; he does not say what.
    f"[DBn]{{0,3}}A{_ADV}L(?:T|Q|{_END})",
    f"[DBn]{{0,3}}(?:A|n)[Dn]{{0,3}}H?{_ADV}{_NOT}H?D{{0,3}}[VwWX][^;,N]{{1,8}}B[DoB]{{0,3}}S",
    # Mentions the war, and does not say what; writes about much, but not about this.
    f"[Dn]{{0,3}}A{_ADV}[kC][^;N]{{1,9}}N{_ADV}[WVCck]",
    f"[Dn]{{0,3}}A{_ADV}wT[^;N]{{1,8}}bNTD{_END}",
    # Darüber schreibt die Autorin nicht.
    f"D{{1,2}}[CcwV]D?AD{{0,3}}N{_END}",
    f"[DBn]{{0,3}}A[Dn]{{0,3}}H?{_ADV}{_NOT}H?D{{0,3}}(?:[Ck]|cT|c{_END}|HD{{0,2}}S(?:[TB]|{_END})|{_SPEAK}|RB|(?:[WV]H?)[DNTB]{{0,4}}(?:{_NOUN}|Q))",
    f"(?:[on]?n{{1,3}}|o)D{{0,3}}H?N{_ADV}(?:[Ck]|{_SPEAK})",
)
_FRAGMENTS = (
    # Not covered. No information available. Not in the archive.
    f"ND{{0,3}}[CwckFfX]D{{0,3}}{_END}",
    f"NTD?{_END}",
    f"ND{{2,4}}S[WV]{_END}",
    f"N[Cwkf]?BD{{0,3}}S{_END}",
)
DENIAL = re.compile(
    "|".join(
        f"(?:{denial})"
        for denial in (
            *_SOURCES_DO_NOT_COVER,
            *_NONE_COVERS,
            *_THERE_IS_NO,
            *_I_CANNOT,
            *_IT_IS_NOT_COVERED,
            *_AUTHOR_DOES_NOT_COVER,
            *_FRAGMENTS,
        )
    )
)
# Where the sources are named beyond doubt, any order of the same words will do.
LOOSE_DENIAL = re.compile(
    f"S[DSIBoTn]{{0,8}}M?ND{{0,2}}[WXf](?!I?[DB]{{0,3}}Z)"
    f"|N[^;,NZb]{{0,6}}(?:[CwVckgFfX]|[WVHX][^;,]{{0,4}}(?:{_NOUN}|[QP]))(?![DTBon]{{0,4}}Z)"
    "|N[DB]{0,2}T|[CwckgWVH][DB]{0,3}N(?![^;]{0,4}Z)|ND{0,3}[oCwcgkWVXR]?D?B[DoB]{0,4}S(?!,?b)|ND{1,3}SD?[CwcgkWVX]"
    f"|[Cwck][^;]{{0,8}};[^;,]{{0,6}}ND{{0,2}}{_END}|U{_END}|NDD{_END}|N[DB]{{0,2}}H{_END}"
)
# "Does not mention it until the last page": then it is mentioned.
EXCEPTION = re.compile("[^;,N]{0,9}Z")

# What may stand before the point: regrets, "based on the passages,", "as for opera,".
LEAD = re.compile(
    "|".join(
        (
            "[DGPI]{0,4}G[DGb]{0,4}[,;]?b?D?",
            "[BDXWVoH]{1,4}[^,;Nm]{0,8}S[^,;NCcW]{0,8}[,;]",
            "D?[TB]{1,3}[^;,m]{1,8}[,;]",
            "[PD]D{1,3}(?=[DSAIn]{1,4}[^,;]{0,6}N)",
            "N[,;]",
            "Q[^;,mN]{1,12},",
            "[DB]{1,3}o(?=AH?N)",
            # "I must admit that the essays".
            "I[DMGHXo]{1,3}D{1,2}(?=D?o?S)",
            # "That said,", "Looking through what I have,", "It would be a guess:".
            "[^,;NmnA]{1,9}[,;]b?D?",
            "[of]{1,2}[,;](?=[^,;]{0,12}N)",
            "[TB]{1,2}[Do]{1,3}(?=D?S)",
            "D?fD{1,2}(?=D{0,2}o?[SNE])",
            "[,;mb]",
        )
    )
)
# A sentence on what the passages are about: true, and no answer.
ABOUT_SOURCES = re.compile(f"[DG,b]{{0,4}}{_SOURCE}{_ADV}(?:[CwcgkWVTY])")
ABOUT_AUTHOR = re.compile(f"[DBn]{{0,3}}A{_ADV}(?:[Cwgk]|cT)")
# "She covers plenty of ground": how much she writes, and nothing of what.
AUTHOR_AT_LARGE = re.compile(f"(?:[DBn]{{0,3}}A|[on]n?){_ADV}(?:[Cwgck])")
# "My apologies.", "Sorry."
COURTESY_ALONE = re.compile("[DGI,]{1,6}[;m]*")
# "She keeps bees", as against "she writes about bees": what she holds, not what it is on.
OWN_CLAIM = re.compile("[DG,b]{0,3}(?:A[DMG]{0,3}[oWVX]|P[WV]D{0,2}[^N])(?!N)")
TOPICAL = re.compile(f"[DG,b]{{0,4}}(?:{_SOURCE}|P|A|I){_ADV}(?:[CwcgkR]|[WVH]|T|X|M)")
