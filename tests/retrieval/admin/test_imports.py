"""Imports at the desk: upload, plan, confirm, watch; and the list of what came in."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from retrieval.admin import imports
from retrieval.models import Essay, ImportRun, RunState
from retrieval.tasks import carry_on_imports, look_after_imports

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home", "sent", "embedder")]
DESK = "/admin/retrieval/importrun/"
MOST_QUERIES = 10


def zip_of(**files: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, text in files.items():
            packed.writestr(f"{name}.md", text)
    return data.getvalue()


def upload(client: Client, name: str, data: bytes, **wishes: str) -> Any:
    file = SimpleUploadedFile(name, data)
    return client.post(f"{DESK}add/", {"file": file, **wishes}, follow=True)


def page_of(client: Client, run: ImportRun, **query: str) -> str:
    return client.get(f"{DESK}{run.pk}/change/", query).content.decode()


def test_an_upload_comes_in_only_after_its_plan_is_confirmed(
    admin_client: Client, home: Path, sent: list[Any]
) -> None:
    bread = "---\ntitle: Bread\ndate: 2020-01-05\n---\nCrumb and crust."
    upload(admin_client, "blog.zip", zip_of(bread=bread, tea="---\ndraft: true\n---\nLeaves."))
    run = ImportRun.objects.get()
    assert sent == [(carry_on_imports.name, {})]
    assert "It waits for the worker" in page_of(admin_client, run)

    carry_on_imports()
    plan = page_of(admin_client, run)

    assert not Essay.objects.exists()
    for told in ("Waits for you", "Bread", "2020-01-05 (front matter, ", "draft (front matter:"):
        assert told in plan
    assert "<dt>Chunks to embed</dt><dd>1</dd>" in plan

    admin_client.post(f"{DESK}{run.pk}/confirm/")
    carry_on_imports()
    told = page_of(admin_client, run)

    assert set(Essay.objects.values_list("slug", "visibility")) == {
        ("bread", "public"), ("tea", "draft"),
    }  # fmt: skip
    assert "Done." in told
    assert "2 chunks embedded" in told
    assert list((home / "uploads").iterdir()) == []


def test_a_ceiling_and_a_format_are_heeded(admin_client: Client) -> None:
    upload(admin_client, "bread.md", b"Crumb.", format="notebook", ceiling="draft")

    run = ImportRun.objects.get()
    assert (run.source_format, run.ceiling, run.made_by) == ("notebook", "draft", "admin")


def test_two_confirmations_of_one_plan_make_one_import(
    admin_client: Client, sent: list[Any]
) -> None:
    upload(admin_client, "bread.md", b"Crumb.")
    run = ImportRun.objects.get()
    carry_on_imports()

    admin_client.post(f"{DESK}{run.pk}/confirm/")
    again = admin_client.post(f"{DESK}{run.pk}/confirm/", follow=True).content.decode()

    assert "This import is coming in already." in again
    assert len([name for name, _ in sent if name == carry_on_imports.name]) == 2


def test_what_is_dropped_leaves_no_file_and_no_essay(admin_client: Client, home: Path) -> None:
    upload(admin_client, "bread.md", b"Crumb.")
    run = ImportRun.objects.get()

    told = admin_client.post(f"{DESK}{run.pk}/drop/", follow=True).content.decode()
    carry_on_imports()

    assert "Nothing of bread.md came in" in told
    assert list((home / "uploads").iterdir()) == []
    run.refresh_from_db()
    assert (run.state, Essay.objects.count()) == (RunState.DROPPED, 0)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("song.mp3", b"x", "no importer reads this kind of file."),
        ("empty.md", b"", "The submitted file is empty."),
    ],
)
def test_what_cannot_be_read_is_told_at_once(
    admin_client: Client, name: str, data: bytes, told: str
) -> None:
    assert told in upload(admin_client, name, data).content.decode()
    assert not ImportRun.objects.exists()


def test_a_file_that_is_too_large_is_told_with_the_way_out(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MAX_UPLOAD_BYTES", 10)

    told = upload(admin_client, "bread.md", b"Crumb and crust.").content.decode()

    assert "is larger than 100 MB. Import it in parts" in told


def test_a_broken_zip_ends_in_a_sentence_that_does_not_say_where_it_was_kept(
    admin_client: Client, home: Path
) -> None:
    upload(admin_client, "blog.zip", b"no zip at all")
    run = ImportRun.objects.get()

    carry_on_imports()
    told = page_of(admin_client, run)

    assert "Failed." in told
    assert "blog.zip: it is no zip that can be opened" in told
    assert str(home) not in told
    assert "Import it" not in told


def test_the_watching_page_asks_until_the_run_stands_and_then_shows_it(
    admin_client: Client,
) -> None:
    upload(admin_client, "bread.md", b"Crumb.")
    run = ImportRun.objects.get()
    ImportRun.objects.update(stage="Counting", done=3, total=7)

    watched = admin_client.get(f"{DESK}{run.pk}/progress/")
    carry_on_imports()
    after = admin_client.get(f"{DESK}{run.pk}/progress/")

    assert "Counting: 3 of 7" in watched.content.decode()
    assert after.headers["HX-Refresh"] == "true"


def test_a_long_plan_is_paged_and_can_be_narrowed(
    admin_client: Client, django_assert_max_num_queries: Any
) -> None:
    many = {f"note-{n:03}": f"Text {n}." for n in range(120)}
    upload(admin_client, "blog.zip", zip_of(**many, odd="---\ntitle: [\n---\nText."))
    run = ImportRun.objects.get()
    carry_on_imports()

    with django_assert_max_num_queries(MOST_QUERIES):
        first = page_of(admin_client, run)
    last = page_of(admin_client, run, page="3")
    refused = page_of(admin_client, run, show="refused")

    assert "1 of 3" in first
    assert ("120 new" in first, "1 refused" in first) == (True, True)
    assert "note-119" in last
    assert "note-119" not in first
    assert ("odd.md" in refused, "note-001" in refused) == (True, False)


def test_the_list_says_what_came_in_in_few_queries(
    admin_client: Client, django_assert_max_num_queries: Any
) -> None:
    counts = {"new": 3, "copies": 1, "refused": 2}
    ImportRun.objects.bulk_create(
        ImportRun(source_name=f"blog-{n}", state="done", report={"counts": counts})
        for n in range(40)
    )

    with django_assert_max_num_queries(MOST_QUERIES):
        page = admin_client.get(DESK).content.decode()

    assert "blog-39" in page
    assert "3 new, 1 copies" in page


def test_who_may_only_look_can_import_nothing(client: Client) -> None:
    from django.contrib.auth.models import Permission, User

    reader = User.objects.create_user("reader", password="x", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_importrun"))
    client.force_login(reader)
    run = ImportRun.objects.create(source_name="blog.zip", state=RunState.PLANNED.value)

    assert client.get(f"{DESK}{run.pk}/change/").status_code == 200
    assert upload(client, "bread.md", b"Crumb.").status_code == 403
    assert client.post(f"{DESK}{run.pk}/confirm/").status_code == 403
    run.refresh_from_db()
    assert run.state == RunState.PLANNED


def test_a_run_whose_message_was_lost_is_taken_up_by_the_next_look(admin_client: Client) -> None:
    upload(admin_client, "bread.md", b"Crumb.")

    look_after_imports()

    assert ImportRun.objects.get().state == RunState.PLANNED
