"""Substack's export: who paid for a post and who reads it stays where it is."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from retrieval.corpus.documents import Refusal, Skip, SourceDocument
from retrieval.corpus.formats import Read, Reading
from retrieval.corpus.formats.html import HTML
from retrieval.corpus.formats.substack import SUBSTACK
from retrieval.corpus.sources import Source, open_source
from retrieval.types import DateOrigin, DocType, Visibility
from tests.retrieval.corpus.conftest import NOW, Write

HEAD = "post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url"
TIDES = "101.tides,2024-01-15T10:00:00.000Z,true,,newsletter,everyone,Tides,Of water.,"


def export(*rows: str, **pages: str) -> Mapping[str, str]:
    files = {
        f"posts/{name.strip('_').replace('_', '.', 1)}.html": text for name, text in pages.items()
    }
    return {"posts.csv": "\n".join([HEAD, *rows]), **files}


def read_all(root: Path) -> list[Read]:
    with open_source(str(root)) as source:
        return list(SUBSTACK.read(source, SUBSTACK.takes(source, source.names), Reading(now=NOW)))


def read(write: Write, row: str, html: str = "<p>Ebb.</p>") -> SourceDocument:
    number = row.partition(".")[0]
    (document,) = read_all(write({"posts.csv": f"{HEAD}\n{row}", f"posts/{number}.x.html": html}))
    assert isinstance(document, SourceDocument), document
    return document


def test_a_post_keeps_all_that_its_row_says(write: Write) -> None:
    document = read(write, TIDES.replace("Of water.", "&#x201C;Of water&#x201D;"))

    assert (document.root, document.path) == ("substack", "101.tides")
    assert (document.title, document.description) == ("Tides", "“Of water”")
    assert (document.slug_wish, document.platform) == ("tides", "Substack")
    assert document.dates.published is not None
    assert document.dates.published.day == date(2024, 1, 15)
    assert document.dates.published_origin is DateOrigin.EXPORT
    assert (document.body, document.file) == ("Ebb.", "posts/101.x.html")
    assert document.visibility is Visibility.PUBLIC


@pytest.mark.parametrize(
    ("changed", "to", "visibility"),
    [
        ("everyone", "only_paid", Visibility.PRIVATE),
        ("everyone", "founding", Visibility.PRIVATE),
        ("everyone", "only_free", Visibility.PRIVATE),
        ("everyone", "", Visibility.PRIVATE),
        ("everyone", "some_new_word", Visibility.PRIVATE),
        ("true", "false", Visibility.DRAFT),
        ("true", "", Visibility.DRAFT),
        ("true", "perhaps", Visibility.PRIVATE),
        ("newsletter", "adhoc_email", Visibility.PRIVATE),
        ("2024-01-15", "2031-01-15", Visibility.PRIVATE),
    ],
)
def test_what_is_not_for_everyone_is_not_public(
    write: Write, changed: str, to: str, visibility: Visibility
) -> None:
    assert read(write, TIDES.replace(changed, to)).visibility is visibility


def test_a_paywall_in_a_text_closes_it_whatever_its_row_says(write: Write) -> None:
    wall = '<div class="paywall-jump" data-component-name="PaywallToDOM"></div>'

    document = read(write, TIDES, f"<p>Ebb.</p>{wall}<p>Gold.</p>")
    assert document.visibility is Visibility.PRIVATE


def test_a_draft_has_a_title_and_no_date(write: Write) -> None:
    document = read(write, "102.rough,2024-01-01T00:00:00Z,false,,newsletter,everyone,,,")

    assert (document.title, document.dates.published) == ("Ebb.", None)


def test_a_page_is_a_page(write: Write) -> None:
    assert read(write, TIDES.replace("newsletter", "page")).doc_type is DocType.PAGE


def test_a_post_without_its_page_is_refused_and_a_recording_kept_with_a_warning(
    write: Write,
) -> None:
    recording = TIDES.replace("101", "102").replace("newsletter", "podcast")
    refused, kept = read_all(write(export(TIDES, recording)))

    assert isinstance(refused, Refusal)
    assert (refused.path, refused.closes) == ("101.tides", True)
    assert isinstance(kept, SourceDocument)
    assert "102.tides" in kept.warnings[0]


def test_a_page_without_its_row_is_private(write: Write) -> None:
    root = write(export(TIDES, _101_tides="<p>Ebb.</p>", _999_orphan="<p>Alone.</p>"))
    orphan = read_all(root)[-1]

    assert isinstance(orphan, SourceDocument)
    assert (orphan.visibility, orphan.path) == (Visibility.PRIVATE, "999.orphan")
    assert "999.orphan" in orphan.warnings[0]


def test_pages_without_any_table_are_private_and_pages_of_a_site_are_none_of_ours(
    write: Write,
) -> None:
    root = write(
        {"posts/10023.tides.html": "<p>Ebb.</p>", "posts/2019.old.html": "<html><p>Old.</p></html>"}
    )
    (document,) = read_all(root)

    assert isinstance(document, SourceDocument)
    assert document.visibility is Visibility.PRIVATE
    with open_source(str(root)) as source:
        assert HTML.takes(source, source.names) == ("posts/2019.old.html",)


def test_the_lists_of_readers_are_never_opened(write: Write) -> None:
    lists = ("email_list.quay.csv", "posts/101.tides.delivers.csv", "posts/101.tides.opens.csv")
    root = write({**export(TIDES, _101_tides="<p>Ebb.</p>"), **dict.fromkeys(lists, "email\n")})

    def never(limit: int) -> bytes:
        raise AssertionError("a list of readers was opened")

    with open_source(str(root)) as whole:
        source = Source(whole.root, {**whole.entries, **dict.fromkeys(lists, never)})
        taken = SUBSTACK.takes(source, source.names)
        found = list(SUBSTACK.read(source, taken, Reading(now=NOW)))

    assert [one.path for one in found if isinstance(one, Skip)] == list(lists)
    assert not [one for one in found if isinstance(one, Refusal)]


def test_a_row_that_stands_twice_counts_once(write: Write) -> None:
    first, again = read_all(write(export(TIDES, TIDES, _101_tides="<p>Ebb.</p>")))

    assert isinstance(first, SourceDocument)
    assert isinstance(again, Refusal)


@pytest.mark.data
def test_a_real_export_comes_in_whole(test_data: Path) -> None:
    found = read_all(test_data / "data/exports/ghost-migrate/mg-substack/test/fixtures")
    documents = [one for one in found if isinstance(one, SourceDocument)]

    assert len(documents) == len(found) == 5
    assert [one.path for one in documents if one.visibility is not Visibility.PUBLIC] == [
        "123404.draft-text"
    ]
