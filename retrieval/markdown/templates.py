"""Takes out Go, Liquid and Nunjucks template calls and Hugo shortcodes."""

import re
from collections.abc import Iterator

from retrieval.markdown.code import CodeMap
from retrieval.markdown.scanning import Cut, take_out

# Tags whose content no reader sees either.
_UNSEEN = {"comment", "capture", "javascript", "stylesheet", "schema", "style"}
_CODE = {"highlight", "codeblock", "code"}
_CAPTION = re.compile(r"""\bcaption\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")
_FORMULA = re.compile(r"(?:[\w})\]][_^]|\\[A-Za-z]+[^\s$]*)\Z")


def without_templates(text: str) -> str:
    """Template calls are gone, highlighted code is fenced, ``raw`` content stands as it is."""
    return take_out(text, {"{{": _call, "{%": _tag, "{#": _remark})


def _call(code: CodeMap, at: int) -> Cut | None:
    """``{{ … }}``, over several lines too; braces of a formula are none."""
    if _FORMULA.search(code.text[max(0, at - 30) : at]):
        return None
    end = _call_end(code, at)
    if end is None:
        return None
    inside = code.text[at + 2 : end - 2].strip("<>%- \n")
    if inside.split(" ", 1)[0] in _CODE and code.text[at + 2] in "<%":
        return _fenced(code, at, inside, end)
    # An attribute's value (style={{…}}) leaves an empty one: its tag must stay a tag.
    return Cut(end, '""' if code.text[at - 1 : at] == "=" else _caption(inside))


def _call_end(code: CodeMap, at: int) -> int | None:
    text = code.text
    end = _closing(text, at + 2, "}}")
    if end is None:
        end = text.find("}}", at + 2, code.paragraph_end(at))
        if end < 0:
            return None
    end += 2
    if text.startswith("{{{", at) and text.startswith("}", end):
        end += 1
    return end


def _closing(text: str, at: int, mark: str) -> int | None:
    """Where the mark stands outside quotation marks; None past a blank line."""
    while at < len(text):
        if text.startswith(mark, at):
            return at
        if text[at] in '"`':
            at = _quote_end(text, at)
        elif text.startswith("\n\n", at):
            return None
        at += 1
    return None


def _quote_end(text: str, at: int) -> int:
    """The closing mark of the string that opens here; this place if it never closes."""
    quote = text[at]
    end = at + 1
    while end < len(text) and text[end] != quote:
        if quote == '"' and text.startswith("\n\n", end):
            return at
        end += 2 if quote == '"' and text[end] == "\\" else 1
    return end if end < len(text) else at


def _tag(code: CodeMap, at: int) -> Cut | None:
    """``{% … %}``: most are dropped, some with what they hold."""
    end = _closing(code.text, at + 2, "%}")
    if end is None:
        return None
    end += 2
    inside = code.text[at + 2 : end - 2].strip("- \n")
    name = inside.split(maxsplit=1)[0] if inside else ""
    if name == "raw":
        closing = _end_tag(code.text, end, ("endraw",))
        return Cut(closing[1], code.text[end : closing[0]]) if closing else Cut(end)
    if name in _UNSEEN:
        closing = _end_tag(code.text, end, (f"end{name}",))
        return Cut(closing[1] if closing else end)
    if name in _CODE:
        return _fenced(code, at, inside, end)
    return Cut(end, _caption(inside))


def _end_tag(text: str, at: int, names: tuple[str, ...]) -> tuple[int, int] | None:
    """Where the next tag of these names starts and ends, whatever stands before it."""
    for start, end, name in _tags(text, at):
        if name in names:
            return start, end
    return None


def _tags(text: str, at: int) -> Iterator[tuple[int, int, str]]:
    while (start := text.find("{", at)) >= 0:
        for opening, closing in (("{%", "%}"), ("{{<", ">}}"), ("{{%", "%}}")):
            end = text.find(closing, start) if text.startswith(opening, start) else -1
            if end >= 0:
                inside = text[start + len(opening) : end].strip("- \n")
                yield start, end + len(closing), inside
        at = start + 1


def _fenced(code: CodeMap, at: int, inside: str, end: int) -> Cut:
    """Highlighted code as a fence that is longer than any in it."""
    name, *options = inside.split()
    closing = _end_tag(code.text, end, (f"end{name}", f"/{name}", f"/ {name}"))
    if closing is None:
        return Cut(end)
    content = code.text[end : closing[0]].strip("\n")
    fence = "```"
    while fence in content:
        fence += "`"
    language = options[0].removeprefix("lang:") if options else ""
    before = "" if at == 0 or code.text[at - 1] == "\n" else "\n"
    return Cut(closing[1], f"{before}{fence}{language}\n{content}\n{fence}\n")


def _caption(inside: str) -> str:
    """The caption that a figure's call gives its readers."""
    found = _CAPTION.search(inside)
    return (found[1] or found[2] or "").replace('\\"', '"') if found else ""


def _remark(code: CodeMap, at: int) -> Cut | None:
    """``{# … #}``; a heading's ``{#anchor}`` is none."""
    end = code.text.find("#}", at + 2, code.paragraph_end(at))
    return Cut(end + 2) if end >= 0 else None
