"""Answers in the author's own sentences alone; needs no key and no network."""

from datetime import date

from archivebrain.providers.extractive.coverage import (
    COVERAGE_UNAIDED,
    NOT_CLOSE,
    is_outside,
    reason_against,
    telling_of,
    words_found,
)
from archivebrain.providers.extractive.measuring import measure
from archivebrain.providers.extractive.readings import Candidate, Reading, only
from archivebrain.providers.extractive.selecting import Wish, pick
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence
from archivebrain.wording.parts import conjuncts, halves, points_back
from archivebrain.wording.times import AskedTime, asked_time, leaning

NAME = "extractive"
MODEL = "quotes"
DATE_UNKNOWN = "date unknown"


class Extractive:
    """Quotes verbatim, with dates, or declines; writes no sentence of its own."""

    name = NAME
    model = MODEL

    def draft(self, brief: Brief) -> Draft:
        """One to four quotes, best first; halves that nothing covers are left open."""
        draft = _draft(brief, halves(brief.question))
        if draft.declined and len(both := conjuncts(brief.question)) > 1:
            # "About X and Y" may be covered for X alone.
            return _draft(brief, both)
        return draft


def _draft(brief: Brief, parts: tuple[str, ...]) -> Draft:
    reading, outside = _in_time(measure(brief, parts), brief)
    reasons = [outside or reason_against(reading, part) for part in range(len(parts))]
    covered = [part for part, reason in enumerate(reasons) if not reason]
    if not covered:
        return Draft((), NAME, MODEL, declined=True, reason=reasons[0])
    wish = Wish(time=asked_time(brief.question), leaning=leaning(brief.question))
    return Draft(
        sentences=tuple(
            _quoted(one, paragraph)
            for paragraph, one in enumerate(pick(reading, covered, wish=wish))
        ),
        provider=NAME,
        model=MODEL,
        declined_parts=tuple(
            parts[part]
            for part, reason in enumerate(reasons)
            if reason and not _follows_on(reading, part, reason)
        ),
    )


def _follows_on(reading: Reading, part: int, reason: str) -> bool:
    """Whether a half only asks on about what the covered one named; then nothing is open.

    "… and how did the technique improve?" is far from any sentence once it stands alone.
    """
    return (
        reason == NOT_CLOSE
        and part > 0
        and points_back(reading.parts[part])
        and words_found(reading, part) >= COVERAGE_UNAIDED
    )


def _in_time(reading: Reading, brief: Brief) -> tuple[Reading, str]:
    """Of years outside the archive only the passages that tell of them can say anything."""
    time = asked_time(brief.question)
    archive = AskedTime(
        brief.archive_from.year if brief.archive_from else None,
        brief.archive_to.year if brief.archive_to else None,
    )
    if time is None or not is_outside(time, archive):
        return reading, ""
    telling = only(reading, telling_of(time, brief.sources))
    return telling, "" if telling.candidates else "time"


def _quoted(one: Candidate, paragraph: int) -> DraftSentence:
    return DraftSentence(
        text=f"“{one.quote}” ({spoken(one.published)})",
        cites=(Cite(source=one.source, quote=one.quote),),
        paragraph=paragraph,
    )


def spoken(day: date | None) -> str:
    """A date as it stands in an answer: 16 May 2021."""
    return f"{day.day} {day:%B %Y}" if day else DATE_UNKNOWN
