"""The story of a concept: what was held, when it changed, and why; corrections included."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.models import Concept
from ledger.positions import of_concepts
from ledger.types import DatedPosition, Lifecycle


@dataclass(frozen=True, slots=True)
class Story:
    """A concept with its public rows, oldest first; ``changes`` counts the changed views."""

    slug: str
    name: str
    rows: tuple[DatedPosition, ...]

    @property
    def now(self) -> tuple[DatedPosition, ...]:
        """What is held today, once, however often it was said again; nothing where the last
        view was withdrawn, or changed in an essay that is not public."""
        current = [row for row in self.rows if row.is_current]
        keys = {row.key for row in current}
        return tuple(row for row in current if row.reaffirms not in keys)

    @property
    def is_withdrawn(self) -> bool:
        """Whether readers see a view taken back. What else ends one stands in an essay that
        is not public."""
        return any(row.is_notice or row.lifecycle is Lifecycle.RETRACTED for row in self.rows)

    @property
    def changes(self) -> int:
        return sum(bool(row.supersedes) for row in self.rows) + sum(
            row.retracted is not None for row in self.rows
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
        Story(slug, name, tuple(row for row in rows if row.concept == slug))
        for slug, name in names.items()
        if any(row.concept == slug for row in rows)
    ]
