"""What an MDX page says of itself in an exported object, where it has no front matter."""

import re

import yaml

from retrieval.corpus.front_matter import MAX_CHARS, NO_FRONT_MATTER, FrontMatter
from retrieval.corpus.plain_yaml import read_yaml

_OPENING = re.compile(
    r"^export\s+const\s+(?:metadata|meta|front_?matter)\b[^=\n]{0,80}=\s*",
    re.IGNORECASE | re.MULTILINE,
)
_OBJECT = re.compile(
    rf"\{{[^\n]*\}}(?=;?[ \t]*$)|\{{.{{0,{MAX_CHARS}}}?^\}}", re.MULTILINE | re.DOTALL
)
_REMARK = re.compile(r"^\s*//[^\n]*|,\s*//[^\n]*", re.MULTILINE)
_UNREADABLE = FrontMatter((("visibility", "what its export says of it cannot be read"),), True)


def exported_metadata(body: str) -> FrontMatter:
    """An object of plain values is a mapping of YAML too; any other closes the page."""
    opening = _OPENING.search(body)
    if opening is None:
        return NO_FRONT_MATTER
    found = _OBJECT.match(body, opening.end())
    try:
        values = read_yaml(_REMARK.sub(",", found[0])) if found else None
    except (yaml.YAMLError, RecursionError, ValueError):
        return _UNREADABLE
    if not isinstance(values, dict):
        return _UNREADABLE
    return FrontMatter(tuple((str(key), value) for key, value in values.items()), present=True)
