"""The first page of the desk leads to every screen by the question that it answers."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client

from archivebrain.desk import REST, SECTIONS, Desk, question_of

pytestmark = pytest.mark.django_db


def test_every_screen_is_one_question_away(admin_client: Client) -> None:
    page = admin_client.get("/admin/")
    links = [one["admin_url"] for section in page.context["app_list"] for one in section["models"]]

    assert isinstance(admin.site._wrapped, Desk)  # type: ignore[attr-defined]  # lazy by Django
    shown = [
        one for one in admin.site._registry.values() if one.has_module_permission(page.wsgi_request)
    ]
    assert len(links) == len(set(links)) == len(shown)
    assert all(f'href="{link}">' in page.content.decode() for link in links)
    assert page.context["app_list"][0]["models"][0]["question"] == "What should I write next?"
    assert REST not in [section["name"] for section in page.context["app_list"]]


def test_the_sections_name_no_screen_that_is_not_there() -> None:
    known = {model._meta.label_lower for model in admin.site._registry}

    assert {label for _, labels in SECTIONS for label in labels} <= known


def test_each_screen_of_ours_says_which_question_it_answers() -> None:
    ours = [one for model, one in admin.site._registry.items() if model._meta.app_label != "auth"]

    assert [type(one).__name__ for one in ours if not question_of(one).endswith("?")] == []


@pytest.mark.parametrize("screen", ["retrieval/chunk", "ledger/position", "auth/user"])
def test_a_list_has_the_question_above_it_by_which_the_first_page_leads_there(
    admin_client: Client, screen: str
) -> None:
    address = f"/admin/{screen}/"
    sections = admin_client.get("/admin/").context["app_list"]
    screens = (one for section in sections for one in section["models"])
    (question,) = (one["question"] for one in screens if one["admin_url"] == address)

    page = admin_client.get(address).content.decode()

    assert f"<h1>{question}</h1>" in page
    assert f"<title>{question} | The writer’s desk</title>" in page
    assert question not in admin_client.get(f"{address}add/").content.decode()


def test_djangos_groups_are_not_taken_for_groups_of_questions(admin_client: Client) -> None:
    page = admin_client.get("/admin/").content.decode()

    assert "Permission groups" in page
    assert ">Groups<" not in page


def test_who_may_see_one_screen_is_shown_one(client: Client) -> None:
    helper = User.objects.create_user("helper", password="x", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_essay"))
    client.force_login(helper)

    sections = client.get("/admin/").context["app_list"]

    assert [one["object_name"] for section in sections for one in section["models"]] == ["Essay"]
