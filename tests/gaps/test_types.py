"""Months, nearness and the product that is a ranking."""

from datetime import date

import pytest

from gaps.types import FAR, NEAR, Closeness, LeftOut, Month, Ranking

NEXT_DOOR = Closeness(NEAR)


def test_a_month_knows_its_neighbours_over_the_turn_of_the_year() -> None:
    assert Month(2025, 12).after == Month(2026, 1)
    assert Month(2026, 1).before == Month(2025, 12)
    assert str(Month.of(date(2026, 3, 9))) == "2026-03"


@pytest.mark.parametrize(
    "text", ["2026", "2026-13", "2026-3", "26-03", "2026-03-01", "", "٢٠٢٦-٠٣"]
)
def test_only_a_year_and_two_digits_are_a_month(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the sentence for people is the command's
        Month.parse(text)


@pytest.mark.parametrize(
    ("cosine", "on_topic"), [(-0.1, 0), (FAR, 0), ((FAR + NEAR) / 2, 0.5), (NEAR, 1), (0.9, 1)]
)
def test_nearness_runs_from_elsewhere_to_next_door(cosine: float, on_topic: float) -> None:
    assert Closeness(cosine).on_topic == pytest.approx(on_topic)


def test_a_share_of_words_is_its_own_nearness() -> None:
    assert Closeness(0.1, is_by_words=True).on_topic == 0.1


def test_a_score_is_the_product_of_the_parts_that_are_shown() -> None:
    ranking = Ranking(asked=7, days=3, surfaces=2, closeness=Closeness((FAR + NEAR) / 2))

    assert (ranking.demand, ranking.spread) == (3, 1.75)
    assert ranking.closeness.on_topic == pytest.approx(0.5)
    assert ranking.score == pytest.approx(3 * 1.75 * 0.5)


def test_each_more_asker_day_and_surface_raises_the_score() -> None:
    base = Ranking(asked=3, days=1, surfaces=1, closeness=NEXT_DOOR)

    assert Ranking(asked=4, days=1, surfaces=1, closeness=NEXT_DOOR).score > base.score
    assert Ranking(asked=3, days=2, surfaces=1, closeness=NEXT_DOOR).score > base.score
    assert Ranking(asked=3, days=1, surfaces=2, closeness=NEXT_DOOR).score > base.score


def test_a_script_that_asks_a_thousand_times_in_an_hour_does_not_beat_readers_over_a_month() -> (
    None
):
    script = Ranking(asked=1000, days=1, surfaces=1, closeness=Closeness(0.25))
    readers = Ranking(asked=7, days=5, surfaces=2, closeness=NEXT_DOOR)

    assert readers.score > script.score


def test_what_is_left_out_scores_nothing() -> None:
    ranking = Ranking(9, 9, 3, NEXT_DOOR, left_out=LeftOut.HOSTILE)

    assert ranking.score == 0
