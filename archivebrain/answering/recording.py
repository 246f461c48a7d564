"""Writes down what an answer left open; no log line holds the question's words."""

from archivebrain.answering.types import Question, Status
from archivebrain.providers.types import Draft
from gaps.recording import remember

# A model says in words, without a rule of ours, that the writing does not cover a question.
IN_WORDS = "in_words"
HALF = "half"
# A model that would not answer says nothing of what the writing covers.
UNWILLING = "provider_refusal"


def record(question: Question, draft: Draft, *, status: Status) -> None:
    """One gap for a question that was declined, or one for each half that was left open."""
    surface = question.surface.value
    if draft.reason == UNWILLING:
        return
    if status is Status.DECLINED:
        remember(question.text, reason=draft.reason or IN_WORDS, surface=surface)
        return
    for part in draft.declined_parts:
        remember(part, reason=HALF, surface=surface)
