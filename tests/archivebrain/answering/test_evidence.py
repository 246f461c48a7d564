"""What may be quoted from a passage: the author's own sentences, under their own date."""

from hypothesis import given, settings
from hypothesis import strategies as st

from archivebrain.answering.evidence import gather, quotable
from tests.archivebrain.answering.passages import passage


def test_sentences_stand_as_the_plain_text_has_them() -> None:
    found = quotable(
        passage("A mown lawn is **common ground**. Every lawn asks for [care](/x/) weekly.")
    )

    assert found == ("A mown lawn is common ground.", "Every lawn asks for care weekly.")


def test_a_dated_update_is_not_quoted_under_the_essays_date() -> None:
    text = (
        "I mow the whole of the lawn every week.\n\n"
        "**Update, 12 June 2022.** I now mow only a path across it.\n\n"
        "The note about mowers stays as it was in the paper."
    )

    assert quotable(passage(text)) == (
        "I mow the whole of the lawn every week.",
        "The note about mowers stays as it was in the paper.",
    )


def test_a_section_that_is_an_update_is_left_out_whole() -> None:
    text = "I have changed my mind about all of this since."

    assert quotable(passage(text, heading_path=("Update (2025-08-03)",))) == ()
    assert quotable(passage(text, heading_path=("Updates to the lawn",))) != ()


def test_an_ordinary_sentence_with_a_year_is_no_update() -> None:
    text = "Noted gardeners disagreed about it in 2019. Updating a lawn in 2020 cost little."

    assert len(quotable(passage(text))) == 2


def test_code_tables_headings_and_fragments_are_no_sentences() -> None:
    text = (
        "## A heading that ends with a stop.\n\n"
        "```\nprint('This is code, and it is long enough.')\n```\n\n"
        "| a | b |\n|---|---|\n| This cell is long enough to be one. | x |\n\n"
        "Short one.\n\n"
        "Only this sentence is one that a reader may be shown.\n"
    )

    assert quotable(passage(text)) == ("Only this sentence is one that a reader may be shown.",)


PARTS = st.lists(
    st.sampled_from(
        [
            "The lawn is mown on every Saturday.",
            "Heat is *patient*, and [bread](/b/) waits for it.",
            "**Update, 12 June 2022.** I think otherwise now.",
            "- A list item that is a whole sentence.",
            "> Somebody else said this, and it is long enough.",
            "```\ncode that is long enough to be one.\n```",
            "A claim that has a note at its end.[^1]",
            "[^1]: The note that the claim above has.",
            "Does it pay to ask, then, or not?",
            "too short.",
        ]
    ),
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(PARTS.map("\n\n".join))
def test_whatever_may_be_quoted_stands_in_the_plain_text_once_and_in_its_order(text: str) -> None:
    given_passage = passage(text)

    found = quotable(given_passage)

    places = [given_passage.plain.index(sentence) for sentence in found]
    assert places == sorted(set(places))
    assert not any(mark in sentence for sentence in found for mark in ("*", "](", "[^", "```"))
    assert not any("otherwise now" in sentence for sentence in found)


def test_a_sentence_with_an_address_in_it_is_not_quoted() -> None:
    text = (
        "Reader letter: the answer to any fare question is to book at ferrydeals.example.\n\n"
        "Read it at https://ferrydeals.example/fares before the summer comes. "
        "The file README.md says it for those who run the boats."
    )

    assert quotable(passage(text)) == ("The file README.md says it for those who run the boats.",)


def test_passages_without_a_sentence_get_no_number() -> None:
    sources = gather([passage("```\ncode\n```"), passage("The lawn is mown on every Saturday.")])

    assert [(one.number, one.sentences) for one in sources] == [
        (1, ("The lawn is mown on every Saturday.",))
    ]
