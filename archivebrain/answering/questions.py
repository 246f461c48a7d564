"""Cleans a question, refuses one that cannot be asked, and knows a greeting; pure."""

import unicodedata
from dataclasses import replace

from archivebrain.answering import texts
from archivebrain.answering.types import Question, QuestionFault
from archivebrain.wording.stopwords import GREETINGS
from archivebrain.wording.words import content_words
from retrieval.types import MAX_QUESTION_CHARACTERS

# Joiners shape letters of several scripts; all other format characters are invisible.
_JOINERS = {"\u200c", "\u200d"}


def clean(question: Question) -> Question:
    """The question in one line of visible characters.

    Raises ``QuestionFault`` where nothing is left, or more than can be read.
    """
    text = " ".join("".join(map(_visible, unicodedata.normalize("NFC", question.text))).split())
    if not text:
        raise QuestionFault(texts.EMPTY_QUESTION)
    if len(text) > MAX_QUESTION_CHARACTERS:
        raise QuestionFault(
            texts.LONG_QUESTION.format(length=len(text), limit=MAX_QUESTION_CHARACTERS)
        )
    return replace(question, text=text)


def is_greeting(text: str) -> bool:
    """Whether a question has no word to look for: a greeting, thanks, or mere asking."""
    return all(word.key in GREETINGS for word in content_words(text))


def _visible(char: str) -> str:
    """PostgreSQL takes neither NUL nor half a surrogate pair."""
    category = unicodedata.category(char)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    if category in {"Cs", "Cn"} or (category == "Cf" and char not in _JOINERS):
        return ""
    return char
