"""Decides whether the sources cover a part of the question; never by fused score; pure."""

from collections.abc import Iterable

from archivebrain.providers.extractive.readings import Reading, Term, coverage
from archivebrain.providers.types import Source
from archivebrain.wording.words import keys_of
from retrieval.types import Span

# Fitted on the tuning part of docs/evaluation.md's questions. A sentence is read under its
# title and headings: that tells covered questions from others far better than its cosine
# alone, or than the share of words found.
CLOSE = 0.5
# Nearly close is enough where a fair share of the question's words stands in one passage.
NEARLY_CLOSE = 0.45
SOME_COVERAGE = 0.4
# A rare word that stands nowhere may be a name or have been paraphrased: then near is not enough.
FIRMLY_CLOSE = 0.6
# Words alone decide while no embedder answers.
COVERAGE_UNAIDED = 0.5
NOT_CLOSE = "not_close"


def reason_against(reading: Reading, part: int) -> str:
    """The rule by which a part is not covered, in a word; empty if it is covered."""
    if not reading.candidates:
        return "no_passage"
    if _names_missing(reading, part):
        return "name"
    return "" if _is_close(reading, part) else NOT_CLOSE


def _names_missing(reading: Reading, part: int) -> bool:
    return any(term.is_vital and not _stands(reading, term) for term in reading.terms[part])


def _stands(reading: Reading, term: Term) -> bool:
    return any(source.holds(term) for source in reading.sources)


def _is_close(reading: Reading, part: int) -> bool:
    covered = words_found(reading, part)
    close = [one.in_place[part] for one in reading.candidates if one.in_place]
    if not close:
        return covered >= COVERAGE_UNAIDED
    return max(close) >= _bar(reading, part, covered)


def _bar(reading: Reading, part: int, covered: float) -> float:
    if any(term.is_rare and not _stands(reading, term) for term in reading.terms[part]):
        return FIRMLY_CLOSE
    return NEARLY_CLOSE if covered >= SOME_COVERAGE else CLOSE


def words_found(reading: Reading, part: int) -> float:
    """The largest share of a part's words that stands in one passage, 0 to 1."""
    return max(coverage(reading.terms[part], source) for source in reading.sources)


def is_outside(time: Span, archive: Span) -> bool:
    """Whether a question asks about days before the first essay or after the last."""
    too_late = archive.last is not None and time.first is not None and time.first > archive.last
    too_early = archive.first is not None and time.last is not None and time.last < archive.first
    return too_late or too_early


def telling_of(time: Span, sources: Iterable[Source]) -> frozenset[int]:
    """The sources that name the years themselves: an essay may tell of an earlier time."""
    ends = [day.year for day in (time.first, time.last) if day is not None]
    decades = {year - year % 10 for year in ends}
    years = {str(year) for year in range(min(ends), max(ends) + 1)}
    years |= {f"{decade}s" for decade in decades} | {f"{decade % 100}s" for decade in decades}
    return frozenset(
        source.number for source in sources if years & set(keys_of(source.passage.plain))
    )
