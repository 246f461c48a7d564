"""Import runs: begun once, taken up after a fall, forgotten in time, and told without texts."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections

from retrieval.corpus import runs, uploads
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import as_json
from retrieval.corpus.uploads import keep_upload
from retrieval.locks import IMPORT_RUN_LOCK
from retrieval.models import Chunk, Essay, ImportRun, LikelyCopy, RunState
from tests.retrieval.test_likeness import CLOCK

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("embedder", "home")]
NOW = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Uploads alone lie elsewhere: of another home, a new connection would be another server's."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setattr(uploads, "_folder", lambda: home / "uploads")
    return home


def begun(name: str, data: bytes, **fields: Any) -> ImportRun:
    run: ImportRun = ImportRun.objects.create(
        source_name=name, upload=keep_upload(name, [data]), **fields
    )
    return run


def imported(name: str, data: bytes) -> ImportRun:
    run = begun(name, data)
    runs.carry_on()
    runs.confirm(run)
    runs.carry_on()
    run.refresh_from_db()
    return run


def zip_of(files: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return data.getvalue()


def test_an_upload_of_the_same_name_updates_what_the_first_one_brought() -> None:
    imported("blog.zip", zip_of({"posts/bread.md": "Crumb.", "posts/tea.md": "Leaves."}))

    second = imported("blog.zip", zip_of({"posts/bread.md": "Crumb and crust."}))

    assert second.report["counts"]["changed"] == 1
    assert dict(Essay.objects.values_list("slug", "body")) == {
        "bread": "Crumb and crust.", "tea": "Leaves.",
    }  # fmt: skip


def test_a_folder_and_a_zip_of_its_files_change_nothing_by_turns(tmp_path: Path) -> None:
    writing = tmp_path / "writing"
    writing.mkdir()
    (writing / "bread.md").write_text("Crumb.", encoding="utf-8")
    options = ImportOptions(now=NOW)

    def folder() -> dict[str, int]:
        report = import_sources([str(writing)], options=options, progress=lambda *_: None)
        counts: dict[str, int] = as_json(report)["counts"]
        return counts

    folder()
    zipped = imported("two.zip", zip_of({"bread.md": "Crumb."})).report["counts"]
    again = folder()

    assert (zipped["unchanged"], zipped["changed"]) == (1, 0)
    assert (again["unchanged"], again["changed"]) == (1, 0)
    assert Essay.objects.get().source_root == str(writing)


def test_a_file_renamed_between_two_uploads_is_the_same_essay() -> None:
    page = "---\ntitle: Bread\n---\nCrumb and crust."
    imported("blog.zip", zip_of({"bread.md": page, "tea.md": "Leaves."}))

    second = imported("blog.zip", zip_of({"posts/loaf.md": page}))

    assert second.report["counts"]["unchanged"] == 1
    assert set(Essay.objects.values_list("slug", "source_path")) == {
        ("bread", "posts/loaf.md"), ("tea", "tea.md"),
    }  # fmt: skip


def test_another_archive_s_about_page_is_another_essay() -> None:
    imported("blog.zip", zip_of({"about.md": "---\ntitle: About\n---\nI bake."}))

    imported("shop.zip", zip_of({"about.md": "---\ntitle: About\n---\nWe sell bicycles."}))

    assert Essay.objects.count() == 2


def test_a_run_tells_no_text_of_an_essay_and_no_place_where_it_was_kept(home: Path) -> None:
    run = imported("bread.md", b"The crumb is a secret.")

    told = json.dumps(run.report)

    assert run.state == RunState.DONE
    assert "secret" not in told
    assert str(home) not in told


def test_a_run_that_ended_its_worker_each_time_is_not_begun_for_ever() -> None:
    run = begun("bread.md", b"Crumb.", tries=runs.MOST_TRIES)

    runs.carry_on()

    run.refresh_from_db()
    assert run.state == RunState.FAILED
    assert run.report["faults"] == [runs.ENDED_EACH_TIME]


def test_while_one_import_is_carried_on_no_second_one_is_begun() -> None:
    run = begun("bread.md", b"Crumb.")
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [IMPORT_RUN_LOCK])
            runs.carry_on()
            # By itself, because a closed connection's server may live on for a moment.
            cursor.execute("SELECT pg_advisory_unlock(%s)", [IMPORT_RUN_LOCK])
    finally:
        other.close()
    run.refresh_from_db()
    assert (run.state, run.tries) == (RunState.READING, 0)

    runs.carry_on()
    run.refresh_from_db()
    assert run.state == RunState.PLANNED


def test_what_the_plan_called_scheduled_comes_in_scheduled() -> None:
    run = begun("bread.md", b"---\ndate: 2020-05-02\n---\nCrumb.")
    ImportRun.objects.update(made_at=datetime(2020, 5, 1, tzinfo=UTC))

    runs.carry_on()
    runs.confirm(run)
    runs.carry_on()

    assert Essay.objects.get().visibility == "private"


def test_who_carries_on_takes_up_whatever_waits() -> None:
    begun("bread.md", b"Crumb.")
    begun("tea.md", b"Leaves.")

    runs.carry_on()

    assert set(ImportRun.objects.values_list("state", flat=True)) == {"planned"}


def test_an_import_that_was_taken_up_again_tells_the_whole_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imported("blog.zip", zip_of({"odd.md": "Text.", "bread.md": "Crumb.", "tea.md": "Leaves."}))
    texts = {"odd.md": "---\ntitle: [\n---\nText.", "bread.md": CLOCK, "new.md": f"New: {CLOCK}"}
    run = begun("blog.zip", zip_of(texts))
    runs.carry_on()
    runs.confirm(run)
    with monkeypatch.context() as worker:
        worker.setattr("retrieval.corpus.importing._index", killed)
        with pytest.raises(KeyboardInterrupt):
            runs.carry_on()

    runs.carry_on()

    run.refresh_from_db()
    actions = {one["slug"]: one["action"] for one in run.report["documents"]}
    assert actions == {"bread": "changed", "new": "new", "odd": "hidden"}
    counts = run.report["counts"]
    assert [counts[name] for name in ("new", "changed", "hidden", "unchanged")] == [1, 1, 1, 0]
    assert [one["slug"] for one in run.report["warnings"]] == ["odd"]
    assert run.report["index"] == {}
    assert Chunk.objects.filter(essay__slug="new").exists()
    assert LikelyCopy.objects.exists()


def killed(*args: Any) -> None:
    raise KeyboardInterrupt


def test_a_message_that_comes_twice_imports_once() -> None:
    run = imported("bread.md", b"Crumb.")

    runs.carry_on()

    again = ImportRun.objects.get(pk=run.pk)
    assert (again.state, again.report) == (run.state, run.report)


def test_a_bomb_ends_in_a_sentence_and_what_lies_beside_it_comes_in() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("bomb.md", b"a" * 20_000_000)
        packed.writestr("bread.md", "Crumb.")

    run = imported("blog.zip", data.getvalue())

    (refused,) = run.report["refused"]
    assert (refused["file"], "larger than 5 MB" in refused["reason"]) == ("bomb.md", True)
    assert refused["source"] == "upload:/blog.zip"
    assert Essay.objects.get().slug == "bread"


def test_what_nobody_confirms_is_forgotten_after_a_day(home: Path) -> None:
    old, new = begun("old.md", b"Crumb."), begun("new.md", b"Crust.")
    runs.carry_on()
    ImportRun.objects.filter(pk=old.pk).update(made_at=NOW - timedelta(days=2))
    ImportRun.objects.filter(pk=new.pk).update(made_at=NOW)

    runs.look_after(now=NOW)

    assert dict(ImportRun.objects.values_list("source_name", "state")) == {
        "old.md": "dropped", "new.md": "planned",
    }  # fmt: skip
    assert [path.name for path in (home / "uploads").iterdir()] == [new.upload]


def test_an_empty_zip_is_told_by_the_name_that_the_author_gave_it() -> None:
    run = imported("blog.zip", zip_of({}))

    assert run.report["faults"] == ["blog.zip: there is nothing in it that can be read."]


def test_a_name_that_the_database_cannot_keep_ends_no_run() -> None:
    packed = zip_of({"a.md": "---\ntitle: [\n---\nText.", "b.md": 'title\n"\\ud800"'})

    run = imported("odd.zip", packed)

    assert run.state == RunState.DONE


def test_only_the_latest_runs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "KEPT_RUNS", 2)
    for name in ("a", "b", "c"):
        ImportRun.objects.create(source_name=name, state="done")

    runs.look_after(now=NOW)

    assert set(ImportRun.objects.values_list("source_name", flat=True)) == {"b", "c"}


def test_a_command_leaves_a_run_and_one_that_found_nothing_new_leaves_none(tmp_path: Path) -> None:
    (tmp_path / "posts").mkdir()
    (tmp_path / "posts" / "bread.md").write_text("Crumb.", encoding="utf-8")

    for _ in range(2):
        call_command("import_essays", str(tmp_path / "posts"), stdout=io.StringIO())

    run = ImportRun.objects.get()
    assert (run.made_by, run.state, run.report["counts"]["new"]) == ("a command", "done", 1)


def test_a_dry_run_leaves_no_run(tmp_path: Path) -> None:
    (tmp_path / "bread.md").write_text("Crumb.", encoding="utf-8")

    call_command("import_essays", str(tmp_path / "bread.md"), "--dry-run", stdout=io.StringIO())

    assert not ImportRun.objects.exists()
