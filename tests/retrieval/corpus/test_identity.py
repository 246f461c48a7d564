"""An essay is known again when its archive moves; two essays never become one by a name."""

from datetime import date

import pytest

from retrieval.corpus.documents import Dates, SourceDocument, Stamp
from retrieval.corpus.identity import Stored, address_of, match_documents, traces_of
from retrieval.corpus.planning import columns_of
from retrieval.types import DateOrigin, Visibility

LONG = "An opening that is long enough to be told apart from any other opening, {} and more. " * 3


def document(
    path: str = "page.md", *, root: str = "/new", title: str = "A", body: str = "Body.",
    day: date | None = None,
) -> SourceDocument:  # fmt: skip
    return SourceDocument(
        root=root,
        path=path,
        slug_wish=path.removesuffix(".md").rpartition("/")[2],
        folder="f",
        title=title,
        body=body,
        dates=Dates(Stamp(day), DateOrigin.FRONT_MATTER) if day else Dates(),
        visibility=Visibility.PUBLIC,
    )


def stored(of: SourceDocument, *, pk: int = 1) -> Stored:
    return Stored(pk, of.slug_wish, traces_of(of.body), columns_of(of))


def is_known(new: SourceDocument, old: SourceDocument, *, gone: bool = False) -> bool:
    return bool(match_documents([new], stored=[stored(old)], is_gone=lambda essay: gone))


def test_the_same_file_is_the_same_essay_however_the_source_was_split() -> None:
    old = document("posts/page.md", root="/archive", title="Old", body="Old.")

    assert is_known(document("page.md", root="/archive/posts"), old)


def test_another_file_of_the_same_folder_is_another_essay() -> None:
    assert not is_known(document("b.md", root="/a"), document("a.md", root="/a"))


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (document(title="B"), document(root="/old")),
        (document(body="X", day=date(2020, 1, 1)), document(root="/old", day=date(2020, 1, 1))),
        (document(body=LONG + "Edited."), document(root="/old", body=LONG)),
    ],
    ids=["same text", "same title and date", "same title and opening"],
)
def test_a_copy_below_another_folder_is_known(new: SourceDocument, old: SourceDocument) -> None:
    assert is_known(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (document(title="B", body="Other."), document(root="/old")),
        (
            document(title="About", body="I bake."),
            document(root="/old", title="About", body="We sail."),
        ),
        (document(title="B", body=""), document(root="/old", body="")),
        (document("b.md"), document("a.md", root="/old")),
    ],
    ids=["only the path", "path and a title that all have", "no text at all", "only the text"],
)
def test_essays_that_share_little_stay_two(new: SourceDocument, old: SourceDocument) -> None:
    assert not is_known(new, old)


def test_a_moved_and_edited_file_is_known_by_its_path_once_the_old_one_is_gone() -> None:
    assert is_known(document(title="B", body="Other."), document(root="/old"), gone=True)


def test_a_renamed_file_is_known_by_its_text_once_the_old_one_is_gone() -> None:
    assert is_known(
        document("2020-01-01-b.md", root="/a"), document("_drafts/b.md", root="/a"), gone=True
    )


def test_a_file_renamed_and_edited_at_once_is_known_by_its_title_and_its_day() -> None:
    old = document("bread.md", title="Bread", body=LONG, day=date(2020, 1, 5))
    new = document("loaf.md", title="Bread", body="New words.", day=date(2020, 1, 5))

    assert is_known(new, old, gone=True)
    assert not is_known(new, old, gone=False)


def test_an_essay_made_here_by_hand_is_never_taken_over() -> None:
    by_hand = document("", root="")

    assert not is_known(document(), by_hand, gone=True)


def test_of_two_copies_each_document_takes_its_own() -> None:
    old = [stored(document("a.md", root="/old")), stored(document("b.md", root="/old"), pk=2)]

    matched = match_documents(
        [document("b.md"), document("a.md")], stored=old, is_gone=lambda essay: True
    )

    assert {address: essay.pk for address, essay in matched.items()} == {
        "/new/a.md": 1,
        "/new/b.md": 2,
    }


def moved(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """By path, the title that the essay it is taken for had; titles and texts are one here."""
    old = [
        stored(document(path, title=work, body=work), pk=pk)
        for pk, (path, work) in enumerate(before.items(), 1)
    ]
    new = [document(path, title=work, body=work) for path, work in after.items()]
    matched = match_documents(new, stored=old, is_gone=lambda essay: essay.path not in after)
    return {
        essay.path: one.title
        for one in new
        for essay in [matched.get(address_of(one.root, one.path))]
        if essay
    }


@pytest.mark.parametrize(
    ("before", "after", "known"),
    [
        ("1=bread 2=tea", "1=tea 2=bread", "1=bread 2=tea"),
        ("1=bread 2=tea", "1=salt 2=bread 3=tea", "1=bread 2=tea"),
        ("1=bread 2=tea", "2=bread", "2=bread"),
        ("1=bread", "1=salt 2=bread 3=bread", "1=salt"),
    ],
    ids=["two that were swapped", "one put in before", "one put over another", "one that is two"],
)
def test_works_that_changed_places_keep_their_identity(before: str, after: str, known: str) -> None:
    def files(told: str) -> dict[str, str]:
        return dict(one.split("=") for one in told.split())

    assert moved(files(before), files(after)) == files(known)
