"""Words are marked where the keyword lane would find them, and nowhere else."""

import pytest

from retrieval.marking import asked_words
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db


@pytest.fixture
def german(make_essay: MakeEssay) -> None:
    """An archive in two languages: its questions are read in both."""
    make_essay("rope", language="en")
    make_essay("seil", language="de")


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("How do I splice a rope?", "Ropes, SPLICED; a do", {"Ropes", "SPLICED"}),
        ("cafe", "The Café", {"Café"}),
        ("e-bike", "E-bikes, an ebike, a bike, e", {"E-bikes", "ebike", "bike"}),
        ("C++ or .NET", "C++ and .NET, C and net", {"C++", ".NET", "net"}),
        ("2024", "In 2024 and 2025", {"2024"}),
        ("東京", "東京都", {"東京"}),
        ("rope", "bread", set()),
        ("???", "rope", set()),
        ("rope", "", set()),
        ("' OR 1=1 -- %s", "% ' --", set()),
    ],
)
@pytest.mark.usefixtures("german")
def test_what_stands_in_a_text_is_marked_as_the_lane_reads_it(
    query: str, text: str, expected: set[str]
) -> None:
    assert set(asked_words(query, [text], language="en")) == expected


@pytest.mark.usefixtures("german")
def test_a_text_is_read_in_its_own_language() -> None:
    text = "Die Häuser: das Haus, die Dinge; the die."

    assert set(asked_words("die Haus", [text], language="de")) == {"Häuser", "Haus"}
    assert "Häuser" not in asked_words("die Haus", [text], language="en")


def test_where_a_query_is_stop_words_alone_they_are_marked_as_they_stand() -> None:
    assert set(asked_words("to be or not", ["to be, she said"], language="en")) == {"to", "be"}


def test_two_forms_of_a_word_mean_the_same() -> None:
    met = asked_words("ropes", ["A rope among ropes."], language="en")

    assert met["rope"] == met["ropes"]
