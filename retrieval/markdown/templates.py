"""Takes out Go, Liquid and Nunjucks template calls and Hugo shortcodes."""

import re
from functools import cache
from urllib.parse import quote

from retrieval.markdown.captions import said_between
from retrieval.markdown.code import CodeMap
from retrieval.markdown.scanning import Cut, take_out

# Tags whose content no reader sees either.
_UNSEEN = {"comment", "javascript", "stylesheet", "schema", "style"}
_CODE = {"highlight", "codeblock", "code"}
_STOPS = {mark: re.compile(rf"[\"`]|\n\n|{re.escape(mark)}") for mark in ("}}", "%}")}
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.|\n(?!\n))*"', re.DOTALL)
_RAW = re.compile(r"`[^`]*`")
_CALL_END = re.compile(r"\}\}")
_REMARK_END = re.compile(r"#\}")
# Calls that give the address of another page.
_REFERENCES = {"ref", "relref", "post_url", "link"}
_IN_LINK = re.compile(r"""(?:\]\(|\]:\s*|href=["'])\s*<?(?:\{\{[^{}]*\}\})?\Z""")
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
    name = inside.split(" ", 1)[0]
    if code.text[at + 2] in "<%" and name in _CODE:
        return _fenced(code, at, inside, end)
    if code.text[at + 2] in "<%" and name == "comment":
        closing = _end_tag(code, end, ("/comment", "/ comment"))
        return Cut(closing.end() if closing else end)
    if name in _REFERENCES:
        return Cut(end, _reference(code, at, inside))
    # An attribute's value (style={{…}}) leaves an empty one: its tag must stay a tag.
    return Cut(end, '""' if code.text[at - 1 : at] == "=" else said_between(code, at, end))


def _call_end(code: CodeMap, at: int) -> int | None:
    text = code.text
    end = _closing(code, at + 2, "}}")
    if end is None:
        found = code.find(_CALL_END, at + 2, code.paragraph_end(at))
        if found is None:
            return None
        end = found.start()
    end += 2
    if text.startswith("{{{", at) and text.startswith("}", end):
        end += 1
    return end


def _closing(code: CodeMap, start: int, mark: str) -> int | None:
    """Where the mark stands outside quotation marks; None past a blank line."""
    at, limit = start, code.reach(start)
    while (stop := _STOPS[mark].search(code.text, at, limit)) and stop[0] != "\n\n":
        if stop[0] == mark:
            return stop.start()
        at = _quote_end(code.text, stop.start(), limit) + 1
    code.note_vain((stop.start() if stop else limit) - start)
    return None


def _quote_end(text: str, at: int, limit: int) -> int:
    """The closing mark of the string that opens here; this place if it never closes."""
    quoted = (_QUOTED if text[at] == '"' else _RAW).match(text, at, limit)
    return quoted.end() - 1 if quoted else at


def _tag(code: CodeMap, at: int) -> Cut | None:
    """``{% … %}``: most are dropped, some with what they hold."""
    end = _closing(code, at + 2, "%}")
    if end is None:
        return None
    end += 2
    inside = code.text[at + 2 : end - 2].strip("- \n")
    name = inside.split(maxsplit=1)[0] if inside else ""
    if name == "raw":
        closing = _end_tag(code, end, ("endraw",))
        return Cut(closing.end(), code.text[end : closing.start()]) if closing else Cut(end)
    if name in _UNSEEN:
        closing = _end_tag(code, end, (f"end{name}",))
        return Cut(closing.end() if closing else end)
    if name == "capture" and not _is_shown_later(code, inside, end):
        closing = _end_tag(code, end, ("endcapture",))
        return Cut(closing.end() if closing else end)
    if name in _CODE:
        return _fenced(code, at, inside, end)
    if name in _REFERENCES:
        return Cut(end, _reference(code, at, inside))
    return Cut(end, said_between(code, at, end))


def _is_shown_later(code: CodeMap, inside: str, at: int) -> bool:
    """Whether what is captured here is put out further down, as themes have it for boxes."""
    name = inside.partition(" ")[2].strip("\"' ")
    limit = code.reach(at)
    is_shown = re.search(rf"\{{\{{-?\s*{re.escape(name)}\b", code.text[at:limit]) is not None
    code.note_vain(0 if is_shown else limit - at)
    return is_shown


def _reference(code: CodeMap, at: int, inside: str) -> str:
    """The page that a call names where a link's address stands; elsewhere it shows nothing."""
    if not _IN_LINK.search(code.text[max(0, at - 200) : at]):
        return ""
    target = inside.partition(" ")[2].strip().removeprefix("path=").strip("\"'` ")
    return quote(target, safe="/#?=&.:~%")


def _end_tag(code: CodeMap, at: int, names: tuple[str, ...]) -> re.Match[str] | None:
    """The next tag of these names, whatever stands before it."""
    return code.find(_end_tags(names), at)


@cache
def _end_tags(names: tuple[str, ...]) -> re.Pattern[str]:
    inside = rf"[-\s]*(?:{'|'.join(map(re.escape, names))})[-\s]*"
    return re.compile(rf"\{{%{inside}%\}}|\{{\{{[<%]{inside}[>%]\}}\}}")


def _fenced(code: CodeMap, at: int, inside: str, end: int) -> Cut:
    """Highlighted code as a fence that is longer than any in it."""
    name, *options = inside.split()
    closing = _end_tag(code, end, (f"end{name}", f"/{name}", f"/ {name}"))
    if closing is None:
        return Cut(end)
    content = code.text[end : closing.start()].strip("\n")
    fence = "```"
    while fence in content:
        fence += "`"
    language = options[0].removeprefix("lang:") if options else ""
    before = "" if at == 0 or code.text[at - 1] == "\n" else "\n"
    return Cut(closing.end(), f"{before}{fence}{language}\n{content}\n{fence}\n")


def _remark(code: CodeMap, at: int) -> Cut | None:
    """``{# … #}``; a heading's ``{#anchor}`` is none."""
    end = code.find(_REMARK_END, at + 2, code.paragraph_end(at))
    return Cut(end.end()) if end else None
