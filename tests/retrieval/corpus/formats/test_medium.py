"""Medium's export: a draft stays a draft, a response is no essay, and no address is shared."""

from datetime import date
from pathlib import Path

import pytest

from retrieval.corpus.documents import Refusal, Skip, SourceDocument
from retrieval.corpus.formats import Read, Reading
from retrieval.corpus.formats.medium import MEDIUM
from retrieval.corpus.sources import open_source
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.corpus.conftest import NOW, Write

PROSE = "The ferry left at nine, and the quay was quiet."
ADDRESS = "https://medium.com/@a.writer/on-tides-0a1b2c3d4e5f"


def story(
    title: str = "On Tides",
    body: str = f"<p>{PROSE}</p>",
    *,
    summary: str = "Of water.",
    time: str = "2018-08-11T11:23:34.123Z",
    address: str = ADDRESS,
    footer: str = "",
) -> str:
    subtitle = f'<section data-field="subtitle" class="p-summary">{summary}</section>'
    published = (
        f'<p>By <a class="p-author h-card">A. Writer</a> on <time class="dt-published" '
        f'datetime="{time}">then</time></p>'
        f'<p><a href="{address}" class="p-canonical">Canonical</a></p>'
    )
    return (
        f'<html><head><title>{title}</title></head><body><article class="h-entry"><header>'
        f'<h1 class="p-name">{title}</h1></header>{subtitle if summary else ""}'
        f'<section data-field="body" class="e-content"><section class="section--first">'
        f'<div class="section-divider"><hr></div>{body}</section></section>'
        f"<footer>{published if address else ''}{footer}</footer></article></body></html>"
    )


def read_all(root: Path) -> dict[str, Read]:
    with open_source(str(root)) as source:
        found = list(MEDIUM.read(source, MEDIUM.takes(source, source.names), Reading(now=NOW)))
    return {one.path: one for one in found}


def read(write: Write, html: str, name: str = "2018-08-11_On-Tides-0a1b2c3d4e5f") -> SourceDocument:
    (document,) = read_all(write({f"posts/{name}.html": html})).values()
    assert isinstance(document, SourceDocument), document
    return document


def test_a_story_keeps_all_that_the_export_says_of_it(write: Write) -> None:
    heading = "<h3 class='graf--title'>On Tides</h3><h4>Of water.</h4>"
    html = story(body=f"{heading}<p>{PROSE}</p>", footer='<a class="p-tag">Sea</a>')
    document = read(write, html)

    assert (document.root, document.path) == ("medium", "0a1b2c3d4e5f")
    assert (document.title, document.description) == ("On Tides", "Of water.")
    assert document.body == f"#### Of water.\n\n{PROSE}"
    assert document.dates.published is not None
    assert document.dates.published.day == date(2018, 8, 11)
    assert document.dates.published_origin is DateOrigin.EXPORT
    assert (document.authors, document.tags) == (("A. Writer",), ("Sea",))
    assert document.canonical_url == document.own_url == ADDRESS
    assert (document.slug_wish, document.platform) == ("on-tides-0a1b2c3d4e5f", "Medium")
    assert document.visibility is Visibility.PUBLIC


@pytest.mark.parametrize(
    ("html", "name", "visibility"),
    [
        (story(), "draft_On-Tides-0a1b2c3d4e5f", Visibility.DRAFT),
        (story(address="", footer="View original."), "On-Tides-0a1b2c3d4e5f", Visibility.DRAFT),
        (story(footer="<p>Unlisted</p>"), "2018-08-11_On-Tides", Visibility.UNLISTED),
        (story(footer="<p>Member-only story</p>"), "2018-08-11_On-Tides", Visibility.PRIVATE),
        (story(time="2030-01-01T00:00:00Z"), "2030-01-01_On-Tides", Visibility.PRIVATE),
    ],
)
def test_what_is_not_for_everyone_is_not_public(
    write: Write, html: str, name: str, visibility: Visibility
) -> None:
    assert read(write, html, name).visibility is visibility


def test_a_draft_has_no_date(write: Write) -> None:
    assert read(write, story(), "draft_On-Tides-0a1b2c3d4e5f").dates.published is None


def test_the_files_name_gives_the_day_that_the_story_does_not(write: Write) -> None:
    dates = read(write, story(time=""), "2018-08-12_On-Tides-0a1b2c3d4e5f").dates

    assert dates.published is not None
    assert (dates.published.day, dates.published_origin) == (
        date(2018, 8, 12), DateOrigin.FILE_NAME,
    )  # fmt: skip


def test_a_story_that_was_published_elsewhere_first_leads_there(write: Write) -> None:
    first = '<p>Originally published at <a href="https://quay.example/tides">quay.example</a>.</p>'
    document = read(write, story(body=f"<p>{PROSE}</p>{first}"))

    assert (document.canonical_url, document.own_url) == ("https://quay.example/tides", ADDRESS)


def test_a_response_is_left_out_and_so_are_the_lists_of_the_account(write: Write) -> None:
    response = story(title=PROSE[:20] + "…", summary="")
    root = write(
        {
            "posts/a-0a1b2c3d4e5f.html": story(),
            "posts/b-1a1b2c3d4e5f.html": response,
            "claps/claps-0001.html": "<ul><li>Someone else's story</li></ul>",
            "README.html": "<p>Your export</p>",
            "notes.html": "<p>Mine.</p>",
        }
    )
    found = read_all(root)

    assert {path for path, one in found.items() if isinstance(one, Skip)} == {
        "posts/b-1a1b2c3d4e5f.html", "claps/claps-0001.html", "README.html",
    }  # fmt: skip
    assert "notes.html" not in found


def test_two_stories_with_one_address_are_two_works(write: Write) -> None:
    root = write({"posts/a.html": story(), "posts/b.html": story("Other", "<p>More.</p>")})
    found = [one for one in read_all(root).values() if isinstance(one, SourceDocument)]

    assert [one.path for one in found] == ["0a1b2c3d4e5f", "b"]
    assert [one.own_url for one in found] == [ADDRESS, ""]


def test_a_story_of_endless_tags_hides_what_it_was(write: Write) -> None:
    html = story(body="<div>" * 500)
    (refused,) = read_all(write({"posts/a-0a1b2c3d4e5f.html": html})).values()

    assert isinstance(refused, Refusal)
    assert (refused.root, refused.path, refused.closes) == ("medium", "0a1b2c3d4e5f", True)


@pytest.mark.data
def test_a_real_export_comes_in_whole(test_data: Path) -> None:
    folder = test_data / "data/exports/ghost-migrate/mg-medium-export/test/fixtures/export"
    found = read_all(folder)
    documents = [one for one in found.values() if isinstance(one, SourceDocument)]

    assert len(documents) == 8
    assert len([one for one in found.values() if isinstance(one, Skip)]) == 2
    assert [one.title for one in documents if one.visibility is not Visibility.PUBLIC] == [
        "Draft Post Title"
    ]
