"""The marks around text that stands in a box: callouts and directives; title and text stay."""

import re

from retrieval.markdown.captions import said_in
from retrieval.markdown.code import CodeMap, opens_line
from retrieval.markdown.scanning import Cut

_CALLOUT = re.compile(r"\[![A-Za-z][\w-]*(?:\|[\w-]+)?\][+-]?[ \t]*")
_QUOTED_SO_FAR = re.compile(r"(?:^|\n)[ \t>]*>[ \t]*\Z")
_DIRECTIVE = re.compile(
    r":{3,}[ \t]*(?P<arguments>\{[^}\n]*\}|[\w-]*)(?:\[(?P<title>[^\]\n]*)\])?"
    r"[ \t]*(?:\{[^}\n]*\})?[ \t]*(?P<rest>[^\n]*)"
)


def callout_mark(code: CodeMap, at: int) -> Cut | None:
    """Obsidian's and GitHub's ``> [!note]- Title``."""
    found = _CALLOUT.match(code.text, at)
    is_first = found and _QUOTED_SO_FAR.search(code.text[max(0, at - 100) : at])
    return Cut(found.end()) if found and is_first else None


def directive(code: CodeMap, at: int) -> Cut | None:
    """``:::note[Title]``, ``::: tip Title`` and the ``:::`` at the end."""
    found = _DIRECTIVE.match(code.text, at) if opens_line(code.text, at) else None
    if found is None:
        return None
    title = found["title"] or found["rest"] or said_in(found["arguments"])
    return Cut(found.end(), f"{title.strip()}\n" if title.strip() else "")
