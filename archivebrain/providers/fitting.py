"""Keeps a question under its ceiling of tokens, before anything is charged; pure."""

from collections.abc import Callable
from dataclasses import replace

from archivebrain.providers import prompts
from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.types import Brief

# A token is about four letters of English, fewer of most else, and never less than a byte.
# Where nobody counts for us, rather too many than too few.
BYTES_A_TOKEN = 3
# Counting again after a cut shows whether it was enough; one more try is for a bad guess.
TRIES = 3


def tokens_about(brief: Brief) -> int:
    """How many tokens the rules and the message of this brief may come to."""
    said = prompts.marker_rules(brief.author) + prompts.marker_message(brief, boundary="")
    return len(said.encode()) // BYTES_A_TOKEN


def fitted(
    brief: Brief, *, ceiling: int, provider: str, count: Callable[[Brief], int] = tokens_about
) -> Brief:
    """The brief with its first sources, as many as there is room for; all, as a rule.

    Numbers stay as they are. Raises ``ProviderFailed`` where not even one source fits.
    """
    for _ in range(TRIES):
        counted = count(brief)
        if counted <= ceiling:
            return brief
        kept = min(len(brief.sources) - 1, len(brief.sources) * ceiling // counted)
        if kept < 1:
            break
        brief = replace(brief, sources=brief.sources[:kept])
    raise ProviderFailed(f"{provider}: not even one passage fits into QUESTION_TOKENS={ceiling}.")
