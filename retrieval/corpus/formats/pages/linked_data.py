"""What a page says of its work for search engines, in JSON-LD."""

from collections.abc import Iterator
from typing import Any

from retrieval.corpus.formats.json_safety import JsonFault, load_json
from retrieval.markdown.html.tree import Element

_WORKS = ("Article", "Posting", "WebPage", "Report", "CreativeWork", "HowTo")


def works_in(root: Element) -> list[dict[str, Any]]:
    """The works that a page describes, articles before the page that they stand on."""
    found = [
        item
        for script in root.iter("script")
        if "ld+json" in (script.get("type") or "")
        for item in _items(_value_of(script.text or ""))
        if _kind_of(item).endswith(_WORKS)
    ]
    return sorted(found, key=lambda item: _kind_of(item).endswith("WebPage"))


def texts_of(value: object) -> Iterator[str]:
    """The names in a value, however it is written: a text, a thing with a name, or a list."""
    for one in value if isinstance(value, list) else [value]:
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str) and name.strip():
            yield name


def _value_of(text: str) -> object:
    try:
        return load_json(text.strip().encode())
    except JsonFault:
        return None


def _items(value: object) -> Iterator[dict[str, Any]]:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield one
            if "@graph" in one:
                yield from _items(one["@graph"])


def _kind_of(item: dict[str, Any]) -> str:
    kind = item.get("@type")
    return str(kind[0] if isinstance(kind, list) and kind else kind)
