"""Writes what stands in a line of HTML: words, emphasis, links, pictures, code, formulas."""

import re
from dataclasses import dataclass

from retrieval.markdown.html.addresses import address_of
from retrieval.markdown.html.footnotes import Footnotes
from retrieval.markdown.html.formulas import formula_of
from retrieval.markdown.html.marks import (
    BREAK,
    Style,
    apart,
    folded,
    linked,
    mark,
    styled,
    tagged,
    without_brackets,
)
from retrieval.markdown.html.seen import content, words_of
from retrieval.markdown.html.tree import Element, is_blank, name_of

_STYLES = {
    "em": Style.EMPHASIS, "i": Style.EMPHASIS, "strong": Style.STRONG, "b": Style.STRONG,
    "del": Style.DELETED, "s": Style.DELETED, "strike": Style.DELETED,
}  # fmt: skip
_TAGS = frozenset({"sub", "sup", "kbd", "mark"})
_CODE = frozenset({"code", "samp", "tt"})
_VERBATIM = frozenset({"pre", "xmp", "listing", "plaintext"})
_PLAYERS = frozenset({"iframe", "video", "audio", "embed", "object"})
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
    "listing", "main", "menu", "ol", "p", "plaintext", "pre", "search", "section", "summary",
    "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "xmp",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """How the lines of one page are written."""

    base_url: str
    footnotes: Footnotes

    def words(self, element: Element, *, in_link: bool = False) -> str:
        """All that stands inside, as words and marks."""
        return "".join(
            piece if isinstance(piece, str) else self.one(piece, in_link=in_link)
            for piece in content(element)
        )

    def one(self, element: Element, *, in_link: bool = False) -> str:
        name = name_of(element)
        formula = formula_of(element)
        if formula is not None:
            return formula
        if name == "a":
            return self._link(element, in_link=in_link)
        if name in _CODE or name in _VERBATIM:
            return _code(element)
        if name in _PLAYERS:
            return self._player(element, in_link=in_link)
        if name == "img":
            return self._picture(element)
        if name in {"br", "hr"}:
            return BREAK
        return _dressed(name, self.words(element, in_link=in_link))

    def _link(self, element: Element, *, in_link: bool) -> str:
        if element in self.footnotes.ways_back:
            return ""
        label = self.footnotes.labels.get(element)
        if label is not None:
            return mark(f"[^{label}]")
        words = self.words(element, in_link=True)
        address = address_of(element.get("href"), self.base_url)
        return linked(address, words) if address and not in_link else words

    def _picture(self, element: Element) -> str:
        source = next(filter(None, map(element.get, ("src", "data-src", "data-original"))), "")
        alt = folded(element.get("alt") or "").strip()
        address = address_of(source, self.base_url)
        if not alt and not address:
            return ""
        return f"{mark('![')}{without_brackets(alt)}{mark(f']({address})')}"

    def _player(self, element: Element, *, in_link: bool) -> str:
        """What plays elsewhere is a link, where it has a name."""
        title = element.get("title") or ""
        address = address_of(element.get("src") or element.get("data"), self.base_url)
        return "" if is_blank(title) or in_link or not address else linked(address, title)


def _dressed(name: str, words: str) -> str:
    if name in _STYLES:
        return styled(_STYLES[name], words)
    if name in _TAGS:
        return tagged(name, words)
    if name == "q":
        return f"“{words}”"
    return f"{BREAK}{words}{BREAK}" if name in BLOCKS else words


def _code(element: Element) -> str:
    if name_of(element) not in _VERBATIM:
        return _code_span(words_of(element))
    lines = BREAK.join(map(_code_span, words_of(element).split("\n")))
    return f"{BREAK}{lines}{BREAK}"


def _code_span(text: str) -> str:
    before, inner, after = apart(folded(text))
    if not inner:
        return text
    runs = [len(run) for run in re.findall("`+", inner)]
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    room = " " if inner.startswith("`") or inner.endswith("`") else ""
    return before + mark(f"{fence}{room}{inner}{room}{fence}") + after
