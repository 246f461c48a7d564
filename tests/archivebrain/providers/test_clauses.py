"""A clause whose marker names no source falls with it; what is left keeps its meaning."""

import pytest

from archivebrain.providers.drafting import CitedText, from_blocks, from_markers
from archivebrain.providers.types import Cite, DraftSentence


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("Bread waits [S1], and rope sails in May [S9].", "Bread waits."),
        ("Bread waits [S1]; rope sails in May [S9].", "Bread waits."),
        ("Bread waits [S1], but rope sails in May [S0]!", "Bread waits!"),
        ("Brot wartet [S1], und das Seil reist im Mai [S9].", "Brot wartet."),
        ("Bread waits [S1] – rope sails in May [^2].", "Bread waits."),
        ("Bread waits [S1], and rope [S9] sails in May [S8].", "Bread waits."),
    ],
)
def test_the_clause_behind_an_unknown_marker_falls(written: str, left: str) -> None:
    drafted = from_markers(written, source_count=3)

    assert drafted.sentences == (DraftSentence(left, (Cite(1),)),)
    assert drafted.unknown_markers


@pytest.mark.parametrize(
    "written",
    [
        "Rope sails in May [S9], and bread waits [S1].",
        "Bread waits [S1] unless rope sails in May [S9].",
        "Bread (which waits [S1], and sails in May [S9]) is a clock.",
        "Bread waits [S1], and rope sails [S9]; heat is patient [S2].",
    ],
)
def test_a_sentence_that_cannot_be_cut_cleanly_names_no_source(written: str) -> None:
    (sentence,) = from_markers(written, source_count=3).sentences

    assert sentence.cites == ()


@pytest.mark.parametrize(
    "written", ["Bread waits [S1][S9].", "Bread waits [S9, S1].", "Bread waits [S9]. [S1]"]
)
def test_a_marker_beside_one_that_names_a_source_takes_nothing_along(written: str) -> None:
    drafted = from_markers(written, source_count=3)

    assert drafted.sentences == (DraftSentence("Bread waits.", (Cite(1),)),)
    assert drafted.unknown_markers == 1


def test_a_sentence_of_one_unfounded_clause_stays_and_names_no_source() -> None:
    drafted = from_markers("Rope sails in May [S9]. Bread waits [S1].", source_count=3)

    assert drafted.sentences == (
        DraftSentence("Rope sails in May."),
        DraftSentence("Bread waits.", (Cite(1),)),
    )


def test_beside_an_interfaces_citations_an_unknown_marker_takes_its_clause() -> None:
    blocks = [CitedText("Bread waits", (Cite(1, "q"),)), CitedText(", and rope sails in May [S9].")]

    assert from_blocks(blocks, source_count=3).sentences == (
        DraftSentence("Bread waits.", (Cite(1, "q"),)),
    )
