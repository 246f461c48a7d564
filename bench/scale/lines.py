"""Lines over sizes on two logarithmic axes, as an SVG that reads on light and dark pages."""

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 660, 320, 66, 34, 140, 36
LABEL = 14
TEXT, GRID = "#6b7280", "#9aa5b1"
COLOURS = ("#1f6f54", "#b4531f", "#3b5bab", "#8a3b8f", "#77702a")


def lines(title: str, sizes: Sequence[int], series: Mapping[str, Sequence[float]]) -> str:
    """One line for each name; ``sizes`` along the bottom, milliseconds upwards."""
    values = [max(value, 0.1) for line in series.values() for value in line]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    first, last = math.log10(min(sizes)), math.log10(max(sizes))

    def x(size: int) -> float:
        share = (math.log10(size) - first) / ((last - first) or 1)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        share = (math.log10(max(value, 0.1)) - low) / ((high - low) or 1)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    marks = [_level(f"{10**power:g} ms", y(10**power)) for power in range(low, high + 1)]
    marks += [_size(f"{size:,}", x(size)) for size in sizes]
    labels = _apart({name: y(line[-1]) for name, line in series.items()})
    drawn = [
        _line([(x(size), y(value)) for size, value in zip(sizes, line, strict=True)], colour)
        + _name(name, labels[name], colour)
        for (name, line), colour in zip(series.items(), COLOURS, strict=False)
    ]
    return f"""<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}"
  viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif" font-size="12">
<title>{escape(title)}</title>
<text x="{LEFT}" y="18" fill="{TEXT}" font-weight="600">{escape(title)}</text>
{chr(10).join([*marks, *drawn])}
</svg>
"""


def _level(label: str, y: float) -> str:
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{GRID}"'
        f' stroke-opacity="0.4"/><text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end"'
        f' fill="{TEXT}">{label}</text>'
    )


def _size(label: str, x: float) -> str:
    return f'<text x="{x:.1f}" y="{HEIGHT - 14}" text-anchor="middle" fill="{TEXT}">{label}</text>'


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Heights of the names, from the top, none written over another."""
    placed: dict[str, float] = {}
    for name, y in sorted(wanted.items(), key=lambda pair: pair[1]):
        placed[name] = max(y, max(placed.values(), default=-LABEL) + LABEL)
    return placed


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _name(name: str, y: float, colour: str) -> str:
    x = WIDTH - RIGHT + 6
    return f'<text x="{x}" y="{y + 4:.1f}" fill="{colour}">{escape(name)}</text>'
