"""From a question to a checked, cited answer; every surface calls ``ask`` and nothing else."""

import logging
import time
import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings
from django.db.models import Max, Min
from django.utils import timezone

from archivebrain.answering import (
    caching,
    drafts,
    live,
    questions,
    recording,
    release,
    texts,
    withholding,
)
from archivebrain.answering.checking import Checker
from archivebrain.answering.closeness import closeness
from archivebrain.answering.evidence import gather
from archivebrain.answering.flights import Unasked, flights
from archivebrain.answering.followups import made_whole
from archivebrain.answering.grounding import Reply, own_words
from archivebrain.answering.holdings import holdings, stated
from archivebrain.answering.signals import answered
from archivebrain.answering.speaking import Listen, Speaker
from archivebrain.answering.types import Answer, Finished, Question, Status
from archivebrain.models import Purpose
from archivebrain.providers import is_model
from archivebrain.providers.base import Hear, Provider
from archivebrain.providers.prompts import PROMPT_VERSION
from archivebrain.providers.types import Brief, Check, Draft, DraftSentence, Source, Usage
from archivebrain.wording.addressing import of_the_author
from ledger.models import ledger_stamp
from ledger.types import DatedPosition
from retrieval.models import Essay
from retrieval.search import search
from retrieval.timing import Stopwatch
from retrieval.types import Scope

# Wider than an answer needs: a borderline passage with the right sentence gets a seat.
PASSAGES = 16
# What stands behind the answer to a greeting: nobody is asked to write one.
NO_DRAFT = Draft((), provider="", model="")

log = logging.getLogger(__name__)


def ask(
    question: Question, *, provider: Provider | None = None, listen: Listen | None = None
) -> Answer:
    """Answer from the public writing, or decline in the site's own words.

    Raises ``QuestionFault`` for a question that cannot be asked. ``provider``: another
    than the configured one. ``listen``: is given each sentence as soon as it is checked.
    """
    speaker = Speaker(listen) if listen else None
    typed = questions.clean(question)
    whole = made_whole(typed)
    answer = _answered(whole, provider, speaker)
    if speaker:
        speaker.tell(answer.sentences, answer.citations)
    # Kept answers are kept for the whole question, whoever asked it in how many words.
    return replace(answer, searched_for="" if whole.text == typed.text else whole.text)


def _answered(question: Question, provider: Provider | None, speaker: Speaker | None) -> Answer:
    started = time.perf_counter()
    if questions.is_greeting(question.text):
        return _greeting(started=started)
    place = caching.place_of(question, provider)
    if kept := caching.find(place):
        return _again(question, kept, started=started)
    with flights.boarded(place if is_model(provider) else None) as flight:
        if flight.landed:
            return _again(question, flight.landed, started=started)
        chosen = provider if flight.leads else Unasked()
        finished = _made(question, chosen, speaker, started=started)
        if flight.leads:
            caching.keep(place, finished)
            flight.landed = finished
    return finished.answer


def _made(
    question: Question, provider: Provider | None, speaker: Speaker | None, *, started: float
) -> Finished:
    # What is kept, told and logged are the reader's own words; what is read are these.
    read = replace(question, text=of_the_author(question.text, author=settings.ARCHIVEBRAIN_AUTHOR))
    found = search(read.text, scope=Scope(as_of=read.as_of), limit=PASSAGES)
    watch = Stopwatch()
    with watch.timed("brief"):
        known = holdings(read, found.passages)
        sources = gather(known.passages)
        background = withholding.background(read, provider)
        fact = live.look_up(question)
        brief = replace(_brief(read, sources, known.positions, background), live=fact)
    checker = Checker(brief, known.rows, closeness)
    with watch.timed("draft"):
        draft, failed = drafts.obtain(
            brief, provider, _heard(speaker, checker), purpose=_purpose(question)
        )
    if unmapped := draft.checks.get(Check.UNMAPPED_MARKER):
        log.warning("%d markers of a draft named no source.", unmapped)
    with watch.timed("check"):
        draft, reply = release.reply_of(draft, checker)
        reply = live.told(reply, fact)
    answer = _answer(
        reply,
        draft,
        degraded=found.degraded + failed + caching.resting(),
        index=found.versions["index"],
        started=started,
    )
    if reply:
        answer = replace(answer, positions=stated(known.positions), live=fact)
    course = replace(found, passages=known.passages, stages=(*found.stages, *watch.stages))
    recording.trace(question, course, answer)
    answered.send(sender=None, question=question, searched=read.text, found=found)
    finished = Finished(answer, draft.reason, draft.declined_parts)
    recording.record(question, finished)
    return finished


def _again(question: Question, kept: Finished, *, started: float) -> Answer:
    """A kept answer as this reader's own: what it left open is open once more."""
    recording.record(question, kept)
    return replace(kept.answer, id=uuid.uuid4().hex, usage=Usage(), took_ms=_elapsed_ms(started))


def _brief(
    question: Question,
    sources: tuple[Source, ...],
    positions: tuple[DatedPosition, ...],
    background: tuple[str, ...],
) -> Brief:
    dated = Essay.objects.within(Scope(as_of=question.as_of)).aggregate(
        first=Min("published_on"), last=Max("published_on")
    )
    return Brief(
        question=question.text,
        author=settings.ARCHIVEBRAIN_AUTHOR,
        sources=sources,
        today=timezone.localdate(),
        archive_from=dated["first"],
        archive_to=dated["last"],
        positions=positions,
        background=background,
    )


def _purpose(question: Question) -> Purpose:
    return Purpose.ANSWER if question.surface.is_for_readers else Purpose.EVALUATION


def _heard(speaker: Speaker | None, checker: Checker) -> Hear | None:
    """What a provider may tell while it writes: only what the checks have passed."""
    if speaker is None:
        return None

    def check(drafted: Sequence[DraftSentence]) -> Reply | None:
        draft = Draft(tuple(drafted), provider="", model="")
        return release.reply_of(draft, checker, is_finished=False)[1]

    return lambda drafted: speaker.hear(drafted, check)


def _greeting(*, started: float) -> Answer:
    """Nothing was asked: no search, no model, no gap."""
    reply = own_words(texts.greeting(settings.ARCHIVEBRAIN_AUTHOR))
    return _answer(reply, NO_DRAFT, index="", started=started)


def _answer(
    reply: Reply | None,
    draft: Draft,
    *,
    index: str,
    started: float,
    degraded: tuple[str, ...] = (),
) -> Answer:
    """Declined, in the site's own words, where a draft left none that may be shown."""
    said = reply or own_words(texts.NOT_COVERED)
    return Answer(
        id=uuid.uuid4().hex,
        status=Status.ANSWERED if reply else Status.DECLINED,
        text=said.text,
        sentences=said.sentences,
        citations=said.citations,
        degraded=degraded,
        usage=draft.usage,
        took_ms=_elapsed_ms(started),
        versions={
            "index": index,
            "ledger": ledger_stamp(),
            "prompt": PROMPT_VERSION,
            "provider": draft.provider,
            "model": draft.model,
        },
        corrections=said.corrections,
        checks=draft.checks,
    )


def _elapsed_ms(started: float) -> int:
    return round((time.perf_counter() - started) * 1000)
