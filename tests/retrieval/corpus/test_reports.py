"""What an import tells its author and what it tells programs, from the same report."""

from dataclasses import replace
from datetime import date

import pytest

from retrieval.corpus.documents import Dates, Place, Refusal, Skip, SourceDocument, Stamp
from retrieval.corpus.planning import Action, Step, columns_of
from retrieval.corpus.reports import ImportReport, as_json, as_lines
from retrieval.indexing import IndexReport
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.corpus.test_identity import document, stored

BROKEN = Refusal("/new", "b.md", "its front matter is broken.", line=3)
ABOUT = Skip("/new", "README.md", "it belongs to the folder.")


def step(
    action: Action, of: SourceDocument | None = None, *, warnings: tuple[str, ...] = ()
) -> Step:
    of = of or document()
    read = of if action in {Action.NEW, Action.CHANGED, Action.UNCHANGED} else None
    return Step(action, of.slug_wish, columns_of(of), read, stored(of), warnings=warnings)


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (ImportReport(steps=(step(Action.NEW),)), 0),
        (ImportReport(steps=(step(Action.UNCHANGED),), left_out=[ABOUT]), 0),
        (ImportReport(steps=(step(Action.NEW),), left_out=[BROKEN]), 1),
        (ImportReport(steps=(step(Action.NEW),), faults=["The disk is full."]), 1),
        (ImportReport(steps=(step(Action.NEW),), index=IndexReport(faults=(("a", "bad"),))), 1),
        (ImportReport(), 2),
        (ImportReport(left_out=[BROKEN]), 2),
        (ImportReport(steps=(step(Action.GONE),)), 2),
    ],
    ids=["new", "skipped", "refused", "a fault", "not indexed", "none", "all refused", "all gone"],
)
def test_the_exit_code_tells_all_in_from_some_and_from_none(
    report: ImportReport, code: int
) -> None:
    assert report.exit_code == code


def test_people_read_what_needs_a_look_and_then_the_counts() -> None:
    report = ImportReport(
        steps=(step(Action.NEW, warnings=("its date is odd.",)), step(Action.GONE)),
        left_out=[ABOUT, BROKEN],
        faults=["/gone: there is no such folder."],
        index=IndexReport(1, 2, 3, 4, (("page", "A chunk has no vector."),)),
    )

    assert list(as_lines(report)) == [
        "warning: page.md: its date is odd.",
        "gone: page.md: gone from the source, kept as 'page'; --prune deletes it.",
        "warning: page: A chunk has no vector.",
        "skipped: README.md: it belongs to the folder.",
        "refused: b.md, line 3: its front matter is broken.",
        "fault: /gone: there is no such folder.",
        "1 new, 1 gone, 1 refused, 1 skipped. 2 chunks embedded, 3 kept, 4 removed.",
    ]


def test_a_dry_run_names_every_essay_with_all_that_would_be_so() -> None:
    dated = document(day=date(2020, 1, 5))
    hidden = replace(
        document(), visibility=Visibility.DRAFT, visibility_reason="front matter: draft: true"
    )
    changed = replace(step(Action.CHANGED, hidden), changes=("title", "body"))
    report = ImportReport(is_dry_run=True, steps=(step(Action.NEW, dated), changed))

    assert list(as_lines(report)) == [
        "new: page | A | 2020-01-05 (front_matter) | public | page.md",
        "changed [title, body]: page | A | date unknown | draft (front matter: draft: true) "
        "| page.md",
        "1 new, 1 changed; 1 of these essays no reader sees. "
        "Nothing was changed: this was a dry run.",
    ]


def test_an_import_of_nothing_says_so() -> None:
    assert list(as_lines(ImportReport())) == ["nothing read. Nothing could be taken in."]


def test_a_deleted_essay_is_named_as_deleted() -> None:
    lines = list(as_lines(ImportReport(steps=(step(Action.NEW), step(Action.DELETED)))))

    assert lines[0] == "deleted: page.md: its file is gone, so the essay 'page' is deleted."


def test_programs_are_given_the_whole_report_as_one_document() -> None:
    work = replace(
        document(),
        dates=Dates(Stamp(date(2020, 1, 5)), DateOrigin.FILE_NAME),
        places=(Place("Review", "Another", "https://review.example/a"),),
    )
    report = ImportReport(
        steps=(step(Action.NEW, work, warnings=("its date is odd.",)),),
        left_out=[ABOUT, BROKEN],
        faults=["/gone: there is no such folder."],
        index=IndexReport(1, 2, 3, 4, (("page", "A chunk has no vector."),)),
    )

    assert as_json(report) == {
        "dry_run": False,
        "documents": [
            {
                "action": "new",
                "slug": "page",
                "file": "page.md",
                "source": "/new",
                "source_id": "page.md",
                "format": "markdown",
                "title": "A",
                "description": "",
                "doc_type": "essay",
                "language": "en",
                "series": "",
                "authors": [],
                "tags": [],
                "visibility": "public",
                "visibility_reason": "",
                "canonical_url": "",
                "platform": "",
                "published": "2020-01-05",
                "published_origin": "file_name",
                "published_certainty": "likely",
                "updated": None,
                "updated_origin": "unknown",
                "also_published": [
                    {"platform": "Review", "title": "Another", "url": "https://review.example/a"}
                ],
                "changes": [],
                "warnings": ["its date is odd."],
                "chunks_to_embed": None,
            }
        ],
        "copies": [],
        "refused": [
            {"file": "b.md", "source": "/new", "line": 3, "reason": "its front matter is broken."}
        ],
        "skipped": [{"file": "README.md", "source": "/new", "reason": "it belongs to the folder."}],
        "faults": ["/gone: there is no such folder."],
        "warnings": [
            {"file": "page.md", "slug": "page", "message": "its date is odd."},
            {"file": None, "slug": "page", "message": "A chunk has no vector."},
        ],
        "counts": {
            **{"new": 1, "changed": 0, "unchanged": 0, "hidden": 0, "gone": 0, "deleted": 0},
            **{"copies": 0, "refused": 1, "skipped": 1},
        },
        "index": {"essays": 1, "embedded": 2, "kept": 3, "deleted": 4},
    }
