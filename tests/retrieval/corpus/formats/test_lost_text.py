"""Of real exports, feeds, pages and notebooks every letter that a reader sees is taken in.

What is seen is found by other means than ours: another parser of XML, of HTML, of Markdown.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Comment
from lxml import etree
from markdown_it import MarkdownIt

from retrieval.corpus.documents import SourceDocument
from retrieval.corpus.formats.wxr import read_wxr
from retrieval.corpus.importing import ImportOptions, read_each
from retrieval.corpus.sources import open_source
from retrieval.markdown import plain
from tests.retrieval.corpus.conftest import NOW

pytestmark = pytest.mark.data
DATA = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", "/nowhere")) / "data"
UNSEEN = (
    "script", "style", "iframe", "svg", "button", "select", "textarea", "audio", "video", "head",
    "nav", "noscript", "template",
)  # fmt: skip
# Where feeds keep a text; the first that an entry has is the one.
TEXTS = ("encoded", "content", "description", "summary")
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)

SHORTCODE = re.compile(r"\[/?[A-Za-z][\w-]*[^\[\]]*\]")
# White space, and what the other parser could make nothing of.
NOTHING = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ufffd]+")

Shown = Callable[[Path, SourceDocument], str]


@cache
def documents_of(folder: Path) -> tuple[SourceDocument, ...]:
    with open_source(str(folder)) as source:
        found = read_each(source, ImportOptions(now=NOW))
        return tuple(one for one in found if isinstance(one, SourceDocument))


def documents(kind: str) -> Iterator[tuple[Path, SourceDocument]]:
    for folder in (DATA / "exports", DATA / "notebooks"):
        for one in documents_of(folder):
            if one.source_format == kind:
                yield folder / one.read_from, one


def seen(page: str) -> str:
    soup = BeautifulSoup(page, "lxml")
    for tag in soup(UNSEEN):
        tag.decompose()
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()
    return soup.get_text("")


def squeezed(text: str) -> str:
    return NOTHING.sub("", text)


def is_in(wanted: str, text: str) -> bool:
    """Whether all its letters stand there in their order."""
    letters = iter(squeezed(text))
    return all(letter in letters for letter in squeezed(wanted))


def of_wordpress(path: Path, document: SourceDocument) -> str:
    # A shortcode is no text, but what it encloses is.
    return seen(SHORTCODE.sub("", contents_of(path)[document.path]))


@cache
def contents_of(path: Path) -> dict[str, str]:
    items = read_wxr(path.read_bytes()).items
    return {
        f"post-{item.text('wp:post_id').strip()}": item.text("content:encoded") for item in items
    }


def of_ghost(path: Path, document: SourceDocument) -> str:
    whole = json.loads(path.read_text())
    posts = (whole["db"][0] if "db" in whole else whole)["data"]["posts"]
    (html,) = (one["html"] for one in posts if one["title"] == document.title)
    return seen(html)


def of_page(path: Path, document: SourceDocument) -> str:
    # What is only heard has no page.
    return seen(FRONT_MATTER.sub("", path.read_text())) if path.is_file() else ""


def of_medium(path: Path, document: SourceDocument) -> str:
    text = BeautifulSoup(path.read_text(), "lxml").select_one(".e-content")
    # The title leads the text, and is kept as the title.
    return squeezed(seen(str(text))).removeprefix(squeezed(document.title))


def of_notebook(path: Path, document: SourceDocument) -> str:
    cells = json.loads(path.read_text())["cells"]
    return "".join(map(of_cell, cells))


def of_cell(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] == "code":
        return source
    return seen(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(source))


SHOWN: dict[str, tuple[int, Shown]] = {
    "wordpress": (151, of_wordpress),
    "ghost": (3, of_ghost),
    "substack": (9, of_page),
    "medium": (8, of_medium),
    "html": (4, of_page),
    "notebook": (26, of_notebook),
}


@pytest.mark.parametrize("kind", SHOWN)
def test_every_letter_that_a_reader_sees_is_in_the_text(kind: str) -> None:
    count, shown = SHOWN[kind]
    compared = Counter[bool]()
    for path, document in documents(kind):
        wanted = shown(path, document)
        compared[bool(wanted.strip())] += 1
        assert is_in(wanted, plain(document.body)), (path, document.title)

    assert compared[True] == count, compared


def test_every_letter_of_a_feed_s_entries_is_in_one_of_its_texts() -> None:
    texts: dict[Path, list[str]] = {}
    for path, document in documents("feed"):
        # Written wrongly twice over; feedparser makes out what was meant.
        if "double-encoded" not in path.name:
            texts.setdefault(path, []).append(plain(document.body))

    compared = 0
    for path, bodies in texts.items():
        for wanted in filter(None, entries_of(path)):
            assert any(is_in(wanted, body) for body in bodies), (path, wanted)
            compared += 1
    assert compared == 12


def entries_of(path: Path) -> Iterator[str]:
    if path.suffix == ".json":
        for item in json.loads(path.read_text("utf-8-sig"))["items"]:
            yield seen(item.get("content_html", "")) or item.get("content_text", "")
        return
    whole = etree.fromstring(path.read_bytes(), etree.XMLParser(recover=True, no_network=True))
    for entry in whole.iter("{*}item", "{*}entry"):
        held = {etree.QName(one).localname: one for one in entry if isinstance(one.tag, str)}
        text = next((held[name] for name in TEXTS if name in held), None)
        if text is not None:
            yield of_text(text).strip()


def of_text(text: etree._Element) -> str:
    if len(text):
        return seen(etree.tostring(text, encoding="unicode", with_tail=False))
    words = text.text or ""
    return words if text.get("type") in {"text", "text/plain"} else seen(words)
