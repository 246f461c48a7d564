"""Remembers a question that the writing does not answer."""

from gaps.models import REASON_CHARACTERS, SURFACE_CHARACTERS, Gap
from gaps.scrubbing import scrub


def remember(question: str, *, reason: str, surface: str) -> None:
    """Keep the reader's words in one row, scrubbed, and in no log.

    A reason or surface too long for its column is cut: it must not cost a reader the answer.
    """
    Gap.objects.create(
        question=scrub(question),
        reason=reason[:REASON_CHARACTERS],
        surface=surface[:SURFACE_CHARACTERS],
    )
