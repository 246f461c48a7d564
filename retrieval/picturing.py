"""Places the neighbours of a node around it, for a picture that a phone can show; pure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from retrieval.types import EdgeKind, NodeKind

MENTIONS = EdgeKind.MENTIONS.value

# More cannot be told apart on a phone; the list below the picture has them all.
MOST_DRAWN = 24
# In the picture's own units, which are pixels on a screen of 390.
WIDTH = 380
ACROSS = 84
LINE = 13
ROW = 2 * LINE + 6
LABEL_CHARACTERS = 17
# With fewer the lines would lie so flat that what stands on them meets.
FEWEST_ROWS = 5
# How far along a line its kind is written: far enough out that two lines do not meet.
KIND_AT = 0.6


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What is one step away. ``steps``: the kinds of the steps between; ``url``: at the desk."""

    kind: NodeKind
    name: str
    steps: tuple[str, ...]
    url: str = ""

    @property
    def told_step(self) -> str:
        """One of the steps, and how many more: a line has room for one."""
        drawn = [step for step in self.steps if step != MENTIONS] or [MENTIONS]
        more = len(self.steps) - 1
        return f"{drawn[0]} +{more}" if more else drawn[0]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a label, at its place."""

    text: str
    y: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A neighbour at its place. ``anchor``: which end of its label stands there."""

    neighbour: Neighbour
    x: float
    y: float
    label_x: float
    anchor: str
    lines: tuple[Line, ...]
    steps_x: float
    steps_y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """The node stands in the middle, at ``x`` and ``y``, and its name above them all."""

    width: int
    height: int
    x: float
    y: float
    lines: tuple[Line, ...]
    spots: tuple[Spot, ...]


def picture_of(name: str, neighbours: Sequence[Neighbour]) -> Picture:
    """The same picture for the same neighbours, whatever the order they are read in."""
    drawn = sorted(neighbours, key=_order)[:MOST_DRAWN]
    right, left = drawn[0::2], drawn[1::2]
    half = max(len(right), len(left), FEWEST_ROWS) * ROW / 2
    height = math.ceil(2 * half + 2 * ROW)
    middle = height / 2
    spots = [*_side(right, middle, half, side=1), *_side(left, middle, half, side=-1)]
    return Picture(WIDTH, height, WIDTH / 2, middle, _lines(name, ROW / 2), tuple(spots))


def _order(one: Neighbour) -> tuple[bool, str, str]:
    """What the author drew before what a text only mentions."""
    return one.steps == (MENTIONS,), one.kind.value, one.name.casefold()


def _side(
    neighbours: Sequence[Neighbour], middle: float, half: float, *, side: int
) -> Iterator[Spot]:
    """Along half an ellipse, in rows of one height, so that no label covers another."""
    for at, neighbour in enumerate(neighbours):
        down = (at + 0.5) * 2 * half / len(neighbours) - half
        out = side * ACROSS * math.sqrt(max(0.0, 1 - (down / (half * 1.02)) ** 2))
        x, y = WIDTH / 2 + out, middle + down
        yield Spot(
            neighbour,
            x=round(x, 1),
            y=round(y, 1),
            label_x=round(x + side * 10, 1),
            anchor="start" if side > 0 else "end",
            lines=_lines(neighbour.name, y),
            steps_x=round(WIDTH / 2 + KIND_AT * out, 1),
            steps_y=round(middle + KIND_AT * down, 1),
        )


def _lines(name: str, y: float) -> tuple[Line, ...]:
    """At most two lines around a height; what is longer is cut, and whole in the list."""
    words = wrap(" ".join(name.split()), LABEL_CHARACTERS) or [""]
    if len(words) > 2:
        words = [words[0], words[1][: LABEL_CHARACTERS - 1] + "…"]
    top = y - (len(words) - 1) * LINE / 2
    return tuple(Line(text, round(top + at * LINE, 1)) for at, text in enumerate(words))
