"""One changed view as it lies in the database: two essays, and the row that reversed the other."""

from datetime import date
from typing import Any

from ledger.models import Concept, Position
from retrieval.models import Essay


def written(slug: str, published: date, **columns: Any) -> Essay:
    """A public essay in which both receipts stand."""
    kept = {"visibility": "public", "published_origin": "front_matter", **columns}
    return Essay.objects.create(
        slug=slug,
        title=f"The {slug} view",
        body="Hills are *hard*. Hills are steep.",
        published_on=published,
        **kept,
    )


def changed_view() -> Concept:
    concept = Concept.objects.create(slug="e-bikes", name="E-bikes")
    written("old", date(2018, 5, 20))
    written("new", date(2021, 5, 16))
    earlier = Position.objects.create(
        key="eb-2018",
        concept=concept,
        stance="They are cheating.",
        essay_slug="old",
        dated=date(2018, 5, 20),
        receipt="Hills are *hard*.",
    )
    Position.objects.create(
        key="eb-2021",
        concept=concept,
        stance="They are bicycles.",
        essay_slug="new",
        dated=date(2021, 5, 16),
        receipt="Hills are *hard*.",
        supersedes=earlier,
        change="reversed",
        because="A hill sorts riders by age.",
    )
    return concept
