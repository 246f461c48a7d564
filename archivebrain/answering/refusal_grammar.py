"""How a sentence that declines is built, over the letters of ``refusal_words``; pure.

Every pattern is anchored at the sentence's start (after its lead-in), and every repetition
is bounded, so reading a sentence costs a fixed number of steps.
"""

import re

_NOUN = "[Ffk]"
_INFO = "[Fk]"
_COVER = "[Ccgk]"
_ADV = "[DGTB,]{0,6}"
_NOT = f"(?:N{_ADV}){{1,2}}"
_END = "[;m]*$"
# "The passages", "her essays on rope", "the pieces you provided", "Ines Calder's writing".
_SOURCE = (
    "(?:D?AD)?[DoBIn]{0,6}S(?:[DS]|I[MDXHW]{0,3}|B[Don]{0,4}|T[Don]{0,3}|,[^,;NCcWk]{1,7},){0,5}"
)
_WHO = f"(?:{_SOURCE}|P|[Dn]{{0,3}}A[Dn]{{0,3}})"

_SOURCES_DO_NOT_COVER = (
    # The passages do not mention; the information provided does not cover.
    f"(?:{_SOURCE}|P|[DoBIn]{{0,4}}FD{{0,3}}){_ADV}M?{_NOT}(?:X[DB]{{0,2}})?(?:{_COVER}|R[BTD])",
    # The essays do not say what; they contain no information; they have nothing on it.
    f"(?:{_WHO}|D{{0,3}}F){_ADV}M?{_NOT}[WHX][DNTBon]{{0,5}}(?:{_NOUN}|C|Q)",
    f"{_WHO}{_ADV}[WHC][DB]{{0,3}}N[DB]{{0,3}}(?:[FfkCTBQ]|{_END})",
    f"{_WHO}{_ADV}[WH][DB]{{0,3}}N[Don]{{1,3}}(?:{_NOUN}|C)",
    f"{_WHO}{_ADV}[WH][DB]{{0,3}}N[DB]{{0,3}}S[DSIBo]{{0,4}}[TCckR]",
    f"{_WHO}{_ADV}{_NOT}W{_END}",
    # El archivo no contiene nada: the Romance languages negate twice.
    f"{_WHO}{_ADV}N{_ADV}[WHCX][DB]{{0,3}}N",
    f"{_SOURCE}{_ADV}{_NOT}[WH][DBo]{{0,3}}S",
    f"{_SOURCE}{_ADV}[WH][^;,N]{{0,8}}N[DB]{{0,2}}T",
    # The essays are not about; are silent on; are about bread and say nothing of.
    f"(?:{_SOURCE}|P){_ADV}(?:{_NOT}T|L(?:T|B|{_END})|U|{_NOT}U)",
    f"{_SOURCE}{_ADV}(?:{_COVER}|T)[Donm,]{{1,8}}b?D{{0,2}}(?:[WH][DB]{{0,2}}N|N[DB]{{0,2}}{_COVER})",
    # The excerpts touch on mills and ferries, not inheritance.
    f"{_SOURCE}{_ADV}(?:{_COVER}|T)[DonmTB,]{{1,12}}[,b]D?ND{{0,2}}[on]{{1,4}}{_END}",
    # Les textes ne parlent pas de; die Autorin schreibt nicht über.
    f"(?:{_SOURCE}|D?A)[DB]{{0,3}}(?:[Cckg]N(?:[BTDQ]|{_END})|[WH]N(?:[BTQ]|{_END}))",
    # Die Texte erwähnen das Thema nicht; leider behandeln die Essays das Thema nicht.
    f"{_SOURCE}[gcC][DoTBPnQ]{{0,5}}N(?![CcgW]|,*b)[DT]{{0,3}}{_END}",
    f"[CcgWH][DB]{{0,3}}S[DoTBPnQ]{{0,6}}N(?:[FTD]|{_END})",
    f"[DoTBn]{{0,5}}g[DoSBGP]{{0,5}}N(?:[DBST]|{_END})",
)
_NONE_COVERS = (
    # None of the pieces deal with; no passage discusses; nothing in the archive addresses.
    f"D?N[DoB]{{0,5}}S[DSIBoT]{{0,6}}(?:{_COVER}|R[BTD]|[WH][Do]{{0,3}}(?:{_NOUN}|Q)|T|{_END})",
    "N[DB]{1,3}P[Cckg]",
    f"NI[DXH]{{1,4}}(?:{_COVER}|R[BTD])",
    f"N[DT]{{0,3}}SD{{0,3}}X{_END}",
    "D?N[FD]{0,2}T[Donq]{1,6}[DoW]{0,3}BD{0,3}S",
    # At no point do the essays mention; nowhere does she write about.
    f"B?N[oD]{{0,2}}(?:BD{{0,2}}S)?D{{2,3}}[on]{{0,2}}[SA]D{{0,3}}{_COVER}",
    f"B?N(?:BD{{0,2}}S)?DA{_COVER}",
)
_THERE_IS_NO = (
    # There is no information; no mention of it was found; in the essays there is nothing on.
    "(?:[EDP]|[DBn]{0,4}S){0,4}ND{0,3}(?:[DBo]{0,3}F(?!,|o(?![BT;m]|$))|k(?=[BTD;,m]|$))",
    f"E[DH]{{0,3}}N[DBo]{{0,3}}(?:{_NOUN}|[TX])(?:[^;,N]{{0,9}}S|[DB]{{0,3}}$)",
    "[EDHP]{0,4}ND{0,3}[BT]{1,2}[Don]{0,4}S(?!,?b)",
    "E[DH]{0,3}NT[^;,N]{1,6}BD{0,2}Q[AD]",
    "E[DH]{0,3}(?:ND{1,2}T|UD{0,2}F)",
    "E[DH]{0,3}N[DBoT]{0,2}S[DSIBo]{0,4}[CckTRQ]",
    f"B[DBon]{{0,4}}S[DBon]{{0,4}}[EDPH,]{{0,4}}N[DBo]{{0,3}}(?:{_NOUN}|[CTX])",
    f"ED{{0,3}}N[DB]{{0,5}}{_INFO}",
    f"NE[DB]{{0,3}}(?:{_NOUN}|[SX])",
)
_I_CANNOT = (
    # I could not find anything; I do not have the information; I cannot comment.
    f"G?[DGq,b]{{0,3}}I[DMGHP]{{0,5}}[NU][DMGPBH,]{{0,4}}(?:{_NOUN}|S|X(?:[DPBNT]{{0,4}}(?:[FfkSTCQA]|{_END}|q)|[oD,]))",
    "G?[DGq,b]{0,3}I[DGHP]{0,4}(?:MD?N|NM|U)[DMGPB]{0,4}(?:[WCck])",
    f"G?[DG,b]{{0,3}}I[DMGH]{{0,4}}N[DMGP]{{0,3}}H?[DB]{{0,3}}[Do]?(?:{_NOUN}|S)",
    # I do not believe the essays cover it.
    f"I[DMH]{{0,2}}N[Do]D?{_SOURCE}{_ADV}{_COVER}",
    # I found nothing; we have nothing on.
    f"G?[DG,b]{{0,3}}I[DHM]{{0,3}}[XH][DP]{{0,3}}N[DB]{{0,3}}(?:[FfkSTXC]|D[DB]{{0,2}}[FfkSATo]|{_END})",
    # I searched the archive and found nothing; I read the essays but could not find it.
    "I[DHoSBT]{1,8}b?(?:XN|MD?NX)",
    # Darüber habe ich keine Informationen; no encontré nada; non posso rispondere.
    f"[DGoTB]{{0,4}}[HMX]I[DGPoBS]{{0,6}}N(?:[DPBTo]{{0,5}}[FfkXCWS]|{_END})",
    "N(?:XN|M[DP]{0,2}[XCcfW])",
)
_IT_IS_NOT_COVERED = (
    # It is not mentioned in the texts; it does not come up in them; it is never discussed.
    f"[DoBTPAFfkcnq]{{0,9}}[DGM]{{0,3}}N{_ADV}M?D{{0,3}}"
    f"(?:[CcgkWXR]D{{0,3}}B[DoB]{{0,6}}S|[CkWR]D{{0,3}}{_END})",
    f"[DPFfB]{{1,6}}N{_ADV}cD{{0,3}}{_END}",
    f"[^;NmK]{{0,9}}S[DoBT]{{0,4}}N{_ADV}[CcgkX]",
    "[on]{0,3}R?D{1,2}ND{1,3}B[DoB]{0,3}S(?!,?b)",
    # It lies outside the scope; it is beyond what the essays cover.
    "[DoBn]{1,6}OD{0,2}YBD{0,3}S",
    "[DPFfGQ]{1,5}o?O[DB]{0,4}(?:Y|QD{0,2}[SA]|S)",
    # It is unclear from the passages; it is not possible to say; it cannot be told from them.
    f"D{{0,4}}U[DMPB]{{0,4}}(?:BD{{0,2}}o?D?S|[XWf][^;,N]{{0,7}}S|[Xf]D{{0,3}}{_END})",
    f"[DPE]{{1,3}}NMB?[XWf](?:[^;,]{{0,6}}S|D{{0,3}}{_END}|D{{0,2}}Q)",
    "[DPEo]{1,4}ND{0,3}KB[Do]{0,3}S",
    "[^;m]{0,7}MND{0,3}[XWf]D{0,2}BD{0,2}[Do]{0,3}S",
    "[DPFfo]{1,6}ND{0,3}(?:B[Do]{0,3}S(?!,?b)|[AS][DBn]{0,3}[CckW])",
    f"ND{{1,2}}X(?:T|BD{{0,3}}S|{_END})",
)
_AUTHOR_DOES_NOT_COVER = (
    # She does not discuss; the author has never written about; he does not say what.
    f"[Dn]{{0,3}}A[Dn]{{0,3}}H?{_ADV}N{_ADV}H?D{{0,3}}(?:[Ck]|RB|(?:WH?)[DNTB]{{0,4}}(?:{_NOUN}|Q))",
    f"[on]?n{{1,3}}D{{0,3}}H?N{_ADV}[Ck]",
)
_FRAGMENTS = (
    # Not covered. No information available. Not in the archive.
    f"ND{{0,3}}[CckFfX]D{{0,3}}{_END}",
    f"N[Ck]?BD{{0,3}}S{_END}",
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
    f"N[^;,NZb]{{0,6}}(?:[CckgFfX]|[WHX][^;,]{{0,4}}(?:{_NOUN}|[QP]))(?![DTBon]{{0,4}}Z)"
    "|N[DB]{0,2}T|[CckgWH][DB]{0,3}N(?![^;]{0,4}Z)|ND{0,3}[oCcgkWXR]?D?B[DoB]{0,4}S(?!,?b)|ND{1,3}SD?[CcgkWX]"
    f"|[Cck][^;]{{0,8}};[^;,]{{0,6}}ND{{0,2}}{_END}|U{_END}"
)
# "Does not mention it until the last page": then it is mentioned.
EXCEPTION = re.compile("[DTBon]{0,4}Z")

# What may stand before the point: regrets, "based on the passages,", "as for opera,".
LEAD = re.compile(
    "|".join(
        (
            "[DGPI]{0,4}G[DGb]{0,4}[,;]?b?D?",
            "[BDXWoH]{1,4}[^,;Nm]{0,8}S[^,;NCcW]{0,8}[,;]",
            "D?[TB]{1,3}[^;,m]{1,8}[,;]",
            "[PD]D{1,3}(?=[DS]{1,4}[^,;]{0,6}N)",
            "N[,;]",
            "Q[^;,mN]{1,12},",
            "[of]{1,2}[,;](?=[^,;]{0,12}N)",
            "[,;mb]",
        )
    )
)
# A sentence on what the passages are about: true, and no answer.
ABOUT_SOURCES = re.compile(f"[DG,b]{{0,4}}{_SOURCE}{_ADV}(?:[CcgkWT])")
ABOUT_AUTHOR = re.compile(f"[Dn]{{0,3}}A{_ADV}(?:[Cgk]|cT)")
# "My apologies.", "Sorry."
COURTESY_ALONE = re.compile("[DGI,]{1,6}[;m]*")
# "She keeps bees", as against "she writes about bees": what she holds, not what it is on.
OWN_CLAIM = re.compile("[DG,b]{0,3}A[DMG]{0,3}[oWX](?!N)")
TOPICAL = re.compile(f"[DG,b]{{0,4}}(?:{_SOURCE}|P|A|I){_ADV}(?:[CcgkR]|[WH]|T|X|M)")
