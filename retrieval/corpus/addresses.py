"""Fetches a source that is named by its address, and tells by what came what it is.

It is known again by its host and its path, not by what it was called on the way. When it
was fetched or what its headers say of time is nobody's date.
"""

import re
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from retrieval.corpus.documents import SourceFile
from retrieval.fetching import Client, Fetched
from retrieval.fetching.unpacking import GZIP_MARK, unpacked

PAGE_BYTES = 5_000_000
EXPORT_BYTES = 40_000_000
# A content type, and how a file of its kind is called; empty where the type says too little.
_PAGES = {"text/html": ".html", "application/xhtml+xml": ".html"}
_TEXTS = {"text/markdown": ".md", "text/x-markdown": ".md"}
_EXPORTS = {
    "application/xml": ".xml",
    "text/xml": ".xml",
    "application/rss+xml": ".xml",
    "application/atom+xml": ".xml",
    "application/rdf+xml": ".xml",
    "application/x-rss+xml": ".xml",
    "text/rss+xml": ".xml",
    "application/json": ".json",
    "application/feed+json": ".json",
    "application/x-ipynb+json": ".ipynb",
    "text/csv": ".csv",
    "application/zip": ".zip",
    "application/x-zip-compressed": ".zip",
    "application/gzip": "",
    "application/x-gzip": "",
    "application/octet-stream": "",
    "binary/octet-stream": "",
    "text/plain": "",
    "": "",
}
PAGES = dict.fromkeys(_PAGES, PAGE_BYTES)
KINDS = PAGES | dict.fromkeys(_TEXTS, PAGE_BYTES) | dict.fromkeys(_EXPORTS, EXPORT_BYTES)
_FEEDS = frozenset({".rss", ".atom"})
_ZIP_MARK = b"PK\x03\x04"
_HEAD_BYTES = 2000
_XML = re.compile(rb"\s*<(?:\?xml\b|(?:\w+:)?(?:rss|feed|RDF|urlset|sitemapindex)\b)")
_HTML = re.compile(rb"<(?:!doctype\s+html|html)\b", re.IGNORECASE)


def fetch_source(url: str, *, client: Client) -> SourceFile:
    """What stands at an address, as a file; raises ``FetchFault``."""
    return file_of(client.fetch(url, kinds=KINDS))


def file_of(fetched: Fetched) -> SourceFile:
    """What was fetched, under a name that tells a format what it is."""
    body = fetched.body
    if body.startswith(GZIP_MARK):
        body = unpacked([body], limit=EXPORT_BYTES)
    suffix = _suffix_of(fetched, body)
    return SourceFile(root_of(fetched.url), path_of(fetched.url, suffix), body, fetched.url)


def root_of(url: str) -> str:
    """What all pages of one site are known by, with www and without."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    return f"web:{(parts.hostname or '').removeprefix('www.')}{port}"


def path_of(url: str, suffix: str) -> str:
    """The path below the host, whose last part ends like a file of its kind."""
    parts = urlsplit(url)
    names = [name for name in map(_readable, parts.path.split("/")) if name not in {"", ".", ".."}]
    if parts.path.endswith("/") or not names:
        names.append("index")
    last = names.pop()
    if PurePosixPath(last).suffix.lower() == suffix:
        last = last[: -len(suffix)]
    asked = f"?{_readable(parts.query).replace('/', '-')}" if parts.query else ""
    return "/".join([*names, f"{last}{asked}{suffix}"])


def _readable(part: str) -> str:
    """As people write it, without what would part it anew or cannot be printed."""
    text = unquote(part)
    return text if text.isprintable() and not set(text) & set("/\\�") else quote(text, safe="%")


def _suffix_of(fetched: Fetched, body: bytes) -> str:
    """What it says that it is, unless it looks like something else."""
    stated = (_PAGES | _TEXTS | _EXPORTS).get(fetched.kind, "")
    named = PurePosixPath(urlsplit(fetched.url).path.removesuffix(".gz")).suffix.lower()
    head = body[:_HEAD_BYTES].removeprefix(b"\xef\xbb\xbf")
    if head.startswith(_ZIP_MARK):
        return ".zip"
    if _HTML.search(head) and stated in {"", ".html", ".xml"}:
        return ".html"
    if _XML.match(head):
        return named if named in _FEEDS else ".xml"
    if stated == ".json" and named == ".ipynb":
        return named
    return stated or _named(named, head)


def _named(named: str, head: bytes) -> str:
    """Of what is only text or bytes its name may tell; unnamed text is Markdown."""
    known = {*_PAGES.values(), *_EXPORTS.values(), ".md", ".markdown", ".mdx", ".mdown", ".qmd"} - {
        ""
    }
    if named in known:
        return named
    return ".json" if head.lstrip().startswith(b"{") else ".md"
