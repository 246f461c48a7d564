"""Takes out MDX and page machinery: imports, exports, JSX tags, scripts, attribute lists."""

import re

from retrieval.markdown.boxes import callout_mark, directive
from retrieval.markdown.captions import said_between, said_in
from retrieval.markdown.code import CodeMap, opens_line
from retrieval.markdown.scanning import Cut, Cutter, take_out

_SCRIPT = re.compile(r"<(script|style)\b", re.IGNORECASE)
_SCRIPT_ENDS = {name: re.compile(rf"</{name}[^>]*>", re.IGNORECASE) for name in ("script", "style")}
_TAG_NAME = re.compile(r"</?([A-Za-z][\w.:-]*)?")
_VALUE = re.compile(r"=\s*\{|\{\s*\.\.\.")
_ATTRIBUTE = r"(?:(?:[.#][\w-]+)+|[\w-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|[\w-]+)|/?[\w-]+:?|/)"
_ATTRIBUTE_LIST = re.compile(rf"\{{::?\s*{_ATTRIBUTE}(?:\s+{_ATTRIBUTE})*\s*/?\}}")
_NAMES = r"(?:[\w$]+|\{[^{}]*\}|\*\s*as\s+[\w$]+)"
_IMPORT = re.compile(
    r"""import(?:\s+|(?=[{*'"]))"""
    rf"""(?:['"][^'"\n]+['"]|(?:type\s+)?{_NAMES}(?:\s*,\s*{_NAMES})?\s*\bfrom\s*['"])"""
)
# A string is passed as one.
_SIGNS = re.compile(r"""[()\[\]{}\n]|"[^"\n]*"|'[^'\n]*'|`[^`]*`""")
_SPACE = re.compile(r"""\{(["'])\s+\1\}""")
_FILE_END = re.compile(r"\)")
_EXPORT = re.compile(
    r"export\s+(?:(?:const|let|var|function|class|async|type|interface|enum)\s+[\w$*{\[]"
    r"|default\s+(?:function|class|async|\(|\{|\[|<|[\w$.]+\s*(?:[;(\n]|=>|\Z))"
    r"|\{|\*\s*(?:as\b|from\b))"
)


def without_components(text: str) -> str:
    """JSX tags go and their children stay; scripts and styles go with all they hold."""
    return take_out(text, _CUTTERS)


def _element(code: CodeMap, at: int) -> Cut | None:
    script = _SCRIPT.match(code.text, at)
    if script:
        end = code.find(_SCRIPT_ENDS[script[1].lower()], at)
        return Cut(end.end()) if end else None
    return _component(code, at)


def _component(code: CodeMap, at: int) -> Cut | None:
    """A JSX tag: a capital or a dot in its name, or braces in it; ``List<T>`` is none."""
    if code.text[at - 1 : at].isalnum() and not code.text.startswith("</", at):
        return None
    opening = _TAG_NAME.match(code.text, at)
    if opening is None or (opening[1] or "").endswith(":"):
        return None
    end = _tag_end(code, opening.end())
    if end is None:
        return None
    name = opening[1] or ""
    inside = code.text[opening.end() : end]
    if name.lower() == "img":
        return Cut(end, said_in(inside).rstrip())
    is_component = name[:1].isupper() or "." in name or (name and _VALUE.search(inside))
    is_fragment = not name and inside == ">"
    said = said_between(code, at, end) if name[:1].isupper() else ""
    return Cut(end, said) if is_component or is_fragment else None


def _tag_end(code: CodeMap, start: int) -> int | None:
    """Past the ``>`` that stands outside quotation marks and braces."""
    text, at, limit = code.text, start, code.reach(start)
    if at < limit and text[at] not in " \t\n/>":
        return None
    depth = 0
    while 0 <= at < limit:
        char = text[at]
        if char in "\"'`":
            at = text.find(char, at + 1, limit)
            if at < 0:
                break
        elif char in "{}":
            depth += 1 if char == "{" else -1
        elif depth <= 0 and char == ">":
            return at + 1
        elif depth <= 0 and (char == "<" or text.startswith("\n\n", at)):
            break
        at += 1
    code.note_vain((at if at > 0 else limit) - start)
    return None


def _attribute_list(code: CodeMap, at: int) -> Cut | None:
    """kramdown's ``{: .note #numbers}``."""
    found = _ATTRIBUTE_LIST.match(code.text, at)
    return Cut(found.end()) if found else None


def _embedded_file(code: CodeMap, at: int) -> Cut | None:
    """A picture's bytes in place of its address."""
    end = code.find(_FILE_END, at)
    return Cut(end.start(), "](") if end else None


def _statements(code: CodeMap, at: int) -> Cut | None:
    """All ES module statements of a block; prose such as "import duties" is none."""
    if not _opens_block(code.text, at):
        return None
    end = at
    while _IMPORT.match(code.text, end) or _EXPORT.match(code.text, end):
        end = _statement_end(code, end)
        while code.text.startswith(("\n", " "), end) and not code.text.startswith("\n\n", end):
            end += 1
    return Cut(end) if end > at else None


def _opens_block(text: str, at: int) -> bool:
    return at == 0 or (text[at - 1] == "\n" and opens_line(text, at - 1))


def _statement_end(code: CodeMap, start: int) -> int:
    """The end of the line on which every bracket of the statement is closed.

    One that never closes is no statement, and ends with its line.
    """
    at, limit, depth = start, code.reach(start), 0
    while (sign := _SIGNS.search(code.text, at, limit)) and (sign[0] != "\n" or depth > 0):
        depth += (sign[0] in "([{") - (sign[0] in ")]}")
        at = sign.end()
    if sign or (limit == len(code.text) and depth <= 0):
        return sign.start() if sign else limit
    code.note_vain(limit - start)
    end = code.text.find("\n", start)
    return end if end >= 0 else len(code.text)


def _space(code: CodeMap, at: int) -> Cut | None:
    """JSX's ``{" "}``."""
    found = _SPACE.match(code.text, at)
    return Cut(found.end(), " ") if found else None


_CUTTERS: dict[str, Cutter] = {
    "<": _element,
    "{:": _attribute_list,
    '{"': _space,
    "{'": _space,
    "](data:": _embedded_file,
    "[!": callout_mark,
    ":::": directive,
    "import": _statements,
    "export": _statements,
}
