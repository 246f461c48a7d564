"""Puts positions in the order in which the author came to hold them; pure."""

from collections.abc import Mapping, Sequence
from datetime import date

from ledger.types import DatedPosition

Place = tuple[date, int, str]


def oldest_first(
    positions: Sequence[DatedPosition], *, published: Mapping[str, date | None]
) -> tuple[DatedPosition, ...]:
    """By date; an undated row right after the one it supersedes, else after its essay's date.

    ``published``: the dates of essays by slug. What has no date at all comes last.
    """
    by_key = {position.key: position for position in positions}
    followers: dict[str, list[DatedPosition]] = {}
    leaders = []
    for position in positions:
        if position.dated is None and position.supersedes in by_key:
            followers.setdefault(position.supersedes, []).append(position)
        else:
            leaders.append(position)
    ordered: list[DatedPosition] = []
    for leader in sorted(leaders, key=lambda row: _place(row, by_key, published)):
        ordered += _with_followers(leader, followers)
    return tuple(ordered)


def _place(
    position: DatedPosition,
    by_key: Mapping[str, DatedPosition],
    published: Mapping[str, date | None],
) -> Place:
    day = position.dated or published.get(position.essay_slug) or date.max
    # Two views of one day: the one that superseded the other came after it.
    return day, _steps(position, by_key) + (position.dated is None), position.key


def _steps(position: DatedPosition, by_key: Mapping[str, DatedPosition]) -> int:
    """How many rows stand before this one in its chain; a cycle ends where it closes."""
    seen: set[str] = set()
    earlier = by_key.get(position.supersedes or position.reaffirms)
    while earlier and earlier.key not in seen:
        seen.add(earlier.key)
        earlier = by_key.get(earlier.supersedes or earlier.reaffirms)
    return len(seen)


def _with_followers(
    leader: DatedPosition, followers: Mapping[str, list[DatedPosition]]
) -> list[DatedPosition]:
    chain = [leader]
    for position in chain:
        chain += followers.get(position.key, [])
    return chain
