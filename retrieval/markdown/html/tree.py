"""Parses HTML into a tree, within bounds that no essay needs and no hostile page passes."""

import re
from collections.abc import Iterator

from lxml import etree

# What lxml calls an element; comments and instructions have a tag that is no string.
Element = etree._Element

MAX_TAGS = 100_000
# The walk over a tree goes as deep as the tree does.
MAX_DEPTH = 120
_OPENING = re.compile(r"<[A-Za-z]")
# Unicode sets these aside for a program's own use, and the marks of a paragraph need them.
# A control character is nothing that a reader sees, and no database takes a null.
_UNUSABLE = re.compile("[\ufdd0-\ufdef\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]")
_WHOLE_PAGE = re.compile(rb"<(?:html|head|body)\b", re.IGNORECASE)
_SPACES = " \t\n\r\f"


class HtmlFault(Exception):
    """A page that cannot be read; the message is a sentence for the author."""


def parse_html(html: str) -> Element | None:
    """The root of a page or of a piece of one; None where it holds nothing."""
    _check_size(html)
    # Bytes, because a page's own statement of its encoding is not true of a text.
    data = _UNUSABLE.sub("", html).encode()
    if not data.strip():
        return None
    if not _WHOLE_PAGE.search(data, 0, 4096):
        # Or the parser puts what begins a piece, as the script of a formula, into a head.
        data = b"<body>" + data
    try:
        root: Element | None = etree.fromstring(data, etree.HTMLParser(encoding="utf-8"))
    except etree.XMLSyntaxError:
        return None
    if root is not None:
        _check_depth(root)
    return root


def _check_size(html: str) -> None:
    """Before anything is built: a tag costs many times its length in memory."""
    for count, _ in enumerate(_OPENING.finditer(html)):
        if count >= MAX_TAGS:
            raise HtmlFault(
                f"it has more than {MAX_TAGS:,} tags, which no essay has; take out the part "
                "that is no text."
            )


def _check_depth(root: Element) -> None:
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise HtmlFault(
                f"its tags stand more than {MAX_DEPTH} deep in each other, which no essay "
                "needs; close those that are left open."
            )


def name_of(element: Element) -> str:
    """The tag's name in lower case, as the parser gives it; empty for comments."""
    tag = element.tag
    return tag if isinstance(tag, str) else ""


def classes_of(element: Element) -> list[str]:
    return (element.get("class") or "").lower().split()


def all_text(element: Element) -> str:
    """Every text inside, seen or not."""
    return "".join(map(str, element.itertext()))


def is_blank(text: str | None) -> bool:
    """Whether a browser shows nothing of it; a no-break space is something."""
    return not (text or "").strip(_SPACES)


def around(element: Element) -> Iterator[Element]:
    """What an element stands in, from the nearest outwards."""
    return element.iterancestors()
