"""Takes out MDX and page machinery: imports, exports, JSX tags, scripts, attribute lists."""

import re

from retrieval.markdown.code import CodeMap
from retrieval.markdown.scanning import Cut, take_out

_SCRIPT = re.compile(r"<(script|style)\b", re.IGNORECASE)
_TAG_NAME = re.compile(r"</?([A-Za-z][\w.:-]*)?")
_ATTRIBUTE_LIST = re.compile(
    r"\{::?\s*((?:[.#][\w-]+|[\w-]+=(?:\"[^\"\n]*\"|[\w-]+)|toc|/?\w+)\s*)+/?\}"
)
_IMPORT = re.compile(r"""import\s*(?:['"][^'"\n]+['"]|(?:type\s+)?[\w$*{][^;'"]*?\bfrom\s*['"])""")
_EXPORT = re.compile(
    r"export\s+(?:(?:const|let|var|function|class|async|type|interface|enum)\s+[\w$*{\[]"
    r"|default\s+(?:function|class|async|\(|\{|\[|<|[\w$.]+\s*(?:[;(\n]|=>|\Z))"
    r"|\{|\*\s*(?:as\b|from\b))"
)


def without_components(text: str) -> str:
    """JSX tags go and their children stay; scripts and styles go with all they hold."""
    cutters = {"<": _element, "{:": _attribute_list, "](data:": _embedded_file}
    return take_out(text, {**cutters, "import": _statements, "export": _statements})


def _element(code: CodeMap, at: int) -> Cut | None:
    script = _SCRIPT.match(code.text, at)
    if script:
        closing = code.text.lower().find(f"</{script[1].lower()}", at)
        end = code.text.find(">", closing) if closing >= 0 else -1
        return Cut(end + 1) if end >= 0 else None
    return _component(code, at)


def _component(code: CodeMap, at: int) -> Cut | None:
    """A JSX tag: a capital or a dot in its name, or braces in it; ``List<T>`` is none."""
    if code.text[at - 1 : at].isalnum():
        return None
    opening = _TAG_NAME.match(code.text, at)
    if opening is None or (opening[1] or "").endswith(":"):
        return None
    end = _tag_end(code.text, opening.end())
    if end is None:
        return None
    name = opening[1] or ""
    inside = code.text[opening.end() : end]
    is_component = name[:1].isupper() or "." in name or "{" in inside
    is_fragment = not name and inside == ">"
    return Cut(end) if is_component or is_fragment else None


def _tag_end(text: str, at: int) -> int | None:
    """Past the ``>`` that stands outside quotation marks and braces."""
    if at < len(text) and text[at] not in " \t\n/>":
        return None
    depth = 0
    while at < len(text):
        char = text[at]
        if char in "\"'`":
            at = text.find(char, at + 1)
            if at < 0:
                return None
        elif char in "{}":
            depth += 1 if char == "{" else -1
        elif depth <= 0 and char == ">":
            return at + 1
        elif depth <= 0 and (char == "<" or text.startswith("\n\n", at)):
            return None
        at += 1
    return None


def _attribute_list(code: CodeMap, at: int) -> Cut | None:
    """kramdown's ``{: .note #numbers}``."""
    found = _ATTRIBUTE_LIST.match(code.text, at)
    return Cut(found.end()) if found else None


def _embedded_file(code: CodeMap, at: int) -> Cut | None:
    """A picture's bytes in place of its address."""
    end = code.text.find(")", at)
    return Cut(end, "](") if end >= 0 else None


def _statements(code: CodeMap, at: int) -> Cut | None:
    """All ES module statements of a block; prose such as "import duties" is none."""
    if not _opens_block(code.text, at):
        return None
    end = at
    while _IMPORT.match(code.text, end) or _EXPORT.match(code.text, end):
        end = _statement_end(code.text, end)
        while code.text.startswith(("\n", " "), end) and not code.text.startswith("\n\n", end):
            end += 1
    return Cut(end) if end > at else None


def _opens_block(text: str, at: int) -> bool:
    lines = text[:at].rsplit("\n", 2)
    return not lines[-1] and (len(lines) < 2 or not lines[-2].strip())


def _statement_end(text: str, at: int) -> int:
    """The end of the line on which every bracket of the statement is closed."""
    depth = 0
    while at < len(text):
        char = text[at]
        if char in "\"'`":
            closing = text.find(char, at + 1)
            at = closing if closing >= 0 else at
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "\n" and depth <= 0:
            return at
        at += 1
    return len(text)
