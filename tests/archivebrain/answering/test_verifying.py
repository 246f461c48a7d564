"""A quote is found where it stands, corrected where it is near, and never found in private."""

import pytest

from archivebrain.answering.types import QuoteFault, QuoteVerdict
from archivebrain.answering.verifying import verify
from retrieval.models import Essay

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]


def sentence_of(slug: str) -> str:
    """A plain sentence from the middle of an essay."""
    body = Essay.objects.get(slug=slug).body
    plain = [line for line in body.split("\n") if line and line[0].isalpha()]
    return next(line for line in plain if ". " in line).split(". ")[0]


def test_exact_words_are_found_with_their_essay_and_a_link_to_the_very_words() -> None:
    quote = sentence_of("bread-is-a-clock")

    found = verify(f"  {quote.replace(' ', chr(10), 1)} ")

    assert found.verdict is QuoteVerdict.EXACT
    assert found.essay is not None
    assert found.essay.slug == "bread-is-a-clock"
    assert "/essays/bread-is-a-clock/" in found.deep_link
    assert ":~:text=" in found.deep_link
    assert " ".join(found.words.split()) == quote


def test_the_same_words_in_other_typography_are_told_apart_from_exact_ones() -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(body="I don’t *trust* a quick—oven.")

    assert verify("I don't trust a quick—oven.").verdict is QuoteVerdict.SAME_WORDS
    assert verify("I don’t *trust* a quick—oven.").verdict is QuoteVerdict.EXACT


def test_a_word_that_was_changed_gives_the_words_as_they_stand() -> None:
    quote = sentence_of("bread-is-a-clock")
    words = quote.split()
    changed = " ".join([*words[:-1], "elephants"])

    found = verify(changed)

    assert found.verdict is QuoteVerdict.NEAR
    assert found.essay is not None
    assert words[0] in found.words


def test_a_negation_is_never_folded_away() -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(body="Bread is not a pastime of mine.")

    assert verify("Bread is a pastime of mine.").verdict is not QuoteVerdict.SAME_WORDS
    assert verify("Bread is not a pastime of mine.").verdict is QuoteVerdict.EXACT


def test_words_that_only_a_withheld_essay_has_are_not_found_there() -> None:
    quote = "The orrery under the stairs was sold to a dealer from Marrowby"
    Essay.objects.create(slug="withheld", title="W", body=f"{quote}.", visibility="draft")

    found = verify(quote)

    assert found.verdict in {QuoteVerdict.NEAR, QuoteVerdict.NOT_FOUND}
    assert found.essay is None or found.essay.slug != "withheld"
    assert "orrery" not in found.words


def test_a_comment_that_readers_never_see_confirms_nothing() -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(
        body="Bread.\n\n<!-- Quillfeather zeppelins hum brightly tonight -->"
    )

    assert verify("Quillfeather zeppelins hum brightly").verdict is not QuoteVerdict.EXACT


def test_of_two_essays_with_the_same_words_the_earlier_one_is_named() -> None:
    for slug in ("bread-is-a-clock", "a-timetable-is-a-promise"):
        Essay.objects.filter(slug=slug).update(body="Zeppelins hum brightly tonight, again.")

    found = verify("Zeppelins hum brightly tonight")

    assert found.essay is not None
    assert found.essay.slug == "a-timetable-is-a-promise"


def test_words_from_nowhere_are_not_found() -> None:
    found = verify("qwertz uiopü asdfgh jklöä")

    assert (found.verdict, found.essay, found.words) == (QuoteVerdict.NOT_FOUND, None, "")


@pytest.mark.parametrize("quote", ["", "  \n", "?!", "\x00", "x " * 1001])
def test_a_quote_that_cannot_be_looked_for_is_a_fault_in_words(quote: str) -> None:
    with pytest.raises(QuoteFault, match=r"The quote .*\."):
        verify(quote)
