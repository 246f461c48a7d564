"""A quotation that was put together is taken apart again, and nothing else is."""

import pytest

from retrieval.stitching import one_place, stitched

MILL = (
    "The mill is a clock that eats coal all night. Nobody was in charge of the wheel.\n\n"
    "The members of the mill did not sell the wheel to the museum.\n\n"
    + "Ordinary words stand between these two paragraphs so that they are far apart. " * 2
    + "\n\nEvery member may keep one key of the house."
)
OVEN = "I never trusted *an oven* that was quick to warm. Bread asks for time, and gets it."
TEXTS = (MILL, OVEN)


def parts_of(quote: str) -> list[tuple[int, str]]:
    return [(part.text, part.span.of(TEXTS[part.text])) for part in stitched(quote, TEXTS)]


@pytest.mark.parametrize(
    ("quote", "parts"),
    [
        (
            "The mill is a clock that eats coal. Bread asks for time",
            [(0, "The mill is a clock that eats coal"), (1, "Bread asks for time")],
        ),
        (
            "bread asks for time … the mill is a clock",
            [(1, "Bread asks for time"), (0, "The mill is a clock")],
        ),
        (
            "The mill is a clock, and bread asks for time",
            [(0, "The mill is a clock"), (1, "Bread asks for time")],
        ),
        (
            "an oven that was quick (...) did not sell the wheel [...] asks for time, and",
            [
                (1, "an oven* that was quick"),
                (0, "did not sell the wheel"),
                (1, "asks for time, and"),
            ],
        ),
        (
            "Nobody was in charge of the wheel. Every member may keep one key",
            [(0, "Nobody was in charge of the wheel"), (0, "Every member may keep one key")],
        ),
    ],
)
def test_each_part_is_found_where_it_stands(quote: str, parts: list[tuple[int, str]]) -> None:
    assert parts_of(quote) == parts
    assert one_place(stitched(quote, TEXTS), TEXTS) is None


@pytest.mark.parametrize(
    "quote",
    [
        "The mill is a clock that eats cake all night.",
        "The mill is a clock … and elephants dance on it",
        "The mill is a clock … bread asks",  # two words prove nothing
        "the wheel",
        "…",
        "",
    ],
)
def test_words_of_which_some_stand_nowhere_are_no_parts(quote: str) -> None:
    assert parts_of(quote) == []


@pytest.mark.parametrize("joint", [" ", " … "])
def test_a_negation_left_out_in_one_place_is_that_place_and_no_second_one(joint: str) -> None:
    parts = stitched(f"The members of the mill did{joint}sell the wheel to the museum.", TEXTS)

    whole = one_place(parts, TEXTS)

    assert whole is not None
    assert whole.of(MILL) == "The members of the mill did not sell the wheel to the museum"


def test_parts_in_another_order_than_in_their_text_are_not_one_place() -> None:
    parts = stitched("Nobody was in charge … the mill is a clock that eats", TEXTS)

    assert len(parts) == 2
    assert one_place(parts, TEXTS) is None


def test_a_mosaic_of_many_scraps_is_no_quotation() -> None:
    scraps = ["The mill is a", "an oven that was", "did not sell the", "keep one key of"] * 2

    assert stitched(" … ".join(scraps), TEXTS) == ()
