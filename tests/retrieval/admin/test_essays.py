"""The desk for essays: filters, what an essay became and was, and who may see many at once."""

from datetime import date
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from retrieval.indexing import AFRESH
from retrieval.models import Chunk, Essay, ImportRun, LikelyCopy
from retrieval.tasks import seed_graph, sweep
from tests.retrieval.conftest import CountingEmbedder, MakeEssay

pytestmark = pytest.mark.django_db
DESK = "/admin/retrieval/essay/"
MOST_QUERIES = 10


def listed(client: Client, **query: str) -> set[str]:
    """The slugs that a narrowed list shows."""
    page = client.get(DESK, query)
    return {essay.slug for essay in page.context["cl"].result_list}


def act(client: Client, action: str, *essays: Essay) -> str:
    sent = {"action": action, "_selected_action": [essay.pk for essay in essays]}
    return client.post(DESK, sent, follow=True).content.decode()


def make(slug: str, visibility: str = "public", **fields: Any) -> Essay:
    return Essay.objects.create(
        slug=slug, title=slug.title(), body=f"Of {slug}.", visibility=visibility, **fields
    )


def confirmed(client: Client, wanted: str, *essays: Essay, **fields: str) -> str:
    chosen = ",".join(f"{essay.pk}:{essay.visibility}" for essay in essays)
    sent = {"wanted": wanted, "chosen": chosen, **fields}
    return client.post(f"{DESK}seen/visibility/", sent, follow=True).content.decode()


def test_the_list_narrows_to_what_waits_for_a_look(admin_client: Client) -> None:
    dated = make("dated", published_on=date(2020, 1, 5), published_origin="front_matter")
    warned, copy = make("warned"), make("copy")
    LikelyCopy.objects.create(essay=dated, copy=copy, share=0.8)
    earlier = {"warnings": [{"slug": "dated", "message": "odd"}]}
    latest = {"warnings": [{"slug": "warned", "message": "odd"}, {"slug": None, "message": "x"}]}
    for report, state in ((earlier, "done"), (latest, "done"), (earlier, "planned")):
        ImportRun.objects.create(source_name="blog", state=state, report=report)

    assert listed(admin_client, date="unknown") == {warned.slug, copy.slug}
    assert listed(admin_client, **{"import": "warned"}) == {warned.slug}
    assert listed(admin_client, copies="likely") == {dated.slug, copy.slug}


def test_two_works_that_the_author_told_apart_are_no_likely_copies(admin_client: Client) -> None:
    LikelyCopy.objects.create(essay=make("a"), copy=make("b"), share=0.8, decision="apart")

    assert listed(admin_client, copies="likely") == set()


def test_an_essay_s_chunks_are_shown_against_the_window(
    admin_client: Client,
    make_essay: MakeEssay,
    embedder: CountingEmbedder,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: Any,
) -> None:
    monkeypatch.setattr("retrieval.admin.essay_pages.get_embedder", lambda: embedder)
    essay = make_essay("bread", "\n\n".join(f"# Part {n}\n\nCrumb {n}." for n in range(30)))
    chunk = Chunk.objects.filter(essay=essay).earliest("ordinal")
    chunk.chunkvector.delete()

    with django_assert_max_num_queries(MOST_QUERIES):
        page = admin_client.get(f"{DESK}{essay.pk}/chunks/").content.decode()

    window = embedder.window_tokens
    assert f'<meter min="0" max="{window}" value="{chunk.token_count}">' in page
    assert "Part 29" in page
    assert page.count("not embedded") == 1


@pytest.mark.parametrize("visibility", ["private", "draft", "unlisted", "public"])
def test_only_the_desk_previews_what_readers_cannot_see(
    admin_client: Client, visibility: str
) -> None:
    essay = make("bread", visibility)
    address = f"{DESK}{essay.pk}/preview/"

    shown = admin_client.get(address)

    assert "Of bread." in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    assert Client().get(address).status_code == 302
    assert admin_client.get("/essays/bread/").status_code == (
        200 if visibility == "public" else 404
    )


def test_an_earlier_text_is_shown_beside_the_present_one(admin_client: Client) -> None:
    essay = make("bread")
    essay.body = "Of rye bread."
    essay.save()
    revision = essay.revisions.get()

    listed = admin_client.get(f"{DESK}{essay.pk}/revisions/").content.decode()
    page = admin_client.get(f"{DESK}{essay.pk}/revisions/?revision={revision.pk}").content.decode()

    assert f"?revision={revision.pk}" in listed
    assert "<ins>rye " in page or "<ins>rye</ins>" in page
    assert "<del>" not in page


def test_hiding_many_says_which_and_holds_at_once(
    admin_client: Client, make_essay: MakeEssay, sent: list[Any]
) -> None:
    essays = [make_essay("bread"), make_essay("tea"), make("hidden", "private")]

    asked = act(admin_client, "make_private", *essays)
    assert "2 from public to private" in asked
    assert all(title in asked for title in ("Bread", "Tea"))
    assert "I looked at each" not in asked
    assert Chunk.objects.count() == 2

    told = confirmed(admin_client, "private", *essays[:2])

    assert "2 essays are private now." in told
    assert set(Essay.objects.values_list("visibility", "visibility_reason")) == {("private", "")}
    assert not Chunk.objects.exists()
    assert LogEntry.objects.filter(change_message="Made private.").count() == 2
    assert (seed_graph.name, {}) in sent


def test_opening_many_wants_a_second_look(admin_client: Client, sent: list[Any]) -> None:
    draft = make("draft", "draft", visibility_reason="folder: drafts")

    asked = act(admin_client, "make_public", draft)
    assert "(folder: drafts)" in asked
    assert "readers may see them" in asked

    assert "Nothing was changed." in confirmed(admin_client, "public", draft)
    draft.refresh_from_db()
    assert draft.visibility == "draft"

    assert "1 essay is public now." in confirmed(admin_client, "public", draft, looked="on")
    draft.refresh_from_db()
    assert (draft.visibility, draft.visibility_reason) == ("public", "")


def test_an_essay_that_changed_since_the_page_was_shown_is_left_alone(
    admin_client: Client, sent: list[Any]
) -> None:
    shown = make("bread", "draft")
    Essay.objects.update(visibility="private")

    told = confirmed(admin_client, "unlisted", shown, looked="on")

    assert "0 essays are unlisted now. 1 changed meanwhile" in told
    assert Essay.objects.get().visibility == "private"


def test_a_word_that_is_no_visibility_is_refused_without_a_fault_of_ours(
    admin_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    sent = {"wanted": "everybody", "chosen": f"{make('bread').pk}:public"}

    assert admin_client.post(f"{DESK}seen/visibility/", sent).status_code == 400
    assert "Traceback" not in caplog.text


def test_what_is_so_already_asks_nothing(admin_client: Client) -> None:
    assert "All of them are public already." in act(admin_client, "make_public", make("bread"))


def test_who_may_only_look_changes_nothing(client: Client) -> None:
    from django.contrib.auth.models import Permission, User

    essay = make("bread")
    reader = User.objects.create_user("reader", password="x", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_essay"))
    client.force_login(reader)

    confirmed(client, "private", essay)

    assert client.get(f"{DESK}{essay.pk}/preview/").status_code == 200
    assert Essay.objects.get().visibility == "public"


def test_indexing_again_leaves_private_essays_out(admin_client: Client, sent: list[Any]) -> None:
    bread, _ = make("bread"), make("secret", "private")
    sent.clear()

    told = act(admin_client, "index_again", *Essay.objects.all())

    assert "1 essay is being indexed again." in told
    assert sent == [(sweep.name, {})]
    assert list(Essay.objects.filter(indexed_recipe=AFRESH)) == [bread]
