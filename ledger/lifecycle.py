"""Where positions stand: computed from the rows and their dates, never typed in; pure.

``querysets.with_lifecycle`` says the same in SQL, and a test proves the two equal.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from ledger.types import Change, Label, Lifecycle


@dataclass(frozen=True, slots=True)
class Link:
    """What a row says of itself and of the rows that it names (keys, or empty)."""

    key: str
    dated: date | None
    change: Change | None = None
    supersedes: str = ""
    retracted: date | None = None
    reaffirms: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of a row, and the word for it that readers see."""

    lifecycle: Lifecycle
    label: Label


def standings(rows: Iterable[Link], *, as_of: date | None = None) -> Mapping[str, Standing]:
    """The standing of every row that counts: now, or as it was on a day.

    On a day, only rows, links and retractions dated until then count; undated ones do not.
    """
    counted = [row for row in rows if _counts(row.dated, as_of)]
    successors = {row.supersedes: row for row in counted if row.supersedes}
    return {row.key: _standing(row, successors.get(row.key), as_of) for row in counted}


def overtaken(rows: Iterable[Link], *, as_of: date | None = None) -> frozenset[str]:
    """The keys of rows that say again a view which is held no longer.

    They stay as they are, for a reaffirmation changes neither row; but nobody may tell them
    as a view of today.
    """
    counted = [row for row in rows if _counts(row.dated, as_of)]
    stood = standings(counted, as_of=as_of)
    earlier = {row.key: row.reaffirms for row in counted if row.reaffirms in stood}
    return frozenset(
        key
        for key in earlier
        if any(stood[said].lifecycle is not Lifecycle.HELD for said in _said_before(key, earlier))
    )


def _said_before(key: str, earlier: Mapping[str, str]) -> Iterator[str]:
    """The row that a row says again, the one that this says again, and so on."""
    seen = {key}
    while (key := earlier.get(key, "")) and key not in seen:
        seen.add(key)
        yield key


def _standing(row: Link, successor: Link | None, as_of: date | None) -> Standing:
    is_withdrawn = row.retracted is not None and _counts(row.retracted, as_of)
    if is_withdrawn or (successor and successor.change is Change.RETRACTED):
        return Standing(Lifecycle.RETRACTED, Label.RETRACTED)
    is_notice = row.change is Change.RETRACTED
    if successor is None:
        # A notice is nobody's view: it is in force, and what it says is "retracted".
        return Standing(Lifecycle.HELD, Label.RETRACTED if is_notice else Label.CURRENT)
    label = Label.REVERSED if successor.change is Change.REVERSED else Label.REFINED
    return Standing(Lifecycle.SUPERSEDED, Label.RETRACTED if is_notice else label)


def _counts(dated: date | None, as_of: date | None) -> bool:
    return as_of is None or (dated is not None and dated <= as_of)
