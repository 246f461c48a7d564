"""What the arguments of a template call or a component say to readers."""

import re

from retrieval.markdown.code import CodeMap, opens_line

_NAMES = "alt|attr|attribution|author|caption|content|header|heading|label|quote|summary|text|title"
_SAID = re.compile(
    rf"(?<![\w-])(?:{_NAMES})\s*[=:]\s*\{{?\s*"
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)')""",
    re.DOTALL,
)


def said_in(arguments: str) -> str:
    """Captions, titles and descriptions, each once, with the space that parts them from more.

    No line ends there: the call may stand in the cell of a table.
    """
    found = (one["double"] or one["single"] or "" for one in _SAID.finditer(arguments))
    texts = dict.fromkeys(" ".join(text.replace('\\"', '"').split()) for text in found)
    return "".join(f"{text} " for text in texts if text)


def said_between(code: CodeMap, at: int, end: int) -> str:
    """The same of the call that stands here; one that fills its line is a paragraph of its own."""
    said = said_in(code.text[at:end])
    fills_line = code.text.startswith("\n", end) and opens_line(code.text, at)
    return f"{said.rstrip()}\n" if said and fills_line else said
