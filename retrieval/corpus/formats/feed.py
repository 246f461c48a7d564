"""Reads feeds: RSS, Atom and JSON Feed, as files."""

import re
from collections.abc import Iterator

from retrieval.corpus.documents import Refusal, Skip, SourceFile
from retrieval.corpus.formats.base import OneByOne, Read, Reading
from retrieval.corpus.formats.entries import NAME, Feed, documents_of
from retrieval.corpus.formats.json_feed import VERSION, read_json_feed
from retrieval.corpus.formats.json_safety import JsonFault
from retrieval.corpus.formats.wxr import MARK as WORDPRESS_MARK
from retrieval.corpus.formats.xml_feed import read_xml_feed
from retrieval.corpus.formats.xml_safety import XmlFault

SUFFIXES = frozenset({".xml", ".rss", ".atom", ".json"})
_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(?:rss|feed|RDF)[\s>]", re.IGNORECASE)


def read_feed(file: SourceFile, how: Reading) -> Iterator[Read]:
    try:
        feed = _feed_of(file)
    except (XmlFault, JsonFault) as fault:
        yield Refusal(file.root, file.path, fault.reason, line=fault.line)
        return
    if isinstance(feed, Skip | Refusal):
        yield feed
        return
    yield from documents_of(feed, file, how)
    if not feed.entries and feed.fault is None:
        yield Skip(file.root, file.path, "the feed has no entries.")


def _feed_of(file: SourceFile) -> Feed | Refusal | Skip:
    if _is_json(file.data):
        feed = read_json_feed(file)
        return feed or Skip(file.root, file.path, "it is JSON, and no JSON Feed.")
    if WORDPRESS_MARK in file.data.replace(b"\0", b""):
        # Read as a feed, its drafts would be public.
        return Refusal(file.root, file.path, "it is WordPress's export; use --format wordpress.")
    return read_xml_feed(file)


def _is_json(data: bytes) -> bool:
    return data[:4096].lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"{")


def _is_feed(head: bytes) -> bool:
    narrow = head.replace(b"\0", b"")
    if _is_json(narrow):
        has_items = b'"items"' in narrow and (
            b'"feed_url"' in narrow or b'"home_page_url"' in narrow
        )
        return VERSION.encode() in narrow.replace(b"\\/", b"/") or has_items
    return bool(_ROOT.search(narrow)) and WORDPRESS_MARK not in narrow


FEED = OneByOne(NAME, SUFFIXES, read_feed, _is_feed)
