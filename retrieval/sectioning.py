"""Parts an essay at its headings, so that each part knows the headings above it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from retrieval.cutting import Source, Unit, units_of
from retrieval.markdown.headings import Heading, headings_of
from retrieval.markdown.parsing import Block


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading, up to the next one of any level."""

    heading_path: tuple[str, ...]
    anchor: str
    units: tuple[Unit, ...]


def sections_of(source: Source, blocks: Sequence[Block], *, title: str) -> list[Section]:
    """Sections in order, each with words: a heading that only repeats the title is no name."""
    return _with_words(_sections(source, blocks, title))


def _sections(source: Source, blocks: Sequence[Block], title: str) -> Iterator[Section]:
    headings = {heading.line: heading for heading in headings_of(blocks)}
    title_line = _title_line(headings.values(), title)
    path: list[Heading] = []
    units: list[Unit] = []
    for unit in units_of(source, blocks):
        if unit.block is not None and unit.block.kind == "heading":
            yield _section(path, units, title_line)
            heading = headings[unit.block.start]
            path = [*(outer for outer in path if outer.level < heading.level), heading]
            units = []
        units.append(unit)
    yield _section(path, units, title_line)


def _section(path: Sequence[Heading], units: Sequence[Unit], title_line: int) -> Section:
    """The opening heading's words go, for the prefix bears them."""
    names = tuple(heading.text for heading in path if heading.line != title_line)
    anchor = path[-1].anchor if path else ""
    opening = [replace(units[0], words="")] if path and units else units[:1]
    return Section(names, anchor, (*opening, *units[1:]))


def _title_line(headings: Iterable[Heading], title: str) -> int:
    """The line of the first top heading if it is the title once more; -1 if it is not."""
    first = next((heading for heading in headings if heading.level == 1), None)
    if first is None or first.text.casefold().split() != title.casefold().split():
        return -1
    return first.line


def _with_words(sections: Iterable[Section]) -> list[Section]:
    """Sections in which something stands; a bare heading joins the next, the last one before."""
    full: list[Section] = []
    waiting: list[tuple[str, Unit]] = []
    for section in sections:
        if not any(unit.words.strip() for unit in section.units):
            waiting += _bare(section)
            continue
        full.append(replace(section, units=(*_above(waiting, section), *section.units)))
        waiting = []
    tail = [replace(unit, words=name) for name, unit in waiting]
    if full:
        full[-1] = replace(full[-1], units=(*full[-1].units, *tail))
    elif any(unit.words for unit in tail):
        full.append(Section((), "", tuple(tail)))
    return full


def _bare(section: Section) -> Iterator[tuple[str, Unit]]:
    """The units of a wordless section, the heading's with its name."""
    for number, unit in enumerate(section.units):
        is_heading = unit.block is not None and unit.block.kind == "heading" and not number
        yield (section.heading_path[-1] if is_heading and section.heading_path else ""), unit


def _above(waiting: Sequence[tuple[str, Unit]], section: Section) -> Iterator[Unit]:
    """Bare headings before a section; one that is in its path is not said twice."""
    for name, unit in waiting:
        yield replace(unit, words="" if name in section.heading_path else name)
