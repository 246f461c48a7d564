"""A picture of a neighbourhood: the same each time, and nothing in it covers anything."""

from itertools import combinations

import pytest

from retrieval.picturing import LINE, MOST_DRAWN, WIDTH, Neighbour, Picture, picture_of
from retrieval.types import NodeKind


def essays(count: int, name: str = "An essay with a rather long title") -> list[Neighbour]:
    return [Neighbour(NodeKind.ESSAY, f"{name} {at}", ("defines",)) for at in range(count)]


def drawn(count: int) -> Picture:
    return picture_of("Slack", essays(count))


def test_the_same_neighbours_make_the_same_picture_in_whatever_order() -> None:
    near = essays(9)

    assert picture_of("Slack", near) == picture_of("Slack", near[::-1])


@pytest.mark.parametrize("count", [0, 1, 2, 5, 12, 24, 300])
def test_no_label_covers_another_and_none_leaves_the_picture(count: int) -> None:
    picture = drawn(count)

    assert len(picture.spots) == min(count, MOST_DRAWN)
    for one, other in combinations(picture.spots, 2):
        if one.anchor == other.anchor:
            lines = [(a, b) for a in one.lines for b in other.lines]
            assert all(abs(a.y - b.y) >= LINE for a, b in lines)
    for spot in picture.spots:
        assert 0 < spot.x < WIDTH
        assert all(LINE < line.y < picture.height - LINE for line in spot.lines)


def test_a_long_name_is_cut_after_two_lines_and_kept_whole_beside_it() -> None:
    (spot,) = picture_of("Slack", essays(1, "word " * 30)).spots

    assert len(spot.lines) == 2
    assert spot.lines[-1].text.endswith("…")
    assert spot.neighbour.name.startswith("word word word word word word")


def test_what_is_only_mentioned_is_drawn_last() -> None:
    mentioned = [Neighbour(NodeKind.CLAIM, f"a{at}", ("mentions",)) for at in range(MOST_DRAWN)]
    held = Neighbour(NodeKind.TERM, "z", ("mentions", "related"))

    picture = picture_of("Slack", [*mentioned, held])

    assert held in {spot.neighbour for spot in picture.spots}
    assert held.told_step == "related +1"
    assert mentioned[0].told_step == "mentions"
