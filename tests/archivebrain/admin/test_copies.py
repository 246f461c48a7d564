"""The desk for copies: side by side, joined either way, told apart, and the text chosen."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from ledger.models import Concept, Position
from retrieval.models import Essay, LikelyCopy, Publication
from retrieval.tasks import index_essay, seed_graph

pytestmark = pytest.mark.django_db
DESK = "/admin/retrieval/likelycopy/"
PLACES = "/admin/retrieval/publication/"
MOST_QUERIES = 10


@pytest.fixture(autouse=True)
def no_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seed_graph, "delay", lambda: None)
    monkeypatch.setattr(index_essay, "delay", lambda **_: None)


def pair_of(one: str = "bread", other: str = "loaf", **fields: Any) -> LikelyCopy:
    essay, copy = (
        Essay.objects.create(
            slug=slug,
            title=slug.title(),
            body=f"The same opening.\n\nOnly in {slug}.",
            visibility="public",
            source_format="markdown",
            source_root="/archive",
            source_path=f"{slug}.md",
        )
        for slug in (one, other)
    )
    row: LikelyCopy = LikelyCopy.objects.create(essay=essay, copy=copy, share=0.8, **fields)
    return row


def join(client: Client, row: LikelyCopy, keep: Essay) -> str:
    sent = {"keep": keep.pk}
    return client.post(f"{DESK}{row.pk}/join/", sent, follow=True).content.decode()


def test_the_list_holds_what_is_open_in_few_queries(
    admin_client: Client, django_assert_max_num_queries: Any
) -> None:
    for n in range(30):
        pair_of(f"bread-{n}", f"loaf-{n}", decision="apart" if n == 7 else "open")

    with django_assert_max_num_queries(MOST_QUERIES):
        page = admin_client.get(DESK).content.decode()
    apart = admin_client.get(DESK, {"decision": "apart"}).content.decode()

    assert "Bread-29 / Loaf-29" in page
    assert ("Bread-7 /" in page, "Bread-7 /" in apart) == (False, True)


def test_both_texts_stand_side_by_side(
    admin_client: Client, django_assert_max_num_queries: Any
) -> None:
    row = pair_of()

    with django_assert_max_num_queries(MOST_QUERIES):
        page = admin_client.get(f"{DESK}{row.pk}/change/").content.decode()

    assert "Of the shorter text 80%" in page
    assert "1 paragraph alike" in page
    assert "<del>bread.</del>" in page
    assert "<ins>loaf.</ins>" in page


@pytest.mark.parametrize(("kept", "gone"), [("bread", "loaf"), ("loaf", "bread")])
def test_either_essay_may_stay_and_the_other_address_leads_there(
    admin_client: Client, kept: str, gone: str
) -> None:
    row = pair_of()

    told = join(admin_client, row, Essay.objects.get(slug=kept))

    assert f"“{gone.title()}” is a place of “{kept.title()}” now" in told
    assert Essay.objects.get().slug == kept
    assert admin_client.get(f"/essays/{gone}/").headers["Location"] == f"/essays/{kept}/"
    assert LogEntry.objects.get().object_repr == kept.title()
    assert not LikelyCopy.objects.exists()


def test_an_essay_that_the_ledger_names_is_not_joined_away(admin_client: Client) -> None:
    row = pair_of()
    Position.objects.create(
        key="cr-1",
        concept=Concept.objects.create(slug="bread", name="Bread"),
        stance="Loaves are good.",
        essay_slug="loaf",
        dated="2020-01-05",
        receipt="Only in loaf.",
    )

    told = join(admin_client, row, row.essay)

    assert "“Loaf” is named by position cr-1." in told
    assert Essay.objects.count() == 2
    assert "is a place of" in join(admin_client, row, row.copy)


def test_a_pair_is_joined_once(admin_client: Client) -> None:
    row = pair_of()
    join(admin_client, row, row.essay)

    again = admin_client.post(f"{DESK}{row.pk}/join/", {"keep": row.essay.pk}, follow=True)

    assert "This pair is decided already." in again.content.decode()
    assert Essay.objects.count() == 1


def test_two_works_stay_two_and_are_asked_about_no_more(admin_client: Client) -> None:
    row, other = pair_of(), pair_of("tea", "cha")

    told = admin_client.post(f"{DESK}{row.pk}/apart/", follow=True).content.decode()
    sent = {"action": "call_two_works", "_selected_action": [other.pk]}
    also = admin_client.post(DESK, sent, follow=True).content.decode()

    assert "They are two works" in told
    assert "1 pair is two works each" in also
    assert set(LikelyCopy.objects.values_list("decision", flat=True)) == {"apart"}


def test_a_place_gives_the_text_and_what_gave_it_stays_as_a_place(admin_client: Client) -> None:
    row = pair_of()
    join(admin_client, row, row.essay)
    place = Publication.objects.get()

    told = give(admin_client, place)

    assert "gives “Bread” its text now" in told
    assert Essay.objects.get().body.endswith("Only in loaf.")
    assert Publication.objects.get().body.endswith("Only in bread.")


def give(client: Client, *places: Publication) -> str:
    sent = {"action": "give_text", "_selected_action": [place.pk for place in places]}
    return client.post(PLACES, sent, follow=True).content.decode()


def test_a_place_without_a_text_gives_none(admin_client: Client) -> None:
    row = pair_of()
    place = row.essay.publications.create(platform="Medium", url="https://medium.example/bread")

    assert "only the address is known" in give(admin_client, place)
    assert Essay.objects.get(pk=row.essay.pk).body.endswith("Only in bread.")


def test_of_two_places_of_one_essay_neither_gives_the_text(admin_client: Client) -> None:
    essay = pair_of().essay
    places = [essay.publications.create(platform=name, body="Other.") for name in ("A", "B")]

    assert "Choose one place of each essay" in give(admin_client, *places)
    assert Essay.objects.get(pk=essay.pk).body != "Other."


def test_the_list_of_places_opens_in_few_queries(
    admin_client: Client, django_assert_max_num_queries: Any
) -> None:
    essay = pair_of().essay
    for n in range(30):
        essay.publications.create(platform=f"Journal {n}")

    with django_assert_max_num_queries(MOST_QUERIES):
        assert "Journal 29" in admin_client.get(PLACES).content.decode()


def test_who_may_only_look_decides_nothing(client: Client) -> None:
    from django.contrib.auth.models import Permission, User

    row = pair_of()
    reader = User.objects.create_user("reader", password="x", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_likelycopy"))
    client.force_login(reader)

    page = client.get(f"{DESK}{row.pk}/change/").content.decode()

    assert "One work: keep" not in page
    assert client.post(f"{DESK}{row.pk}/join/", {"keep": row.essay.pk}).status_code == 403
    assert client.post(f"{DESK}{row.pk}/apart/").status_code == 403
