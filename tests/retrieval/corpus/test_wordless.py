"""A work without a word is shown to no reader, and its author is told."""

import pytest

from retrieval.corpus.documents import Dates, SourceDocument
from retrieval.corpus.wordless import without_empty_pages
from retrieval.types import Visibility


def work(body: str, visibility: Visibility = Visibility.PUBLIC) -> SourceDocument:
    return SourceDocument(
        root="/archive", path="a.md", slug_wish="a", folder="", title="A", body=body,
        dates=Dates(), visibility=visibility,
    )  # fmt: skip


@pytest.mark.parametrize(
    "body",
    ["", " \n\n", "<!-- to be written -->", "{{< youtube 42 >}}", "# \n\n---\n", "\u200b"],
    ids=["nothing", "white space", "a comment", "a shortcode", "marks", "an unseen character"],
)
def test_what_shows_readers_nothing_is_private_and_told(body: str) -> None:
    done = without_empty_pages(work(body))

    assert (done.visibility, done.visibility_reason) == (
        Visibility.PRIVATE, "import: it has no text"
    )  # fmt: skip
    assert done.warnings == ("it has no text, so it is private; write one and import it again.",)


@pytest.mark.parametrize("body", ["No.", "![](moon.jpg)", "海", "7"])
def test_a_word_a_number_or_a_picture_is_enough(body: str) -> None:
    assert without_empty_pages(work(body)) == work(body)


def test_an_empty_draft_stays_a_draft_and_is_told() -> None:
    done = without_empty_pages(work("", Visibility.DRAFT))

    assert (done.visibility, done.warnings) == (Visibility.DRAFT, ("it has no text.",))
