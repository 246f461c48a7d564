"""Remembers a question that the writing does not answer."""

from gaps.models import Gap

_REASON_CHARACTERS = 40
_SURFACE_CHARACTERS = 20


def remember(question: str, *, reason: str, surface: str) -> None:
    """Keep the reader's words in one row, and in no log."""
    Gap.objects.create(
        question=question,
        reason=reason[:_REASON_CHARACTERS],
        surface=surface[:_SURFACE_CHARACTERS],
    )
