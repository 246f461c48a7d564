"""How long words are kept, and what stays when they go."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from gaps import deciding
from gaps.models import EssayIdea, Gap, GapGroup
from gaps.retention import expire
from gaps.types import IdeaStatus
from tests.gaps.conftest import AskInVain

pytestmark = pytest.mark.django_db
# 180 days after noon of 9 March.
DUE = datetime(2026, 9, 5, 12, tzinfo=UTC)


def test_a_question_is_kept_for_180_days_and_not_a_day_more(ask_in_vain: AskInVain) -> None:
    ask_in_vain("What of trams?", day=8)
    kept = ask_in_vain("What of buses?", day=9)

    assert expire(now=DUE) == 1
    assert list(Gap.objects.all()) == [kept]


def test_an_idea_keeps_its_count_when_the_words_are_gone(ask_in_vain: AskInVain) -> None:
    group = GapGroup.objects.create()
    for day in (1, 2, 9):
        ask_in_vain("What of trams?", day=day, group=group)
    deciding.promote([group.pk], EssayIdea.objects.create(title="Trams"))

    expire(now=DUE)
    expire(now=DUE)

    told = EssayIdea.objects.with_asked_count().get()
    assert (told.asked_count, told.kept_count) == (3, 1)


def test_questions_go_once_their_essay_is_written(ask_in_vain: AskInVain) -> None:
    group = GapGroup.objects.create()
    gap = ask_in_vain("What of trams?", group=group)
    idea = EssayIdea.objects.create(title="Trams")
    deciding.promote([group.pk], idea)
    assert expire(now=gap.asked_at) == 0

    idea.status = IdeaStatus.WRITTEN.value
    idea.save()

    assert expire(now=gap.asked_at) == 1
    assert EssayIdea.objects.with_asked_count().get().asked_count == 1


def test_a_dismissed_group_goes_with_its_last_question(ask_in_vain: AskInVain) -> None:
    group = GapGroup.objects.create(dismissed_at=timezone.now())
    ask_in_vain("What of trams?", day=8, group=group)
    ask_in_vain("What of trams?", day=9, group=group)

    expire(now=DUE)
    assert GapGroup.objects.get().expired_count == 1

    expire(now=DUE.replace(month=10))
    assert not GapGroup.objects.exists()
