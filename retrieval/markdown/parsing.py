"""Reads Markdown into a tree of blocks, each with the lines that it stands on."""

from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

# The library's own 20 would silently drop what an author nested deeper.
NESTING = {"maxNesting": 100}
# The parser holds each bracket against all that follows: so many characters are a blink.
MAX_LOOKED_AT = 20_000_000
# Link targets and footnote labels that a document defines; the parser's own shape.
Definitions = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Block:
    """A block of Markdown, on lines ``start`` to ``end`` (from 0, ``end`` excluded).

    ``content``: the source of a leaf without its container's marks. ``inline``: the parsed
    content of a paragraph, heading or table cell. ``is_tight``: its paragraphs touch.
    """

    kind: str
    start: int
    end: int
    content: str = ""
    inline: tuple[Token, ...] = ()
    children: tuple["Block", ...] = ()
    level: int = 0
    is_tight: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed text; ``definitions`` lets a part of it be parsed as it stands in the whole."""

    blocks: tuple[Block, ...]
    definitions: Definitions


@cache
def parser(*, footnotes_last: bool = False) -> MarkdownIt:
    """The one dialect: CommonMark with tables, strike-through, footnotes and formulas.

    Formulas are read as such only to keep their source from being taken for emphasis.
    """
    dialect = MarkdownIt("commonmark", NESTING).enable(["table", "strikethrough"])
    dialect.core.ruler.at("inline", _parse_paragraphs)
    dialect.use(footnote_plugin, inline=False, move_to_end=footnotes_last)
    dialect.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    return dialect


def _parse_paragraphs(state: StateCore) -> None:
    """As the parser does, but for paragraphs full of brackets that are no links."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children, text = [], token.content
        if (text.count("[") - text.count("](")) * len(text) > MAX_LOOKED_AT:
            token.children.append(Token("text", "", 0, content=text))
        else:
            state.md.inline.parse(text, state.md, state.env, token.children)


@cache
def _block_parser() -> MarkdownIt:
    return MarkdownIt("commonmark", NESTING).enable("table").disable("inline")


def parse(markdown: str) -> Document:
    definitions: Definitions = {}
    tokens = parser().parse(markdown, definitions)
    return Document(blocks=_blocks(tokens), definitions=definitions)


def block_tokens(markdown: str) -> list[Token]:
    """The blocks alone, with nothing inside paragraphs read: a fraction of the work."""
    return _block_parser().parse(markdown)


def parse_inline(content: str, definitions: Definitions) -> tuple[Token, ...]:
    tokens = parser().parseInline(content, {**definitions})
    return tuple(tokens[0].children or ()) if tokens else ()


def _blocks(tokens: Sequence[Token]) -> tuple[Block, ...]:
    return tuple(_children(iter(tokens), (0, 0)))


def _children(tokens: Iterator[Token], around: tuple[int, int]) -> Iterator[Block]:
    """Blocks until the container closes; one without lines of its own has its container's."""
    for token in tokens:
        if token.nesting < 0:
            return
        start, end = token.map or around
        if token.nesting == 0:
            yield Block(token.type, start, end, token.content, tuple(token.children or ()))
        else:
            yield _container(token, tuple(_children(tokens, (start, end))), (start, end))


def _container(token: Token, children: tuple[Block, ...], lines: tuple[int, int]) -> Block:
    kind = token.type.removesuffix("_open")
    if len(children) == 1 and children[0].kind == "inline":
        leaf = children[0]
        level = int(token.tag[1:]) if kind == "heading" else 0
        return Block(
            kind, *lines, leaf.content, leaf.inline, level=level, is_tight=bool(token.hidden)
        )
    is_tight = any(child.kind == "paragraph" and child.is_tight for child in children)
    if kind in ("bullet_list", "ordered_list"):
        is_tight = any(child.is_tight for child in children)
    return Block(kind, *lines, children=children, is_tight=is_tight)
