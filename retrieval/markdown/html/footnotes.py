"""Finds footnotes: references that lead to a note, and notes that lead back."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from retrieval.markdown.html.tree import Element, all_text, around, classes_of, name_of

_NOTE_NAME = re.compile(
    r"[:_.-]*(?:fn|ftn|edn|footnote|endnote|sdfootnote|sdendnote|user-content-fn|note(?=[-_:.]*\d)|cite_note)"
    r"(?![a-z])",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"\W{0,2}(?:\w{1,4}|[*†‡§¶]{1,3})\W{0,2}")
_HEADINGS = tuple(f"h{level}" for level in range(1, 7))
_NOTE_TAGS = frozenset({"li", "p", "div", "aside", "dd", "section"})


@dataclass(slots=True)
class Footnotes:
    """``labels``: of each reference. ``notes``: the element of each label, in order.

    ``ways_back``: the links of the notes to where they were called; they say nothing.
    """

    labels: dict[Element, str] = field(default_factory=dict)
    notes: dict[Element, str] = field(default_factory=dict)
    ways_back: set[Element] = field(default_factory=set)


def find_footnotes(root: Element) -> Footnotes:
    found = Footnotes()
    named = _named(root)
    anchors = [one for one in root.iter("a") if _target(one) in named]
    if not anchors:
        return found
    leading: dict[Element, dict[str, list[Element]]] = {}
    for reference in anchors:
        note = _note_of(named[_target(reference)])
        # The link back looks the same; the call comes first.
        if note is None or reference in found.ways_back or not _is_reference(reference, note):
            continue
        back = _ways_back(reference, leading.setdefault(note, {}) or _links_in(note, leading))
        if back or _NOTE_NAME.match(_target(reference)):
            label = found.notes.setdefault(note, str(len(found.notes) + 1))
            found.labels[reference] = label
            found.ways_back.update(back)
    _drop_shared(found)
    return found


def _links_in(
    note: Element, known: dict[Element, dict[str, list[Element]]]
) -> dict[str, list[Element]]:
    """The links in a note by where they lead; looked at once, however often it is called."""
    links = known[note]
    for one in note.iter("a"):
        links.setdefault(_target(one), []).append(one)
    return links


def _ways_back(reference: Element, links: dict[str, list[Element]]) -> list[Element]:
    near = [*reference.iter(), *_close_around(reference)]
    names = {name for one in near for name in (one.get("id"), one.get("name")) if name}
    return [link for name in names for link in links.get(name, ())]


def _named(root: Element) -> dict[str, Element]:
    named: dict[str, Element] = {}
    for one in root.iter():
        if name_of(one):
            for name in (one.get("id"), one.get("name")):
                if name:
                    named.setdefault(name, one)
    return named


def _target(anchor: Element) -> str:
    address = anchor.get("href") or ""
    return address[1:] if address.startswith("#") else ""


def _note_of(target: Element) -> Element | None:
    """The block that holds a note: the one that bears its name, or the one around the name."""
    for one in (target, *around(target)):
        if name_of(one) in _NOTE_TAGS:
            return None if next(one.iter(*_HEADINGS), None) is not None else one
        if name_of(one) in {"body", "html", "article", "main", "td"}:
            return None
    return None


def _is_reference(anchor: Element, note: Element) -> bool:
    if note in around(anchor):
        return False
    words = all_text(anchor).strip()
    return bool(_REFERENCE.fullmatch(words)) or "footnote-ref" in classes_of(anchor)


def _close_around(element: Element) -> Iterator[Element]:
    for one in around(element):
        if name_of(one) not in {"sup", "span", "small", "b", "i", "em", "strong"}:
            return
        yield one


def _drop_shared(found: Footnotes) -> None:
    """A block that holds other notes, or calls of some, is the list of them and no note."""
    holders = {one for note in found.notes for one in around(note) if one in found.notes}
    for holder in holders:
        del found.notes[holder]
    found.labels = {a: label for a, label in found.labels.items() if label in found.notes.values()}
