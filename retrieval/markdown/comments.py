"""Takes out what an author wrote for no reader: HTML, Obsidian and MDX comments."""

from retrieval.markdown.code import CodeMap
from retrieval.markdown.scanning import Cut, take_out


def without_comments(text: str) -> str:
    return take_out(text, {"<!--": _html_comment, "%%": _obsidian_comment, "{/*": _mdx_comment})


def _html_comment(code: CodeMap, at: int) -> Cut | None:
    """One that never closes hides the rest where a browser would hide it: from a line's start."""
    end = code.text.find("-->", at + 4)
    if end >= 0:
        return Cut(end + 3)
    return Cut(len(code.text)) if _opens_line(code.text, at) else None


def _mdx_comment(code: CodeMap, at: int) -> Cut | None:
    end = code.text.find("*/}", at + 3)
    return Cut(end + 3) if end >= 0 else None


def _obsidian_comment(code: CodeMap, at: int) -> Cut | None:
    """``%% … %%``: inside a paragraph, or over many blocks from a line's start."""
    opens_line = _opens_line(code.text, at)
    if code.text[at - 1 : at].isdigit() and not opens_line:
        return None
    limit = len(code.text) if opens_line else code.paragraph_end(at)
    end = code.text.find("%%", at + 2, limit)
    while end >= 0 and (block := code.block_end(end)):
        end = code.text.find("%%", block, limit)
    if end >= 0:
        return Cut(end + 2)
    stands_alone = opens_line and code.text[at + 2 :].split("\n", 1)[0].strip() == ""
    return Cut(len(code.text)) if stands_alone else None


def _opens_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()
