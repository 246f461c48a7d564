"""The generated archives have the properties that their page states, and the page shows all."""

import numpy as np
from defusedxml import ElementTree as ET

from bench.scale.generated import WORDS_PER_CHUNK, Space, Words, local_dimension
from bench.scale.lines import lines
from bench.scale.measuring import Figures, Freshness, Recall, Size, Times
from bench.scale.page import page, plot


def test_vectors_lie_as_near_as_a_real_models_do() -> None:
    space = Space.of(100, seed=3)
    chunks = space.chunks(space.essays(100), 20)
    questions = space.questions(chunks[::20])
    closeness = chunks[::7] @ chunks.T
    near = np.sort(closeness, axis=1)[:, ::-1]
    own = (questions * chunks[::20]).sum(axis=1)

    assert np.allclose(np.linalg.norm(chunks, axis=1), 1, atol=1e-5)
    assert 0.10 < closeness.mean() < 0.25
    assert 0.60 < near[:, 1].mean() < 0.80
    assert 10 < local_dimension(near[:, 1:101]) < 22
    assert 0.8 < own.mean() < 0.9


def test_the_same_seed_gives_the_same_archive() -> None:
    once, again = (Words.drawn_with(5).ranks(3, 10) for _ in range(2))

    assert np.array_equal(once, again)


def test_words_are_many_and_a_few_are_in_every_other_chunk() -> None:
    words = Words.drawn_with(1)
    ranks = words.ranks(500, WORDS_PER_CHUNK)

    assert len(set(words.spellings)) == len(words.spellings)
    assert 0.2 < (ranks == 0).any(axis=1).mean() < 0.6
    assert len(np.unique(ranks)) > 5000


def size(chunks: int, ms: float) -> Size:
    times = Times(
        ms,
        2 * ms,
        ms / 2,
        ms,
        {"corpus": 0.1, "vector": 1.0, "keyword": ms, "fuse": 0.2, "load": 0.3},
    )
    recall = Recall("2 %", 0.987, 0.95, 100, 1.0, 3.2, 123.4)
    return Size(chunks, 75.0 if chunks > 10_000 else 0.0, 16.0, times, (recall,))


def test_the_page_tells_every_figure_and_how_they_grow() -> None:
    figures = Figures((size(20_000, 20.0), size(200_000, 100.0)), Freshness(0.4, 0.9, 4, 20))

    text = page(figures, size(1_000_000, 0.0), minutes=28.0)

    assert "**5.0 ×**\nwith the embedding" in text
    assert "| 1,000,000 | 2 % | 0.987 | 0.950 | 100 | 100% | 3.2 | 123.4 |" in text
    assert "**0.90 s** (p95), with at most 4" in text
    picture = ET.fromstring(plot(figures))
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 4


def test_no_name_is_written_over_another() -> None:
    picture = ET.fromstring(lines("t", [10, 100], {"a": [1.0, 9.0], "b": [1.0, 9.1]}))
    texts = picture.findall("{http://www.w3.org/2000/svg}text")
    heights = sorted(float(one.attrib["y"]) for one in texts if one.text in {"a", "b"})

    assert heights[1] - heights[0] >= 12


def test_more_is_drawn_higher_and_larger_further_right() -> None:
    picture = ET.fromstring(lines("t", [10, 100], {"a": [1.0, 10.0]}))

    [drawn] = picture.findall("{http://www.w3.org/2000/svg}polyline")
    (x1, y1), (x2, y2) = (map(float, one.split(",")) for one in drawn.attrib["points"].split())
    assert x2 > x1
    assert y2 < y1
