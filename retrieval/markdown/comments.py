"""Takes out what an author wrote for no reader: HTML, Obsidian and MDX comments."""

import re

from retrieval.markdown.code import CodeMap, opens_line
from retrieval.markdown.scanning import Cut, take_out

_HTML_END = re.compile(r"-->")
_MDX_END = re.compile(r"\*/\}")
_OBSIDIAN_END = re.compile(r"%%")
_KRAMDOWN_END = re.compile(r"\{:/(?:comment)?\}")
_ALONE = re.compile(r"%%[ \t]*(?:\n|\Z)")


def without_comments(text: str) -> str:
    return take_out(text, _CUTTERS)


def _html_comment(code: CodeMap, at: int) -> Cut | None:
    """One that never closes hides the rest where a browser would hide it: from a line's start."""
    end = code.find(_HTML_END, at + 4)
    if end:
        return Cut(end.end())
    return Cut(len(code.text)) if opens_line(code.text, at) else None


def _mdx_comment(code: CodeMap, at: int) -> Cut | None:
    end = code.find(_MDX_END, at + 3)
    return Cut(end.end()) if end else None


def _kramdown_comment(code: CodeMap, at: int) -> Cut | None:
    end = code.find(_KRAMDOWN_END, at)
    return Cut(end.end()) if end else None


def _obsidian_comment(code: CodeMap, at: int) -> Cut | None:
    """``%% … %%``: inside a paragraph, or over many blocks from a line's start."""
    is_first = opens_line(code.text, at)
    if code.text[at - 1 : at].isdigit() and not is_first:
        return None
    limit = len(code.text) if is_first else code.paragraph_end(at)
    end = code.find(_OBSIDIAN_END, at + 2, limit)
    while end and (block := code.block_end(end.start())):
        end = code.find(_OBSIDIAN_END, block, limit)
    if end:
        return Cut(end.end())
    return Cut(len(code.text)) if is_first and _ALONE.match(code.text, at) else None


_CUTTERS = {
    "<!--": _html_comment,
    "%%": _obsidian_comment,
    "{/*": _mdx_comment,
    "{::comment}": _kramdown_comment,
}
