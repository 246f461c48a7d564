"""Which names stand in a text as words of their own."""

import pytest

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


def test_an_empty_name_stands_nowhere() -> None:
    assert list(named_in("anything", {"x": [" "]})) == []
