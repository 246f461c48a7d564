"""An essay as safe HTML: headings bear their anchors, nothing is loaded from elsewhere."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from retrieval.markdown.headings import Heading, headings_of
from retrieval.markdown.hidden import readable
from retrieval.markdown.parsing import parse, parser
from retrieval.markdown.words import inline_words, without_anchor

_TAGS = {"h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code"}
_TAGS |= {"a", "em", "strong", "i", "b", "s", "del", "ins", "u", "mark", "small", "sub", "sup"}
_TAGS |= {"abbr", "acronym", "cite", "q", "kbd", "samp", "var", "time", "span", "div", "section"}
_TAGS |= {"ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption", "details", "summary"}
_TAGS |= {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "bdi", "bdo", "wbr"}
_ATTRIBUTES = {
    "*": {"title", "lang", "dir"},
    "a": {"href", "id"},
    "ol": {"start"},
    "th": {"colspan", "rowspan", "scope"},
    "td": {"colspan", "rowspan"},
    "li": {"id"},
    **{f"h{level}": {"id"} for level in range(1, 7)},
}
_SCHEMES = {"http", "https", "mailto"}


# Where a link without a host leads from here; empty where nowhere.
Resolve = Callable[[str], str]


def render(body: str, *, resolve: Resolve = lambda target: "") -> str:
    """Sanitised HTML of an essay's body; a picture is replaced by its description.

    A link that names no host was written for another site: it leads where ``resolve``
    says, or it is words alone.
    """
    markdown = readable(body)
    surroundings: dict[str, Any] = {}
    tokens = _page_parser().parse(markdown, surroundings)
    _set_anchors(tokens, headings_of(parse(markdown).blocks))
    for token in tokens:
        _resolve_links(token.children or [], resolve)
    html = _page_parser().renderer.render(tokens, _page_parser().options, surroundings)
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="noopener nofollow",
        strip_comments=True,
    )


@cache
def _page_parser() -> MarkdownIt:
    page = parser(footnotes_last=True)
    page.add_render_rule("image", _description)
    page.add_render_rule("math_inline", _formula)
    page.add_render_rule("math_inline_double", _formula)
    page.add_render_rule("math_block", _formula_block)
    page.add_render_rule("math_block_label", _formula_block)
    return page


def _set_anchors(tokens: Sequence[Token], headings: Sequence[Heading]) -> None:
    waiting = iter(headings)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and opening.level == 0:
            opening.attrSet("id", next(waiting).anchor)
            _drop_anchor_mark(inline)
        if opening.type in ("paragraph_open", "heading_open"):
            opening.attrSet("dir", "auto")


def _resolve_links(children: Sequence[Token], resolve: Resolve) -> None:
    leads_nowhere = False
    for token in children:
        if token.type == "link_open":
            target = str(token.attrGet("href") or "")
            is_elsewhere = target[:1] == "#" or _has_host(target)
            leads = target if is_elsewhere else resolve(target)
            token.attrSet("href", leads)
            leads_nowhere = not leads
        if leads_nowhere and token.type in ("link_open", "link_close"):
            token.type, token.tag, token.nesting, token.content = "text", "", 0, ""


def _has_host(target: str) -> bool:
    return target.lower().startswith(("http://", "https://", "mailto:"))


def _drop_anchor_mark(inline: Token) -> None:
    """Takes ``(#anchor)`` from the heading's last words, where the author wrote it."""
    last = inline.children[-1] if inline.children else None
    if last is not None and last.type == "text" and inline_words(inline.children or ()):
        last.content = without_anchor(last.content)[0]


def _description(
    renderer: object, tokens: Sequence[Token], index: int, options: object, env: object
) -> str:
    return escapeHtml(inline_words(tokens[index].children or ()))


def _formula(
    renderer: object, tokens: Sequence[Token], index: int, options: object, env: object
) -> str:
    mark = "$$" if tokens[index].type.endswith("double") else "$"
    return escapeHtml(f"{mark}{tokens[index].content}{mark}")


def _formula_block(
    renderer: object, tokens: Sequence[Token], index: int, options: object, env: object
) -> str:
    return f"<pre>{escapeHtml(f'$${tokens[index].content}$$')}</pre>\n"
