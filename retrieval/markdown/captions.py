"""What the arguments of a template call or a component say to readers."""

import re

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
