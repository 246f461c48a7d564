"""Decides whether the sources cover a part of the question; never by fused score; pure."""

from archivebrain.providers.extractive.readings import Reading, coverage
from archivebrain.providers.types import Source
from archivebrain.wording.times import AskedTime

# Fitted on docs/evaluation.md's questions: below both, a question is uncovered.
MIN_COVERAGE = 0.5
MIN_CLOSENESS = 0.5


def reason_against(
    reading: Reading,
    part: int,
    *,
    sources: tuple[Source, ...],
    time: AskedTime | None,
    archive: AskedTime,
) -> str:
    """The rule by which a part is not covered, in a word; empty if it is covered."""
    if not sources:
        return "no_passage"
    if _names_missing(reading, part):
        return "name"
    if time is not None and _outside(time, archive) and not _mentions(sources, time):
        return "time"
    return "" if _is_close(reading, part) else "not_close"


def _names_missing(reading: Reading, part: int) -> bool:
    return any(
        not any(source.holds(term) for source in reading.sources)
        for term in reading.terms[part]
        if term.is_vital
    )


def _outside(time: AskedTime, archive: AskedTime) -> bool:
    too_late = archive.last is not None and time.first is not None and time.first > archive.last
    too_early = archive.first is not None and time.last is not None and time.last < archive.first
    return too_late or too_early


def _mentions(sources: tuple[Source, ...], time: AskedTime) -> bool:
    """An essay may tell of years before its archive began."""
    years = {str(year) for year in (time.first, time.last) if year is not None}
    return any(year in source.passage.plain for source in sources for year in years)


def _is_close(reading: Reading, part: int) -> bool:
    terms = reading.terms[part]
    covered = max(coverage(terms, source) for source in reading.sources)
    closest = max((c.closeness[part] for c in reading.candidates if c.closeness), default=0.0)
    return covered >= MIN_COVERAGE or closest >= MIN_CLOSENESS
