"""A day is told in one way wherever a sentence has one."""

from datetime import date

import pytest

from retrieval.days import spoken


@pytest.mark.parametrize(
    ("day", "words"), [(date(2021, 5, 16), "16 May 2021"), (None, "date unknown")]
)
def test_a_date_is_spoken_as_readers_write_it(day: date | None, words: str) -> None:
    assert spoken(day) == words
