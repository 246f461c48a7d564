"""Writes down what an answer left open; no log line holds the question's words."""

from archivebrain.answering.types import Question, Status
from archivebrain.providers.types import UNWILLING, Draft
from gaps.recording import remember

# A model says in words, without a rule of ours, that the writing does not cover a question.
IN_WORDS = "in_words"
HALF = "half"


def record(question: Question, draft: Draft, *, status: Status) -> None:
    """One gap for a question that was declined, or one for each half that was left open.

    None where the model would not answer: the writing may well cover the question.
    """
    surface = question.surface.value
    if draft.reason == UNWILLING:
        return
    if status is Status.DECLINED:
        remember(question.text, reason=draft.reason or IN_WORDS, surface=surface)
        return
    for part in draft.declined_parts:
        remember(part, reason=HALF, surface=surface)
