"""Answers in the author's own sentences alone; needs no key and no network."""

from datetime import date

from archivebrain.providers.extractive.coverage import reason_against
from archivebrain.providers.extractive.measuring import measure
from archivebrain.providers.extractive.readings import Candidate, Reading
from archivebrain.providers.extractive.selecting import Wish, pick
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence
from archivebrain.wording.parts import conjuncts, halves
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
    reading = measure(brief, parts)
    reasons = [_reason(brief, reading, part) for part in range(len(parts))]
    covered = [part for part, reason in enumerate(reasons) if not reason]
    if not covered:
        return Draft((), NAME, MODEL, declined=True, reason=reasons[0])
    wish = Wish(time=asked_time(brief.question), leaning=leaning(brief.question))
    dates = {source.number: source.passage.essay.published for source in brief.sources}
    return Draft(
        sentences=tuple(
            _quoted(one, dates[one.source], paragraph)
            for paragraph, one in enumerate(pick(reading, covered, wish=wish))
        ),
        provider=NAME,
        model=MODEL,
        declined_parts=tuple(part for part, reason in zip(parts, reasons, strict=True) if reason),
    )


def _reason(brief: Brief, reading: Reading, part: int) -> str:
    archive = AskedTime(
        brief.archive_from.year if brief.archive_from else None,
        brief.archive_to.year if brief.archive_to else None,
    )
    time = asked_time(reading.parts[part])
    return reason_against(reading, part, sources=brief.sources, time=time, archive=archive)


def _quoted(one: Candidate, published: date | None, paragraph: int) -> DraftSentence:
    return DraftSentence(
        text=f"“{one.sentence}” ({spoken(published)})",
        cites=(Cite(source=one.source, quote=one.sentence),),
        paragraph=paragraph,
    )


def spoken(day: date | None) -> str:
    """A date as it stands in an answer: 16 May 2021."""
    return f"{day.day} {day:%B %Y}" if day else DATE_UNKNOWN
