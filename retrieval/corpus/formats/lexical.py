"""Ghost's two older ways to store a text, lexical and mobiledoc, as the HTML readers got."""

import html
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from retrieval.corpus.formats.ghost_cards import card_html
from retrieval.corpus.formats.json_safety import JsonFault, load_json
from retrieval.corpus.sources import MAX_ESSAY_BYTES

# Bits of a run of text, as Lexical sets them.
_FORMATS = ((16, "code"), (1, "strong"), (2, "em"), (4, "s"), (8, "u"), (32, "sub"), (64, "sup"))
_HIGHLIGHT = 128
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MOBILEDOC_TAGS = _HEADINGS | {"p", "blockquote", "aside", "pull-quote", "ul", "ol"}
_MARKUP_TAGS = frozenset(
    {"a", "b", "strong", "i", "em", "u", "s", "strike", "del", "ins", "sub", "sup", "code"}
)

Node = Mapping[str, Any]


def html_of_lexical(written: str) -> str:
    """Raises ``JsonFault`` where it is no lexical document."""
    document = load_json(written.encode())
    root = document.get("root") if isinstance(document, dict) else None
    if not isinstance(root, dict):
        raise JsonFault("its lexical text has no root.")
    return _children(root)


def _children(node: Node) -> str:
    children = node.get("children")
    inner = children if isinstance(children, list) else []
    return "".join(_node(child) for child in inner if isinstance(child, dict))


def _node(node: Node) -> str:
    kind = str(node.get("type", ""))
    kind = kind.removeprefix("extended-")
    reader = _NODES.get(kind)
    if reader is not None:
        return reader(node)
    # A kind that came later: its text counts, whatever it looks like.
    return _children(node) or card_html(kind, node)


def _text(node: Node) -> str:
    shown = html.escape(str(node.get("text", "")), quote=False).replace("\n", "<br>")
    bits = node.get("format")
    bits = bits if isinstance(bits, int) else 0
    for bit, tag in _FORMATS:
        shown = f"<{tag}>{shown}</{tag}>" if bits & bit and shown else shown
    return f"<mark>{shown}</mark>" if bits & _HIGHLIGHT else shown


def _block(tag: str) -> Callable[[Node], str]:
    return lambda node: f"<{tag}>{_children(node)}</{tag}>"


def _heading(node: Node) -> str:
    tag = str(node.get("tag", ""))
    return _block(tag if tag in _HEADINGS else "h2")(node)


def _list(node: Node) -> str:
    return _block("ol" if node.get("listType") == "number" or node.get("tag") == "ol" else "ul")(
        node
    )


def _link(node: Node) -> str:
    address = html.escape(str(node.get("url") or ""))
    return f'<a href="{address}">{_children(node)}</a>'


_NODES: dict[str, Callable[[Node], str]] = {
    "text": _text,
    "code-highlight": _text,
    "paragraph": _block("p"),
    "heading": _heading,
    "quote": _block("blockquote"),
    "aside": _block("blockquote"),
    "list": _list,
    "listitem": _block("li"),
    "link": _link,
    "autolink": _link,
    "linebreak": lambda node: "<br>",
    "tab": lambda node: " ",
    "code": lambda node: f"<pre><code>{_children(node)}</code></pre>",
    "table": _block("table"),
    "tablerow": _block("tr"),
    "tablecell": lambda node: _block("th" if node.get("headerState") else "td")(node),
}


def html_of_mobiledoc(written: str) -> str:
    """Raises ``JsonFault`` where it is no mobiledoc."""
    document = load_json(written.encode())
    if not isinstance(document, dict) or not isinstance(document.get("sections"), list):
        raise JsonFault("its mobiledoc text has no sections.")
    try:
        return _bounded(_section(section, document) for section in document["sections"])
    except JsonFault:
        raise
    except (IndexError, TypeError, ValueError, AttributeError, KeyError) as fault:
        raise JsonFault("its mobiledoc text is damaged.") from fault


def _section(section: list[Any], document: Node) -> str:
    """By its number: 1 markup, 2 image, 3 list, 10 card."""
    kind = section[0]
    if kind == 1:
        tag = section[1] if section[1] in _MOBILEDOC_TAGS else "p"
        tag = "blockquote" if tag in {"aside", "pull-quote"} else tag
        return f"<{tag}>{_markers(section[2], document)}</{tag}>"
    if kind == 2:
        return f'<img src="{html.escape(str(section[1]))}" alt="">'
    if kind == 3:
        tag = "ol" if section[1] == "ol" else "ul"
        items = "".join(f"<li>{_markers(item, document)}</li>" for item in section[2])
        return f"<{tag}>{items}</{tag}>"
    if kind == 10:
        name, payload = (*document["cards"][section[1]], {})[:2]
        return card_html(str(name), payload if isinstance(payload, dict) else {})
    return ""


def _markers(markers: list[Any], document: Node) -> str:
    """Runs of text; each opens some marks and says how many end behind it."""
    opened: list[str] = []
    shown = _bounded(_run(run, document, opened) for run in markers)
    return shown + _closing(opened, len(opened))


def _run(run: list[Any], document: Node, opened: list[str]) -> str:
    kind, opens, closes, value = run
    before = "".join([_opening(document["markups"][index], opened) for index in opens])
    text = _atom(document, value) if kind == 1 else html.escape(str(value), quote=False)
    return before + text + _closing(opened, closes)


def _closing(opened: list[str], count: int) -> str:
    return "".join([f"</{opened.pop()}>" for _ in range(min(count, len(opened)))])


def _bounded(parts: Iterable[str]) -> str:
    """Joined; a card or atom that is named again and again would fill the memory."""
    kept: list[str] = []
    size = 0
    for part in parts:
        size += len(part)
        if size > MAX_ESSAY_BYTES:
            raise JsonFault("its text is larger than any essay is.")
        kept.append(part)
    return "".join(kept)


def _opening(markup: list[Any], opened: list[str]) -> str:
    tag = markup[0] if markup[0] in _MARKUP_TAGS else "span"
    opened.append(tag)
    pairs = markup[1] if len(markup) > 1 else []
    found = dict(zip(pairs[::2], pairs[1::2], strict=False))
    return f'<a href="{html.escape(str(found.get("href", "")))}">' if tag == "a" else f"<{tag}>"


def _atom(document: Node, index: int) -> str:
    name, text = document["atoms"][index][:2]
    return "<br>" if name == "soft-return" else html.escape(str(text), quote=False)
