"""Which sentences are quoted: best first, few, from several essays and the asked years."""

from dataclasses import replace
from datetime import date

from archivebrain.providers.extractive.readings import Candidate, Reading, SourceWords
from archivebrain.providers.extractive.selecting import MAX_SENTENCES, Wish, pick
from retrieval.types import Span

NO_WISH = Wish(time=None, leaning=0)


def candidate(
    sentence: str, *closeness: float, slug: str = "essay", year: int | None = 2020
) -> Candidate:
    return Candidate(
        source=1,
        place=0,
        sentence=sentence,
        slug=slug,
        published=date(year, 5, 1) if year else None,
        stems=frozenset(sentence.lower().strip(".?").split()),
        closeness=closeness,
        in_place=closeness,
    )


def reading(*candidates: Candidate) -> Reading:
    parts = len(candidates[0].closeness)
    numbered = tuple(replace(one, place=place) for place, one in enumerate(candidates))
    words = (SourceWords(1, frozenset(), frozenset()),)
    return Reading(("?",) * parts, ((),) * parts, words, numbered)


def quoted(found: Reading, *, parts: tuple[int, ...] = (0,), wish: Wish = NO_WISH) -> list[str]:
    return [one.sentence for one in pick(found, parts, wish=wish)]


def test_the_closest_sentence_comes_first_and_far_ones_stay_away() -> None:
    found = reading(candidate("Far away.", 0.2), candidate("Very near.", 0.8))

    assert quoted(found) == ["Very near."]


def test_never_more_than_four_sentences() -> None:
    many = reading(*(candidate(f"Number {n} says it.", 0.8, slug=f"e{n}") for n in range(9)))

    assert len(quoted(many)) == MAX_SENTENCES


def test_of_two_close_sentences_another_essays_comes_second() -> None:
    found = reading(
        candidate("It is cheating.", 0.80, slug="before"),
        candidate("They ruin lanes.", 0.78, slug="before"),
        candidate("I was wrong.", 0.70, slug="after"),
    )

    assert quoted(found)[:2] == ["It is cheating.", "I was wrong."]


def test_what_says_the_same_is_quoted_once() -> None:
    found = reading(
        candidate("A lawn is common ground.", 0.8, slug="one"),
        candidate("A lawn is common ground.", 0.8, slug="twin"),
    )

    assert len(quoted(found)) == 1


def test_an_open_question_of_the_authors_yields_to_a_statement() -> None:
    found = reading(candidate("What is slack?", 0.75), candidate("Slack is a public good.", 0.7))

    assert quoted(found)[0] == "Slack is a public good."


def test_a_sentence_that_only_points_yields_to_one_of_substance() -> None:
    pointer = replace(candidate("I wrote about slack before.", 0.8), points=True)
    found = reading(pointer, candidate("Slack is a public good.", 0.7))

    assert quoted(found)[0] == "Slack is a public good."


def test_a_sentence_adrift_yields_and_one_with_its_lead_yields_less() -> None:
    adrift = replace(candidate("It is a good.", 0.8), leans=True)
    led = replace(candidate("They pay for it.", 0.8), leans=True, lead="Towns own ferries.")
    found = reading(adrift, led, candidate("Slack is public.", 0.7))

    assert quoted(found) == ["They pay for it.", "Slack is public.", "It is a good."]


def test_a_lead_counts_among_the_four_sentences() -> None:
    led = [
        replace(candidate(f"They own {n}.", 0.8, slug=f"e{n}"), leans=True, lead=f"Towns are {n}.")
        for n in range(4)
    ]

    picked = pick(reading(*led), (0,), wish=NO_WISH)

    assert [one.quote for one in picked] == ["Towns are 0. They own 0.", "Towns are 1. They own 1."]


def test_no_part_is_crowded_out_by_the_leads_of_others() -> None:
    led = [
        replace(candidate(f"They own {n}.", *near, slug=f"e{n}"), leans=True, lead=f"Town {n}.")
        for n, near in enumerate([(0.9, 0.1, 0.1), (0.1, 0.9, 0.1), (0.1, 0.1, 0.9)])
    ]
    bare = candidate("Slack is public.", 0.3, 0.3, 0.3)

    picked = pick(reading(*led, bare), (0, 1, 2), wish=NO_WISH)

    assert sum(one.length for one in picked) <= MAX_SENTENCES


def test_a_sentence_is_not_quoted_alone_and_again_as_a_lead() -> None:
    first = candidate("Towns own the old ferries.", 0.9)
    led = replace(candidate("They pay.", 0.9), leans=True, lead="Towns own the old ferries.")

    assert quoted(reading(first, led)) == ["Towns own the old ferries."]


def test_the_title_and_headings_help_a_sentence_to_be_understood() -> None:
    near = candidate("Reading rooms are dear.", 0.6)
    placed = replace(candidate("Loans are a wrong measure.", 0.5), in_place=(0.8,))

    assert quoted(reading(near, placed))[0] == "Loans are a wrong measure."


def test_sentences_of_the_asked_year_come_first() -> None:
    found = reading(
        candidate("The later view.", 0.8, year=2022), candidate("The old view.", 0.7, year=2018)
    )

    assert quoted(found, wish=Wish(Span.of_year(2018), 0))[0] == "The old view."


def test_lately_and_originally_break_near_ties_only() -> None:
    near = reading(
        candidate("The old view.", 0.70, year=2018), candidate("The new one.", 0.72, year=2024)
    )
    far = reading(
        candidate("The old view.", 0.50, year=2018), candidate("The new one.", 0.75, year=2024)
    )

    assert quoted(near, wish=Wish(None, -1))[0] == "The old view."
    assert quoted(near, wish=Wish(None, 1))[0] == "The new one."
    assert quoted(far, wish=Wish(None, -1))[0] == "The new one."


def test_each_covered_half_gets_its_best_sentence() -> None:
    found = reading(candidate("Buses bunch.", 0.9, 0.1), candidate("Dough rises.", 0.1, 0.6))

    assert quoted(found, parts=(0, 1)) == ["Buses bunch.", "Dough rises."]


def test_an_undated_sentence_can_be_quoted() -> None:
    assert quoted(reading(candidate("No date here.", 0.8, year=None))) == ["No date here."]
