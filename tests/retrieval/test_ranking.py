"""What comes first and why, through the whole search."""

from dataclasses import replace

import numpy as np
import pytest

from retrieval import search as searching
from retrieval.fusion import Fusion
from retrieval.lanes.keyword import scored
from retrieval.models import Chunk, ChunkVector
from retrieval.search import RECIPE, search
from retrieval.types import DocType, Scope
from tests.retrieval.conftest import MakeEssay
from tests.retrieval.hashed import HashedEmbedder

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_remembered_questions() -> None:
    searching._vector_of.cache_clear()


def slugs(question: str, **how: object) -> list[str]:
    return [one.essay.slug for one in search(question, **how).passages]  # type: ignore[arg-type]


def test_a_passage_with_none_of_the_words_keeps_its_seat_among_many_that_have_them(
    make_essay: MakeEssay,
) -> None:
    for at in range(60):
        make_essay(f"words-{at}", f"Mooring and other matters, number {at} of many. " * 3)
    make_essay("meant", "Hawser ashore, twice around.", title="Quay")
    (asked,) = HashedEmbedder().embed(["mooring"])
    ChunkVector.objects.filter(essay__slug="meant").update(vector=asked)
    # Away from the question, as texts are that only say the word.
    for vector in ChunkVector.objects.exclude(essay__slug="meant"):
        vector.vector = away(np.array(vector.vector), asked, cosine=0.2)
        vector.save()

    found = slugs("mooring", limit=5)

    meant = Chunk.objects.get(essay__slug="meant").pk
    assert meant not in dict(scored("mooring", Scope(), limit=100))
    assert "meant" in found


def away(vector: np.ndarray, asked: np.ndarray, *, cosine: float) -> np.ndarray:
    rest = vector - (vector @ asked) * asked
    rest /= np.linalg.norm(rest)
    return np.asarray(cosine * asked + np.sqrt(1 - cosine**2) * rest)


@pytest.mark.parametrize("fusion", Fusion)
def test_saying_an_essays_title_brings_it_first(fusion: Fusion, make_essay: MakeEssay) -> None:
    make_essay("clock", "A clock is wound, and bread is not, they say.", title="On time")
    make_essay("named", "It rises by the hour, and so do we.", title="Bread Is a Clock")
    recipe = replace(RECIPE, fusion=fusion)

    assert slugs("What is Bread Is a Clock about?", recipe=recipe)[0] == "named"
    (named,) = [one for one in search("Bread Is a Clock").passages if one.essay.slug == "named"]
    assert named.boost == 1.25


def test_sharing_words_with_a_title_is_no_boost(make_essay: MakeEssay) -> None:
    make_essay("named", "It rises by the hour, and so do we.", title="Bread Is a Clock")

    (passage,) = search("Which clock rings while bread is baked?").passages

    assert passage.boost == 1


def test_a_memory_steps_back_before_an_argument_that_fits_about_as_well(
    make_essay: MakeEssay,
) -> None:
    make_essay("memoir", "We left the harbour and its ferry.", doc_type="personal_essay", title="x")
    make_essay("argument", "We left the harbour to its ferry.", title="x")

    assert slugs("the harbour ferry") == ["argument", "memoir"]


@pytest.mark.parametrize(
    ("question", "scope"),
    [
        ("How did you feel about it when your father left the harbour ferry?", Scope()),
        ("the harbour ferry", Scope(doc_type=DocType.PERSONAL_ESSAY)),
    ],
    ids=["a personal question", "asked by type"],
)
def test_a_memory_that_is_asked_for_is_not_damped(
    question: str, scope: Scope, make_essay: MakeEssay
) -> None:
    make_essay("memoir", "We left the harbour and its ferry.", doc_type="personal_essay", title="x")

    (passage,) = search(question, scope=scope).passages

    assert passage.boost == 1


def test_all_factors_together_stay_inside_the_band(make_essay: MakeEssay) -> None:
    make_essay("named", "It rises by the hour.", title="Bread Is a Clock")

    (passage,) = search("What did Bread Is a Clock say in 2020?").passages

    assert passage.boost == 1.25


def test_without_vectors_the_words_alone_make_the_order(
    make_essay: MakeEssay,
) -> None:
    for at in range(5):
        make_essay(f"rope-{at}", "A rope. " * (at + 1) + "And then some other words. " * 5)

    ranked = [pk for pk, _ in scored("rope", Scope(), limit=10)]

    assert [one.chunk_id for one in search("rope", lanes=["keyword"]).passages] == ranked
