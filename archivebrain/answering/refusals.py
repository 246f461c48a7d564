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

from archivebrain.answering.refusal_grammar import (
    ABOUT_AUTHOR,
    ABOUT_SOURCES,
    COURTESY_ALONE,
    DENIAL,
    EXCEPTION,
    LEAD,
    LOOSE_DENIAL,
    OWN_CLAIM,
    TOPICAL,
)
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
LEADS = 4

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
TOKEN = re.compile(r"\x01|\x02|[^\W\d_]+(?:-[^\W\d_]+)*|\d+|[,()]|[;:—–]|[.!?。！？…]| - ")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence folded for reading and its letters, one per word or mark."""

    words: str
    letters: str


CONCESSIVE = re.compile(r"(?:while|even though|although|though|whereas|obwohl|aunque)\b")
CONTRAST = re.compile(
    r"\b(?:but|however|though|although|instead|yet|still|nevertheless|aber|mais|pero|ma|maar|mas)\b"
    r"|[;:—–]|, and (?:he|she|they|so)\b"
)

_WHO = r"(?:he|she|they|one|(?:the|her|his|this) \w+|\w+(?: \w+)?)"
_CLAIMS = (
    r"argues?|argued|says|said|claims?|believes?|thinks|thought|holds|insists?|notes|noted|warns?"
    r"|suggests? that|recommends? (?!consult|check|read|look)|prefers?|rejects?|calls|called|sees"
    r"|compares?|defines?|points out|admits?|recalls?|observes?|remarks?|favou?rs|concludes?"
    r"|maintains?|contends?|writes (?!about|on|only)|wrote (?!about|on)|describes? \S+(?: \S+)? as"
    r"|explains? (?:that|how|why)|considers|regards|advises?|proposes?|treats? \S+(?: \S+)? as"
)
ATTRIBUTED = re.compile(
    rf"[,;:—–”\"\x02]\s*(?:as |so )?{_WHO}\s(?:\w+ly )?(?:{_CLAIMS}|writes|wrote)\b"
    r"(?! about| on| anything| nothing)"
    r"|\b(?:sagt|schreibt|meint|findet|ecrit|dit|dice|escribe|scrive|sostiene|schrijft|zegt|escreve"
    r"|diz)[ -](?:sie|er|elle|il|ella|el|lei|lui|hij|zij|ela|ele)\b"
    r"|\b(?:selon|segun|secondo|volgens|segundo|laut)"
    r" (?:elle|lui|ella|el|lei|haar|hem|ela|ele|ihr|ihm)\b"
    r"|,? in (?:his|her|their|the author s) (?:view|words|opinion|eyes|mind|telling|account)\b"
)
CLAIM = re.compile(rf"\b(?:{_CLAIMS})\b")
# Verbs that report a claim whatever their object: too common elsewhere to prove one.
LOOSE_CLAIM = re.compile(
    r"\b(?:writes|wrote|describes?|explains?|recommends?|suggests?|finds|tells|treats|shows"
    r"|uses|makes|gives|takes|regards|considers)\b(?! (?:no|nothing|little)\b)"
)
SURE_SOURCE = re.compile(
    r"\b(?:passages?|excerpts?|essays|archive|extracts?|writings|texts|(?:sources|documents|pieces"
    r"|posts|articles|material|context|text|information) (?:provided|given|available|supplied)"
    r"|(?:provided|given|available|supplied|retrieved) (?:sources|documents|pieces|posts|articles"
    r"|material|context|text|writing)|passagen|texte|texten|auszuge|auszugen|extraits|textes|essais"
    r"|textos|pasajes|fragmentos|ensayos|testi|brani|saggi|teksten|passages|trechos|ensaios)\b"
)
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
    for place, sentence in enumerate(opening[:PREAMBLE_SENTENCES]):
        following = opening[place + 1 :]
        rest = after_denial(sentence, opens=not place)
        if rest is not None:
            return not ATTRIBUTED.search(sentence.words) and not answers_after_all(rest, following)
        if not is_preamble(sentence, following):
            return False
    return False


def denies(sentence_text: str) -> bool:
    """Whether a sentence without a source says that the writing lacks something.

    In any order of words: it is not shown, so a claim that looks like it loses nothing.
    """
    return any(
        (after_denial(sentence) is not None or LOOSE_DENIAL.search(sentence.letters))
        and not ATTRIBUTED.search(sentence.words)
        for sentence in read(sentence_text)
    )


def after_denial(sentence: Sentence, *, opens: bool = False) -> str | None:
    """What the sentence goes on to say after its denial; None if it opens with none."""
    letters = sentence.letters
    if not opens and sentence.words.startswith("it "):
        letters = f"P{letters[1:]}"
    if opens and "S" not in letters:
        # Nothing has been named yet that "they" could be.
        letters = letters.replace("P", OTHER)
    for _ in range(LEADS):
        match = DENIAL.match(letters)
        if match and not EXCEPTION.match(letters, match.end()):
            return contrast_in(sentence)
        lead = LEAD.match(letters)
        if not lead or not lead.end():
            break
        letters = letters[lead.end() :]
    return "" if concedes(sentence) or denies_loosely(sentence) else None


def denies_loosely(sentence: Sentence) -> bool:
    """A denial in any order, where the passages are named and no claim is reported."""
    # In "what she thinks of it is not in the essays" the claim is what was asked for.
    claims = not sentence.letters.startswith("Q") and (
        CLAIM.search(sentence.words) or LOOSE_CLAIM.search(sentence.words)
    )
    return bool(
        not claims and SURE_SOURCE.search(sentence.words) and LOOSE_DENIAL.search(sentence.letters)
    )


def concedes(sentence: Sentence) -> bool:
    """Whether a denial follows "while the passages discuss bread," or "they do, but"."""
    conjunction = CONCESSIVE.match(sentence.words)
    letters = sentence.letters[len(conjunction[0].split()) if conjunction else 0 :]
    about_author = conjunction and ABOUT_AUTHOR.match(letters)
    if not (ABOUT_SOURCES.match(letters) or about_author) or CLAIM.search(sentence.words):
        return False
    rests = (letters[place.end() :].lstrip("G,Db") for place in re.finditer("[,;]", letters))
    return any(DENIAL.match(rest) for rest in rests)


def contrast_in(sentence: Sentence) -> str:
    match = CONTRAST.search(sentence.words, 12)
    return sentence.words[match.end() :] if match else ""


def answers_after_all(rest: str, following: Sequence[Sentence]) -> bool:
    """Whether a claim of the author's follows the disclaimer."""
    if not ELSEWHERE.search(rest) and (
        CLAIM.search(rest) or OWN_CLAIM.match(read_sentence(rest).letters)
    ):
        return True
    return any(is_substance(sentence) for sentence in following)


def is_substance(sentence: Sentence) -> bool:
    """A claim of the author's, or a cited sentence that is not about the passages."""
    if after_denial(sentence) is not None or ELSEWHERE.search(sentence.words):
        return False
    if CLAIM.search(sentence.words) or OWN_CLAIM.match(sentence.letters):
        return True
    return MARKER in sentence.letters and not TOPICAL.match(sentence.letters)


def is_preamble(sentence: Sentence, following: Sequence[Sentence]) -> bool:
    """Courtesy, the question said again, or what the passages are about."""
    if COURTESY.search(sentence.words) or COURTESY_ALONE.fullmatch(sentence.letters):
        return True
    if CLAIM.search(sentence.words):
        return False
    return bool(
        ABOUT_SOURCES.match(sentence.letters)
        and following
        and after_denial(following[0]) is not None
    )


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
    piece = re.sub(r"\bca(?:n't|nnot)\b", "can not", piece, flags=re.IGNORECASE)
    piece = re.sub(r"n't\b", " not", piece, flags=re.IGNORECASE)
    decomposed = unicodedata.normalize("NFKD", piece)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def letter_of(token: str, *, first: bool) -> str:
    if token in SIGNS:
        return SIGNS[token]
    if not token[0].isalnum():
        return ""
    kind = kind_of(token.lower())
    return NAME if kind == OTHER and token[0].isupper() and not first else kind
