"""What is kept of a declined question."""

import pytest

from gaps.models import Gap
from gaps.recording import remember

pytestmark = pytest.mark.django_db


def test_a_question_is_scrubbed_before_it_is_stored() -> None:
    remember("I am ada@example.org, 020 7946 0958. What of trams?", reason="name", surface="page")

    assert Gap.objects.get().question == "I am [e-mail address], [number]. What of trams?"


def test_neither_a_gap_nor_its_group_says_a_readers_words_where_histories_keep_them() -> None:
    remember("What of trams?", reason="name", surface="page")
    gap = Gap.objects.get()

    assert str(gap) == f"question {gap.pk}"
