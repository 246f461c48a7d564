"""Which names stand in a text as words of their own."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.mentions import named_in

NAMES = {"receipt": ["Receipt", "exact words"], "go": ["Go"], "sql": ["SQL"], "c++": ["C++"]}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Two receipts, and a RECEIPT.", ["receipt"]),
        ("The exact\n words, and no other.", ["receipt"]),
        ("The receipt’s date.", ["receipt"]),
        ("Receiptless, receiving.", []),
        ("I go home.", []),
        ("Go is small, and SQL is old.", ["go", "sql"]),
        ("MySQL and Golang.", []),
        ("C++ is large.", ["c++"]),
        ("", []),
    ],
)
def test_a_name_is_found_in_one_or_many_and_never_inside_a_word(
    text: str, found: list[str]
) -> None:
    assert list(named_in(text, NAMES)) == found


PIECE = st.text("aes'+. ", max_size=4)


@given(st.text("aes'+. ", min_size=4, max_size=7), PIECE, PIECE)
def test_what_is_not_even_looked_for_does_not_stand_there(
    name: str, before: str, after: str
) -> None:
    text = f"{before}{name}{after}"
    sought, within = " ".join(name.split()), " ".join(text.split())
    stands = re.search(rf"(?<!\w){re.escape(sought)}(?:e?s|'s)?(?!\w)", within)

    if len(sought) > 3:
        assert list(named_in(text, {"it": [name]})) == (["it"] if stands else [])


def test_an_empty_name_stands_nowhere() -> None:
    assert list(named_in("anything", {"x": [" "]})) == []
