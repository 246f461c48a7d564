"""Writes down how an answer came about and what it left open; no log holds the question."""

from dataclasses import replace

from archivebrain.answering.caching import code_stamp
from archivebrain.answering.types import Answer, Finished, Question, Status
from archivebrain.providers.types import UNWILLING
from gaps.recording import remember
from retrieval import tracing
from retrieval.search import SearchResult

# A model says in words, without a rule of ours, that the writing does not cover a question.
IN_WORDS = "in_words"
HALF = "half"


def trace(question: Question, course: SearchResult, answer: Answer) -> None:
    """How an answer came about; for readers' questions alone.

    ``course``: the search, with the passages and stages as the answer had them.
    """
    if question.surface.is_for_readers:
        versions = {**course.versions, **answer.versions, "code": code_stamp()}
        whole = replace(course, versions=versions, degraded=answer.degraded)
        tracing.record(question.text, whole, surface=question.surface, outcome=answer.status)


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
