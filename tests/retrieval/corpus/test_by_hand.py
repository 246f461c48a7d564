"""Who may see many essays, set by hand: all of them or those that are still as shown."""

from typing import Any

import pytest

from retrieval.corpus.by_hand import set_visibility
from retrieval.models import Chunk, Essay
from retrieval.types import Visibility
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db


def test_an_essay_that_is_no_longer_as_shown_is_left_alone(make_essay: MakeEssay) -> None:
    as_shown, changed = make_essay("bread"), make_essay("tea", visibility="draft")

    done = set_visibility({as_shown.pk: "public", changed.pk: "public"}, Visibility.PRIVATE)

    assert [essay.slug for essay in done] == ["bread"]
    assert dict(Essay.objects.values_list("slug", "visibility")) == {
        "bread": "private", "tea": "draft",
    }  # fmt: skip
    assert set(Chunk.objects.values_list("essay__slug", flat=True)) == {"tea"}


def test_what_was_opened_by_hand_is_queued_for_the_index(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    essay = make_essay("bread", visibility="private")
    queued: list[int] = []
    monkeypatch.setattr("retrieval.signals._queue", queued.append)

    with django_capture_on_commit_callbacks(execute=True):
        set_visibility({essay.pk: "private"}, Visibility.PUBLIC)

    assert queued == [essay.pk]
