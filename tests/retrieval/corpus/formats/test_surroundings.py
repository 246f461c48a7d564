"""What a folder says of its files holds where they say nothing themselves."""

import pytest

from retrieval.corpus.documents import SourceDocument
from retrieval.corpus.formats import Reading
from retrieval.corpus.formats.html import HTML
from retrieval.corpus.formats.markdown import MARKDOWN
from retrieval.corpus.sources import open_source
from retrieval.types import Visibility
from tests.retrieval.corpus.conftest import NOW, Write

DRAFT, PRIVATE, PUBLIC = Visibility.DRAFT, Visibility.PRIVATE, Visibility.PUBLIC
CLOSED = "---\ncascade:\n  draft: true\n---\n"


def read(write: Write, files: dict[str, str | bytes]) -> dict[str, SourceDocument]:
    with open_source(str(write(files))) as source:
        found = [
            document
            for one in (MARKDOWN, HTML)
            for document in one.read(source, one.takes(source, source.names), Reading(now=NOW))
        ]
    return {one.path: one for one in found if isinstance(one, SourceDocument)}


@pytest.mark.parametrize(
    ("name", "says", "visibility"),
    [
        ("a/_index.md", CLOSED, DRAFT),
        ("_index.md", "+++\n[cascade]\npublishDate = 2050-01-01\n+++\n", PRIVATE),
        ("a/_index.md", '{"cascade": {"_build": {"render": "never"}}}\n', PRIVATE),
        ("a/_index.md", "---\ncascade:\n- target: {path: /A/B/*}\n  draft: true\n---\n", DRAFT),
        ("a/_index.md", "---\ncascade:\n- target: {path: /x/**}\n  draft: true\n---\n", PUBLIC),
        ("a/_index.md", "---\ndraft: true\n---\n", PUBLIC),
        ("a/_index.md", "---\ncascade: {draft: true\n---\n", PRIVATE),
        ("a/b/index.md", "---\ndraft: true\n---\n", DRAFT),
        ("a/b/index.md", "---\ndate: 2050-01-01\n---\n", PRIVATE),
        ("a/b/index.md", "---\nnoindex: true\n---\n", PUBLIC),
        ("a/index.md", "---\ndraft: true\n---\n", PUBLIC),
        ("a/a.json", '{"permalink": false}', PRIVATE),
        ("a/b/b.11tydata.json", '{"draft": true}', DRAFT),
        ("a/b/page.json", '{"draft": true}', DRAFT),
        ("a/other.json", '{"draft": true}', PUBLIC),
        ("a/b/b.json", '{"draft": true', PRIVATE),
        ("a/b/b.json", '["draft"]', PUBLIC),
    ],
)
def test_what_a_folder_closes_is_as_closed_in_each_of_its_files(
    write: Write, name: str, says: str, visibility: Visibility
) -> None:
    found = read(write, {name: says, "a/b/page.md": "Words.", "a/b/other.html": "<p>Words.</p>"})

    assert found["a/b/page.md"].visibility is visibility
    is_told = found["a/b/page.md"].visibility_reason.startswith("said of its folder: ")
    assert is_told == (visibility is not PUBLIC)
    if "page" not in name and "target" not in says:
        assert found["a/b/other.html"].visibility is visibility


JEKYLL = "title: A site\ndefaults:\n- scope: {{path: {path}, type: {kind}}}\n  values: {values}\n"
CLOSING_A = JEKYLL.format(path="a", kind="", values="{draft: on}")


@pytest.mark.parametrize(
    ("name", "says", "visibility"),
    [
        ("_config.yml", JEKYLL.format(path='""', kind='""', values="{published: false}"), DRAFT),
        ("_config.yml", JEKYLL.format(path="a", kind="posts", values="{draft: true}"), DRAFT),
        ("_config.yml", JEKYLL.format(path='"a/*"', kind='""', values="{draft: true}"), DRAFT),
        ("_config.yml", "---\n" + CLOSING_A, DRAFT),
        ("_config.yml", "# Ours\n\n--- \n" + CLOSING_A, DRAFT),
        ("_config.yml", "%YAML 1.1\n---\n" + CLOSING_A, DRAFT),
        ("a/_config.yml", JEKYLL.format(path="_posts", kind="", values="{draft: on}"), DRAFT),
        ("_config.yml", JEKYLL.format(path="b", kind='""', values="{draft: true}"), PUBLIC),
        ("_config.yml", JEKYLL.format(path="a", kind="pages", values="{draft: true}"), PUBLIC),
        ("_config.yml", JEKYLL.format(path="a", kind="posts", values="{layout: x}"), PUBLIC),
        ("_config.yml", "defaults: [scope: {path: a\n", PRIVATE),
        ("_config.yml", "defaults: yes\n", PUBLIC),
        ("hugo.toml", "title = 'A site'\n[cascade]\ndraft = true\n", DRAFT),
        ("hugo.json", '{"title": "A site", "cascade": {"draft": true}}', DRAFT),
        ("config/_default/hugo.yaml", "cascade:\n- {target: {path: /a/**}, draft: on}\n", DRAFT),
        ("hugo.toml", "[[cascade]]\ndraft = true\n[cascade.target]\npath = '/b/**'\n", PUBLIC),
    ],
)
def test_what_a_sites_settings_close_is_closed(
    write: Write, name: str, says: str, visibility: Visibility
) -> None:
    found = read(write, {name: says, "a/_posts/2020-01-05-page.md": "---\ntitle: A\n---\nWords."})

    assert found["a/_posts/2020-01-05-page.md"].visibility is visibility


def test_the_narrowest_scope_of_a_site_holds(write: Write) -> None:
    wide = JEKYLL.format(path='""', kind='""', values="{lang: fr, author: Ada}")
    says = f"{wide}- scope: {{path: a/b}}\n  values: {{lang: de}}\n"
    found = read(write, {"_config.yml": says, "a/b/page.md": "Words.", "a/page.md": "Words."})

    assert (found["a/b/page.md"].language, found["a/page.md"].language) == ("de", "fr")
    assert found["a/b/page.md"].authors == ("Ada",)


def test_what_a_file_states_itself_goes_before_its_folders(write: Write) -> None:
    found = read(
        write,
        {
            "a/_index.md": "---\ncascade: {draft: true, author: Ada, lang: fr}\n---\n",
            "a/open.md": "---\ndraft: false\nlang: de\n---\nWords.",
            "a/b/b.json": '{"author": "Bea"}',
            "a/b/page.md": "---\ntitle: Page\n---\nWords.",
        },
    )

    assert (found["a/open.md"].visibility, found["a/open.md"].language) == (PUBLIC, "de")
    assert found["a/open.md"].authors == ("Ada",)
    assert found["a/b/page.md"].visibility_reason == "said of its folder: draft: true"
    assert (found["a/b/page.md"].authors, found["a/b/page.md"].language) == (("Bea",), "fr")


def test_a_folder_gives_none_of_its_files_a_date_or_an_address(write: Write) -> None:
    says = '{"date": "2020-01-01", "title": "All", "slug": "all", "url": "https://a.example/x"}'

    document = read(write, {"a/a.json": says, "a/page.md": "Words."})["a/page.md"]

    assert document.dates.published is None
    assert (document.title, document.slug_wish, document.canonical_url) == ("Page", "page", "")
