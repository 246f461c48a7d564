"""What an MDX page says of itself in an exported object, where it has no front matter."""

import re

import yaml

from retrieval.corpus.front_matter import MAX_CHARS, NO_FRONT_MATTER, FrontMatter
from retrieval.corpus.plain_yaml import read_yaml

_OBJECT = re.compile(
    r"^export\s+const\s+(?:metadata|meta|front_?matter)\b[^=\n]{0,80}=\s*"
    rf"(?P<object>\{{[^\n]*\}}(?=;?[ \t]*$)|\{{.{{0,{MAX_CHARS}}}?^\}})",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_OPENING = re.compile(_OBJECT.pattern.partition("(?P")[0], re.IGNORECASE | re.MULTILINE)
_REMARK = re.compile(r"^\s*//[^\n]*|,\s*//[^\n]*", re.MULTILINE)
_UNREADABLE = FrontMatter((("visibility", "what its export says of it cannot be read"),), True)


def exported_metadata(body: str) -> FrontMatter:
    """An object of plain values is a mapping of YAML too; any other closes the page."""
    if not _OPENING.search(body):
        return NO_FRONT_MATTER
    found = _OBJECT.search(body)
    try:
        values = read_yaml(_REMARK.sub(",", found["object"])) if found else None
    except (yaml.YAMLError, RecursionError, ValueError):
        return _UNREADABLE
    if not isinstance(values, dict):
        return _UNREADABLE
    return FrontMatter(tuple((str(key), value) for key, value in values.items()), present=True)
