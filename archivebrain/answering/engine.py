"""From a question to a checked, cited answer; every surface calls ``ask`` and nothing else."""

import logging
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.conf import settings
from django.db.models import Max, Min
from django.utils import timezone

from archivebrain.answering import questions, recording, texts
from archivebrain.answering.citations import markdown_with_markers, resolve
from archivebrain.answering.evidence import gather
from archivebrain.answering.refusals import declines
from archivebrain.answering.types import Answer, AnswerSentence, Citation, Question, Status
from archivebrain.providers import get_provider
from archivebrain.providers.base import Provider, ProviderFailed
from archivebrain.providers.extractive import Extractive
from archivebrain.providers.prompts import PROMPT_VERSION
from archivebrain.providers.types import Brief, Draft, Source, Usage
from retrieval.models import Essay
from retrieval.search import search
from retrieval.types import Scope

# Wider than an answer needs: a borderline passage with the right sentence gets a seat.
PASSAGES = 16
PROVIDER_DOWN = "provider"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Clock:
    """When an answer was begun, in seconds of a clock that never goes back."""

    started: float

    def elapsed_ms(self) -> int:
        return round((time.perf_counter() - self.started) * 1000)


def ask(question: Question, *, provider: Provider | None = None) -> Answer:
    """Answer from the public writing, or decline in the site's own words.

    Raises ``QuestionFault`` for a question that cannot be asked. ``provider``: another
    than the configured one.
    """
    clock = Clock(time.perf_counter())
    question = questions.clean(question)
    if questions.is_greeting(question.text):
        return _greeting(clock)
    found = search(question.text, scope=Scope(as_of=question.as_of), limit=PASSAGES)
    sources = gather(found.passages)
    draft, failed = _draft(_brief(question, sources), provider)
    checked = _checked(draft, sources)
    answer = Answer(
        id=_new_id(),
        status=Status.ANSWERED if checked else Status.DECLINED,
        text="",
        sentences=(),
        citations=(),
        degraded=found.degraded + failed,
        usage=draft.usage,
        took_ms=0,
        versions=_versions(found.versions, draft),
    )
    recording.record(question, draft, status=answer.status)
    return replace(_with_words(answer, draft, checked), took_ms=clock.elapsed_ms())


Checked = tuple[tuple[AnswerSentence, ...], tuple[Citation, ...]]


def _brief(question: Question, sources: tuple[Source, ...]) -> Brief:
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
    )


def _draft(brief: Brief, provider: Provider | None) -> tuple[Draft, tuple[str, ...]]:
    """The provider's draft; quotes alone, and word of it, where the provider fails."""
    if not brief.sources:
        # Nothing was found: there is nothing that a model could be asked to read.
        return Extractive().draft(brief), ()
    try:
        return (provider or get_provider()).draft(brief), ()
    except ProviderFailed as failure:
        log.warning("The answer is made of quotes alone: %s", failure)
        return Extractive().draft(brief), (PROVIDER_DOWN,)


def _checked(draft: Draft, sources: tuple[Source, ...]) -> Checked | None:
    """The sentences that a citation bears out; None for a refusal, and for nothing left."""
    opening = " ".join(sentence.text for sentence in draft.sentences)
    # Quotes are the author's words: "I don't know" is then a view and no refusal.
    if draft.declined or (draft.provider != Extractive.name and declines(opening)):
        return None
    site_url = settings.ARCHIVEBRAIN_SITE_URL
    grounded = [sentence for sentence in draft.sentences if sentence.cites]
    sentences, _ = resolve(grounded, sources=sources, site_url=site_url)
    kept = [drafted for drafted, cited in zip(grounded, sentences, strict=True) if cited.citations]
    return resolve(kept, sources=sources, site_url=site_url) if kept else None


def _with_words(answer: Answer, draft: Draft, checked: Checked | None) -> Answer:
    if checked is None:
        return replace(answer, text=texts.NOT_COVERED, sentences=_own_words(texts.NOT_COVERED))
    sentences, citations = checked
    if draft.declined_parts:
        last = sentences[-1].paragraph
        sentences += (AnswerSentence(texts.PARTLY_COVERED, (), paragraph=last + 1),)
    return replace(
        answer, text=markdown_with_markers(sentences), sentences=sentences, citations=citations
    )


def _greeting(clock: Clock) -> Answer:
    """Nothing was asked: no search, no model, no gap."""
    text = texts.greeting(settings.ARCHIVEBRAIN_AUTHOR)
    return Answer(
        id=_new_id(),
        status=Status.ANSWERED,
        text=text,
        sentences=_own_words(text),
        citations=(),
        degraded=(),
        usage=Usage(),
        took_ms=clock.elapsed_ms(),
        versions=_versions({}, None),
    )


def _own_words(text: str) -> tuple[AnswerSentence, ...]:
    return (AnswerSentence(text, ()),)


def _versions(found: Mapping[str, str], draft: Draft | None) -> dict[str, str]:
    return {
        "index": found.get("index", ""),
        "ledger": "",
        "prompt": PROMPT_VERSION,
        "provider": draft.provider if draft else "",
        "model": draft.model if draft else "",
    }


def _new_id() -> str:
    return uuid.uuid4().hex
