"""Cleans a question, refuses one that cannot be asked, and knows a greeting; pure."""

import re
import unicodedata
from dataclasses import replace

from archivebrain.answering import texts
from archivebrain.answering.types import Question, QuestionFault
from archivebrain.wording.words import asks_nothing
from retrieval.types import MAX_QUESTION_CHARACTERS

# Ordinary words that greet, or try the line, only where they stand like this.
_SALUTATION = re.compile(
    r"\bgood\s+(?:morning|afternoon|evening|night|day)\b"
    r"|^\W*(?:morning|evening|welcome|test|testing)\W*$",
    re.IGNORECASE,
)
# Joiners shape letters of several scripts; all other format characters are invisible.
_JOINERS = {"\u200c", "\u200d"}
# How a keyboard or a phone writes the same marks.
_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
    }
)
_END_MARKS = " ?!.¿¡？！。؟"


def clean(question: Question) -> Question:
    """The question in one line of visible characters.

    Raises ``QuestionFault`` where nothing is left, or more than can be read.
    """
    text = _in_one_line(question.text)
    if not text:
        raise QuestionFault(texts.EMPTY_QUESTION)
    if len(text) > MAX_QUESTION_CHARACTERS:
        raise QuestionFault(
            texts.LONG_QUESTION.format(length=len(text), limit=MAX_QUESTION_CHARACTERS)
        )
    earlier = [one for one in map(_in_one_line, question.earlier) if one]
    return replace(
        question, text=text, earlier=tuple(one[:MAX_QUESTION_CHARACTERS] for one in earlier)
    )


def folded(text: str) -> str:
    """One form of what readers ask in the same words; for comparing, and for nothing else.

    Case, typography, spaces and the marks around the whole are folded. Words, numbers, signs
    within (C++, C#) and their order never are.
    """
    plain = text.translate(_TYPOGRAPHY).casefold()
    return " ".join(unicodedata.normalize("NFC", plain).split()).strip(_END_MARKS)


def is_greeting(text: str) -> bool:
    """Whether a question asks for nothing: a greeting, thanks, or mere asking.

    All else is searched, however ordinary its words, and may be declined.
    """
    return asks_nothing(_SALUTATION.sub(" ", text))


def _in_one_line(text: str) -> str:
    plain = unicodedata.normalize("NFC", "".join(map(_plain, text)))
    return " ".join("".join(map(_visible, plain)).split())


def _plain(char: str) -> str:
    """The letter of another width or face: a keyboard or a site wrote it, nobody means it."""
    is_styled = unicodedata.decomposition(char).startswith(("<wide>", "<narrow>", "<font>"))
    return unicodedata.normalize("NFKC", char) if is_styled else char


def _visible(char: str) -> str:
    """PostgreSQL takes neither NUL nor half a surrogate pair."""
    category = unicodedata.category(char)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    if category in {"Cs", "Cn"} or (category == "Cf" and char not in _JOINERS):
        return ""
    return char
