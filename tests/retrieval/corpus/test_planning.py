"""What an import will do is decided before anything is written."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from retrieval.corpus.documents import (
    Dates,
    Place,
    Refusal,
    Skip,
    SourceDocument,
    Stamp,
)
from retrieval.corpus.identity import Stored
from retrieval.corpus.planning import Action, Step, plan_closings, plan_documents, plan_gone
from retrieval.types import DateOrigin, DocType, Visibility
from tests.retrieval.corpus.test_identity import document, stored

PLACE = Place("Review", "", "https://review.example/a")


def plan(new: SourceDocument, *old: Stored) -> Step:
    taken = {essay.slug for essay in old}
    (step,) = plan_documents([new], stored=old, taken=taken, is_gone=lambda essay: False)
    return step


def test_an_unchanged_document_is_left_alone() -> None:
    assert plan(document(), stored(document())).action is Action.UNCHANGED


def test_the_same_work_read_from_another_folder_is_unchanged_and_its_row_follows() -> None:
    step = plan(document(root="/new"), stored(document(root="/old")))

    assert (step.action, step.changes, step.is_moved) == (Action.UNCHANGED, (), True)
    assert step.place == {"source_root": "/new", "source_path": "page.md"}


def test_the_same_work_in_an_upload_keeps_the_folder_where_it_can_be_found_again() -> None:
    day, root = date(2020, 1, 1), "upload:/two.zip"
    on_disk = stored(document(root="/old", day=day))
    same = plan(document(root=root, day=day), on_disk)
    edited = plan(document(root=root, day=day, body="Body. And more."), on_disk)

    assert (same.action, same.is_moved) == (Action.UNCHANGED, False)
    assert edited.changes == ("body",)


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({"title": "B"}, ("title",)),
        ({"body": "Other."}, ("body",)),
        ({"description": "D"}, ("description",)),
        ({"doc_type": DocType.NOTE}, ("doc_type",)),
        ({"tags": ("t",)}, ("tags",)),
        ({"authors": ("a",)}, ("authors",)),
        ({"series": "s"}, ("series",)),
        ({"language": "de"}, ("language",)),
        ({"canonical_url": "https://example.org/a"}, ("canonical_url",)),
        ({"places": (PLACE,)}, ("places",)),
        (
            {"dates": Dates(Stamp(date(2020, 1, 1)), DateOrigin.FILE_NAME)},
            ("published_on", "published_origin"),
        ),
        (
            {"visibility": Visibility.DRAFT, "visibility_reason": "folder: drafts"},
            ("visibility", "visibility_reason"),
        ),
    ],
)
def test_a_change_of_anything_that_is_stored_is_seen(
    changed: dict[str, object], names: tuple[str, ...]
) -> None:
    step = plan(replace(document(), **changed), stored(document()))  # type: ignore[arg-type]

    assert (step.action, step.changes) == (Action.CHANGED, names)


def test_a_slug_once_given_never_moves_and_the_author_is_told() -> None:
    step = plan(replace(document(), slug_wish="better"), stored(document()))

    assert (step.slug, step.action) == ("page", Action.UNCHANGED)

    edited = plan(replace(document(), slug_wish="better", title="B"), stored(document()))

    assert edited.slug == "page"
    assert "'better' is not used" in edited.warnings[0]


def test_a_taken_slug_is_told_apart_and_the_author_is_told() -> None:
    step = plan(document("b/page.md", root="/a", title="B", body="B."), stored(document(root="/z")))

    assert (step.slug, step.action) == ("f-page", Action.NEW)
    assert step.warnings == ("the slug 'page' is taken, so it is 'f-page'.",)


def test_a_place_added_by_hand_is_no_change() -> None:
    by_hand = replace(stored(document()), places=(PLACE,))

    assert plan(document(), by_hand).action is Action.UNCHANGED


def hidden(reason: str) -> Stored:
    essay = stored(document())
    columns = {**essay.columns, "visibility": "private", "visibility_reason": reason}
    return replace(essay, columns=columns)


def test_what_the_author_hid_by_hand_stays_hidden() -> None:
    step = plan(document(), hidden(""))

    assert (step.action, step.columns["visibility"]) == (Action.UNCHANGED, "private")
    assert "as you set it here" in step.warnings[0]


def test_what_the_author_hid_and_an_import_hid_further_opens_with_no_file() -> None:
    by_hand = replace(hidden(""), columns={**hidden("").columns, "visibility": "draft"})
    note = Refusal("/new", "page.md", "its front matter is broken.", closes=True)
    paid = replace(document(), visibility=Visibility.PRIVATE, visibility_reason="page: paid")

    closed = plan(paid, by_hand)
    (broken,) = plan_closings([note], stored=[by_hand], is_gone=lambda essay: False)

    for step in (closed, broken):
        assert step.columns["visibility"] == "private"
        mended = plan(document(), replace(by_hand, columns=step.columns))
        assert mended.columns["visibility"] == "private"


def test_what_an_import_hid_opens_with_the_file() -> None:
    step = plan(document(), hidden("front matter: draft: true"))

    assert (step.action, step.columns["visibility"]) == (Action.CHANGED, "public")


@pytest.mark.parametrize("kind", [Refusal, Skip])
def test_an_essay_whose_flags_can_no_longer_be_read_is_made_private(
    kind: Callable[..., Refusal | Skip],
) -> None:
    note = kind("/new", "page.md", "its front matter is broken.", closes=True)

    (step,) = plan_closings([note], stored=[stored(document())], is_gone=lambda essay: False)

    assert (step.action, step.columns["visibility"]) == (Action.HIDDEN, "private")
    assert str(step.columns["visibility_reason"]).startswith("import: ")


def test_a_refusal_that_says_nothing_of_flags_hides_nothing() -> None:
    note = Refusal("/new", "page.md", "you may not read it.")

    assert plan_closings([note], stored=[stored(document())], is_gone=lambda essay: True) == ()


@pytest.mark.parametrize(
    ("found", "gone", "is_listed"),
    [((), True, True), ((), False, False), (("/new/a",), True, False), (("/new/b",), True, True)],
    ids=["gone", "still there", "in a folder out of reach", "beside such a folder"],
)
def test_only_what_is_really_gone_is_listed(
    found: tuple[str, ...], gone: bool, is_listed: bool
) -> None:
    steps = plan_gone(
        [stored(document("a/page.md"))],
        root="/new",
        found=found,
        is_gone=lambda essay: gone,
        prune=True,
    )

    assert [step.action for step in steps] == ([Action.DELETED] if is_listed else [])


def test_what_came_from_elsewhere_is_not_gone() -> None:
    essays = [stored(document(root="/newer"))]

    assert plan_gone(essays, root="/new", found=(), is_gone=lambda e: True, prune=True) == ()
