"""Tells what the author holds by its receipts: the view of now, then earlier ones; pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from archivebrain.providers.types import Brief, Source
from ledger.buckets import holds
from ledger.types import DatedPosition, Label, Lifecycle
from retrieval.quoting import same_words
from retrieval.temporal import AskedTime, asked_time

MAX_VIEWS = 4

STANDING = {
    Label.CURRENT: "current view",
    Label.REFINED: "since refined",
    Label.REVERSED: "since reversed",
    Label.RETRACTED: "since retracted",
}
NOTICE = "withdrawing an earlier view"


@dataclass(frozen=True, slots=True)
class View:
    """A row of the ledger with the sentence that bears it out."""

    row: DatedPosition
    source: Source
    sentence: str


def views(brief: Brief) -> tuple[View, ...]:
    """The views to tell, best first; none where no receipt is among the sources."""
    found = [view for row in brief.positions if (view := _view(row, brief.sources))]
    asked = asked_time(brief.question, today=brief.today)
    if asked.span:
        found = list(_in_force(found, asked, _ends(brief.positions)))
    told = list({view.sentence: view for view in _ordered(found, asked.leaning)}.values())
    return tuple(told[:MAX_VIEWS])


def standing(row: DatedPosition) -> str:
    """What became of a view, in the few fixed words that stand beside its date."""
    return NOTICE if row.is_notice else STANDING[row.label]


def _view(row: DatedPosition, sources: Iterable[Source]) -> View | None:
    for source in sources:
        if holds(source.passage, row):
            sentence = _sentence(row, source.sentences)
            if sentence:
                return View(row, source, sentence)
    return None


def _sentence(row: DatedPosition, sentences: Iterable[str]) -> str:
    """The whole sentence around a receipt, or the first one of a longer receipt."""
    for sentence in sentences:
        if same_words(row.receipt, sentence) or same_words(sentence, row.receipt):
            return sentence
    return ""


def _ordered(found: Sequence[View], wish: int) -> list[View]:
    """What holds today first, a notice before what it withdraws, then back in time.

    ``wish`` -1: a question for the first view is told from there on.
    """
    if wish < 0:
        return sorted(found, key=lambda view: _age(view.row))
    return sorted(found, key=lambda view: (_rank(view.row), -_age(view.row)))


def _rank(row: DatedPosition) -> int:
    if row.lifecycle is Lifecycle.HELD:
        return 0
    return 1 if row.is_notice else 2


def _age(row: DatedPosition) -> int:
    return (row.dated or date.min).toordinal()


def _ends(rows: Iterable[DatedPosition]) -> dict[str, date | None]:
    """When each view was replaced, by its key; also where the words of what came are not found."""
    return {row.supersedes: row.dated for row in rows if row.supersedes}


def _in_force(
    found: Sequence[View], asked: AskedTime, ends: Mapping[str, date | None]
) -> Iterator[View]:
    """The views that were held on the asked days: made by then, not yet replaced.

    "As of 2024" asks what was held at its end.
    """
    first, last = (asked.span.first, asked.span.last) if asked.span else (None, None)
    if first is None and asked.leaning > 0:
        first = last
    for view in found:
        begun, ended = view.row.dated, ends.get(view.row.key) or view.row.retracted
        is_made = begun and (last is None or begun <= last)
        if is_made and (ended is None or first is None or ended > first):
            yield view
