"""A WordPress export: posts and pages as private as the blog kept them, dated as written."""

import json
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest

from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile, Stamp
from retrieval.corpus.formats import Read, Reading
from retrieval.corpus.formats.wordpress import WORDPRESS, read_wordpress
from retrieval.corpus.sources import Source
from retrieval.types import DateOrigin, DocType, Visibility
from tests.retrieval.corpus.conftest import NOW

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/{version}/excerpt/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/{version}/">
<channel><title>Quayside</title><link>https://quay.example</link><language>en-GB</language>
<wp:base_blog_url>https://quay.example</wp:base_blog_url>
<wp:author><wp:author_login>ann</wp:author_login><wp:author_email>ann@mail.example</wp:author_email>
<wp:author_display_name>Ann Quill</wp:author_display_name></wp:author>
<wp:author><wp:author_login>bob</wp:author_login>
<wp:author_display_name>Bob Guest</wp:author_display_name></wp:author>
"""
TAIL = "</channel></rss>"


def item(content: str = "<p>Text.</p>", more: str = "", **fields: str) -> str:
    """An item as WordPress writes it; ``wp_status`` stands for ``wp:status``."""
    all_fields = {
        "title": "A quay", "link": "https://quay.example/a-quay/", "dc_creator": "ann",
        "wp_post_id": "41", "wp_post_date": "2014-06-01 23:30:00",
        "wp_post_date_gmt": "2014-06-02 03:30:00", "wp_post_name": "a-quay",
        "wp_status": "publish", "wp_post_type": "post", "wp_post_password": "",
    } | fields  # fmt: skip
    tags = "".join(
        f"<{name.replace('_', ':', 1) if name[:3] in {'wp_', 'dc_'} else name}><![CDATA[{value}]]>"
        f"</{name.replace('_', ':', 1) if name[:3] in {'wp_', 'dc_'} else name}>"
        for name, value in all_fields.items()
    )
    return f"<item>{tags}<content:encoded><![CDATA[{content}]]></content:encoded>{more}</item>"


def all_of(*items: str, version: str = "1.2", tail: str = TAIL, **how: Any) -> list[Read]:
    data = (HEAD.format(version=version) + "".join(items) + tail).encode()
    return list(read_wordpress(SourceFile("/exports", "quay.xml", data), Reading(now=NOW, **how)))


def read(*items: str, **how: Any) -> SourceDocument:
    (document,) = all_of(*items, **how)
    assert isinstance(document, SourceDocument), document
    return document


def test_a_whole_post_is_read_as_its_readers_got_it() -> None:
    post = item(
        "<p>Boats &amp; ropes.</p>",
        "<excerpt:encoded><![CDATA[On <em>ropes</em>.]]></excerpt:encoded>"
        '<category domain="category" nicename="uncategorized">Uncategorized</category>'
        '<category domain="post_tag" nicename="rope"><![CDATA[Rope &amp; knot]]></category>'
        '<category domain="post_format" nicename="post-format-aside">Aside</category>',
        title="Ropes &amp; <em>knots</em>",
        wp_post_modified="2015-01-02 10:00:00",
        wp_post_modified_gmt="2015-01-02 14:00:00",
    )

    west = timezone(timedelta(hours=-4))
    assert read(post) == SourceDocument(
        root="wordpress:quay.example",
        path="post-41",
        slug_wish="a-quay",
        folder="quay.example",
        title="Ropes & knots",
        body="Boats & ropes.",
        dates=Dates(
            Stamp(date(2014, 6, 1), datetime(2014, 6, 1, 23, 30, tzinfo=west)),
            DateOrigin.EXPORT,
            Stamp(date(2015, 1, 2), datetime(2015, 1, 2, 10, tzinfo=west)),
            DateOrigin.EXPORT,
        ),
        visibility=Visibility.PUBLIC,
        doc_type=DocType.ESSAY,
        description="On ropes.",
        language="en-GB",
        authors=("Ann Quill",),
        tags=("Rope & knot",),
        canonical_url="https://quay.example/a-quay/",
        own_url="https://quay.example/a-quay/",
        file="quay.xml",
        source_format="wordpress",
        platform="WordPress",
    )


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2"])
def test_every_version_of_the_format_is_read(version: str) -> None:
    assert read(item(), version=version).title == "A quay"


@pytest.mark.parametrize(
    ("fields", "visibility", "reason"),
    [
        ({"wp_status": "publish"}, Visibility.PUBLIC, ""),
        ({"wp_status": "draft"}, Visibility.DRAFT, "export: status: draft"),
        ({"wp_status": "pending"}, Visibility.DRAFT, "export: status: pending"),
        ({"wp_status": "auto-draft"}, Visibility.DRAFT, "export: status: auto-draft"),
        ({"wp_status": "private"}, Visibility.PRIVATE, "export: status: private"),
        ({"wp_status": "future"}, Visibility.PRIVATE, "export: status: future"),
        ({"wp_status": "inherit"}, Visibility.PRIVATE, "export: status: inherit"),
        ({"wp_status": ""}, Visibility.PRIVATE, "export: status: none"),
        ({"wp_post_password": "s3same"}, Visibility.PRIVATE, "export: password"),
        (
            {"wp_post_date": "2031-02-01 08:00:00", "wp_post_date_gmt": "2031-02-01 08:00:00"},
            Visibility.PRIVATE,
            "date: scheduled for 2031-02-01 (post_date)",
        ),
    ],
)
def test_nothing_is_more_open_than_the_blog_kept_it(
    fields: dict[str, str], visibility: Visibility, reason: str
) -> None:
    document = read(item(**fields))

    assert (document.visibility, document.visibility_reason) == (visibility, reason)
    assert "s3same" not in repr(document)


@pytest.mark.parametrize(
    "more",
    [
        "<wp:status>private</wp:status>",
        "<wp:postmeta><wp:meta_key>_jetpack_newsletter_access</wp:meta_key>"
        "<wp:meta_value>paid_subscribers</wp:meta_value></wp:postmeta>",
    ],
)
def test_of_two_statements_the_more_private_holds(more: str) -> None:
    assert read(item(more=more)).visibility is Visibility.PRIVATE


@pytest.mark.parametrize(
    "content",
    [
        "<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:jetpack/paywall /-->b",
        "Open. [members_only]Closed.[/members_only]",
        "Open. <!-- wp:memberful/restricted --><p>Closed.</p><!-- /wp:memberful/restricted -->",
    ],
)
def test_a_post_with_a_part_for_members_is_private_whole(content: str) -> None:
    document = read(item(content))

    assert document.visibility is Visibility.PRIVATE
    assert [warning for warning in document.warnings if "members" in warning]


def test_a_part_for_members_in_a_shared_text_closes_each_post_that_shows_it() -> None:
    shared = item("[members_only]Gold.[/members_only]", wp_post_type="wp_block", wp_post_id="7")

    document, _ = all_of(item('<p>Open.</p><!-- wp:block {"ref":7} /-->'), shared)
    assert isinstance(document, SourceDocument)
    assert document.visibility is Visibility.PRIVATE


def test_trash_is_left_out_and_closes_what_it_was() -> None:
    (skip,) = all_of(item("wren-brass", wp_status="trash"))

    assert skip == Skip(
        "wordpress:quay.example", "post-41", "'A quay' is in the trash.", closes=True
    )


@pytest.mark.parametrize(
    "kind", ["attachment", "nav_menu_item", "revision", "wp_block", "recipe", ""]
)
def test_what_is_neither_post_nor_page_is_named_and_left_out(kind: str) -> None:
    (skip,) = all_of(item(wp_post_type=kind))

    assert isinstance(skip, Skip)
    assert (kind or "nothing") in skip.reason


def test_comments_stay_out_of_everything() -> None:
    comment = (
        "<wp:comment><wp:comment_author>A reader</wp:comment_author>"
        "<wp:comment_content>siskin-lead</wp:comment_content>"
        "<wp:commentmeta><wp:meta_key>k</wp:meta_key></wp:commentmeta></wp:comment>"
    )

    assert "siskin" not in repr(all_of(item(more=comment)))
    assert "A reader" not in repr(all_of(item(more=comment)))


@pytest.mark.parametrize(
    ("local", "universal", "published", "day"),
    [
        (
            "2012-12-31 22:30:00",
            "2013-01-01 03:30:00",
            "Tue, 01 Jan 2013 03:30:00 +0000",
            "2012-12-31",
        ),
        ("0000-00-00 00:00:00", "2013-01-01 03:30:00", "", "2013-01-01"),
        ("", "", "Tue, 31 Dec 2013 23:45:00 -0800", "2013-12-31"),
        ("0000-00-00 00:00:00", "0000-00-00 00:00:00", "Mon, 30 Nov -0001 00:00:00 +0000", None),
        ("2012-02-30 00:00:00", "", "", None),
    ],
)
def test_the_day_is_the_authors_and_zeros_are_none(
    local: str, universal: str, published: str, day: str | None
) -> None:
    document = read(item(wp_post_date=local, wp_post_date_gmt=universal, pubDate=published))

    stamp = document.dates.published
    assert (stamp.day.isoformat() if stamp else None) == day
    assert bool(document.warnings) is (day is None)


def test_a_draft_has_no_date_until_it_was_published_once() -> None:
    never = read(item(wp_status="draft", wp_post_date_gmt="0000-00-00 00:00:00"))
    once = read(item(wp_status="draft"))

    assert never.dates == Dates()
    assert once.dates.published is not None


def test_who_wrote_another_post_is_not_the_main_author() -> None:
    posts = [item(), item(dc_creator="bob", wp_post_id="42")]

    def seen(**how: Any) -> list[tuple[Visibility, str, int]]:
        documents = [read for read in all_of(*posts, **how) if isinstance(read, SourceDocument)]
        return [(one.visibility, one.visibility_reason, len(one.warnings)) for one in documents]

    public, private = Visibility.PUBLIC, Visibility.PRIVATE
    assert seen(author="ann quill") == [(public, "", 0), (private, "export: by Bob Guest", 0)]
    assert seen(author="ann") == [(public, "", 0), (private, "export: by Bob Guest", 0)]
    assert seen() == [(public, "", 1), (public, "", 1)]


def test_co_authors_are_all_named_and_an_address_for_mail_is_none() -> None:
    together = read(
        item(
            more='<category domain="author" nicename="ann">Ann Quill</category>'
            '<category domain="author" nicename="bob">Bob Guest</category>'
        ),
        author="Bob Guest",
    )

    assert together.authors == ("Ann Quill", "Bob Guest")
    assert together.visibility is Visibility.PUBLIC
    assert read(item(dc_creator="cid@mail.example")).authors == ("cid",)


def test_without_name_and_title_an_item_is_still_known_and_named() -> None:
    document = read(
        item("<p>Only words.</p>", title="", wp_post_name="", link="https://quay.example/?p=41")
    )

    assert (document.title, document.slug_wish) == ("Only words.", "post-41")
    named = read(item(wp_post_name="%ce%b1%ce%b2"))
    assert named.slug_wish == "αβ"


def test_a_text_that_posts_share_stands_in_each_of_them() -> None:
    shown = item('<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:block {"ref":7} /-->')
    shared = item("<p>Shared.</p>", wp_post_type="wp_block", wp_post_id="7")

    document, _ = all_of(shown, shared)
    assert isinstance(document, SourceDocument)
    assert "Shared." in document.body
    assert "7" in read(shown).warnings[0]


@pytest.mark.parametrize("gallery", ["[gallery]", '[gallery columns="2" ids="8, 9,77"]'])
def test_a_gallery_shows_what_its_pictures_say(gallery: str) -> None:
    def picture(number: str, caption: str) -> str:
        return item(
            "",
            f"<excerpt:encoded>{caption}</excerpt:encoded><wp:postmeta>"
            "<wp:meta_key>_wp_attachment_image_alt</wp:meta_key>"
            f"<wp:meta_value>Alt {number}</wp:meta_value></wp:postmeta>",
            wp_post_type="attachment",
            wp_post_id=number,
            wp_post_parent="41",
            wp_attachment_url=f"https://quay.example/{number}.jpg",
        )

    document, *_ = all_of(item(f"Before.\n\n{gallery}"), picture("8", "A rope."), picture("9", ""))

    assert isinstance(document, SourceDocument)
    assert document.body == (
        "Before.\n\n![Alt 8](https://quay.example/8.jpg)\n\nA rope.\n\n"
        "![Alt 9](https://quay.example/9.jpg)"
    )


def meta(key: str, value: str) -> str:
    return (
        f"<wp:postmeta><wp:meta_key>{key}</wp:meta_key>"
        f"<wp:meta_value><![CDATA[{value}]]></wp:meta_value></wp:postmeta>"
    )


@pytest.mark.parametrize("block", ["<!-- wp:footnotes /-->", ""])
def test_notes_that_the_blog_keeps_beside_a_text_stand_in_it(block: str) -> None:
    called = '<p>Oak<sup data-fn="f-1" class="fn"><a href="#f-1" id="f-1-link">1</a></sup>.</p>'
    notes = json.dumps([{"content": "Only <em>dry</em>.", "id": "f-1"}])

    assert read(item(called + block, meta("footnotes", notes))).body == (
        "Oak[^1].\n\n[^1]: Only *dry*."
    )
    assert read(item("<p>Oak.</p>", meta("footnotes", "[{"))).body == "Oak."


def test_what_a_page_tells_search_engines_holds() -> None:
    document = read(item(more=meta("_yoast_wpseo_canonical", "https://first.example/quay")))
    hidden = read(item(more=meta("_yoast_wpseo_meta-robots-noindex", "1")))

    assert document.canonical_url == "https://first.example/quay"
    assert document.own_url == "https://quay.example/a-quay/"
    assert hidden.visibility is Visibility.UNLISTED


def test_an_export_that_breaks_off_gives_its_whole_items_and_says_so() -> None:
    data = HEAD.format(version="1.2") + item() + item("Half", wp_post_id="42")
    for cut in range(len(HEAD) + 100, len(data), 97):
        file = SourceFile("/exports", "quay.xml", data[:cut].encode())
        *documents, last = read_wordpress(file, Reading(now=NOW))

        assert isinstance(last, Refusal)
        assert [one.path for one in documents] == ["post-41"] * len(documents)
        if documents:
            assert "missing" in last.reason


@pytest.mark.parametrize(
    "slip",
    ["<title>T</titl>", "<title>a < b</title>", "<title>a ]]> b</title>", "<i:x>y</i:x>"],
    ids=["end", "sign", "cdata", "prefix"],
)
def test_an_item_that_is_no_xml_costs_no_other(slip: str) -> None:
    comment = "<wp:comment><wp:comment_content><![CDATA[</item><item>]]></wp:comment_content>"
    data = item() + item(wp_post_id="42", more=slip + comment) + item(wp_post_id="43")

    first, last, refusal = read_wordpress(
        SourceFile("/e", "quay.xml", (HEAD.format(version="1.2") + data + TAIL).encode()),
        Reading(now=NOW),
    )

    assert isinstance(first, SourceDocument)
    assert isinstance(last, SourceDocument)
    assert (first.path, last.path) == ("post-41", "post-43")
    assert isinstance(refusal, Refusal)
    assert "left out" in refusal.reason


def test_an_export_of_slips_ends_soon() -> None:
    data = HEAD.format(version="1.2") + "<item><a></item>\n" * 100_000 + TAIL

    *_, last = read_wordpress(SourceFile("/e", "quay.xml", data.encode()), Reading(now=NOW))

    assert isinstance(last, Refusal)


def test_a_text_written_as_elements_keeps_its_words() -> None:
    data = HEAD.format(version="1.2") + item("kept") + TAIL
    written = data.replace("<![CDATA[kept]]>", "a <p>b <em>c</em></p> d")

    (document,) = read_wordpress(
        SourceFile("/exports", "quay.xml", written.encode()), Reading(now=NOW)
    )
    assert isinstance(document, SourceDocument)
    assert document.body.split() == ["a", "b", "*c*", "d"]


def test_a_bare_ampersand_does_not_cost_the_export() -> None:
    document = read(item(more="<wp:attachment_url>https://x.example/?a=1&b=2</wp:attachment_url>"))

    assert [warning for warning in document.warnings if "ampersand" in warning]


def test_a_post_too_large_for_an_essay_is_refused_and_the_next_one_is_read() -> None:
    refusal, document = all_of(item("x" * 5_000_001), item(wp_post_id="42"))

    assert isinstance(refusal, Refusal)
    assert "5 MB" in refusal.reason
    assert isinstance(document, SourceDocument)


def test_the_same_number_twice_is_refused_once() -> None:
    first, second = all_of(item(), item("other"))

    assert isinstance(first, SourceDocument)
    assert isinstance(second, Refusal)


def test_only_its_own_dialect_of_rss_is_taken() -> None:
    def taken(name: str, data: bytes) -> tuple[str, ...]:
        source = Source.of("/exports", name, data)
        return WORDPRESS.takes(source, source.names)

    head = HEAD.format(version="1.2")
    assert taken("a.xml", head.encode()) == ("a.xml",)
    assert taken("a.xml", head.encode("utf-16")) == ("a.xml",)
    assert taken("a.json", head.encode()) == ()
    assert taken("a.xml", b"<rss><channel/></rss>") == ()


def test_an_export_declared_with_entities_is_refused() -> None:
    data = b'<!DOCTYPE rss [<!ENTITY a "b">]>' + HEAD.format(version="1.2").encode()

    (refusal,) = read_wordpress(SourceFile("/exports", "q.xml", data), Reading(now=NOW))
    assert isinstance(refusal, Refusal)
