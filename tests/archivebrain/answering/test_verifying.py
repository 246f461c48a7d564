"""A quote is found where it stands, corrected where it is near, and never found in private."""

import pytest

from archivebrain.answering.types import Match, NamedEssayFault, QuoteFault, QuoteVerdict
from archivebrain.answering.verifying import verify
from ledger.models import Position
from ledger.types import Label
from retrieval.differing import Stretch, Whose
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

    assert (found.verdict, found.match) == (QuoteVerdict.VERBATIM, Match.EXACT)
    assert found.found is not None
    assert found.found.essay.slug == "bread-is-a-clock"
    assert "/essays/bread-is-a-clock/" in found.found.deep_link
    assert ":~:text=" in found.found.deep_link
    assert found.found.words == quote
    assert found.first == found.found.dated == found.found.essay.published


def test_the_same_words_in_other_typography_are_told_apart_from_exact_ones() -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(body="I don’t *trust* a quick—oven.")

    assert verify("I don't trust a quick—oven.").match is Match.SAME_WORDS
    assert verify("I don’t *trust* a quick—oven.").match is Match.EXACT


def test_a_word_that_was_changed_gives_the_words_as_they_stand() -> None:
    quote = sentence_of("bread-is-a-clock")
    words = quote.split()
    changed = " ".join([*words[:-1], "elephants"])

    found = verify(changed)

    assert (found.verdict, found.match) == (QuoteVerdict.ALTERED, None)
    assert found.found is not None
    assert words[0] in found.found.words
    assert Stretch(Whose.QUOTED, "elephants") in found.differences
    assert Stretch(Whose.WRITTEN, words[-1]) in found.differences


def test_a_negation_is_never_folded_away() -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(body="Bread is not a pastime of mine.")

    assert verify("Bread is a pastime of mine.").verdict is QuoteVerdict.ALTERED
    assert verify("Bread is not a pastime of mine.").verdict is QuoteVerdict.VERBATIM


def test_words_that_only_a_withheld_essay_has_are_not_found_there() -> None:
    quote = "The orrery under the stairs was sold to a dealer from Marrowby"
    Essay.objects.create(slug="withheld", title="W", body=f"{quote}.", visibility="draft")

    found = verify(quote)

    assert found.verdict in {QuoteVerdict.ALTERED, QuoteVerdict.NOT_FOUND}
    assert found.found is None or found.found.essay.slug != "withheld"
    assert found.found is None or "orrery" not in found.found.words


def test_a_comment_that_readers_never_see_confirms_nothing() -> None:
    Essay.objects.filter(slug="bread-is-a-clock").update(
        body="Bread.\n\n<!-- Quillfeather zeppelins hum brightly tonight -->"
    )

    assert verify("Quillfeather zeppelins hum brightly").verdict is not QuoteVerdict.VERBATIM


def test_of_two_essays_with_the_same_words_the_earlier_one_is_named() -> None:
    for slug in ("bread-is-a-clock", "a-timetable-is-a-promise"):
        Essay.objects.filter(slug=slug).update(body="Zeppelins hum brightly tonight, again.")

    found = verify("Zeppelins hum brightly tonight")

    assert found.found is not None
    assert found.found.essay.slug == "a-timetable-is-a-promise"


def test_words_from_nowhere_are_not_found() -> None:
    found = verify("qwertz uiopü asdfgh jklöä")

    assert (found.verdict, found.found, found.parts) == (QuoteVerdict.NOT_FOUND, None, ())


@pytest.mark.parametrize("quote", ["", "  \n", "?!", "\x00", "x " * 1001])
def test_a_quote_that_cannot_be_looked_for_is_a_fault_in_words(quote: str) -> None:
    with pytest.raises(QuoteFault, match=r"The quote .*\."):
        verify(quote)


BREAD, TIMETABLE = "bread-is-a-clock", "a-timetable-is-a-promise"


@pytest.fixture
def _two_texts(sample_archive: None) -> None:
    Essay.objects.filter(slug=BREAD).update(
        body="Quillfeather zeppelins hum brightly over the harbour. They are not for sale today."
    )
    Essay.objects.filter(slug=TIMETABLE).update(
        body="My orange submarine waits below the jetty, as ever."
    )


@pytest.mark.usefixtures("_two_texts")
@pytest.mark.parametrize(
    "quote",
    [
        "Quillfeather zeppelins hum brightly over the harbour, my orange submarine waits below.",
        "Quillfeather zeppelins hum brightly … my orange submarine waits below the jetty",
        "my orange submarine waits [...] They are not for sale today.",
    ],
)
def test_a_quotation_from_two_places_shows_each_of_them(quote: str) -> None:
    found = verify(quote)

    assert found.verdict is QuoteVerdict.STITCHED
    assert {part.essay.slug for part in found.parts} == {BREAD, TIMETABLE}
    assert all("#" in part.deep_link for part in found.parts)
    assert found.found is None


@pytest.mark.usefixtures("_two_texts")
def test_what_an_ellipsis_left_out_of_one_place_is_shown() -> None:
    found = verify("Quillfeather zeppelins hum brightly … They are not for sale today.")

    assert found.verdict is QuoteVerdict.ALTERED
    assert Stretch(Whose.WRITTEN, "over the harbour.") in found.differences


@pytest.mark.usefixtures("_two_texts")
@pytest.mark.parametrize("named", [TIMETABLE, "A TIMETABLE IS A PROMISE"])
def test_words_of_another_essay_than_the_named_one_are_led_to_where_they_stand(named: str) -> None:
    Essay.objects.filter(slug=TIMETABLE).update(title="A timetable is a promise")
    quote = "Quillfeather zeppelins hum brightly over the harbour"

    elsewhere = verify(quote, essay=named)

    assert elsewhere.verdict is QuoteVerdict.ANOTHER_WORK
    assert elsewhere.found is not None
    assert elsewhere.found.essay.slug == BREAD
    assert verify(quote, essay=BREAD).verdict is QuoteVerdict.VERBATIM


def test_words_said_twice_are_led_to_the_named_essay_and_keep_their_first_day() -> None:
    for slug in (BREAD, TIMETABLE):
        Essay.objects.filter(slug=slug).update(body="Zeppelins hum brightly tonight, again.")

    found = verify("Zeppelins hum brightly tonight", essay=BREAD)

    assert found.found is not None
    assert found.found.essay.slug == BREAD
    assert found.first == Essay.objects.get(slug=TIMETABLE).published_on


def test_an_essay_that_is_withheld_cannot_be_named_any_more_than_one_that_never_was() -> None:
    Essay.objects.create(slug="withheld", title="Withheld", body="W.", visibility="draft")

    for named in ("withheld", "Withheld", "never-written"):
        with pytest.raises(NamedEssayFault, match=r"No public essay has this slug or title\."):
            verify("Bread is a clock", essay=named)


@pytest.mark.usefixtures("sample_ledger")
def test_words_that_state_a_view_say_whether_it_still_stands() -> None:
    found = verify("Register electric bicycles, insure them, and keep them out of cycle lanes.")

    assert found.verdict is QuoteVerdict.VERBATIM
    assert [one.label for one in found.positions] == [Label.REVERSED]


@pytest.mark.usefixtures("sample_ledger")
def test_words_of_an_update_inside_an_essay_have_the_updates_day() -> None:
    row = Position.objects.filter(basis="in_text").first()
    assert row is not None

    found = verify(row.receipt)

    assert found.found is not None
    assert found.first == found.found.dated == row.dated
    assert found.first != found.found.essay.published
