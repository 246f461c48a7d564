"""Writes down how an answer came about and what it left open; no log holds the question."""

from archivebrain.answering.types import Finished, Question, Status
from archivebrain.providers.types import UNWILLING
from gaps.recording import remember
from retrieval import tracing
from retrieval.search import SearchResult

# A model says in words, without a rule of ours, that the writing does not cover a question.
IN_WORDS = "in_words"
HALF = "half"


def trace(question: Question, found: SearchResult, *, status: Status) -> None:
    """How the search behind an answer went; for readers' questions alone."""
    if question.surface.is_for_readers:
        tracing.record(question.text, found, surface=question.surface, outcome=status)


def record(question: Question, finished: Finished) -> None:
    """One gap for a question that was declined, or one for each half that was left open.

    None where the model would not answer: the writing may well cover the question. None
    for a golden case: it is no reader's.
    """
    surface = question.surface.value
    if finished.reason == UNWILLING or not question.surface.is_for_readers:
        return
    if finished.answer.status is Status.DECLINED:
        remember(question.text, reason=finished.reason or IN_WORDS, surface=surface)
        return
    for part in finished.declined_parts:
        remember(part, reason=HALF, surface=surface)
