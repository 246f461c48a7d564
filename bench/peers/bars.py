"""A bar for each name, as an SVG that reads on light and dark pages."""

from collections.abc import Mapping
from html import escape

LABELS, BARS, ROW = 330, 300, 26
OURS, THEIRS, TEXT = "#1f6f54", "#9aa5b1", "#6b7280"


def bars(title: str, values: Mapping[str, float], *, marked: str, digits: int) -> str:
    """In the order given; the marked one in a colour of its own."""
    widest = max(values.values())
    rows = "\n".join(
        _label(at, name, is_marked=name == marked)
        + _bar(at, round(BARS * value / widest), f"{value:.{digits}f}", is_marked=name == marked)
        for at, (name, value) in enumerate(values.items(), start=1)
    )
    width, height = LABELS + BARS + 70, ROW * (len(values) + 1) + 10
    return f"""<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"
  viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="13">
<title>{escape(title)}</title>
<text x="{LABELS}" y="18" fill="{TEXT}" font-weight="600">{escape(title)}</text>
{rows}
</svg>
"""


def _label(at: int, name: str, *, is_marked: bool) -> str:
    weight = ' font-weight="600"' if is_marked else ""
    return (
        f'<text x="{LABELS - 8}" y="{at * ROW + 17}" text-anchor="end" fill="{TEXT}"{weight}>'
        f"{escape(name)}</text>"
    )


def _bar(at: int, length: int, value: str, *, is_marked: bool) -> str:
    colour = OURS if is_marked else THEIRS
    return (
        f'<rect x="{LABELS}" y="{at * ROW + 4}" width="{length}" height="{ROW - 8}" rx="2"'
        f' fill="{colour}"/>'
        f'<text x="{LABELS + length + 6}" y="{at * ROW + 17}" fill="{TEXT}">{value}</text>'
    )
