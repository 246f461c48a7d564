"""At the desk the author says that an answer was wrong, and what should have come back."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archivebrain.models import Feedback, GoldenCase, KeptAnswer
from ledger.models import Concept
from retrieval.models import Essay

pytestmark = pytest.mark.django_db

ANSWER = "0123456789abcdef0123456789abcdef"
WRONG = f"/admin/archivebrain/feedback/{ANSWER}/wrong/"
GIVEN = {"question": "What is slack?", "kind": "exact", "expect": "answer", "sources": "slack\n"}


@pytest.fixture
def author(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("ada"))
    Essay.objects.create(slug="slack", title="Slack", body="Slack is room.", visibility="public")
    return client


def test_a_kept_answer_fills_in_its_question_and_leads_to_the_ledger(author: Client) -> None:
    concept = Concept.objects.create(slug="slack", name="Slack in plans")
    KeptAnswer.objects.create(
        answer_id=ANSWER,
        question="What is slack?",
        sentences=[{"text": "It is lost time.", "citations": [], "paragraph": 0, "verdict": None}],
        positions=[{"concept": "slack"}],
        versions={},
        kept_at=datetime(2026, 11, 30, tzinfo=UTC),
    )
    Feedback.objects.create(answer_id=ANSWER, verdict="wrong", reasons=["outdated"])

    page = author.get(WRONG).content.decode()

    assert "What is slack?</textarea>" in page
    assert "It is lost time." in page
    assert f"/admin/ledger/position/add/?concept={concept.pk}" in page
    assert 'value="outdated" id="id_reasons_2" checked' in page or "checked" in page
    for screen in ("feedback", "keptanswer"):
        assert WRONG in author.get(f"/admin/archivebrain/{screen}/").content.decode()


def test_the_case_is_made_and_its_lines_for_the_file_are_shown(author: Client) -> None:
    page = author.post(WRONG, GIVEN | {"reasons": ["off_topic"]}).content.decode()

    made = GoldenCase.objects.get()
    assert (made.split, made.origin, made.sources) == ("tune", "desk", ["slack"])
    assert f"- id: {made.case_id}" in page
    assert Feedback.objects.get().reasons == ["off_topic"]


def test_a_fault_is_told_and_nothing_typed_is_lost(author: Client) -> None:
    response = author.post(WRONG, GIVEN | {"sources": "never-written"})

    page = response.content.decode()
    assert response.status_code == 422
    assert "No public essay has the slug never-written." in page
    assert "never-written</textarea>" in page
    assert not GoldenCase.objects.exists()


def test_only_who_may_add_golden_cases_may_do_so(client: Client) -> None:
    client.force_login(User.objects.create_user("eve", is_staff=True))

    assert client.post(WRONG, GIVEN).status_code == 403
