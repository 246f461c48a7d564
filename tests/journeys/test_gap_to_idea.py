"""A reader is declined twice; the author finds the question, names an idea and writes it."""

import pytest
from django.core.management import call_command
from django.test import Client

from gaps.models import EssayIdea, Gap, MonthlyRank
from gaps.retention import expire

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.torch,
    pytest.mark.usefixtures("sample_archive"),
]

DESK = "/admin/gaps/monthlyrank/"
DECLINED = ("What does the author say about heat pumps?", "Are heat pumps worth it?")
ANSWERED = "Why does frequency beat speed in a timetable?"


def test_what_the_page_declined_becomes_an_idea_that_leads_back_to_its_words(
    client: Client, admin_client: Client
) -> None:
    for question in (*DECLINED, ANSWERED):
        assert client.post("/", {"question": question}).status_code == 200
    assert set(Gap.objects.values_list("question", "surface")) == {(q, "page") for q in DECLINED}

    call_command("triage_gaps", "--json")
    desk = admin_client.get(DESK).content.decode()
    assert all(question in desk for question in DECLINED)
    assert ANSWERED not in desk

    row = MonthlyRank.objects.get()
    sent = {"action": "promote", "_selected_action": row.pk, "named": "1", "title": "Warm houses"}
    told = admin_client.post(DESK, sent, follow=True).content.decode()
    assert "2 questions promoted to “Warm houses”." in told

    idea = EssayIdea.objects.get()
    questions = f"/admin/gaps/gap/?group__idea__id__exact={idea.pk}"
    assert questions in admin_client.get("/admin/gaps/essayidea/").content.decode()
    assert DECLINED[1] in admin_client.get(questions).content.decode()

    form = {"title": idea.title, "status": "written", "note": ""}
    admin_client.post(f"/admin/gaps/essayidea/{idea.pk}/change/", form)
    expire(now=row.group.created_at)
    assert not Gap.objects.exists()
    assert "2 times" in admin_client.get("/admin/gaps/essayidea/").content.decode()
