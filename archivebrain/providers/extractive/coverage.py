"""Decides whether the sources cover a part of the question; never by fused score; pure."""

from archivebrain.providers.extractive.readings import Reading, coverage
from archivebrain.providers.types import Source
from archivebrain.wording.times import AskedTime

# Fitted on the tuning part of docs/evaluation.md's questions. Read under its title and
# headings, the closest sentence tells covered questions from others far better than its
# cosine alone or the share of words found: at 0.45 it answers 36 of 354 uncovered ones,
# where "half of the words, or a cosine of 0.5" answered 90, for as many wrong refusals.
MIN_CLOSENESS_IN_PLACE = 0.45
# Words alone decide while no embedder answers.
MIN_COVERAGE = 0.5


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
    close = [one.in_place[part] for one in reading.candidates if one.in_place]
    if close:
        return max(close) >= MIN_CLOSENESS_IN_PLACE
    return max(coverage(reading.terms[part], one) for one in reading.sources) >= MIN_COVERAGE
