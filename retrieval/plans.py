"""Compares an essay's stored chunks with the wanted ones and says what each needs."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stored:
    """A chunk that is there. ``has_vector``: one that the current model made."""

    chunk_id: int
    content_hash: str
    has_vector: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """``keep``: chunk id and the place it will have. ``add``: places without a chunk.

    ``embed``: places, new or kept, that lack a vector. ``delete``: ids of what vanished.
    """

    keep: tuple[tuple[int, int], ...]
    add: tuple[int, ...]
    embed: tuple[int, ...]
    delete: tuple[int, ...]


def plan_for(stored: Sequence[Stored], wanted: Sequence[str], *, afresh: bool = False) -> Plan:
    """Decide by content hash, never by place: a moved paragraph keeps its vector.

    ``stored`` in the order of the essay, ``wanted`` the hashes by place. Of equal hashes
    the first stored serves the first wanted, so that occurrences keep their numbers.
    ``afresh`` keeps nothing.
    """
    waiting: dict[str, deque[Stored]] = defaultdict(deque)
    for one in stored:
        waiting[one.content_hash].append(one)
    places = range(len(wanted))
    kept = {
        at: waiting[wanted[at]].popleft() for at in places if not afresh and waiting.get(wanted[at])
    }
    return Plan(
        keep=tuple((one.chunk_id, at) for at, one in kept.items()),
        add=tuple(at for at in places if at not in kept),
        embed=tuple(at for at in places if at not in kept or not kept[at].has_vector),
        delete=tuple(one.chunk_id for left in waiting.values() for one in left),
    )
