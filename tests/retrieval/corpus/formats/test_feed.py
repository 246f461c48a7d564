"""Feeds: whole texts dated as written; what is broken is told, what is private stays so."""

import json
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest

from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile, Stamp
from retrieval.corpus.formats import Read, Reading
from retrieval.corpus.formats.feed import FEED, read_feed
from retrieval.corpus.sources import Source
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.corpus.conftest import NOW

RSS = (
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<channel><title>Notes</title><link>https://notes.example/blog/</link>"
    "<language>en-GB</language><lastBuildDate>Thu, 02 May 2024 00:00:00 GMT</lastBuildDate>{}"
    "</channel></rss>"
)
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://www.w3.org/2007/app" '
    'xml:base="https://notes.example/"><title>Notes</title><id>urn:x</id>'
    '<link href="https://notes.example/"/><author><name>Ann Quill</name></author>{}</feed>'
)


def item(content: str = "<p>Whole.</p>", more: str = "", **fields: str) -> str:
    all_fields = {
        "title": "A note", "link": "https://notes.example/blog/a-note/",
        "guid": "https://notes.example/?p=7", "pubDate": "Sat, 05 Mar 2016 23:30:00 -0500",
    } | fields  # fmt: skip
    tags = "".join(f"<{name}>{value}</{name}>" for name, value in all_fields.items() if value)
    body = f"<content:encoded><![CDATA[{content}]]></content:encoded>" if content else ""
    return f"<item>{tags}{body}{more}</item>"


def all_of(data: str | bytes, name: str = "feed.xml", **how: Any) -> list[Read]:
    given = data.encode() if isinstance(data, str) else data
    return list(read_feed(SourceFile("/feeds", name, given), Reading(now=NOW, **how)))


def read(data: str | bytes, name: str = "feed.xml", **how: Any) -> SourceDocument:
    (document,) = all_of(data, name, **how)
    assert isinstance(document, SourceDocument), document
    return document


def atom(entry: str) -> SourceDocument:
    return read(ATOM.format(f"<entry><title>A note</title><id>urn:1</id>{entry}</entry>"))


EAST_COAST = timezone(timedelta(hours=-5))


def test_a_whole_item_is_read_as_its_readers_got_it() -> None:
    document = read(
        RSS.format(
            item(
                '<p>See <a href="../b/">b</a>.</p>',
                "<description>In short.</description><category>Boats</category>"
                "<dc:creator>Ann Quill</dc:creator>",
            )
        )
    )

    assert document == SourceDocument(
        root="feed:notes.example/blog",
        path="notes.example/?p=7",
        slug_wish="a-note",
        folder="notes.example-blog",
        title="A note",
        body="See [b](https://notes.example/blog/b/).",
        dates=Dates(
            Stamp(date(2016, 3, 5), datetime(2016, 3, 5, 23, 30, tzinfo=EAST_COAST)),
            DateOrigin.FEED,
        ),
        visibility=Visibility.PUBLIC,
        description="In short.",
        language="en-GB",
        authors=("Ann Quill",),
        tags=("Boats",),
        canonical_url="https://notes.example/blog/a-note/",
        own_url="https://notes.example/blog/a-note/",
        file="feed.xml",
        source_format="feed",
    )


@pytest.mark.parametrize(
    ("more", "published", "updated"),
    [
        ("<dc:date>2016-03-05T23:30:00-05:00</dc:date>", date(2016, 3, 5), None),
        ("<dcterms:created>2016-03-05</dcterms:created>", date(2016, 3, 5), None),
        ("<dcterms:modified>2016-03-05</dcterms:modified>", None, date(2016, 3, 5)),
        ("<pubDate>sometime</pubDate>", None, None),
        ("", None, None),
    ],
)
def test_a_date_is_what_the_feed_calls_it_and_never_its_own_building_date(
    more: str, published: date | None, updated: date | None
) -> None:
    dates = read(RSS.format(item(more=more, pubDate=""))).dates

    assert (dates.published and dates.published.day) == published
    assert (dates.updated and dates.updated.day) == updated


def test_an_edit_in_atom_is_no_publication() -> None:
    edited = atom("<updated>2020-02-02T10:00:00Z</updated><content>Words.</content>")
    both = atom(
        "<published>2019-12-31T23:45:00-08:00</published>"
        "<updated>2020-02-02T10:00:00Z</updated><content>Words.</content>"
    )

    assert edited.dates.published is None
    assert "no date" in edited.warnings[0]
    assert both.dates.published is not None
    assert both.dates.published.day == date(2019, 12, 31)
    assert both.dates.updated is not None


@pytest.mark.parametrize(
    ("content", "body"),
    [
        ("<content>a &lt;b&gt; c\n\nd</content>", "a \\<b> c\n\nd"),
        ('<content type="html">&lt;b&gt;a&lt;/b&gt;</content>', "**a**"),
        (
            '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><em>a</em></div>'
            "</content>",
            "*a*",
        ),
        (
            '<content type="html" xml:base="https://other.example/x/">'
            '&lt;a href="y"&gt;y&lt;/a&gt;</content>',
            "[y](https://other.example/x/y)",
        ),
    ],
)
def test_a_text_in_atom_is_read_as_its_type_says(content: str, body: str) -> None:
    assert atom(content).body.strip() == body


def test_links_of_a_fetched_feed_lead_on_from_where_it_was() -> None:
    entry = '<entry><title>A</title><id>urn:1</id><link href="a/"/><content>x</content></entry>'
    bare = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title>{entry}</feed>'
    based = bare.replace("<title>Notes", '<link href="/"/><title>Notes', 1).replace(
        "<feed ", '<feed xml:base="https://own.example/blog/" '
    )

    def address(data: str) -> str:
        file = SourceFile("/f", "a.xml", data.encode(), "https://notes.example/feeds/all.xml")
        (document,) = read_feed(file, Reading(now=NOW))
        assert isinstance(document, SourceDocument)
        return document.canonical_url

    assert address(bare) == "https://notes.example/feeds/a/"
    assert address(based) == "https://own.example/blog/a/"


def test_a_title_in_atom_that_is_text_is_not_decoded_again() -> None:
    entry = "<entry><title>The &amp;lt; entity</title><id>urn:1</id><content>x</content></entry>"

    assert read(ATOM.format(entry)).title == "The &lt; entity"


@pytest.mark.parametrize("prefix", ["app", "pub"])
def test_a_draft_of_the_publishing_protocol_is_a_draft(prefix: str) -> None:
    control = f'<{prefix}:control xmlns:{prefix}="http://www.w3.org/2007/app">'
    mark = f"{control}<{prefix}:draft>yes</{prefix}:draft></{prefix}:control>"
    document = atom(f"{mark}<content>x</content>")

    assert document.visibility is Visibility.DRAFT


def test_a_future_date_is_scheduled() -> None:
    document = read(RSS.format(item(pubDate="Fri, 01 Feb 2030 08:00:00 GMT")))

    assert document.visibility is Visibility.PRIVATE


@pytest.mark.parametrize(
    "end", ["goes on…", "goes on [...]", "Read more", "Continue reading &#8594;",
            "The post A note appeared first on Notes."]
)  # fmt: skip
def test_a_teaser_is_told_from_a_whole_text(end: str) -> None:
    teaser = read(RSS.format(item("", f"<description>It begins and {end}</description>")))
    whole = read(RSS.format(item(f"<p>It begins and {end}</p>")))

    assert "teaser" in teaser.warnings[0]
    assert whole.warnings == ()


def test_a_description_of_plain_lines_keeps_its_paragraphs() -> None:
    document = read(RSS.format(item("", "<description>One.\n\nTwo.</description>")))

    assert (document.body.strip(), document.description) == ("One.\n\nTwo.", "")


BLOGGER = '<blogger:{0} xmlns:blogger="http://schemas.google.com/blogger/2018">{1}</blogger:{0}>'


@pytest.mark.parametrize(
    ("status", "visibility"),
    [
        ("LIVE", Visibility.PUBLIC),
        ("DRAFT", Visibility.DRAFT),
        ("SCHEDULED", Visibility.PRIVATE),
        ("SOME_NEW_WORD", Visibility.PRIVATE),
    ],
)
def test_blogger_s_posts_are_as_open_as_their_status(status: str, visibility: Visibility) -> None:
    document = atom(f"{BLOGGER.format('status', status)}<content>Oak.</content>")

    assert document.visibility is visibility


def test_trash_is_left_out_and_closes_what_it_was() -> None:
    entry = f"<entry><id>urn:1</id>{BLOGGER.format('status', 'SOFT_TRASHED')}</entry>"
    (skip,) = all_of(ATOM.format(entry))

    assert isinstance(skip, Skip)
    assert skip.closes


def test_an_answer_to_a_post_is_no_essay() -> None:
    answers = '<thr:in-reply-to xmlns:thr="http://purl.org/syndication/thread/1.0" ref="urn:0"/>'

    assert isinstance(all_of(ATOM.format(f"<entry><id>urn:1</id>{answers}</entry>"))[0], Skip)


def test_blogger_s_comments_and_settings_are_no_essays() -> None:
    kind = 'scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#'
    entries = "".join(
        f'<entry><title>{name}</title><id>urn:{name}</id><category {kind}{name}"/>'
        "<content>x</content></entry>"
        for name in ("post", "comment", "settings", "template")
    )

    found = all_of(ATOM.format(entries))

    assert [type(one) for one in found] == [SourceDocument, Skip, Skip, Skip]
    assert isinstance(found[0], SourceDocument)
    assert found[0].tags == ()


def test_a_half_item_is_refused_and_the_whole_ones_stand() -> None:
    data = RSS.format(item() + item("<p>Half of it.</p>", guid="urn:2", link=""))
    begins = data.index("Half of")
    for cut in range(data.index("</item>") + 10, begins + 20, 13):
        *documents, refusal = all_of(data[:cut])

        assert isinstance(refusal, Refusal)
        assert "missing" in refusal.reason
        assert [one.path for one in documents] == ["notes.example/?p=7"]


def test_a_broken_feed_is_read_with_a_warning_on_each_text() -> None:
    document = read(RSS.format(item(more="<media:group>x</media:group>")))

    assert "broken" in document.warnings[0]
    assert "mended" in read(RSS.format(item(title="Q & A"))).warnings[0]


def test_an_item_that_comes_twice_counts_once() -> None:
    first, second = all_of(RSS.format(item() + item("<p>Again.</p>")))

    assert isinstance(first, SourceDocument)
    assert isinstance(second, Skip)


def test_an_entry_without_an_address_does_not_get_the_front_pages() -> None:
    document = read(RSS.format(item(link="", guid="urn:7")))

    assert (document.canonical_url, document.own_url) == ("", "")
    assert read(json_feed({"id": "7", "content_text": "Oak."})).own_url == ""


def test_an_address_that_entries_share_is_none_of_theirs() -> None:
    """Joined by it, two short notes on one find would be one work."""
    shared = "https://notes.example/blog/all/"
    found = all_of(RSS.format(item(link=shared, guid="urn:1") + item(link=shared, guid="urn:2")))

    assert [one.own_url for one in found if isinstance(one, SourceDocument)] == ["", ""]


def test_a_link_that_only_counted_readers_gives_way_to_where_it_led() -> None:
    counted = item(
        link="https://feeds.counter.example/~r/notes/3/x",
        more='<f:origLink xmlns:f="http://rssnamespace.org/feedburner/ext/1.0">'
        "https://notes.example/blog/a-note/</f:origLink>",
    )

    assert read(RSS.format(counted)).own_url == "https://notes.example/blog/a-note/"


def test_an_export_of_wordpress_is_not_read_as_a_feed() -> None:
    data = RSS.format(item()) + " " * 5000 + "<!-- http://wordpress.org/export/1.2/ -->"

    (refusal,) = all_of(data)
    assert isinstance(refusal, Refusal)
    assert "--format wordpress" in refusal.reason


@pytest.mark.parametrize(
    "data",
    [
        '<!DOCTYPE rss [<!ENTITY a "b">]>' + RSS.format(item()),
        RSS.format("<x>" * 70),
        "<rss>\0</rss>",
        '{"version": "https://jsonfeed.org/version/1", "items": [',
    ],
)
def test_a_hostile_or_half_file_is_one_refusal(data: str) -> None:
    (refusal,) = all_of(data, "a.json" if data.startswith("{") else "a.xml")

    assert isinstance(refusal, Refusal)


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ("<item/>" * 10_001, "entries"),
        ("<item>" + "<a/>" * 240_001 + "</item>", "elements"),
        (item("<b>" * 600_001), "tags"),
        (item("", description="&lt;b>&#60;b>&#x3C;b>" * 201_000), "tags"),
        (item(more="".join(f"<category>c{n}</category>" for n in range(302))), "labels"),
        (item(more="<itunes:keywords>" + "a," * 6_000 + "</itunes:keywords>"), "keywords"),
        (item("&amp;" * 1_000_001), "entities"),
        (item("x" * 20_000_001), "20 MB"),
    ],
    ids=["entries", "elements", "tags", "hidden tags", "labels", "keywords", "entities", "size"],
)
def test_what_would_keep_a_reader_busy_is_refused(items: str, words: str) -> None:
    (refusal,) = all_of(RSS.format(items))

    assert isinstance(refusal, Refusal)
    assert words in refusal.reason


def test_many_labels_in_many_items_are_no_fault() -> None:
    labels = "".join(f"<category>c{n}</category>" for n in range(290))

    found = all_of(RSS.format("".join(item(guid=f"urn:{n}", more=labels) for n in range(4))))
    assert [type(one) for one in found] == [SourceDocument] * 4


def test_a_name_that_is_a_feed_is_never_opened() -> None:
    assert not [one for one in all_of(b"/etc/hostname") if isinstance(one, SourceDocument)]


def json_feed(*items: dict[str, Any], **fields: Any) -> str:
    return json.dumps(
        {"version": "https://jsonfeed.org/version/1.1", "title": "Notes",
         "home_page_url": "https://notes.example/", "language": "de", "items": items} | fields
    )  # fmt: skip


def test_a_json_feed_keeps_the_day_of_its_offset() -> None:
    document = read(
        json_feed(
            {"id": "7", "url": "/a-note/", "title": "Tom &amp; I", "summary": "In short.",
             "content_html": "<p>Whole.</p>", "date_published": "2019-12-31T23:45:00-08:00",
             "date_modified": "2020-01-02T00:00:00Z", "tags": ["Boats", "Boats"],
             "authors": [{"name": "Ann Quill"}]}
        ),
        "feed.json",
    )  # fmt: skip

    published, updated = document.dates.published, document.dates.updated
    assert published is not None
    assert updated is not None
    assert (published.day, updated.day) == (date(2019, 12, 31), date(2020, 1, 2))
    assert (document.title, document.description) == ("Tom &amp; I", "In short.")
    assert (document.authors, document.tags) == (("Ann Quill",), ("Boats",))
    assert (document.language, document.canonical_url) == ("de", "https://notes.example/a-note/")
    assert (document.root, document.path) == ("feed:notes.example", "7")


def test_a_json_feed_without_title_or_date_says_so() -> None:
    document = read(json_feed({"id": "7", "content_text": "Only <words>."}), "feed.json")

    assert document.title == "Only <words>."
    assert document.body.strip() == "Only \\<words>."
    assert document.dates == Dates()
    assert len(document.warnings) == 1


def test_what_another_author_wrote_is_private() -> None:
    by = "<dc:creator>{}</dc:creator>".format

    first, second = all_of(
        RSS.format(item(more=by("Ann Quill")) + item(guid="urn:2", more=by("Bob Guest"))),
        author="Ann Quill",
    )

    assert isinstance(first, SourceDocument)
    assert isinstance(second, SourceDocument)
    assert first.visibility is Visibility.PUBLIC
    assert second.visibility_reason == "export: by Bob Guest"


@pytest.mark.parametrize(
    ("name", "data", "is_taken"),
    [
        ("a.xml", RSS.format("").encode(), True),
        ("a.xml", RSS.format("").encode("utf-16"), True),
        ("a.atom", ATOM.format("").encode(), True),
        ("a.rss", b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', True),
        ("a.json", json_feed().encode(), True),
        ("a.json", b'{"version": "1.0", "name": "package"}', False),
        ("a.xml", b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', False),
        ("a.xml", b'<opml version="2.0">', False),
        ("a.xml", b'<rss xmlns:wp="http://wordpress.org/export/1.2/">', False),
        ("a.html", RSS.format("").encode(), False),
    ],
)
def test_only_feeds_are_taken(name: str, data: bytes, is_taken: bool) -> None:
    source = Source.of("/feeds", name, data)

    assert bool(FEED.takes(source, source.names)) is is_taken
