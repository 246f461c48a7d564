"""What the lanes found in one order, in a real index."""

from dataclasses import replace

import numpy as np
import pytest

from retrieval.facts import facts_of
from retrieval.models import Chunk, ChunkVector
from retrieval.search import RECIPE, search
from retrieval.smoothing import Smoothing
from retrieval.types import Tier
from tests.retrieval.conftest import MakeEssay
from tests.retrieval.hashed import HashedEmbedder

pytestmark = pytest.mark.django_db

FINGERPRINT = HashedEmbedder().fingerprint
UNSMOOTHED = replace(RECIPE, smoothing=Smoothing(best=0))


def test_chunks_are_placed_by_their_vectors_and_essays(make_essay: MakeEssay) -> None:
    essays = [make_essay("bread", "Bread rises."), make_essay("rope", "A rope is coiled.")]
    chunks = [Chunk.objects.get(essay=essay).pk for essay in essays]

    facts = facts_of("rope", chunks, fingerprint=FINGERPRINT)

    assert {fact.chunk_id: fact.essay_id for fact in facts} == {
        chunk: essay.pk for chunk, essay in zip(chunks, essays, strict=True)
    }
    for fact in facts:
        stored = ChunkVector.objects.get(chunk=fact.chunk_id).vector
        assert fact.place is not None
        assert np.array_equal(fact.place, np.array(stored, dtype=np.float32))


def test_what_is_withheld_or_of_another_model_is_not_placed(make_essay: MakeEssay) -> None:
    make_essay("open", "Bread rises.")
    make_essay("hidden", "Bread rises.", visibility="unlisted")
    chunks = list(Chunk.objects.values_list("pk", flat=True))

    def placed(fingerprint: str, tier: Tier) -> set[str]:
        facts = facts_of("rope", chunks, fingerprint=fingerprint, tier=tier)
        found = [fact.chunk_id for fact in facts if fact.place is not None]
        return set(Chunk.objects.filter(pk__in=found).values_list("essay__slug", flat=True))

    assert placed(FINGERPRINT, Tier.PUBLIC) == {"open"}
    assert placed(FINGERPRINT, Tier.BACKGROUND) == {"hidden"}
    assert placed("of another model", Tier.PUBLIC) == set()


def test_a_passage_takes_in_what_other_essays_say_near_it(make_essay: MakeEssay) -> None:
    make_essay("alone", "The ferry leaves at noon from the old pier.", title="x")
    for at in range(3):
        make_essay(f"among-{at}", f"The ferry and its harbour and quay and rope {at}.", title="x")
    asked = "ferry harbour noon"

    before = {one.essay.slug: one.base for one in search(asked, recipe=UNSMOOTHED).passages}
    after = {one.essay.slug: one.base for one in search(asked).passages}

    assert before.keys() == after.keys()
    assert before != after
    assert (
        min(before.values()) <= min(after.values()) <= max(after.values()) <= max(before.values())
    )


@pytest.mark.parametrize("lane", RECIPE.lanes)
def test_one_lane_alone_keeps_its_own_order(lane: str, make_essay: MakeEssay) -> None:
    for at in range(6):
        make_essay(f"rope-{at}", "A rope. " * (at + 1) + f"And then some other words {at}. " * at)

    smooth = [one.chunk_id for one in search("rope", lanes=[lane]).passages]
    rough = [one.chunk_id for one in search("rope", lanes=[lane], recipe=UNSMOOTHED).passages]

    assert smooth == rough
