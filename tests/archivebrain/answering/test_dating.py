"""A date that no header, no row and no cited words bear is put right or taken out."""

from datetime import date

import pytest

from archivebrain.answering.dating import Day, dated, days_in, without_dates

HEADER = date(2021, 3, 4)
BORNE = (Day.of(HEADER), Day(1987))


def told(text: str, headers: tuple[date, ...] = (HEADER,)) -> str:
    return dated(text, BORNE, headers=headers).text


@pytest.mark.parametrize(
    "sentence",
    [
        "She wrote it in 2021.",
        "She wrote it in March 2021.",
        "On 4 March 2021 she wrote it.",
        "On March 4, 2021 she wrote it.",
        "Am 4. März 2021 schrieb sie es.",
        "On 2021-03-04 or 04.03.2021 or 4/3/2021.",
        "In 1987 it had members.",
        "The 1980s were hard.",
        "She says “In 1998 trams ran” today.",
        "It may 5 times rain.",
        "There are 2,150 riders.",
        "On 4 March she rested.",
    ],
)
def test_what_is_borne_is_left(sentence: str) -> None:
    assert told(sentence) == sentence


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("The trams ran in 1998, and riders came.", "The trams ran, and riders came."),
        ("In 1998, trams ran.", "Trams ran."),
        ("Trams ran (1998) well.", "Trams ran well."),
        ("The 1998 trams ran.", "The trams ran."),
        ("On 5 March the trams rested.", "The trams rested."),
        ("In the 1990s trams ran.", "Trams ran."),
        ("Trams ran back in May 1998.", "Trams ran."),
        ("Trams ran in March 1987.", "Trams ran."),
    ],
)
def test_another_date_is_taken_out_with_the_words_that_led_to_it(sentence: str, left: str) -> None:
    assert told(sentence) == left


@pytest.mark.parametrize(
    "sentence",
    [
        "1998 was a hard year.",
        "Trams did not run until 1998.",
        "Between 1998 and 2003 trams ran.",
        "In 1998.",
        "The 1990s were worse.",
    ],
)
def test_a_sentence_that_cannot_do_without_a_false_date_goes(sentence: str) -> None:
    assert told(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("In 1998 she argued for trams.", "In 2021 she argued for trams."),
        ("She published it on 3 May 1998.", "She published it on 4 March 2021."),
        ("Her essay of May 1998 is plain.", "Her essay of March 2021 is plain."),
    ],
)
def test_a_false_date_of_writing_gives_way_to_the_headers(sentence: str, left: str) -> None:
    corrected = dated(sentence, BORNE, headers=[HEADER])

    assert (corrected.text, corrected.corrected) == (left, HEADER)


def test_between_two_headers_none_is_chosen() -> None:
    assert told("In 1998 she argued for trams.", (HEADER, date(2020, 1, 1))) == (
        "She argued for trams."
    )


def test_what_a_date_tells_is_read_from_its_longest_form() -> None:
    assert days_in("On 4 March 2021, in May 1998 and in the 1990s.") == (
        Day(2021, 3, 4),
        Day(1998, 5),
        Day(decade=199),
    )
    assert without_dates("On 4 March 2021 trams ran.") == "On  trams ran."
