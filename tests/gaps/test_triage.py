"""The monthly pass: what it groups, how it ranks, and what it never touches."""

from datetime import date

import numpy as np
import pytest
from django.utils import timezone

from gaps import deciding
from gaps.models import EssayIdea, Gap, GapGroup, MonthlyRank
from gaps.triage import TriageReport, triage
from gaps.types import Month, Standing
from tests.gaps.conftest import AskInVain, groups_of, ranks, state

pytestmark = pytest.mark.django_db
MARCH = Month(2026, 3)


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_the_model_puts_other_words_together_and_the_archive_says_what_is_on_topic(
    ask_in_vain: AskInVain,
) -> None:
    pumps = [
        ask_in_vain("What does the author say about heat pumps?", day=2),
        ask_in_vain("Are heat pumps worth it?", day=9, surface="mcp"),
        ask_in_vain("What does the author say about heat pumps?", day=9),
    ]
    bitcoin = ask_in_vain("What does the author think of Bitcoin?")
    ethereum = ask_in_vain("What does the author think of Ethereum?")
    elsewhere = ask_in_vain("What is the capital of Mongolia?")

    report = triage(MARCH)

    assert report == TriageReport(MARCH, 6, 6, 4, ())
    (group,) = set(groups_of(*pumps))
    assert len({group, *groups_of(bitcoin, ethereum, elsewhere)}) == 4
    assert ranks()[0] == (group, 3, 2, 2)
    best = MonthlyRank.objects.best_first()[0]
    assert best.nearest is not None
    assert best.score == pytest.approx(best.ranking.score)
    assert MonthlyRank.objects.get(group__gaps=elsewhere).left_out == "off topic"


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive", "no_model")
def test_without_a_model_words_group_and_rank_alone_and_the_report_says_so(
    ask_in_vain: AskInVain,
) -> None:
    trams = [ask_in_vain("What about trams in Zürich?"), ask_in_vain("Zürich trams?", day=10)]
    elsewhere = ask_in_vain("Ulaanbaatar or Mongolia?")

    report = triage(MARCH)

    assert report.degraded == ("embeddings",)
    (group,) = set(groups_of(*trams))
    assert groups_of(elsewhere) != [group]
    rank = MonthlyRank.objects.get(group=group)
    assert (rank.is_by_words, rank.asked_count) == (True, 2)
    assert MonthlyRank.objects.get(group__gaps=elsewhere).left_out == "off topic"


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive", "no_model")
def test_a_second_run_of_a_month_changes_nothing(ask_in_vain: AskInVain) -> None:
    open_one = ask_in_vain("What about trams in Zürich?")
    promoted = ask_in_vain("Should a town own its bakery?")
    dismissed = ask_in_vain("Night trains to the harbour?")
    triage(MARCH)
    idea = EssayIdea.objects.create(title="Municipal bread")
    deciding.promote([groups_of(promoted)[0] or 0], idea)
    deciding.dismiss([groups_of(dismissed)[0] or 0], now=timezone.now())
    before = state()

    report = triage(MARCH)

    assert (report.grouped_count, report.new_group_count) == (0, 0)
    assert state() == before
    assert None not in groups_of(open_one, promoted, dismissed)


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive", "no_model")
def test_a_dismissed_group_stays_dismissed_when_asked_again_and_its_count_grows(
    ask_in_vain: AskInVain,
) -> None:
    first = ask_in_vain("Night trains to the harbour?")
    triage(MARCH)
    (group,) = groups_of(first)
    deciding.dismiss([group or 0], now=timezone.now())

    again = ask_in_vain("night trains to the harbour", day=20)
    triage(MARCH)

    assert groups_of(again) == [group]
    assert GapGroup.objects.get().standing is Standing.DISMISSED
    assert ranks() == [(group, 2, 2, 1)]


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive", "no_model")
def test_groups_that_the_author_merged_take_in_either_question_afterwards(
    ask_in_vain: AskInVain,
) -> None:
    trams = ask_in_vain("What about trams in Zürich?")
    bread = ask_in_vain("Should a town own its bakery?")
    triage(MARCH)
    deciding.merge([group or 0 for group in groups_of(trams, bread)])

    more = [ask_in_vain("Zürich trams?", day=10), ask_in_vain("A bakery that a town owns?", day=11)]
    triage(MARCH)

    assert set(groups_of(*more)) == set(groups_of(trams))
    assert [rank[1] for rank in ranks()] == [4]


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive", "no_model")
def test_a_month_is_ranked_by_its_own_questions_and_so_is_one_of_which_some_were_left_over(
    ask_in_vain: AskInVain,
) -> None:
    left_over = ask_in_vain("What about trams in Zürich?", month=1, day=28)
    ask_in_vain("Zürich trams?", day=1)
    ask_in_vain("Zürich trams?", day=2)
    later = ask_in_vain("Trams of Zürich?", month=4, day=1)

    report = triage(MARCH)

    (group,) = groups_of(left_over)
    assert groups_of(later) == [None]
    assert (report.asked_count, report.grouped_count) == (2, 3)
    rows = MonthlyRank.objects.order_by("month").values_list("group", "month", "asked_count")
    assert list(rows) == [(group, date(2026, 1, 1), 1), (group, date(2026, 3, 1), 2)]


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive", "no_model")
def test_a_group_whose_question_of_the_month_was_erased_leaves_its_ranking(
    ask_in_vain: AskInVain,
) -> None:
    erased = ask_in_vain("Should a town own its bakery?")
    in_april = ask_in_vain("Night trains to the harbour?", month=4)
    in_march = ask_in_vain("Night trains to the harbour?")
    trams = ask_in_vain("What about trams in Zürich?")
    triage(Month(2026, 4))
    erased.delete()
    in_march.delete()

    triage(MARCH)

    rows = MonthlyRank.objects.order_by("month").values_list("group", "month")
    assert list(rows) == [
        (groups_of(trams)[0], date(2026, 3, 1)),
        (groups_of(in_april)[0], date(2026, 4, 1)),
    ]


@pytest.mark.torch
def test_a_month_without_questions_is_an_empty_ranking() -> None:
    assert triage(MARCH) == TriageReport(MARCH, 0, 0, 0, ())
    assert ranks() == []


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive", "no_model")
def test_no_column_of_ours_holds_a_vector_or_a_second_copy_of_the_words(
    ask_in_vain: AskInVain,
) -> None:
    ask_in_vain("What about trams in Zürich?")
    triage(MARCH)
    words, *others = state()

    assert "trams" in str(words)
    assert "trams" not in str(others)
    for model in (Gap, GapGroup, MonthlyRank):
        assert {"VectorField", "HalfVectorField"}.isdisjoint(
            field.get_internal_type() for field in model._meta.fields
        )


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_a_question_that_the_model_cannot_place_is_grouped_by_words(
    ask_in_vain: AskInVain, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.retrieval.hashed import HashedEmbedder

    monkeypatch.setattr("gaps.reading.get_embedder", HashedEmbedder)
    monkeypatch.setattr(HashedEmbedder, "_sum", lambda self, _: np.full(64, np.nan))
    trams = [ask_in_vain("What about trams in Zürich?"), ask_in_vain("Zürich trams?")]

    triage(MARCH)

    assert len(set(groups_of(*trams))) == 1
    assert MonthlyRank.objects.get().is_by_words
