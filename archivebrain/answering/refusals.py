"""Reads an answer's opening and says whether it declines; pure.

A real answer opens with substance; a refusal opens by saying that what was read does not
cover the question. Markers prove nothing: models decline and cite in one breath. Each
sentence becomes a string of letters, one per word (``refusal_words``), and a small grammar
of who and what with a negated verb of covering is matched against it.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archivebrain.answering.refusal_words import (
    BREAK,
    COMMA,
    MARKER,
    NAME,
    OTHER,
    QUOTE,
    kind_of,
)

# The opening: what comes later can only show that the opening was not the whole answer.
OPENING_CHARACTERS = 1500
OPENING_SENTENCES = 6
# Sentences of courtesy and of what was searched, before the point.
PREAMBLE_SENTENCES = 3

BRACKETED = re.compile(r"\\?[\[［【][^\[\]［］【】\n]{1,80}[\]］】]")
HEADING = re.compile(r"^[ \t]*#{1,6}[ \t][^\n]*\n+(?=[^\n]*\w)", re.MULTILINE)
LINE_MARKS = re.compile(r"^[ \t]*(?:[-+•>*]+|\d{1,2}[.)])[ \t]+", re.MULTILINE)
QUOTED = re.compile(
    r"“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“”\n]{1,400}[“”]|(?<!\w)\"[^\"\n]{1,400}\""
)
SENTENCE = re.compile(r"[^.!?…。！？\n]*[.!?…。！？\n]*[\"”’)]*(?:[ \t]*\x01)*")
SIGNS = {
    "\x01": MARKER,
    "\x02": QUOTE,
    **dict.fromkeys(",()", COMMA),
    **dict.fromkeys((*";:—–", " - "), BREAK),
}
TOKEN = re.compile(r"\x01|\x02|[^\W\d_]+|\d+|[,()]|[;:—–]|[.!?。！？…]| - ")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence folded for reading and its letters, one per word or mark."""

    words: str
    letters: str


# A noun phrase that names what was read: "the passages (you provided)", "her essays on rope".
_SOURCE = r"[DoBIn]{0,6}S(?:[DIS]|B[Don]{0,4}|T[Don]{0,3}){0,5}"
_COVER = r"[CcgR]"
_ADVERBS = r"[DGTB,]{0,4}"
_NEGATED = rf"(?:N{_ADVERBS}){{1,2}}"
_DENIALS = (
    # The passages do not mention; the essays never get to.
    rf"(?:{_SOURCE}|P|[DoBIn]{{0,4}}F[D]{{0,3}}){_ADVERBS}M?{_NEGATED}(?:X[DB]*)?{_COVER}",
    # The essays do not say what, contain no information, have nothing on, are not about.
    rf"(?:{_SOURCE}|P|A|[D]{{0,3}}F){_ADVERBS}M?{_NEGATED}[WHX][DNTBon]{{0,5}}[FfCQ]",
    rf"(?:{_SOURCE}|P|A){_ADVERBS}[WHCX][DB]{{0,3}}N[DB]{{0,3}}(?:[FfCTBQ]|[;m]*$)",
    rf"(?:{_SOURCE}|P|A){_ADVERBS}[WHX][DB]{{0,3}}N[Don]{{1,3}}[FfC]",
    rf"(?:{_SOURCE}|P|A){_ADVERBS}[WH][DB]{{0,3}}N[DB]{{0,3}}S[DSIBo]{{0,4}}[TCcR]",
    rf"(?:{_SOURCE}|P|A){_ADVERBS}{_NEGATED}W[;m]*$",
    rf"(?:{_SOURCE}|D?A)[DB]{{0,3}}[CcgWH]N(?:[BTDQ]|[;m]*$)",
    rf"(?:{_SOURCE}|P){_ADVERBS}{_NEGATED}T",
    rf"(?:{_SOURCE}|P){_ADVERBS}(?:L|U|{_NEGATED}U)",
    # Die Texte erwähnen Gezeitenkraft nicht; Texte behandeln das Thema nicht.
    rf"{_SOURCE}[gcC][DoTBPnQ]{{0,5}}N(?![CcgW]|[,]*G)[DT]{{0,3}}[;m]*$",
    rf"{_SOURCE}[gcCWH][DB]{{0,3}}N[DB]{{0,3}}(?:[FfTBQ])",
    r"[CcgWH][DB]{0,3}S[DoTBPnQ]{0,6}N(?:[FTD]|[;m]*$)",
    r"[DoTBn]{0,5}g[DoSBGP]{0,5}N(?:[DBST]|[;m]*$)",
    # None of the pieces deal with; nothing in the archive (addresses).
    rf"[D]*N[DoB]{{0,5}}S[DSIBoT]{{0,6}}(?:{_COVER}|[WH][Do]{{0,3}}[FQ]|T|[;m]*$)",
    r"N[DB]{1,3}P[Cc]",
    r"ND{0,3}SD{0,3}X",
    r"[D]*N[FD]{0,2}T[Donq]{1,6}[DoW]{0,3}BD*S",
    # There is no information; no mention of it was found.
    r"(?:[EDP]|[DBn]*S){0,4}N[DBo]{0,3}(?:F|C(?=[BTD;,m]|$))",
    r"[EDHP]{1,4}N[DBo]{0,3}[fFCTX](?:[^;,N]{0,9}S|[DB]*$)",
    r"[EDHP]{0,4}N[D]{0,3}[BT]{1,2}[Don]{0,4}S",
    r"[ED]{1,4}N[DBo]{0,2}S[DSIBo]{0,4}[CcTRQ]",
    r"B[DBon]{0,4}S[DBon]{0,4}[EDPH,]{0,4}N[DBo]{0,3}[FfCTX]",
    r"ED{0,3}N[DB]{0,5}[FC]",
    r"NE[DB]{0,3}[FfSX]",
    # Darüber habe ich keine Informationen; no encontré nada; non posso rispondere.
    r"[DGo]{0,3}[HMX]I[DGPoBS]{0,6}N[DPBTo]{0,5}[FfXCWS]",
    r"N(?:XN|M[DP]{0,2}[XCcfW])",
    # I could not find; we don't have anything; I found nothing.
    r"G?[DGq,]{0,3}I[DMGVHP]{0,5}[NU][DMGPBH,]{0,4}(?:[XCcf]|W(?!D*o)|[FS])",
    r"G?[DG,]{0,3}I[DMGH]{0,4}N[DMGP]{0,3}H?[DB]{0,3}[Do]{0,1}[FfSC]",
    r"G?[DG,]{0,3}I[DH]{0,3}[XH][DP]{0,3}N[DB]{0,3}[FfSTXCD;$]",
    r"[DG]{0,2}I[D]{0,3}[MN]{0,2}X[DB]{0,2}(?:N|$)",
    # It is not mentioned in the texts; the topic is not covered.
    rf"[DoBTPAFfIncnq]{{0,9}}[DGM]*N{_ADVERBS}M?D*(?:[CcgWX]D*[BD]{{1,4}}[DoB]{{0,4}}S|[CWR]D*[;m]*$)",
    rf"[DPFfB]{{1,6}}N{_ADVERBS}cD*[;m]*$",
    rf"[^;NmK]{{0,9}}S[DoBT]{{0,4}}N{_ADVERBS}[CcgX]",
    # It lies outside the scope; it is unclear from the passages; it cannot be told from them.
    r"[^;Nm]{0,9}O[DB]{0,4}(?:Y|Q|S)",
    r"[DPo]{0,6}N?D*U[DMP]{0,4}(?:[XWf]|B[Do]{0,3}S|Q)",
    r"[DPE]{1,3}NMB?[XWf](?:D*Q|[^;,]{0,6}S|D*[;m]*$)",
    r"[DPEo]{1,4}N[D]{0,3}K(?:B[Do]{0,3}S|D*Q)",
    r"[^;m]{0,7}MN[D]{0,3}[XWf][DB]{0,4}[Do]{0,3}S",
    r"[DPFfo]{1,6}N[D]{0,3}(?:B[Do]{0,3}S|[AS][DBn]{0,3}[CcW])",
    # She does not discuss; the author has not written about; Ines Calder never mentions.
    rf"[Dn]{{0,3}}A[Dn]{{0,3}}H?{_ADVERBS}N{_ADVERBS}H?D*(?:C|RB|(?:WH?)[DNTB]{{0,4}}[FQ])",
    rf"[on]?n{{1,3}}D*H?N{_ADVERBS}C",
    # Not covered. No information. Nothing found.
    r"ND{0,3}[CcFfX]D*[;m]*$",
    r"NB[D]*S",
)
DENIAL = re.compile("|".join(f"(?:{denial})" for denial in _DENIALS))

_TOPICAL = rf"[DG,]{{0,4}}(?:{_SOURCE}|P|A|I){_ADVERBS}(?:[CcgR]|[WH]|T|X|M)"
TOPICAL = re.compile(_TOPICAL)
_LEADS = (
    r"[DGPI]{0,4}G[DG]{0,4}[,;]?",
    r"(?:[BDXWo]{1,4})[^,;Nm]{0,8}S[^,;NCcW]{0,8}[,;]",
    r"D?[TB]{1,3}[^;,m]{1,8}[,;]",
    r"(?:P|D)D{1,3}(?=[DS]{1,4}[^,;]{0,6}N)",
    r"N[,;]",
    r"o{1,2}[,;](?=.*N)",
    r"[,;m]",
)
LEAD = re.compile("|".join(f"(?:{lead})" for lead in _LEADS))
CONCESSIVE = re.compile(
    r"(?:while|although|though|whereas|even though|obwohl|bien que|aunque|anche)\b"
)
EXCEPTION = re.compile(r"^[DTBon]{0,4}Z")
CONTRAST = re.compile(
    r"\b(?:but|however|though|although|instead|yet|still|nevertheless|aber|mais|pero|ma|maar|mas)\b|[;:—–]"
)

_WHO = r"(?:he|she|they|one|(?:the|her|his|this) \w+|\w+(?: \w+)?)"
_CLAIMS = (
    r"argues?|argued|says|said|claims?|believes?|thinks|thought|holds|insists?|notes|noted|warns?"
    r"|suggests? that|recommends? (?!consult|check|read|look)|prefers?|rejects?|calls|called|sees"
    r"|compares?|defines?|points out|admits?|recalls?|observes?|remarks?|favou?rs|concludes?"
    r"|maintains?|contends?|writes (?!about|on|only)|wrote (?!about|on)|describes? \S+(?: \S+)? as"
    r"|explains? (?:that|how|why)|advises?|proposes?|treats? \S+(?: \S+)? as"
)
ATTRIBUTED = re.compile(
    rf"[,;:—–”\"\x02]\s*(?:as |so )?{_WHO}\s(?:\w+ly )?(?:{_CLAIMS}|writes|wrote)\b"
    r"(?! about| on| anything| nothing)"
    r"|,? in (?:his|her|their|the author s) (?:view|words|opinion|eyes|mind|telling|account)\b"
)
CLAIM = re.compile(rf"\b(?:{_CLAIMS})\b")
ELSEWHERE = re.compile(
    r"\b(?:closest|nearest|related|might|if you|feel free|please|would you|let me know|could try"
    r"|rephras|suggest|recommend|consult|elsewhere|rather|instead|focus|are about|is about|only"
    r"|mainly|primarily|mostly|other topics|other subjects|happy to|i can|you can|you may)"
)
COURTESY = re.compile(
    r"^(?:thanks|thank you|hello|hi|hey|sure|of course|certainly|ok|okay|absolutely|danke|merci"
    r"|bonjour|hallo|gracias|hola|grazie|ciao|obrigad\w|bedankt|dank je|yes|no|short answer|answer"
    r"|note|nein|non|nee)\b[^,]{0,60}$"
    r"|\b(?:great|good|interesting|excellent|thoughtful|fascinating|lovely|wonderful|important"
    r"|intriguing|gute|bonne|buena|bella|boa|goede|interessante) (?:question|topic|point|one|frage"
    r"|pregunta|domanda|pergunta|vraag)"
    r"|\byou(?: are| re| ve)? (?:ask|want|wonder)|\byour question|\bthe question (?:asks|is about)"
    r"|\b(?:i|we)(?: have| ve)? (?:carefully |now |just )?(?:read|looked|searched|checked|reviewed"
    r"|went|gone|examined|scanned)\b|\blet me\b|\bi understand\b"
    r"|\bis an? (?:\w+ ){0,2}(?:writer|author|essayist|blogger|thinker)$"
)


def declines(answer_text: str) -> bool:
    """Whether the answer's opening says that the writing does not cover the question."""
    opening = read(answer_text)
    skipped = 0
    while skipped < min(PREAMBLE_SENTENCES, len(opening)):
        sentence = opening[skipped]
        denial = denial_in(sentence)
        if denial is not None:
            return not ATTRIBUTED.search(sentence.words) and not answers_after_all(
                denial, opening[skipped + 1 :]
            )
        if not is_preamble(sentence, opening[skipped + 1 :]):
            return False
        skipped += 1
    return False


def denial_in(sentence: Sentence) -> str | None:
    """What the sentence goes on to say after its denial; None if it opens with none."""
    letters = sentence.letters
    for _ in range(4):
        match = DENIAL.match(letters)
        if match and not EXCEPTION.match(letters[match.end() :]):
            return contrast_in(sentence)
        lead = LEAD.match(letters)
        if not lead or not lead.end():
            break
        letters = letters[lead.end() :]
    return concession_in(sentence)


def concession_in(sentence: Sentence) -> str | None:
    """A denial behind "while the passages discuss bread," or "they cover bread, but"."""
    words = sentence.words
    if not (CONCESSIVE.match(words) or TOPICAL.match(sentence.letters)) or CLAIM.search(words):
        return None
    for place in re.finditer("[,;]", sentence.letters):
        rest = sentence.letters[place.end() :].lstrip("G,D")
        if DENIAL.match(rest):
            return ""
    return None


def contrast_in(sentence: Sentence) -> str:
    match = CONTRAST.search(sentence.words, 12)
    return sentence.words[match.end() :] if match else ""


def answers_after_all(rest: str, following: Sequence[Sentence]) -> bool:
    """Whether a claim of the author's follows the disclaimer."""
    if CLAIM.search(rest) and not ELSEWHERE.search(rest):
        return True
    return any(is_substance(sentence) for sentence in following)


def is_substance(sentence: Sentence) -> bool:
    """A claim of the author's, or a cited sentence that is not about the passages."""
    if denial_in(sentence) is not None or ELSEWHERE.search(sentence.words):
        return False
    if CLAIM.search(sentence.words):
        return True
    return MARKER in sentence.letters and not TOPICAL.match(sentence.letters)


def is_preamble(sentence: Sentence, following: Sequence[Sentence]) -> bool:
    """Courtesy, the question said again, or what the passages are about."""
    if COURTESY.search(sentence.words):
        return True
    if CLAIM.search(sentence.words):
        return False
    about_sources = re.match(rf"[DG,]{{0,4}}{_SOURCE}{_ADVERBS}(?:[CcgWT])", sentence.letters)
    return bool(about_sources and following and denial_in(following[0]) is not None)


def read(text: str) -> tuple[Sentence, ...]:
    """The opening's sentences, quotations and markers reduced to one letter each."""
    folded = fold(text[:OPENING_CHARACTERS])
    sentences = (read_sentence(piece) for piece in pieces(folded))
    return tuple(sentence for sentence in sentences if sentence.letters.strip(";,m"))[
        :OPENING_SENTENCES
    ]


def fold(text: str) -> str:
    """Plain text: one apostrophe, no marks of Markdown, quotations and markers as one sign."""
    text = text.replace("’", "'").replace("‘", "'").replace("ʼ", "'")
    text = BRACKETED.sub("\x01", text)
    text = LINE_MARKS.sub("", HEADING.sub("", text + "\n"))
    text = re.sub(r"[*_`#>~]", "", text).strip()
    if text[:1] in '“"«„' and text[-1:] in '”"»“' and len(text) > 1:
        text = text[1:-1]
    return re.sub(r"\x02\x03(?=\s+[A-ZÀ-Þ])", "\x02. ", QUOTED.sub(quotation, text))


def quotation(match: re.Match[str]) -> str:
    return "\x02\x03" if match[0][-2] in ".!?…" else "\x02"


def pieces(text: str) -> Iterator[str]:
    return (match[0] for match in SENTENCE.finditer(text) if match[0].strip())


def read_sentence(piece: str) -> Sentence:
    tokens = TOKEN.findall(expand(piece))
    words = " ".join(tokens).strip(" .!?…。！？\x01")
    letters = "".join(letter_of(token, first=not index) for index, token in enumerate(tokens))
    return Sentence(words.lower(), letters)


def expand(piece: str) -> str:
    """Contractions and accents undone: "n't" is "not"."""
    piece = re.sub(r"n't\b", " not", piece, flags=re.IGNORECASE)
    piece = re.sub(r"\bcannot\b", "can not", piece, flags=re.IGNORECASE)
    decomposed = unicodedata.normalize("NFKD", piece)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def letter_of(token: str, *, first: bool) -> str:
    if token in SIGNS:
        return SIGNS[token]
    if not token[0].isalnum():
        return ""
    kind = kind_of(token.lower())
    return NAME if kind == OTHER and token[0].isupper() and not first else kind
