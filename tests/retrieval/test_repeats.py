"""A passage that several essays have is shown once, from the essay that had it first."""

from dataclasses import replace
from datetime import date

from retrieval.repeats import without_repeats
from retrieval.types import DocType, EssayRef, Passage
from tests.retrieval.test_likeness import BREAD, CLOCK


def passage(slug: str, text: str, *, day: date | None = None) -> Passage:
    essay = EssayRef(slug, slug, "", day, DocType.ESSAY)
    return Passage(0, "key", essay, (), "", text, text, {}, 0.0, 1.0)


ORIGINAL = passage("original", CLOCK, day=date(2018, 4, 9))
COPY = passage("copy", f"Editor's pick. {CLOCK}", day=date(2018, 5, 2))
OTHER = passage("bread", BREAD, day=date(2019, 1, 1))


def test_the_essay_that_had_it_first_stands_where_the_best_stood() -> None:
    assert without_repeats([COPY, OTHER, ORIGINAL]) == (ORIGINAL, OTHER)


def test_one_without_a_date_gives_way_to_a_dated_one() -> None:
    undated = replace(COPY, essay=replace(COPY.essay, published=None))

    assert without_repeats([undated, ORIGINAL]) == (ORIGINAL,)


def test_an_essay_may_say_the_same_twice_and_two_may_share_a_quotation() -> None:
    again = replace(ORIGINAL, chunk_id=1)
    quoting = passage("quoting", f"{BREAD} {CLOCK[:120]}")

    assert without_repeats([ORIGINAL, again, quoting]) == (ORIGINAL, again, quoting)
