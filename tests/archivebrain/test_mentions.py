"""Every row that names an essay by its slug is found, and no other."""

import pytest

from archivebrain.mentions import mentions_of
from archivebrain.models import GoldenCase
from ledger.models import Concept, Position
from retrieval.models import Claim, CuratedLink, GlossaryTerm

pytestmark = pytest.mark.django_db


def test_all_that_names_a_slug_is_named() -> None:
    Position.objects.create(
        key="cr-1", concept=Concept.objects.create(slug="loaf", name="Loaf"), stance="Good.",
        essay_slug="loaf", dated="2020-01-05", receipt="Words.",
    )  # fmt: skip
    CuratedLink.objects.create(start="bread", end="loaf", kind="see_also")
    Claim.objects.create(key="c-1", essay_slug="loaf", text="Words.")
    GlossaryTerm.objects.create(term="Crumb", definition="The inside.", essays=["tea", "loaf"])
    quotes = [{"slug": "loaf", "quote": "W"}]
    GoldenCase.objects.create(case_id="g-0", split="tune", sources=["loaf"])
    GoldenCase.objects.create(case_id="g-1", split="tune", near=["loaf"])
    GoldenCase.objects.create(case_id="g-2", split="tune", quotes=quotes)

    assert set(mentions_of("loaf")) == {
        "position cr-1", "the link “bread see_also loaf”", "claim c-1", "the term “Crumb”",
        "golden case g-0", "golden case g-1", "golden case g-2",
    }  # fmt: skip
    assert list(mentions_of("loa")) == []
