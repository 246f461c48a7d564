"""A question under its ceiling of tokens: the first passages, as many as there is room for."""

from dataclasses import replace

import pytest

from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.fitting import fitted, tokens_about
from archivebrain.providers.types import Brief
from tests.archivebrain.answering.passages import source


def long(brief: Brief, count: int) -> Brief:
    return replace(brief, sources=tuple(source(n, "word " * 300) for n in range(1, count + 1)))


def test_what_fits_is_sent_whole(brief: Brief) -> None:
    assert fitted(brief, ceiling=tokens_about(brief), provider="p") is brief


def test_the_last_passages_go_first_and_numbers_stay(brief: Brief) -> None:
    whole = long(brief, 16)
    ceiling = tokens_about(whole) // 2

    shortened = fitted(whole, ceiling=ceiling, provider="p")

    numbers = [one.number for one in shortened.sources]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 5 <= len(numbers) <= 8
    assert tokens_about(shortened) <= ceiling


def test_a_passage_that_fills_the_ceiling_alone_is_not_sent(brief: Brief) -> None:
    whole = long(brief, 3)

    with pytest.raises(ProviderFailed, match="QUESTION_TOKENS=900"):
        fitted(whole, ceiling=900, provider="p")


def test_a_count_that_never_falls_ends(brief: Brief) -> None:
    counted: list[int] = []

    def count(asked: Brief) -> int:
        counted.append(len(asked.sources))
        return 10_000

    with pytest.raises(ProviderFailed):
        fitted(long(brief, 16), ceiling=9_999, provider="p", count=count)
    assert counted == [16, 15, 14]
