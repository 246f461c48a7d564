"""What the author decides holds, and counts every question."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from gaps import deciding
from gaps.models import EssayIdea, Gap, GapGroup, MonthlyRank
from gaps.ranks import store_ranks
from gaps.types import Closeness, Month, Ranking, Standing
from tests.gaps.conftest import AskInVain

pytestmark = pytest.mark.django_db
MARCH = Month(2026, 3)


@pytest.fixture
def trams(ask_in_vain: AskInVain) -> GapGroup:
    group = GapGroup.objects.create(expired_count=2)
    ask_in_vain("What of trams?", day=2, group=group)
    ask_in_vain("What of trams?", day=3, group=group, surface="mcp")
    store_ranks(MARCH, {group.pk: Ranking(2, 2, 2, Closeness(0.35))})
    return group


@pytest.fixture
def buses(ask_in_vain: AskInVain) -> GapGroup:
    group = GapGroup.objects.create()
    ask_in_vain("What of buses?", day=3, group=group)
    store_ranks(MARCH, {group.pk: Ranking(1, 1, 1, Closeness(0.55))})
    return group


@pytest.fixture
def idea() -> EssayIdea:
    return EssayIdea.objects.create(title="Rails in the street")


def standing(group: GapGroup) -> Standing:
    return GapGroup.objects.get(pk=group.pk).standing


def test_several_groups_are_promoted_to_one_idea_with_all_their_questions(
    trams: GapGroup, buses: GapGroup, idea: EssayIdea
) -> None:
    asked = deciding.promote([trams.pk, buses.pk], idea)

    assert asked == 5, "Two kept, two erased, and one of the other group."
    assert (standing(trams), standing(buses)) == (Standing.PROMOTED, Standing.PROMOTED)
    told = EssayIdea.objects.with_asked_count().get()
    assert (told.asked_count, told.kept_count) == (5, 3)


def test_what_is_promoted_is_neither_dismissed_nor_promoted_again(
    trams: GapGroup, idea: EssayIdea
) -> None:
    deciding.promote([trams.pk], idea)
    other = EssayIdea.objects.create(title="Another")

    assert deciding.dismiss([trams.pk], now=timezone.now()) == 0
    with pytest.raises(deciding.NotDecided, match="Reopen it first"):
        deciding.promote([trams.pk], other)
    assert GapGroup.objects.get(pk=trams.pk).idea == idea


def test_a_decision_can_be_taken_back(trams: GapGroup) -> None:
    deciding.dismiss([trams.pk], now=timezone.now())
    assert standing(trams) is Standing.DISMISSED

    assert deciding.reopen([trams.pk]) == 4
    assert standing(trams) is Standing.OPEN


def test_a_deleted_idea_gives_its_questions_back_to_the_desk(
    trams: GapGroup, idea: EssayIdea
) -> None:
    deciding.promote([trams.pk], idea)

    idea.delete()

    assert standing(trams) is Standing.OPEN


def test_merging_counts_the_months_questions_anew_under_the_older_group(
    trams: GapGroup, buses: GapGroup
) -> None:
    assert deciding.merge([buses.pk, trams.pk]) == 5

    assert set(Gap.objects.values_list("group", flat=True)) == {trams.pk}
    (rank,) = MonthlyRank.objects.all()
    nearest = Closeness(0.55)
    assert rank.ranking == Ranking(3, days=2, surfaces=2, closeness=nearest)
    assert rank.score == pytest.approx(rank.ranking.score)
    assert GapGroup.objects.get().expired_count == 2


def test_merging_into_a_promoted_group_follows_its_decision(
    trams: GapGroup, buses: GapGroup, idea: EssayIdea
) -> None:
    deciding.promote([buses.pk], idea)

    deciding.merge([trams.pk, buses.pk])

    assert GapGroup.objects.get().idea == idea


def test_two_decided_groups_are_not_merged_and_nothing_changes(
    trams: GapGroup, buses: GapGroup, idea: EssayIdea
) -> None:
    deciding.promote([trams.pk], idea)
    deciding.dismiss([buses.pk], now=timezone.now())

    with pytest.raises(deciding.NotDecided, match="Reopen all but one"):
        deciding.merge([trams.pk, buses.pk])

    assert GapGroup.objects.count() == 2


def test_one_group_alone_is_not_merged(trams: GapGroup) -> None:
    with pytest.raises(deciding.NotDecided, match="at least two"):
        deciding.merge([trams.pk])


def test_the_database_refuses_a_group_that_is_promoted_and_dismissed(
    trams: GapGroup, idea: EssayIdea
) -> None:
    with pytest.raises(IntegrityError, match="gapgroup_decided_once"), transaction.atomic():
        GapGroup.objects.filter(pk=trams.pk).update(idea=idea, dismissed_at=timezone.now())
