"""A page of HTML becomes an essay: its text alone, and no date that it does not state."""

from datetime import date
from pathlib import Path

import pytest

from retrieval.corpus.documents import Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats import Reading
from retrieval.corpus.formats.html import HTML, read_html
from retrieval.corpus.sources import open_source
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.corpus.conftest import NOW, Write

HOW = Reading(now=NOW)
PROSE = "<p>The ferry left at nine, and the quay was quiet until the evening boats came in.</p>"


def outcome_of(html: str | bytes, path: str = "site/tides.html") -> object:
    data = html.encode() if isinstance(html, str) else html
    return read_html(SourceFile("/archive", path, data), HOW)


def read(html: str | bytes, path: str = "site/tides.html") -> SourceDocument:
    document = outcome_of(html, path)
    assert isinstance(document, SourceDocument), document
    return document


def page(body: str, head: str = "") -> str:
    return f"<!doctype html><html lang='de'><head>{head}</head><body>{body}</body></html>"


@pytest.mark.parametrize(
    "body",
    [
        f"<article><h1>T</h1>{PROSE}</article>",
        f"<main>{PROSE}</main>",
        f"<div itemprop='articleBody'>{PROSE}</div>",
        f"<div class='entry-content'>{PROSE}</div>",
        f"<div id='content'>{PROSE}</div>",
        f"<article>{PROSE}<footer><p>Filed under boats</p></footer></article>",
        f"<article><p class='byline'>By A. Writer</p>{PROSE}</article>",
        f"<article><p>Posted on <time datetime='2020-01-02'>2 January</time></p>{PROSE}</article>",
        f"<main>{PROSE}<div class='share-buttons'>Share this</div>"
        "<section id='comments'><p>A comment.</p></section></main>",
        f"<article>{PROSE}</article><article><h3>Another</h3></article>",
        f"<main>{PROSE}<section class='related-posts'><a href='x'>Other</a></section></main>",
        f"<form><nav>menu</nav><main>{PROSE}</main></form>",
    ],
)
def test_the_work_is_taken_and_not_what_stands_around_it(body: str) -> None:
    around = "<header><a href='/'>Quayside</a></header><nav><a href='/'>Home</a></nav>"
    html = page(f"{around}{body}<aside>About me</aside><footer>© 2019 Quayside</footer>")

    assert read(html).body == PROSE.removeprefix("<p>").removesuffix("</p>")


def test_a_page_that_marks_nothing_is_all_work() -> None:
    assert read("<h2>Keels</h2><p>Oak.</p><p>Pine.</p>").body == "## Keels\n\nOak.\n\nPine."


def test_what_holds_most_of_the_text_is_the_text_whatever_it_is_called() -> None:
    assert "quay was quiet" in read(page(f"<div class='comments'>{PROSE}</div>")).body


@pytest.mark.parametrize(
    ("head", "heading", "title"),
    [
        ("<title>Tides | Quayside</title>", "", "Tides"),
        (
            "<title>Tides - Quayside</title><meta property='og:site_name' content='Quayside'>",
            "",
            "Tides",
        ),
        ("<title>Quayside</title>", "<h1>Tides</h1>", "Tides"),
        ("<meta property='og:title' content='Tides'>", "<h1>Tides</h1>", "Tides"),
        ("<meta property='og:title' content='Tides — Quayside'>", "<h1>Tides</h1>", "Tides"),
        ("", "", "Tides"),
    ],
)
def test_the_title_is_the_works_and_not_the_sites(head: str, heading: str, title: str) -> None:
    document = read(page(f"<article>{heading}{PROSE}</article>", head))

    assert (document.title, document.body.count("#")) == (title, 0)


@pytest.mark.parametrize(
    "dated",
    [
        "<meta property='article:published_time' content='2021-03-04T23:30:00+11:00'>",
        "<meta name='DC.date.issued' content='2021-03-04'>",
        '<script type="application/ld+json">{"@graph": [{"@type": "WebPage", "datePublished": '
        '"2020-01-01"}, {"@type": "BlogPosting", "datePublished": "2021-03-04T01:00Z"}]}</script>',
        "<time class='dt-published' datetime='2021-03-04'>long ago</time>",
        "<time itemprop='datePublished'>4 March 2021</time>",
        "<time pubdate datetime='2021-03-04'></time>",
        "<time datetime='2021-03-04'>March</time>",
    ],
)
def test_the_date_is_the_day_that_the_page_states(dated: str) -> None:
    document = read(page(f"<article>{dated}{PROSE}</article>"))

    assert document.dates.published is not None
    assert document.dates.published.day == date(2021, 3, 4)
    assert document.dates.published_origin is DateOrigin.PAGE


def test_no_date_is_made_of_a_copyright_line_or_of_a_time_in_the_text() -> None:
    told = "<p>On <time datetime='1912-04-15'>that day</time> it sank.</p>"
    document = read(page(f"<article>{PROSE}{told}</article><footer>© 4 March 2021</footer>"))

    assert document.dates.published is None
    assert document.dates.published_origin is DateOrigin.UNKNOWN


def test_a_day_in_the_files_name_is_used_where_the_page_states_none() -> None:
    dates = read(page(PROSE), "2019-05-06-tides.html").dates

    assert dates.published is not None
    assert (dates.published.day, dates.published_origin) == (
        date(2019, 5, 6), DateOrigin.FILE_NAME,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("html", "visibility"),
    [
        (page(PROSE), Visibility.PUBLIC),
        (page(PROSE, "<meta name='robots' content='noindex, follow'>"), Visibility.UNLISTED),
        (page(f"{PROSE}<form><input type='password'></form>"), Visibility.PRIVATE),
        (
            page(PROSE, "<meta property='article:published_time' content='2030-01-01'>"),
            Visibility.PRIVATE,
        ),
        (page(PROSE, "<meta name='date' content='January 2030'>"), Visibility.PRIVATE),
        (
            page(
                PROSE,
                '<script type="application/ld+json">{"@type": "Article", '
                '"isAccessibleForFree": false}</script>',
            ),
            Visibility.PRIVATE,
        ),
    ],
)
def test_what_a_page_hides_from_some_is_not_public(html: str, visibility: Visibility) -> None:
    assert read(html).visibility is visibility


def test_a_page_in_a_folder_of_drafts_is_a_draft() -> None:
    assert read(page(PROSE), "drafts/tides.html").visibility is Visibility.DRAFT


def test_a_base_makes_links_whole_and_is_no_address_of_the_page() -> None:
    base = "<base href='https://own.example/blog/'>"
    document = read(page(f"{PROSE}<a href='rope'>Rope</a>", base), "knots.html")

    assert "[Rope](https://own.example/blog/rope)" in document.body
    assert (document.own_url, document.slug_wish) == ("", "knots")


def test_what_a_page_says_of_its_work_is_kept() -> None:
    head = (
        "<link rel='canonical' href='https://quay.example/2020/tides/'>"
        "<meta name='author' content='A. Writer'><meta name='description' content='On water.'>"
        "<meta name='keywords' content='sea, quay'>"
        "<meta property='article:modified_time' content='2022-01-01'>"
    )
    document = read(page(f"{PROSE}<p><a href='b.html'>next</a></p>", head))

    assert document.canonical_url == document.own_url == "https://quay.example/2020/tides/"
    assert document.slug_wish == "tides"
    assert (document.authors, document.description) == (("A. Writer",), "On water.")
    assert (document.tags, document.language) == (("sea", "quay"), "de")
    assert document.dates.updated is not None
    assert document.dates.updated.day == date(2022, 1, 1)
    assert document.body.endswith("[next](https://quay.example/2020/tides/b.html)")


@pytest.mark.parametrize(
    ("html", "path", "reason"),
    [
        (page("<p>{{ content }}</p>"), "a.html", "template marks"),
        (page("<p>a</p>{% if x %}<p>b</p>"), "a.html", "template marks"),
        (page("<a href='{{ url }}'>a</a>"), "a.html", "template marks"),
        (page(PROSE), "themes/quay/page.html", "themes"),
        (page(PROSE), "_site/2020/page.html", "_site"),
        ("---\nlayout: x\n---\n{% for p in site.posts %}{{ p }}{% endfor %}", "i.html", "lists"),
        (page(f"<article><h2>A</h2>{PROSE}</article>" * 3), "i.html", "3 texts"),
        (page("".join(f"<p><a href='{n}'>Post {n}</a></p>" for n in range(9))), "i.html", "lists"),
        (page("", "<meta http-equiv='refresh' content='0; url=/new/'>"), "old.html", "leads on"),
        (page("<img src='a.png'>"), "a.html", "no text"),
        (page(PROSE), "404.html", "no text"),
        ("", "empty.html", "no text"),
    ],
)
def test_a_page_that_is_no_essay_is_left_out_by_name(html: str, path: str, reason: str) -> None:
    left_out = outcome_of(html, path)

    assert isinstance(left_out, Skip)
    assert reason in left_out.reason


def test_marks_of_a_template_in_code_are_what_an_essay_is_about() -> None:
    html = page(f"{PROSE}<pre>{{{{ page.title }}}}</pre><p>As <code>{{% x %}}</code>.</p>")

    assert "{{ page.title }}" in read(html).body


def test_front_matter_above_a_page_holds_as_above_markdown() -> None:
    front = "---\ntitle: Loaves\ndate: 2024-02-03\ndraft: true\n---\n"
    document = read(f"{front}<p>Rye {{{{ x }}}}<b>is</b> dense.</p>")

    assert (document.title, document.visibility) == ("Loaves", Visibility.DRAFT)
    assert (document.body, document.source_format) == ("Rye **is** dense.", "html")
    assert document.dates.published_origin is DateOrigin.FRONT_MATTER


def test_raw_protects_what_only_looks_like_a_template() -> None:
    front = "---\ntitle: T\n---\n"
    document = read(f"{front}<p>{{{{ a }}}}Say {{% raw %}}{{{{ b }}}}{{% endraw %}}.</p>")

    assert document.body == "Say \\{{ b }}."


def test_a_template_call_leaves_its_caption_and_a_comment_nothing() -> None:
    document = read(
        "---\ntitle: T\n---\n<p>A {% comment %}hidden {{ x }}{% endcomment %}b.</p>"
        "{% include fig.html caption='At <rest>' %}"
    )

    assert document.body == "A b.\n\nAt \\<rest>"


def test_a_page_is_read_in_the_encoding_that_it_states() -> None:
    html = "<meta charset='shift_jis'><p>東京の朝</p>".encode("shift_jis")

    assert read(html).body == "東京の朝"


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<meta charset='iso-8859-1'><p>“Café” – so…</p>".encode("cp1252"), "“Café” – so…"),
        ("<meta charset='gb2312'><p>镕</p>".encode("gbk"), "镕"),
        ("<?xml version='1.0' encoding='koi8-r'?><p>Утро</p>".encode("koi8-r"), "Утро"),
        ("<meta charset='utf-8'><p>Café “so”".encode() + b" \x97</p>", "Café “so” —"),
    ],
)
def test_a_page_is_read_as_browsers_read_what_it_states(html: bytes, shown: str) -> None:
    assert read(html).body == shown


@pytest.mark.parametrize(
    "refresh",
    [
        "<meta http-equiv='refresh' content='600; url=/'>",
        "<meta http-equiv='refresh' content='30'>",
        "<noscript><meta http-equiv='refresh' content='0; url=/plain'></noscript>",
    ],
)
def test_a_page_that_stays_before_its_reader_leads_nowhere(refresh: str) -> None:
    assert read(page(PROSE, refresh)).body


def test_what_a_browser_saved_beside_a_page_is_no_page(write: Write) -> None:
    folder = write(
        {
            "Rope.html": page(PROSE),
            "Rope_files/frame.html": page("<p>Buy now.</p>"),
            "Log_files/alone.html": page(PROSE),
        }
    )
    with open_source(str(folder)) as source:
        found = list(HTML.read(source, HTML.takes(source, source.names), Reading(now=NOW)))

    left_out = [one.path for one in found if isinstance(one, Skip)]
    assert left_out == ["Rope_files/frame.html"]
    assert len(found) == 3


@pytest.mark.parametrize("html", [b"\xff\xfe\x00", b"\0\0", b"---\ntitle: [\n---\n<p>x</p>"])
def test_what_is_no_page_is_refused(html: bytes) -> None:
    assert isinstance(outcome_of(html), Refusal)


def test_a_page_of_endless_tags_hides_what_it_was() -> None:
    refused = outcome_of("<div>" * 5000)

    assert isinstance(refused, Refusal)
    assert refused.closes


def test_a_folder_of_pages_is_taken_page_by_page(write: Write) -> None:
    root = write({"a.html": page(PROSE), "b.htm": page(PROSE), "c.md": "Text."})

    with open_source(str(root)) as source:
        assert HTML.takes(source, source.names) == ("a.html", "b.htm")
        documents = list(HTML.read(source, ("a.html", "b.htm"), HOW))

    assert all(isinstance(one, SourceDocument) for one in documents)


@pytest.mark.data
def test_the_copy_of_a_work_names_where_its_original_lives(test_data: Path) -> None:
    path = test_data / "bugcases" / "ID-03" / "medium" / "2018-04-20_The-Clock.html"
    document = read(path.read_bytes(), path.name)

    assert document.title == "The Clock That Nobody Wanted Fixed"
    assert document.canonical_url == "https://example.org/seven-minutes-late"
