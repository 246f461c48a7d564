"""Finds an earlier view that is spoken as the current one, and says what is missing; pure."""

import re
from collections.abc import Iterable

from ledger.types import DatedPosition
from retrieval.days import spoken

# Words by which a sentence tells that it speaks of what was.
_PAST = re.compile(
    r"\b(?:earlier|previous(?:ly)?|former(?:ly)?|original(?:ly)?|initial(?:ly)?|at first|"
    r"at the time|at one time|back then|once|used to|no longer|(?:not|n't) any ?more|until|"
    r"before|since (?:then|refined|reversed|retracted|withdrawn)|later|past|old(?:er)?|"
    r"had (?:\w+ )?(?:argued|held|said|thought|believed|written)|"
    r"changed (?:their|his|her) (?:mind|view)|reversed|retracted|withdrew|withdrawn|superseded|"
    r"abandoned|gave up|walked back|moved away)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_WORD = re.compile(r"[^\W\d_]{4,}")
# A sentence restates a view when this share of its longer words, or of the view's, is common.
RESTATES = 0.5
# Endings aside: "cheating" meets "cheats".
_STEM_CHARACTERS = 5


def spoken_as_current(text: str, rows: Iterable[DatedPosition]) -> DatedPosition | None:
    """The row of those behind a sentence that it passes off as a view of today; None if none.

    ``rows``: those whose receipts stand in the passages that the sentence cites. One that a
    held view also bears out says nothing stale; one that names the row's year, or says in
    words that it tells of the past, is honest about it.
    """
    restated = [row for row in rows if not row.is_notice and restates(text, row)]
    if not restated or any(row.is_current for row in restated):
        return None
    years = set(_YEAR.findall(text))
    if _PAST.search(text) or any(row.dated and str(row.dated.year) in years for row in restated):
        return None
    # Of a view that was said again, the first one knows what became of it.
    return ([row for row in restated if not row.is_overtaken] or restated)[-1]


def restates(text: str, row: DatedPosition) -> bool:
    """Whether a sentence says what the row says, in its words or mostly so."""
    said = _stems(text)
    return any(
        len(said & view) >= RESTATES * min(len(said), len(view))
        for view in (_stems(row.stance), _stems(row.receipt))
        if said and view
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM_CHARACTERS].casefold() for word in _WORD.findall(text))


def correction(row: DatedPosition, *, successor: DatedPosition | None) -> str:
    """The fixed sentence that follows a stale one: whose date it bears, and what came of it."""
    written = f", of {spoken(row.dated)}" if row.dated else ""
    ended = row.retracted or (successor.dated if successor else None)
    when = f" on {spoken(ended)}" if ended else ""
    became = "it is held no longer" if row.is_overtaken else f"it was {row.label.value}{when}"
    return f"This is an earlier view{written}; {became}."
