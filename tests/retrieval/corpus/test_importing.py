"""Whole imports into the real database, indexed by the real model."""

import shutil
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import ImportReport, as_json, as_lines
from retrieval.locks import IMPORT_LOCK
from retrieval.models import Chunk, Essay, Publication
from retrieval.types import Visibility
from tests.retrieval.corpus.conftest import NOW, Write

pytestmark = [pytest.mark.django_db, pytest.mark.torch]

OPTIONS = ImportOptions(now=NOW)
PAGE = "---\ntitle: First title\ndate: 2020-01-05\n---\n\nThe body never changes.\n"
BROKEN = "---\ntitle: Slow: a manifesto\ndraft: true\n---\n\nKept among ourselves.\n"


def take_in(*sources: Path, options: ImportOptions = OPTIONS) -> ImportReport:
    return import_sources(
        [str(source) for source in sources], options=options, progress=lambda *_: None
    )


def actions(report: ImportReport) -> dict[str, str]:
    return {step.slug: step.action.value for step in report.steps}


def test_a_folder_becomes_essays_with_chunks(write: Write) -> None:
    root = write({"a.md": PAGE, "drafts/b.md": "Unready.", "2019-05-04-c.md": "# Bread\n\nCrumb."})

    report = take_in(root)

    assert actions(report) == {"a": "new", "b": "new", "c": "new"}
    assert report.exit_code == 0
    rows = Essay.objects.order_by("slug").values_list("slug", "title", "visibility", "published_on")
    assert list(rows) == [
        ("a", "First title", "public", date(2020, 1, 5)),
        ("b", "B", "draft", None),
        ("c", "Bread", "public", date(2019, 5, 4)),
    ]
    assert Chunk.objects.filter(essay__slug="a").exists()
    assert Essay.objects.get(slug="a").body == "\nThe body never changes.\n"


def test_what_its_folder_closed_opens_only_where_the_folder_is_looked_at(write: Write) -> None:
    section = "---\ntitle: All\ncascade: {draft: true}\n---\nAll of them."
    root = write({"_index.md": section, "posts/a.md": PAGE})
    take_in(root)

    for part in (root / "posts" / "a.md", root / "posts"):
        take_in(part)
        assert Essay.objects.get(slug="a").visibility == "draft"

    write({"_index.md": "---\ntitle: All\n---\nAll of them."})
    take_in(root)
    assert Essay.objects.get(slug="a").visibility == "public"


def test_a_stage_is_told_as_it_begins_and_not_when_its_first_batch_is_done(write: Write) -> None:
    told: list[tuple[str, int, int]] = []
    root = write({"a.md": PAGE, "b.md": "Crumb."})

    import_sources([str(root)], options=OPTIONS, progress=lambda *step: told.append(step))

    assert told[told.index(("Saving", 2, 2)) + 1] == ("Indexing", 0, 2)


def test_an_unchanged_archive_is_neither_written_nor_embedded_again(write: Write) -> None:
    root = write({f"{n}.md": f"Essay number {n}." for n in range(30)})
    take_in(root)

    with CaptureQueriesContext(connection) as queries:
        report = take_in(root)

    assert set(actions(report).values()) == {"unchanged"}
    assert report.index.embedded == 0
    # Its turn, the essays and their places, the live model, what is behind, the turn's end.
    assert len(queries) <= 6
    assert not [q for q in queries if not q["sql"].lstrip().upper().startswith("SELECT")]


def test_one_page_in_four_folders_stays_one_essay_and_is_embedded_once_per_title(
    write: Write,
) -> None:
    root = write(
        {
            "v1/page.md": PAGE,
            "v2/page.md": PAGE.replace("First", "Second"),
            "v3/page.md": PAGE.replace("First", "Second").replace("2020", "2019"),
            "v4/page.md": PAGE.replace("First", "Second").replace("---\n\n", "draft: yes\n---\n\n"),
        }
    )

    reports = [take_in(root / version) for version in ("v1", "v2", "v3", "v4")]

    essay = Essay.objects.get()
    assert (essay.title, essay.visibility) == ("Second title", "draft")
    assert [report.index.embedded > 0 for report in reports] == [True, True, False, False]
    assert not Essay.objects.public().exists()


def test_an_essay_made_private_loses_its_chunks_before_anything_is_indexed(write: Write) -> None:
    root = write({"a.md": PAGE, "b.md": "Another."})
    take_in(root)

    write({"a.md": PAGE.replace("title", "private: true\ntitle", 1)})
    report = take_in(root)

    assert report.index.embedded == 0
    assert set(Chunk.objects.values_list("essay__slug", flat=True)) == {"b"}


def test_one_broken_file_loses_no_other_and_hides_what_it_was(write: Write) -> None:
    root = write({"a.md": PAGE, "b.md": "Another."})
    take_in(root)
    write({"a.md": BROKEN, "c.md": BROKEN, "d.md": "New."})

    report = take_in(root)

    assert report.exit_code == 1
    assert [(refusal.path, refusal.line) for refusal in report.refusals] == [
        ("a.md", 2),
        ("c.md", 2),
    ]
    assert actions(report) == {"b": "unchanged", "d": "new", "a": "hidden"}
    assert Essay.objects.get(slug="a").visibility == "private"
    assert not Chunk.objects.filter(essay__slug="a").exists()
    assert not Essay.objects.filter(body__contains="ourselves").exists()

    write({"a.md": PAGE})
    assert actions(take_in(root))["a"] == "changed"
    assert Essay.objects.get(slug="a").visibility == "public"


def test_an_essay_is_private_while_its_file_is_empty_and_opens_with_its_text(write: Write) -> None:
    root = write({"a.md": "", "b.md": PAGE})
    report = take_in(root)

    assert Essay.objects.get(slug="a").visibility == Visibility.PRIVATE
    assert report.exit_code == 0
    assert any(line.startswith("warning: a.md: it has no text") for line in as_lines(report))

    write({"a.md": "Here it is."})
    take_in(root)
    assert Essay.objects.get(slug="a").visibility == Visibility.PUBLIC


def test_a_scheduled_essay_opens_by_an_import_on_its_day(write: Write) -> None:
    root = write({"a.md": "---\ndate: 2026-06-16\n---\nText."})

    take_in(root)
    assert Essay.objects.get().visibility == "private"

    take_in(root, options=replace(OPTIONS, now=NOW + timedelta(days=1)))
    assert Essay.objects.get().visibility == "public"


def test_the_instant_is_stored_and_the_day_is_the_authors(write: Write) -> None:
    root = write({"a.md": "---\ndate: 2018-07-04 03:15:00 +0900\n---\nText."})

    take_in(root)

    essay = Essay.objects.get()
    assert essay.published_on == date(2018, 7, 4)
    assert essay.published_at == datetime(2018, 7, 3, 18, 15, tzinfo=UTC)


def test_what_is_gone_is_kept_and_named_until_pruning_is_asked_for(write: Write) -> None:
    root = write({"a.md": "One.", "b.md": "Two."})
    take_in(root)
    (root / "a.md").unlink()

    kept = take_in(root)

    assert actions(kept) == {"b": "unchanged", "a": "gone"}
    assert any("gone from the source, kept" in line for line in as_lines(kept))

    pruned = take_in(root, options=replace(OPTIONS, prune=True))
    assert actions(pruned) == {"b": "unchanged", "a": "deleted"}
    assert list(Essay.objects.values_list("slug", flat=True)) == ["b"]


def test_an_empty_folder_never_prunes_an_archive(write: Write) -> None:
    root = write({"a.md": "One."})
    take_in(root)
    (root / "a.md").unlink()

    report = take_in(root, options=replace(OPTIONS, prune=True))

    assert report.exit_code == 2
    assert Essay.objects.count() == 1


def test_a_moved_archive_keeps_its_slugs_and_chunks(write: Write, tmp_path: Path) -> None:
    write({"old/x/a.md": PAGE, "old/y/a.md": "Other words."})
    take_in(tmp_path / "old")
    before = set(Chunk.objects.values_list("pk", flat=True))
    shutil.move(tmp_path / "old", tmp_path / "new")

    report = take_in(tmp_path / "new")

    assert actions(report) == {"a": "unchanged", "y-a": "unchanged"}
    assert report.index.embedded == 0
    assert set(Essay.objects.values_list("source_root", flat=True)) == {str(tmp_path / "new")}
    assert set(Chunk.objects.values_list("pk", flat=True)) == before
    assert set(actions(take_in(tmp_path / "new")).values()) == {"unchanged"}


@pytest.mark.parametrize(
    ("text", "action"),
    [("The body never changes.", "unchanged"), ("Another body altogether.", "changed")],
)
def test_a_renamed_file_that_says_where_it_lives_is_no_copy_of_itself(
    write: Write, text: str, action: str
) -> None:
    page = "---\ntitle: Page\ncanonical_url: https://own.example/page\n---\n"
    root = write({"a.md": f"{page}The body never changes.", "z.md": "Stays."})
    take_in(root)
    (root / "a.md").unlink()
    write({"b.md": f"{page}{text}"})

    report = take_in(root, options=replace(OPTIONS, prune=True))

    assert actions(report) == {"page": action, "z": "unchanged"}
    assert Essay.objects.get(slug="page").source_path == "b.md"
    assert not Publication.objects.exists()


def test_a_file_that_is_renamed_and_published_is_the_same_essay(write: Write) -> None:
    root = write({"_drafts/bread.md": PAGE})
    take_in(root)
    (root / "_drafts" / "bread.md").rename(root / "2020-01-05-bread.md")

    report = take_in(root)

    assert actions(report) == {"bread": "changed"}
    assert Essay.objects.get().visibility == "public"


def test_a_dry_run_says_everything_and_changes_nothing(write: Write) -> None:
    root = write({"one/a.md": PAGE, "two/a.md": "Other words."})

    report = take_in(root / "one", root / "two", options=replace(OPTIONS, is_dry_run=True))

    assert actions(report) == {"a": "new", "two-a": "new"}
    assert not Essay.objects.exists()
    assert next(as_lines(report)) == (
        "new: a | First title | 2020-01-05 (front_matter) | public | a.md | chunks to embed: 1"
    )


def test_a_dry_run_counts_only_the_chunks_that_changed(write: Write) -> None:
    sections = "".join(f"## Part {number}\n\n{'Some words. ' * 30}\n\n" for number in range(3))
    root = write({"a.md": PAGE + sections})
    take_in(root)
    (root / "a.md").write_text(PAGE + sections + "## Last\n\n" + "New words. " * 30)

    report = take_in(root, options=replace(OPTIONS, is_dry_run=True))

    assert report.chunks == {"a": 1}


def test_the_ceiling_holds_for_every_essay(write: Write) -> None:
    root = write({"a.md": PAGE, "drafts/b.md": "Unready."})

    take_in(root, options=replace(OPTIONS, ceiling=Visibility.UNLISTED))

    rows = Essay.objects.order_by("slug").values_list("visibility", "visibility_reason")
    assert list(rows) == [
        ("unlisted", "import: --visibility unlisted"), ("draft", "folder: drafts"),
    ]  # fmt: skip


def test_places_are_stored_and_those_added_by_hand_stay(write: Write) -> None:
    root = write({"a.md": "---\nsyndication: https://one.example/a\n---\nText."})
    take_in(root)
    essay = Essay.objects.get()
    Publication.objects.create(essay=essay, platform="By hand", url="https://two.example/a")

    report = take_in(root)

    assert actions(report) == {"a": "unchanged"}
    assert essay.publications.count() == 2


def test_two_essays_with_one_slug_both_stay_and_the_author_is_told(write: Write) -> None:
    root = write({"a/x.md": "---\nslug: bread\n---\nOne.", "b/y.md": "---\nslug: bread\n---\nTwo."})

    report = take_in(root)

    assert actions(report) == {"bread": "new", "b-bread": "new"}
    assert as_json(report)["warnings"] == [
        {"file": "b/y.md", "slug": "b-bread",
         "message": "the slug 'bread' is taken, so it is 'b-bread'."}
    ]  # fmt: skip


def test_one_unreadable_source_does_not_stop_the_others(write: Write) -> None:
    root = write({"a.md": "One."})

    report = take_in(root / "missing", root)

    assert report.exit_code == 1
    assert actions(report) == {"a": "new"}
    assert "there is no such file" in report.faults[0]


def test_an_interrupted_import_is_indexed_by_the_next_one(write: Write) -> None:
    root = write({"a.md": "One."})
    take_in(root)
    Chunk.objects.all().delete()
    Essay.objects.update(indexed_key="")

    report = take_in(root)

    assert actions(report) == {"a": "unchanged"}
    assert Chunk.objects.exists()


def test_a_text_that_the_database_refuses_names_its_file(write: Write) -> None:
    root = write({"a.md": "One.", "b.md": "---\nslug: held\n---\nTwo."})
    planned = take_in(root, options=replace(OPTIONS, is_dry_run=True))
    assert actions(planned) == {"a": "new", "held": "new"}

    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE retrieval_essay ADD CONSTRAINT no_held CHECK (slug <> 'held') NOT VALID"
        )
    report = take_in(root)

    assert actions(report) == {"a": "new"}
    assert [refusal.path for refusal in report.refusals] == ["b.md"]
    assert "the database refuses it" in report.refusals[0].reason


def test_an_essay_hidden_while_an_import_runs_stays_hidden(write: Write) -> None:
    root = write({"a.md": PAGE, "b.md": PAGE})
    take_in(root)
    root = write({"a.md": f"{PAGE}More.\n", "b.md": f"{PAGE}More.\n"})

    def hide_b_once_a_is_saved(stage: str, done: int, _: int) -> None:
        if (stage, done) == ("Saving", 1):
            Essay.objects.filter(slug="b").update(visibility="private", visibility_reason="")

    report = import_sources([str(root)], options=OPTIONS, progress=hide_b_once_a_is_saved)

    assert Essay.objects.get(slug="b").visibility == "private"
    assert [item.path for item in report.refusals] == ["b.md"]
    assert report.refusals[0].reason == "it was changed here while the import ran; import again."
    assert "More." in Essay.objects.get(slug="a").body


def test_a_file_that_went_bad_hides_its_essay_and_keeps_what_was_edited_meanwhile(
    write: Write,
) -> None:
    root = write({"a.md": PAGE, "b.md": PAGE})
    take_in(root)
    root = write({"a.md": f"{PAGE}More.\n", "b.md": BROKEN})

    def edit_b_once_a_is_saved(stage: str, done: int, _: int) -> None:
        if (stage, done) == ("Saving", 1):
            Essay.objects.filter(slug="b").update(title="Edited")

    import_sources([str(root)], options=OPTIONS, progress=edit_b_once_a_is_saved)

    assert list(Essay.objects.filter(slug="b").values_list("title", "visibility")) == [
        ("Edited", "private")
    ]


def test_a_text_edited_while_an_import_runs_is_not_overwritten(write: Write) -> None:
    root = write({"a.md": PAGE, "b.md": PAGE})
    take_in(root)
    root = write({"a.md": f"{PAGE}More.\n", "b.md": f"{PAGE}More.\n"})

    def edit_b_once_a_is_saved(stage: str, done: int, _: int) -> None:
        if (stage, done) == ("Saving", 1):
            Essay.objects.filter(slug="b").update(body="Written by hand.")

    report = import_sources([str(root)], options=OPTIONS, progress=edit_b_once_a_is_saved)

    assert Essay.objects.get(slug="b").body == "Written by hand."
    assert [item.path for item in report.refusals] == ["b.md"]


def zipped(path: Path, files: dict[str, str]) -> Path:
    with ZipFile(path, "w") as made:
        for name, text in files.items():
            made.writestr(name, text)
    return path


def test_what_left_a_zip_is_gone_once_the_zip_is_read_again(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    take_in(zipped(archive, {"a.md": "One.", "b.md": "Two."}))
    zipped(archive, {"b.md": "Two."})

    kept = take_in(archive)
    pruned = take_in(archive, options=replace(OPTIONS, prune=True))

    assert actions(kept) == {"b": "unchanged", "a": "gone"}
    assert actions(pruned) == {"b": "unchanged", "a": "deleted"}
    assert list(Essay.objects.values_list("slug", flat=True)) == ["b"]


def test_a_file_renamed_inside_a_zip_is_the_same_essay(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    take_in(zipped(archive, {"drafts/bread.md": "Crumb.", "b.md": "Two."}))
    zipped(archive, {"2020-01-05-bread.md": "Crumb.", "b.md": "Two."})

    report = take_in(archive)

    assert actions(report) == {"bread": "changed", "b": "unchanged"}
    assert Essay.objects.get(slug="bread").visibility == "public"


def test_of_another_zip_nothing_is_gone_as_long_as_it_lies_there(tmp_path: Path) -> None:
    take_in(zipped(tmp_path / "a.zip", {"a.md": "One."}))

    report = take_in(zipped(tmp_path / "b.zip", {"c.md": "One."}))

    assert actions(report) == {"c": "new"}


def test_a_file_that_a_zip_still_holds_and_nobody_can_read_is_not_gone(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    take_in(zipped(archive, {"a.md": "One.", "b.md": "Two."}))
    zipped(archive, {"a.md": BROKEN, "b.md": "Two.", "c.md": "One."})

    report = take_in(archive, options=replace(OPTIONS, prune=True))

    assert actions(report) == {"b": "unchanged", "c": "new", "a": "hidden"}


def test_while_one_import_saves_another_waits_for_its_turn(write: Write) -> None:
    root = write({"a.md": PAGE})
    seen: dict[str, bool] = {}
    other = connections.create_connection("default")

    def has_the_turn() -> bool:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [IMPORT_LOCK])
            return bool(cursor.fetchone()[0])

    def look_while_saving(stage: str, *_: int) -> None:
        if stage == "Saving":
            seen[stage] = has_the_turn()

    try:
        import_sources([str(root)], options=OPTIONS, progress=look_while_saving)
        assert seen == {"Saving": False}
        assert has_the_turn()
    finally:
        other.close()
