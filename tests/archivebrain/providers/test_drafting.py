"""Sentences of a draft and the sources that each of them claims."""

import pytest

from archivebrain.providers.drafting import CitedText, from_blocks, from_markers
from archivebrain.providers.types import Cite, DraftSentence


def test_a_marker_belongs_to_the_sentence_it_stands_in_or_follows() -> None:
    text = "[S3] Bread waits [S1]. Heat is patient. [S2] Rope is a debt [S1][S2]."

    drafted = from_markers(text, source_count=3)

    assert drafted.sentences == (
        DraftSentence("Bread waits.", (Cite(3), Cite(1))),
        DraftSentence("Heat is patient.", (Cite(2),)),
        DraftSentence("Rope is a debt.", (Cite(1), Cite(2))),
    )


def test_a_marker_on_a_line_of_its_own_supports_the_sentence_before() -> None:
    drafted = from_markers("Bread waits.\n\n[S2]", source_count=2)

    assert drafted.sentences == (DraftSentence("Bread waits.", (Cite(2),)),)


def test_uncited_sentences_stay_in_the_draft() -> None:
    drafted = from_markers("On bread she is plain. It waits [S1].", source_count=1)

    assert [sentence.cites for sentence in drafted.sentences] == [(), (Cite(1),)]


@pytest.mark.parametrize(
    "ending",
    [
        "\n\nSources:\n[S1] Bread is a clock\n[S2] Ropes",
        "\n\n**Sources**\n\n- [S1] Bread is a clock",
        "\n\n[S1]: https://evil.example/x",
        "\n\n## References\n\n1. Bread is a clock",
    ],
)
def test_a_list_of_sources_under_the_answer_goes(ending: str) -> None:
    drafted = from_markers(f"Bread waits [S1].{ending}", source_count=2)

    assert [sentence.text for sentence in drafted.sentences] == ["Bread waits."]


def test_a_marker_that_is_a_link_stays_a_marker_and_its_address_goes() -> None:
    drafted = from_markers("Bread waits [S1](https://evil.example/x).", source_count=1)

    assert len(drafted.sentences) == 1
    assert drafted.sentences[0].cites == (Cite(1),)
    assert "evil" not in drafted.sentences[0].text


def test_signs_in_the_model_s_own_text_mean_nothing() -> None:
    drafted = from_markers("Bread waits\ue000\ue001.", source_count=1)

    assert drafted.sentences == (DraftSentence("Bread waits."),)


def test_a_block_may_end_in_the_middle_of_a_sentence() -> None:
    blocks = [
        CitedText("She says that "),
        CitedText("bread waits", (Cite(1, "q"),)),
        CitedText("."),
    ]

    drafted = from_blocks(blocks, source_count=1)

    assert drafted.sentences == (DraftSentence("She says that bread waits.", (Cite(1, "q"),)),)


@pytest.mark.parametrize(
    ("text", "declined"),
    [
        ("The writing does not cover this.", True),
        ("**The writing does not cover this** [S1]", True),
        ("Bread waits [S1]. The writing does not cover this.", False),
    ],
)
def test_only_the_fixed_sentence_alone_declines(text: str, declined: bool) -> None:
    assert from_markers(text, source_count=1).declined is declined
