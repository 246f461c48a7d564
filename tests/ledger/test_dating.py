"""A day is found in a text in whatever form its author wrote it, and no other day is."""

from datetime import date

import pytest

from ledger.dating import stands_in

DAY = date(2022, 6, 2)


@pytest.mark.parametrize(
    "written",
    [
        "2022-06-02", "2022/06/02", "2022/6/2", "2022.06.02", "20220602", "02.06.2022",
        "2/6/2022", "06/02/2022", "6/2/22", "2 June 2022", "2nd June 2022", "2nd of June, 2022",
        "02 June 2022", "June 2, 2022", "June 2nd 2022", "JUNE 2, 2022", "Jun 2, 2022",
        "Jun. 2, 2022", "June the 2nd, 2022", "the second of June 2022", "2-Jun-2022",
        "Thursday, 2 June 2022", "2\u00a0June\u00a02022", "2\nJune 2022", "**2** June 2022",
        "2&nbsp;June 2022", "2022‑06‑02", "2. Juni 2022", "2 juin 2022", "2 de junio de 2022",
        "2022年6月2日", "2 June '22", "2022-06-02T10:00",
    ],
)  # fmt: skip
def test_a_day_is_found_in_every_common_form(written: str) -> None:
    assert stands_in(DAY, f"Words before.\n\n**Update ({written}):** words behind.")


@pytest.mark.parametrize(
    "written",
    [
        "2022-06-03", "12 June 2022", "2 June 2021", "22 June 2022", "2 July 2022", "June 2022",
        "2022-06-021", "12022-06-02", "32/6/2022", "2 Junebug 2022", "2 June 20221", "version 2.6",
        "",
    ],
)  # fmt: skip
def test_another_day_is_not_taken_for_it(written: str) -> None:
    assert not stands_in(DAY, f"Update, {written}: words.")


def test_a_day_is_found_where_words_are_not_parted_by_spaces() -> None:
    assert stands_in(DAY, "私は2022年6月2日に考えを改めた。")
    assert not stands_in(DAY, "私は12022年6月2日に考えを改めた。")
    assert not stands_in(DAY, "私は2022年6月22日に考えを改めた。")


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_is_known_by_its_name_and_its_short_name(month: int) -> None:
    day = date(2021, month, 17)

    assert stands_in(day, f"On {day:%d %B %Y} it rained.")
    assert stands_in(day, f"On {day:%b} 17th, 2021 it rained.")
