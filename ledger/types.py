"""The values that travel through the ledger: dated positions and closed sets of words."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Lifecycle(StrEnum):
    """Where a position stands; computed from the rows, never typed in."""

    HELD = "held"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"


class Label(StrEnum):
    """What became of a position, in the word that readers see."""

    CURRENT = "current"
    REFINED = "refined"
    REVERSED = "reversed"
    RETRACTED = "retracted"


class Change(StrEnum):
    """What a row does to the one that it names."""

    REFINED = "refined"
    REVERSED = "reversed"
    RETRACTED = "retracted"
    REAFFIRMED = "reaffirmed"


class Basis(StrEnum):
    """Where a position's date comes from.

    ``published``: it is the essay's. ``in_text``: a dated update inside an older essay.
    ``undated``: nobody wrote one down.
    """

    PUBLISHED = "published"
    IN_TEXT = "in_text"
    UNDATED = "undated"


@dataclass(frozen=True, slots=True)
class DatedPosition:
    """A position as prompts, answers and pages need it; its essay is public.

    ``key``: the author's own id of the row. ``receipt``: the exact words in the essay.
    ``change``: what it did to the row ``supersedes`` or ``reaffirms`` (a key, or empty).
    ``is_notice``: a retraction notice, which is nobody's view but the reason for one.
    ``is_overtaken``: it says again a view that is held no longer.
    """

    key: str
    concept: str
    concept_name: str
    stance: str
    dated: date | None
    basis: Basis
    lifecycle: Lifecycle
    label: Label
    essay_slug: str
    essay_title: str
    receipt: str
    because: str = ""
    change: Change | None = None
    supersedes: str = ""
    reaffirms: str = ""
    retracted: date | None = None
    is_notice: bool = False
    is_overtaken: bool = False

    @property
    def is_current(self) -> bool:
        """Whether it may be told as a view of today."""
        return self.lifecycle is Lifecycle.HELD and not (self.is_notice or self.is_overtaken)
