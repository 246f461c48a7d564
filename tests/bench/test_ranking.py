"""The figures' own ways of ranking, which check the product's and are checked by it."""

import numpy as np
import pytest

from bench.ranking import ByScores, as_it_is, by_all_near, by_ranks, by_words, part_of_best
from bench.snapshots import Asked, Snapshot
from retrieval.fusion import Fused, Ranking, blend, fuse
from retrieval.smoothing import Placed, Smoothing, smoothed

MEANING = np.array([0.61, 0.2, 0.43, 0.4, 0.1])
WORDS = np.array([0.0, 11.0, 3.5, 9.0, 0.0])


@pytest.fixture
def snapshot() -> Snapshot:
    held = {
        "rope": (np.array([1, 3]), np.array([2.0, 1.0])),
        "tar": (np.array([2]), np.array([1.0])),
    }
    return Snapshot(
        "small", list("abcde"), np.eye(5, dtype=np.float32), np.full(5, 9.0), held, {}, []
    )


def ids(scores: np.ndarray) -> list[int]:
    return [int(at) for at in np.argsort(-scores, kind="stable") if scores[at]]


@pytest.fixture
def blended() -> tuple[Fused, ...]:
    return blend(
        {
            "vector": Ranking(ids(MEANING), dict(enumerate(MEANING)), ceiling=1),
            "keyword": Ranking(ids(WORDS), dict(enumerate(WORDS))),
        },
        weights={"vector": 0.7, "keyword": 0.3},
    )


def test_scores_are_blended_as_the_product_does(
    snapshot: Snapshot, blended: tuple[Fused, ...]
) -> None:
    fuse = ByScores(as_it_is, words_stretch=part_of_best, vector=0.7)

    assert list(fuse(snapshot, MEANING, WORDS)) == [one.chunk_id for one in blended]


def test_scores_are_smoothed_as_the_product_does() -> None:
    random = np.random.default_rng(7)
    vectors = random.normal(size=(30, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    scores = np.sort(random.random(30))[::-1]
    essays = random.integers(8, size=30)
    fused = [Fused(at, float(score), {"vector": at + 1}) for at, score in enumerate(scores)]
    best = Placed(list(range(20)), [int(one) for one in essays[:20]], vectors[:20])

    ours = (*smoothed(fused[:20], best, Smoothing(best=20, power=6, own=3)), *fused[20:])
    found = by_all_near(best=20, power=6, own=3)(scores, vectors, [str(one) for one in essays])

    assert found == pytest.approx([one.score for one in sorted(ours, key=lambda one: one.chunk_id)])
    assert found != pytest.approx(scores)


def test_ranks_are_fused_as_the_product_does(snapshot: Snapshot) -> None:
    ours = fuse({"vector": ids(MEANING), "keyword": ids(WORDS)})

    found = by_ranks()(snapshot, MEANING, WORDS)

    assert list(found) == [one.chunk_id for one in ours]


def test_words_are_weighed_by_bm25(snapshot: Snapshot) -> None:
    asked = Asked(np.zeros(5, dtype=np.float32), {"rope": 2.0, "sextant": 1.0}, {})

    scores = by_words(snapshot, asked)

    rarity = np.log(1 + 3.5 / 2.5)
    assert scores == pytest.approx([0, 2 * rarity * 2 * 2.2 / 3.2, 0, 2 * rarity, 0])
