"""Essays to quote from, and a ledger file written row by row."""

from collections.abc import Mapping
from datetime import date

import pytest
import yaml

from retrieval.models import Essay
from retrieval.types import DateOrigin

OLD = "I will say it once: fares on town buses should be abolished. A tram is not a bus."
NEW = (
    "I withdraw the claim that I made: the figure counted transfers twice.\n\n"
    "**Update, 3 May 2025.** I now think that nobody can know."
)


@pytest.fixture
def essays(db: None) -> None:
    """Two public essays with dates, a public one without, and a draft."""
    for slug, body, day, visibility in (
        ("old", OLD, date(2020, 1, 5), "public"),
        ("new", NEW, date(2024, 5, 26), "public"),
        ("timeless", "Nobody knows when this was written.", None, "public"),
        ("draft", "A draft says things that nobody may read.", date(2021, 1, 1), "draft"),
    ):
        Essay.objects.create(
            slug=slug,
            title=slug.title(),
            description="A description that is never quoted as a text.",
            body=body,
            visibility=visibility,
            published_on=day,
            published_origin=DateOrigin.FRONT_MATTER.value if day else DateOrigin.UNKNOWN.value,
        )


def ledger(*rows: Mapping[str, object]) -> bytes:
    """A file with one concept; each row is an honest one with some keys changed."""
    honest = {
        "id": "one", "concept": "fares", "stance": "Abolish fares.", "essay": "old",
        "dated": date(2020, 1, 5), "receipt": "fares on town buses should be abolished.",
    }  # fmt: skip
    positions = [
        {key: value for key, value in {**honest, **row}.items() if value != ""} for row in rows
    ]
    concepts = [{"slug": "fares", "name": "Fares", "aliases": ["bus fares"]}]
    return yaml.safe_dump(
        {"concepts": concepts, "positions": positions}, sort_keys=False, allow_unicode=True
    ).encode()


LATER: dict[str, object] = {
    "id": "two", "essay": "new", "dated": date(2024, 5, 26), "supersedes": "one",
    "change": "reversed", "receipt": "the figure counted transfers twice.",
}  # fmt: skip
