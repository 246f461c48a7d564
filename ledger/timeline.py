"""The story of a concept: what was held, when it changed, and why; corrections included."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.models import Concept
from ledger.positions import of_concepts
from ledger.types import DatedPosition, Lifecycle


@dataclass(frozen=True, slots=True)
class Entry:
    """A row in its place. ``successor``: the row that replaced or withdrew it, if any."""

    row: DatedPosition
    successor: DatedPosition | None


@dataclass(frozen=True, slots=True)
class Story:
    """A concept with its public rows in order; ``changes`` counts those that changed a view."""

    slug: str
    name: str
    entries: tuple[Entry, ...]

    @property
    def now(self) -> tuple[DatedPosition, ...]:
        """What is held today, once, however often it was said again; nothing where the last
        view was withdrawn."""
        held = [
            entry.row
            for entry in self.entries
            if entry.row.lifecycle is Lifecycle.HELD and not entry.row.is_notice
        ]
        keys = {row.key for row in held}
        return tuple(row for row in held if row.reaffirms not in keys)

    @property
    def changes(self) -> int:
        rows = [entry.row for entry in self.entries]
        return sum(bool(row.supersedes) for row in rows) + sum(
            row.retracted is not None for row in rows
        )


def story(slug: str) -> Story | None:
    """One concept's story; None where there is none that readers may see."""
    return next(iter(_told(Concept.objects.filter(slug=slug))), None)


def stories() -> tuple[Story, ...]:
    """Every concept with a public row, those that changed most first."""
    told = _told(Concept.objects.all())
    return tuple(sorted(told, key=lambda one: (-one.changes, one.name.casefold())))


def _told(concepts: Iterable[Concept]) -> list[Story]:
    names = {concept.slug: concept.name for concept in concepts}
    rows = of_concepts(sorted(names), as_of=None) if names else ()
    return [
        Story(slug, name, _entries([row for row in rows if row.concept == slug]))
        for slug, name in names.items()
        if any(row.concept == slug for row in rows)
    ]


def _entries(rows: list[DatedPosition]) -> tuple[Entry, ...]:
    successors = {row.supersedes: row for row in rows if row.supersedes}
    return tuple(Entry(row, successors.get(row.key)) for row in rows)
