"""Writes tables as rows of cells; what is laid out with a table, and is none, as blocks."""

from collections.abc import Callable, Iterator
from itertools import chain

from retrieval.markdown.html.seen import content
from retrieval.markdown.html.tree import Element, is_blank, name_of

# More of one cell would be a way to fill memory, not a table.
_WIDEST_CELL = 50
_MOST_CELLS = 200_000
_PARTS = frozenset({"thead", "tbody", "tfoot"})
_CELLS = frozenset({"td", "th"})
_TOO_MUCH_FOR_A_CELL = frozenset({
    "table", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "figure", "dl",
    "details", "hr", "article",
})  # fmt: skip

WriteCell = Callable[[Element], str]


def table_of(table: Element, write_cell: WriteCell) -> str | None:
    """The rows of a table; None where it only lays out a page."""
    if table.get("role") in {"presentation", "none"}:
        return None
    rows = list(_rows(table))
    if None in rows:
        return None
    cells = [list(_cells(row)) for row in rows if row is not None]
    if any(cell is None for row in cells for cell in row) or max(map(len, cells), default=0) < 2:
        return None
    if any(name_of(one) in _TOO_MUCH_FOR_A_CELL for one in table.iterdescendants()):
        return None
    written = [list(_written(row, write_cell)) for row in cells if row]
    if len(written) * max(map(len, written)) > _MOST_CELLS:
        return None
    return "\n".join(_as_lines(written))


def _rows(table: Element) -> Iterator[Element | None]:
    """Each row, or None for anything that is outside of all rows."""
    for piece in content(table):
        if isinstance(piece, str):
            if not is_blank(piece):
                yield None
        elif name_of(piece) in _PARTS:
            yield from _rows(piece)
        elif name_of(piece) == "tr":
            yield piece
        elif name_of(piece) != "caption":
            yield None


def _cells(row: Element) -> Iterator[Element | None]:
    for piece in content(row):
        if isinstance(piece, str):
            if not is_blank(piece):
                yield None
        else:
            yield piece if name_of(piece) in _CELLS else None


def _written(row: list[Element | None], write_cell: WriteCell) -> Iterator[str]:
    for cell in row:
        if cell is None:
            continue
        yield write_cell(cell)
        span = cell.get("colspan") or "1"
        width = int(span) if span.isascii() and span.isdigit() else 1
        yield from [""] * (min(width, _WIDEST_CELL) - 1)


def _as_lines(rows: list[list[str]]) -> Iterator[str]:
    """The first row heads the others, because Markdown has no table without a head."""
    width = max(map(len, rows))
    rule = ["---"] * width
    for row in chain(rows[:1], [rule], rows[1:]):
        padded = [*row, *[""] * (width - len(row))]
        yield f"| {' | '.join(padded)} |"
