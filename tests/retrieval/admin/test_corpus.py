"""The writer's desk: each screen opens in few queries and shows what was computed."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError

from gaps.models import Gap
from retrieval.models import Chunk, Essay, GlossaryTerm, GraphNode
from retrieval.tasks import index_essay, seed_graph

MOST_QUERIES = 10


@pytest.fixture
def rows(db: None) -> None:
    """Enough rows that a query for each of them would be seen."""
    essays = Essay.objects.bulk_create(
        Essay(slug=f"essay-{n}", title=f"Essay {n}", body="Words.", visibility="public")
        for n in range(40)
    )
    Chunk.objects.bulk_create(
        Chunk(
            key=f"{essay.pk:032d}",
            essay=essay,
            ordinal=0,
            text="Words.",
            plain="Words.",
            content_hash="0" * 64,
            token_count=4,
        )
        for essay in essays
    )
    GlossaryTerm.objects.create(term="Slack", definition="Room to be late in.")
    Gap.objects.create(question="What of orchids?", reason="name", surface="page")


def filled(essay: Essay, **changed: str) -> dict[str, str]:
    """The form of an essay's page as the author sends it."""
    fields = ("title", "slug", "body", "visibility", "doc_type", "language")
    return {
        **{name: getattr(essay, name) for name in fields},
        "published_origin": "unknown",
        "updated_origin": "unknown",
        "publications-TOTAL_FORMS": "0",
        "publications-INITIAL_FORMS": "0",
        **changed,
    }


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("screen", "shown"),
    [
        ("retrieval/essay", "Essay 39"),
        ("retrieval/essay/?index=behind", "Essay 39"),
        ("retrieval/essay/?index=fault", "0 essays"),
        ("retrieval/essay/?date=unknown", "Essay 39"),
        ("retrieval/essay/?import=warned", "0 essays"),
        ("retrieval/essay/?copies=likely", "0 essays"),
        ("retrieval/chunk", "Words."),
        ("retrieval/glossaryterm", "Room to be late in."),
        ("gaps/gap", "What of orchids?"),
    ],
)
def test_a_list_opens_in_few_queries_whatever_its_length(
    admin_client: Client, django_assert_max_num_queries: Any, screen: str, shown: str
) -> None:
    path, _, query = f"/admin/{screen}/".replace("/?", "?").rstrip("/").partition("?")

    with django_assert_max_num_queries(MOST_QUERIES):
        page = admin_client.get(f"{path}/", dict([query.split("=")]) if query else {})

    assert page.status_code == 200
    assert shown in page.content.decode()


@pytest.mark.usefixtures("rows")
def test_what_is_computed_cannot_be_typed_in(admin_client: Client) -> None:
    essay = Essay.objects.get(slug="essay-1")

    page = admin_client.get(f"/admin/retrieval/essay/{essay.pk}/change/").content.decode()

    assert 'name="visibility"' in page
    for computed in ("indexed_key", "indexed_recipe", "text_key", "index_fault", "source_path"):
        assert f'name="{computed}"' not in page


@pytest.mark.usefixtures("rows")
def test_a_chunk_can_be_read_and_not_edited(admin_client: Client) -> None:
    chunk = Chunk.objects.first()
    assert chunk is not None

    page = admin_client.get(f"/admin/retrieval/chunk/{chunk.pk}/change/").content.decode()

    assert "Words." in page
    assert 'name="_save"' not in page


@pytest.mark.usefixtures("rows")
def test_hiding_an_essay_at_the_desk_takes_its_chunks_with_the_same_save(
    admin_client: Client,
) -> None:
    essay = Essay.objects.get(slug="essay-2")

    saved = admin_client.post(
        f"/admin/retrieval/essay/{essay.pk}/change/", filled(essay, visibility="private")
    )

    assert saved.status_code == 302, saved.content.decode()
    assert not Chunk.objects.filter(essay=essay).exists()


@pytest.mark.torch
def test_what_is_hidden_at_the_desk_stays_hidden_when_its_file_is_imported_again(
    admin_client: Client, tmp_path: Path
) -> None:
    (tmp_path / "bread.md").write_text("---\ndraft: true\n---\nCrumb.", encoding="utf-8")
    call_command("import_essays", str(tmp_path), stdout=StringIO(), stderr=StringIO())
    essay = Essay.objects.get()
    assert (essay.visibility, bool(essay.visibility_reason)) == ("draft", True)

    saved = admin_client.post(
        f"/admin/retrieval/essay/{essay.pk}/change/", filled(essay, visibility="private")
    )
    call_command("import_essays", str(tmp_path), stdout=StringIO(), stderr=StringIO())

    assert saved.status_code == 302, saved.content.decode()
    essay.refresh_from_db()
    assert (essay.visibility, essay.visibility_reason) == ("private", "")


def test_an_edit_that_leaves_the_visibility_alone_keeps_its_reason(
    admin_client: Client, db: None
) -> None:
    essay = Essay.objects.create(
        slug="a", title="A", body="Text.", visibility="draft", visibility_reason="folder: drafts"
    )

    admin_client.post(f"/admin/retrieval/essay/{essay.pk}/change/", filled(essay, title="B"))

    essay.refresh_from_db()
    assert (essay.title, essay.visibility_reason) == ("B", "folder: drafts")


def test_an_essay_and_a_term_edited_at_the_desk_reach_the_graph_after_the_commit(
    admin_client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(seed_graph, "delay", seed_graph)
    monkeypatch.setattr(index_essay, "delay", lambda **_: None)
    essay = Essay.objects.create(slug="bread", title="Bread", body="Crumb.", visibility="draft")
    term = {"term": "Slack", "definition": "Room to be late in.", "essays": "bread"}

    with django_capture_on_commit_callbacks(execute=True):
        admin_client.post("/admin/retrieval/glossaryterm/add/", term)
        admin_client.post(
            f"/admin/retrieval/essay/{essay.pk}/change/", filled(essay, visibility="public")
        )
    assert set(GraphNode.objects.values_list("kind", "key")) == {
        ("term", "Slack"), ("essay", "bread"),
    }  # fmt: skip

    chosen = {"action": "delete_selected", "post": "yes"}
    with django_capture_on_commit_callbacks(execute=True):
        for screen, row in (("glossaryterm", GlossaryTerm.objects.get()), ("essay", essay)):
            admin_client.post(f"/admin/retrieval/{screen}/", chosen | {"_selected_action": row.pk})
    assert not GraphNode.objects.exists()


def test_a_queue_that_is_down_fails_no_edit(
    admin_client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    def down() -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(seed_graph, "delay", down)
    term = {"term": "Slack", "definition": "Room to be late in."}
    with django_capture_on_commit_callbacks(execute=True):
        page = admin_client.post("/admin/retrieval/glossaryterm/add/", term)

    assert page.status_code == 302
    assert "waits for the next import" in caplog.text


def test_the_desk_asks_who_you_are(client: Client, db: None) -> None:
    assert client.get("/admin/retrieval/essay/").status_code == 302


def test_a_list_shows_the_opening_of_a_long_question_and_its_own_page_the_whole(
    admin_client: Client,
) -> None:
    gap = Gap.objects.create(question="Why " + "so " * 600 + "late?", reason="name", surface="page")

    listed = admin_client.get("/admin/gaps/gap/").content.decode()
    whole = admin_client.get(f"/admin/gaps/gap/{gap.pk}/change/").content.decode()

    assert "Why so so" in listed
    assert gap.question not in listed
    assert gap.question in whole


def test_a_title_is_written_on_one_line_and_a_body_on_many(admin_client: Client) -> None:
    essay = Essay.objects.create(slug="tea", title="Tea", body="Leaves.", visibility="public")

    form = admin_client.get(f"/admin/retrieval/essay/{essay.pk}/change/").content.decode()

    assert '<input type="text" name="title" value="Tea"' in form
    assert '<textarea name="body"' in form


@pytest.mark.usefixtures("rows")
def test_a_save_holds_the_row_so_that_no_worker_s_index_is_undone(admin_client: Client) -> None:
    address = f"/admin/retrieval/essay/{Essay.objects.get(slug='essay-1').pk}/change/"
    form = admin_client.get(address).context["adminform"].form
    sent = {name: value for name, value in form.initial.items() if value not in (None, [])}
    places = {"publications-TOTAL_FORMS": 0, "publications-INITIAL_FORMS": 0}

    with CaptureQueriesContext(connection) as queries:
        saved = admin_client.post(address, {**sent, **places, "title": "Renamed"})

    assert saved.status_code == 302
    assert Essay.objects.get(slug="essay-1").title == "Renamed"
    done = [one["sql"] for one in queries if "retrieval_essay" in one["sql"]]
    locked = next(at for at, sql in enumerate(done) if "FOR NO KEY UPDATE" in sql)
    written = next(at for at, sql in enumerate(done) if sql.startswith("UPDATE"))
    assert locked < written
