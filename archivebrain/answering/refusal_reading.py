"""Reads an answer's opening into sentences of letters, one per word or mark; pure."""

import re
import unicodedata
from collections.abc import Iterator
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
BRACKETED = re.compile(r"\\?[\[［【][^\[\]［］【】\n]{1,80}[\]］】]")
HEADING = re.compile(r"^[ \t]*#{1,6}[ \t][^\n]*\n+(?=[^\n]*\w)", re.MULTILINE)
LINE_MARKS = re.compile(r"^[ \t]*(?:[-+•>*]+|\d{1,2}[.)])[ \t]+", re.MULTILINE)
QUOTED = re.compile(
    r"“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“”\n]{1,400}[“”]|(?<!\w)\"[^\"\n]{1,400}\""
)
SENTENCE = re.compile(r"[^.!?…。！？\n]*[.!?…。！？\n]*[\"”’)]*(?:[ \t]*\x01)*")
TOO_LITTLE = re.compile(
    r"\b(?:too (?:little|few|thin)|zu wenig|trop peu|demasiado poco|muy poco|troppo poco|te weinig"
    r"|muito pouco|hardly any|next to nothing)\b",
    re.IGNORECASE,
)
# Their prepositions lead to no subject.
SET_PHRASES = re.compile(
    r"\b(?:on (?:time|purpose|foot|board|credit)|in time|no to)\b", re.IGNORECASE
)
# "Not mentioned here": in what was read. "Nobody works here" is somewhere else.
HERE = re.compile(
    r"(\b(?:covered|mentioned|stated|given|discussed|addressed|found|answered|provided|explained"
    r"|described|recorded|included|available|said|nothing|anything|information|mention|answer"
    r"|enough|evidence|indication|appear|see|find|(?:about|on|of) (?:\w+ ){1,4}?\w+))"
    r" (?:in )?here\b",
    re.IGNORECASE,
)
# Their full stop ends no sentence.
TITLES = re.compile(r"\b(Mrs?|Ms|Dr|Prof|St|Herr|Sra?|Mme|Dra?)\.(?= [A-Z])")
WHAT_IS_AT_HAND = re.compile(
    r"\bwhat (?:i|we)(?: have|'ve|’ve)?(?: was| were)?(?: been)?"
    r"(?: given| shown| got| have| read)\b",
    re.IGNORECASE,
)
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
    text = TITLES.sub(r"\1", text)
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
    piece = WHAT_IS_AT_HAND.sub("these passages", piece)
    piece = HERE.sub(r"\1 in these passages", piece)
    piece = SET_PHRASES.sub("so", piece)
    piece = TOO_LITTLE.sub("not enough", piece)
    decomposed = unicodedata.normalize("NFKD", piece.replace("ß", "ss"))
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"\bmas alla\b", "beyond", plain, flags=re.IGNORECASE)


def letter_of(token: str, *, first: bool) -> str:
    if token in SIGNS:
        return SIGNS[token]
    if not token[0].isalnum():
        return ""
    kind = kind_of(token.lower())
    return NAME if kind == OTHER and token[0].isupper() and not first else kind
