"""Answers in the author's own sentences alone; needs no key and no network."""

from collections.abc import Sequence
from dataclasses import replace

from archivebrain.providers.extractive.coverage import (
    COVERAGE_UNAIDED,
    NOT_CLOSE,
    is_outside,
    reason_against,
    telling_of,
    words_found,
)
from archivebrain.providers.extractive.holding import View, standing, views
from archivebrain.providers.extractive.measuring import measure
from archivebrain.providers.extractive.readings import Candidate, Reading, only
from archivebrain.providers.extractive.selecting import MAX_SENTENCES, Wish, pick
from archivebrain.providers.types import QUOTES_ALONE, Brief, Cite, Draft, DraftSentence, Source
from archivebrain.wording.parts import conjuncts, halves, points_back
from archivebrain.wording.views import asks_for_view
from retrieval.days import spoken
from retrieval.temporal import asked_time
from retrieval.types import Bucket, Span

NAME = QUOTES_ALONE
MODEL = "quotes"
# Beside a quotation whose passage holds a view that was left behind, or taken back.
STANDING = {Bucket.HISTORICAL: "an earlier view", Bucket.RECORD_ONLY: "a view since retracted"}


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
    held = views(brief) if asks_for_view(brief.question) and not outside else ()
    reasons = [outside or _reason_against(reading, part, held) for part in range(len(parts))]
    covered = [part for part, reason in enumerate(reasons) if not reason]
    if not covered:
        return Draft((), NAME, MODEL, declined=True, reason=reasons[0])
    asked = asked_time(brief.question, today=brief.today)
    wish = Wish(time=asked.span, leaning=asked.leaning)
    # Views answer the part that asks for them; quotations stand beside them for the others.
    quotations = () if held and len(parts) == 1 else pick(reading, covered, wish=wish)
    return Draft(
        sentences=_sentences(held, quotations, brief.sources),
        provider=NAME,
        model=MODEL,
        declined_parts=tuple(
            parts[part]
            for part, reason in enumerate(reasons)
            if reason and not _follows_on(reading, part, reason)
        ),
    )


def _reason_against(reading: Reading, part: int, held: Sequence[View]) -> str:
    """The rule by which a part is not covered; a view in the ledger need not be close to it."""
    reason = reason_against(reading, part)
    return "" if held and part == 0 and reason == NOT_CLOSE else reason


def _sentences(
    held: Sequence[View], quotations: Sequence[Candidate], sources: Sequence[Source]
) -> tuple[DraftSentence, ...]:
    """At most four: the views first, then what is quoted beside them."""
    told = {view.sentence for view in held}
    buckets = {one.number: one.passage.bucket for one in sources}
    drafted = [_view(view) for view in held]
    drafted += [_quoted(one, buckets[one.source]) for one in quotations if one.sentence not in told]
    return tuple(
        replace(sentence, paragraph=paragraph)
        for paragraph, sentence in enumerate(drafted[:MAX_SENTENCES])
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
    time = asked_time(brief.question, today=brief.today).span
    if time is None or not is_outside(time, Span(brief.archive_from, brief.archive_to)):
        return reading, ""
    telling = only(reading, telling_of(time, brief.sources))
    return telling, "" if telling.candidates else "time"


def _view(view: View) -> DraftSentence:
    source = view.source
    beside = f"{spoken(source.passage.published)}, {standing(view.row)}"
    return DraftSentence(f"“{view.sentence}” ({beside})", (Cite(source.number, view.sentence),))


def _quoted(one: Candidate, bucket: Bucket) -> DraftSentence:
    beside = ", ".join(filter(None, (spoken(one.published), STANDING.get(bucket))))
    return DraftSentence(f"“{one.quote}” ({beside})", (Cite(one.source, one.quote),))
