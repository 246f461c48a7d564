"""A WordPress post's text as the HTML that its readers got: blocks, paragraphs, shortcodes."""

import html
import re
from collections.abc import Iterator, Mapping

from retrieval.corpus.formats.json_safety import JsonFault, load_json
from retrieval.corpus.formats.shortcodes import Gallery, no_gallery, render_shortcodes
from retrieval.corpus.sources import MAX_ESSAY_BYTES

# What stands in a mark has no "<": WordPress writes it in another way there.
_BLOCK_MARK = re.compile(r"<!--\s+(?P<close>/)?wp:(?P<name>[a-z][a-z0-9_/-]*)\s(?P<rest>[^<]*?)-->")
_SHARED = re.compile(r'<!--\s+wp:block\s+\{[^<]*?"ref"\s*:\s*(?P<id>\d+)[^<]*?-->')
# Where the block editor shows the notes that it keeps beside the text.
_NOTES = re.compile(r"<!--\s+wp:footnotes\b[^<]*?-->")
# A shared text may show others, which may show others.
_SHARED_ROUNDS = 3
_CONTAINERS = (
    "address article aside blockquote body center dd details div dl fieldset figure footer form "
    "header hgroup li main menu nav ol section table tbody td tfoot th thead tr ul"
)
_LEAVES = "caption dt figcaption h1 h2 h3 h4 h5 h6 legend p summary"
_LONE = "hr"
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>{'|'.join([*_CONTAINERS.split(), *_LEAVES.split(), _LONE])})"
    r"(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
# Inside of these no line end is anything but itself.
_HELD = re.compile(r"<(?:(?P<name>pre|script|style|textarea|svg)\b|!--)", re.IGNORECASE)
_MAX_OPEN_TAGS = 64
_HOLD_PARAGRAPHS = frozenset({"", "blockquote", "div", "section", "article", "main", "aside"})
_HOLD_NO_TEXT = frozenset(
    {"dl", "fieldset", "menu", "ol", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)
_MATH = re.compile(r"\$latex\s+(?P<formula>[^$]+?)\$")


def html_of(content: str, shared: Mapping[str, str], gallery: Gallery = no_gallery) -> str:
    """``shared``: by id, the texts that several posts show; ``gallery``: what one shows."""
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    parts = []
    for text, is_block in _pieces(with_shared(content, shared)):
        text = _MATH.sub(_formula, render_shortcodes(text, gallery))
        parts.append(text if is_block else paragraphs(text))
    return "\n".join(parts)


def with_notes(content: str, kept: str) -> str:
    """The text with its footnotes in their place. ``kept``: what the blog keeps of them."""
    notes = _list_of(kept)
    if not notes:
        return content
    shown = f"<ol>{''.join(map(_note, notes))}</ol>"
    place = _NOTES.search(content)
    at = place.end() if place else len(content)
    return f"{content[:at]}\n{shown}\n{content[at:]}"


def _list_of(kept: str) -> list[Mapping[str, object]]:
    try:
        found = load_json(kept.encode()) if kept else []
    except JsonFault:
        return []
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _note(note: Mapping[str, object]) -> str:
    name = html.escape(str(note.get("id", "")))
    return f'<li id="{name}">{note.get("content", "")} <a href="#{name}-link">↩</a></li>'


def missing_blocks(content: str, shared: Mapping[str, str]) -> tuple[str, ...]:
    """Ids of shared texts that a post shows and that the export does not hold."""
    named = (found["id"] for found in _SHARED.finditer(content))
    return tuple(dict.fromkeys(name for name in named if name not in shared))


def with_shared(content: str, shared: Mapping[str, str]) -> str:
    """With the shared texts in their places, as long as all that is still one essay."""
    for _ in range(_SHARED_ROUNDS):
        left = MAX_ESSAY_BYTES - len(content)
        parts: list[str] = []
        start = 0
        for found in _SHARED.finditer(content):
            text = shared.get(found["id"], "")
            left -= len(text)
            parts += [content[start : found.start()], text if left > 0 else ""]
            start = found.end()
        if not parts:
            break
        content = "".join(parts) + content[start:]
    return content


def _pieces(content: str) -> Iterator[tuple[str, bool]]:
    """Text between the marks of blocks, and whether it stands inside of one."""
    depth = start = 0
    kept: list[str] = []
    for mark in _BLOCK_MARK.finditer(content):
        kept.append(content[start : mark.start()])
        start = mark.end()
        # A shortcode's or an old post's own block is read as a post without blocks is.
        if mark["rest"].rstrip().endswith("/") or mark["name"] in {"freeform", "shortcode"}:
            continue
        is_open = depth > 0
        depth = max(0, depth - 1) if mark["close"] else depth + 1
        if is_open != (depth > 0):
            yield "".join(kept), is_open
            kept = []
    yield "".join(kept) + content[start:], depth > 0


def paragraphs(text: str) -> str:
    """An old post's line ends as the paragraphs and breaks that WordPress shows for them."""
    if not text.strip():
        return ""
    parts: list[str] = []
    text, held = _hold(text)
    open_tags: list[str] = []
    start = 0
    for tag in _TAG.finditer(text):
        parts.append(_in_paragraphs(text[start : tag.start()], open_tags))
        parts.append(tag[0])
        start = tag.end()
        _follow(open_tags, tag)
    parts.append(_in_paragraphs(text[start:], open_tags))
    return re.sub("\ue000(\\d+)\ue001", lambda found: held[int(found[1])], "".join(parts))


def _hold(text: str) -> tuple[str, list[str]]:
    """The text with numbers in place of what no line end may change, and what they stand for."""
    text = text.replace("\ue000", "").replace("\ue001", "")
    lowered = text.lower() if len(text.lower()) == len(text) else text
    parts: list[str] = []
    held: list[str] = []
    endless: set[str] = set()
    at = 0
    while found := _HELD.search(text, at):
        name = (found["name"] or "").lower()
        end = -1
        if name not in endless:
            end = lowered.find(f"</{name}" if name else "-->", found.end())
        if end < 0:
            endless.add(name)
            parts.append(text[at : found.end()])
            at = found.end()
            continue
        end = text.find(">", end) + 1 or len(text)
        parts += [text[at : found.start()], f"\ue000{len(held)}\ue001"]
        held.append(text[found.start() : end])
        at = end
    return "".join(parts) + text[at:], held


def _follow(open_tags: list[str], tag: re.Match[str]) -> None:
    name = tag["name"].lower()
    if name == _LONE or tag[0].endswith("/>"):
        return
    if not tag["close"]:
        open_tags += [name] if len(open_tags) < _MAX_OPEN_TAGS else []
    elif name in open_tags:
        while open_tags.pop() != name:
            pass


def _in_paragraphs(text: str, open_tags: list[str]) -> str:
    holder = open_tags[-1] if open_tags else ""
    if not text.strip() or holder in _HOLD_NO_TEXT:
        return text
    parts = [part.strip("\n") for part in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text) if part.strip()]
    lines = [part.replace("\n", "<br>\n") for part in parts]
    if holder in _LEAVES.split():
        return "<br>\n<br>\n".join(lines)
    if len(lines) == 1 and holder not in _HOLD_PARAGRAPHS:
        return lines[0]
    return "\n".join(
        # A block that had to be held back is no text of a paragraph.
        line if re.fullmatch("\\s*\ue000\\d+\ue001\\s*", line) else f"<p>{line}</p>"
        for line in lines
    )


def _formula(found: re.Match[str]) -> str:
    return f'<span class="math">\\({html.escape(html.unescape(found["formula"]))}\\)</span>'
