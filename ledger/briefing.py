"""The dated block that outranks passages in a model's prompt; pure."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from ledger.types import DatedPosition, Label

DATE_NOT_STATED = "date not stated"
HEADING = "On {concept}:"
BECAUSE = " Because: {because}"
NOTICE, CURRENT, SINCE = "notice of retraction", "current", "since {label}"
# What a model reads beside the author's own words; part of the prompt's version.
WORDS = (DATE_NOT_STATED, HEADING, BECAUSE, NOTICE, CURRENT, SINCE)


def block(positions: Sequence[DatedPosition], *, sources: Mapping[str, int]) -> str:
    """One line for each position under its concept, in the order given; empty without any.

    ``sources``: the number of the passage that holds a row's receipt, by the row's key.
    """
    concepts = groupby(positions, key=lambda row: row.concept_name)
    return "\n".join(
        line
        for name, rows in concepts
        for line in (HEADING.format(concept=name), *(_line(row, sources) for row in rows))
    )


def _line(row: DatedPosition, sources: Mapping[str, int]) -> str:
    because = BECAUSE.format(because=row.because) if row.because else ""
    marker = f" [S{sources[row.key]}]" if row.key in sources else ""
    return f"- {spoken_date(row)} | {_standing(row)} | {row.stance}{because}{marker}"


def spoken_date(row: DatedPosition) -> str:
    return row.dated.isoformat() if row.dated else DATE_NOT_STATED


def _standing(row: DatedPosition) -> str:
    if row.is_notice:
        return NOTICE
    return CURRENT if row.label is Label.CURRENT else SINCE.format(label=row.label.value)
