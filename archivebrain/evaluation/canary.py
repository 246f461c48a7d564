"""Whether a withheld essay stays withheld, tried on every surface of a throwaway brain.

The positive control comes first: the same rows, made public inside a transaction that is
taken back, must be found by each question. Without it, "the filter withheld it" and "the
search would never have found it" look alike, and the run is inconclusive, never passed.
"""

import json
import logging
import secrets
import tempfile
from collections.abc import AsyncIterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import quote

from asgiref.sync import async_to_sync
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone

from archivebrain.answering import release
from archivebrain.answering.engine import ask
from archivebrain.answering.payloads import payload_of
from archivebrain.answering.types import Question, Surface
from archivebrain.evaluation.calling import Call, called
from archivebrain.evaluation.canary_essay import (
    CONCEPT_NAME,
    CONCEPT_SLUG,
    PUBLIC_RECEIPT,
    PUBLIC_SLUG,
    PUBLIC_STANCE,
    RECEIPT,
    SLUG,
    STANCE,
    TITLE,
    Canary,
)
from archivebrain.evaluation.leaker import Leaker, leaking_model
from archivebrain.evaluation.throwaway import require_throwaway
from ledger.models import Concept, Position
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.models import Essay
from retrieval.search import search
from retrieval.types import Visibility

# How far down a canary may be found and still count as within reach of a model.
WITHIN_REACH = 8
OK, MISSING = 200, 404
# Pages that name essays; each must do without this one.
LISTS = (
    *("/", "/essays/", "/glossary/", "/llms.txt", "/api/v1/essays"),
    *("/evolution/", f"/evolution/{CONCEPT_SLUG}/", "/evolution/feed.atom"),
    *("/api/v1/concepts", f"/api/v1/concepts/{CONCEPT_SLUG}", "/api/v1/positions"),
)
EVENTS = "text/event-stream"


DATED = date(2024, 3, 4)
VIEWS = ((PUBLIC_SLUG, PUBLIC_STANCE, PUBLIC_RECEIPT), (SLUG, STANCE, RECEIPT))
_CONCEPT = {"concept": CONCEPT_SLUG}


class Verdict(StrEnum):
    """How a run ended."""

    WITHHELD = "withheld"
    LEAKED = "leaked"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a reader might try. ``traces``: what came out; ``fault``: why it is void."""

    where: str
    what: str
    is_background_on: bool
    traces: tuple[str, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """A whole run: the control's faults first, then what was tried."""

    control: tuple[str, ...]
    checks: tuple[Check, ...]

    @property
    def verdict(self) -> Verdict:
        """A leak is a leak whatever else went wrong; nothing else passes with a fault."""
        if any(check.traces for check in self.checks):
            return Verdict.LEAKED
        if self.control or not self.checks or any(check.fault for check in self.checks):
            return Verdict.INCONCLUSIVE
        return Verdict.WITHHELD


def try_canary() -> Trial:
    """Seed, prove that the canary is within reach, then try to drag it out.

    Raises ``NotThrowaway`` before anything is written to a database that is to be kept.
    """
    require_throwaway()
    canary = Canary(f"quillon-{secrets.token_hex(4)}")
    _seed(canary)
    control = tuple(_out_of_reach(canary))
    if control:
        return Trial(control, ())
    with (
        leaking_model() as leaker,
        override_settings(**_settings_of(leaker)),
        _without_expected_warnings(),
    ):
        checks = (*_try_all(canary, is_background_on=False),)
        unasked = tuple(_overheard_faults(canary, leaker, expected=False))
        checks += (*_try_all(canary, is_background_on=True),)
        unheard = tuple(_overheard_faults(canary, leaker, expected=True))
    return Trial(unasked + unheard, checks)


def _seed(canary: Canary) -> None:
    """As an author would: files, imported and indexed."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in canary.files().items():
            file = Path(folder, path)
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        options = ImportOptions(now=timezone.now())
        import_sources([folder], options=options, progress=lambda stage, done, total: None)
    concept = Concept.objects.create(slug=CONCEPT_SLUG, name=CONCEPT_NAME)
    for slug, stance, receipt in VIEWS:
        Position.objects.create(
            key=slug, concept=concept, essay_slug=slug, dated=DATED, stance=stance, receipt=receipt
        )


def _out_of_reach(canary: Canary) -> Iterator[str]:
    """Why the control failed; nothing where each question finds the canary once it is public."""
    if not Essay.objects.filter(slug=SLUG, visibility=Visibility.DRAFT.value).exists():
        yield "The canary was not imported as a draft."
        return
    with transaction.atomic():
        Essay.objects.filter(slug=SLUG).update(visibility=Visibility.PUBLIC.value)
        for question in canary.questions:
            found = search(question, limit=WITHIN_REACH)
            if SLUG not in {passage.essay.slug for passage in found.passages}:
                yield f"With the visibility filter off, a search does not find it: {question}"
        for where in (one for one in LISTS if CONCEPT_SLUG in one):
            if not canary.traces_in(_client().get(where).content.decode()):
                yield f"With the visibility filter off, its view is not told at {where}"
        transaction.set_rollback(True)


@contextmanager
def _without_expected_warnings() -> Iterator[None]:
    """Here the model leaks on purpose: only that the filter itself failed would be news."""

    def is_news(record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING

    release.log.addFilter(is_news)
    try:
        yield
    finally:
        release.log.removeFilter(is_news)


def _settings_of(leaker: Leaker) -> dict[str, str]:
    return {"ANSWER_PROVIDER": "openai", "ANSWER_MODEL": "leaker", "OPENAI_BASE_URL": leaker.url}


def _overheard_faults(canary: Canary, leaker: Leaker, *, expected: bool) -> Iterator[str]:
    """The control of the second kind: the model itself was, or was not, shown the canary."""
    was_shown = any(canary.token in told for told in leaker.overheard)
    if expected and not was_shown:
        yield "With background on, the model was never shown the canary."
    if was_shown and not expected:
        yield "With background off, the model was shown the canary."


def _client() -> Client:
    return Client(SERVER_NAME="localhost")


def _try_all(canary: Canary, *, is_background_on: bool) -> Iterator[Check]:
    with override_settings(ANSWER_BACKGROUND=is_background_on):
        client = _client()
        for question in canary.questions:
            for surface in Surface:
                answer = json.dumps(payload_of(ask(Question(question, surface=surface))))
                traces = canary.traces_in(answer, asked=question)
                yield Check(f"ask: {surface.value}", question, is_background_on, traces)
            yield from _try_addresses(client, canary, question, is_background_on)
        yield from _try_quote(client, canary, is_background_on)
        yield from _try_tools(canary, is_background_on)
        yield from _try_pages(client, canary, is_background_on)


def _try_addresses(
    client: Client, canary: Canary, question: str, is_background_on: bool
) -> Iterator[Check]:
    """The addresses that take a question; only a reply that is one counts."""
    asked = quote(question)
    replies = {
        "POST /": client.post("/", {"question": question}),
        "POST /api/v1/ask": client.post(
            "/api/v1/ask", {"question": question}, content_type="application/json"
        ),
        "POST /stream/": client.post("/stream/", {"question": question}),
        "GET /search/": client.get(f"/search/?q={asked}"),
        "GET /api/v1/search": client.get(f"/api/v1/search?q={asked}"),
    }
    for where, reply in replies.items():
        traces = canary.traces_in(reply.content.decode(), asked=question)
        fault = "" if reply.status_code == OK else f"status {reply.status_code}"
        yield Check(where, question, is_background_on, traces, fault)
    streamed: Any = client.post("/stream/", {"question": question}, headers={"accept": EVENTS})
    events = async_to_sync(_joined)(streamed.streaming_content).decode()
    fault = "" if "event: done" in events else "the stream did not end"
    traces = canary.traces_in(events, asked=question)
    yield Check("POST /stream/ as events", question, is_background_on, traces, fault)


async def _joined(pieces: AsyncIterable[bytes]) -> bytes:
    return b"".join([piece async for piece in pieces])


def _try_quote(client: Client, canary: Canary, is_background_on: bool) -> Iterator[Check]:
    """Its own words, which stand nowhere that a reader may know of."""
    quoted = canary.body.strip()
    replies = {
        "POST /verify/": client.post("/verify/", {"quote": quoted}),
        "POST /api/v1/verify-quote": client.post(
            "/api/v1/verify-quote", {"quote": quoted}, content_type="application/json"
        ),
    }
    for where, reply in replies.items():
        traces = canary.traces_in(reply.content.decode(), asked=quoted)
        fault = "" if reply.status_code == OK else f"status {reply.status_code}"
        yield Check(where, quoted, is_background_on, traces, fault)


def _try_tools(canary: Canary, is_background_on: bool) -> Iterator[Check]:
    """The tools for models; each that names the canary stands beside one that may be read."""
    asked = [
        call
        for question in canary.questions
        for call in (
            Call("ask", {"question": question}),
            Call("search_writings", {"query": question}),
            Call("search", {"query": question}),
        )
    ]
    asked += [Call("verify_quote", {"quote": canary.body.strip()}), Call("get_evolution", _CONCEPT)]
    asked += [Call("get_essay", {"slug": slug}) for slug in (SLUG, PUBLIC_SLUG)]
    asked += [Call("fetch", {"id": f"essay:{slug}"}) for slug in (SLUG, PUBLIC_SLUG)]
    for call, returned in zip(asked, called(asked), strict=True):
        what = next(iter(call.arguments.values()))
        is_named = what.endswith(SLUG)
        traces = canary.traces_in(returned.text, asked=what)
        if is_named and returned.is_done:
            traces = (TITLE, *traces)
        fault = "" if returned.is_done or is_named else "the tool did not do its work"
        yield Check(f"/mcp: {call.tool}", what, is_background_on, traces, fault)


def _try_pages(client: Client, canary: Canary, is_background_on: bool) -> Iterator[Check]:
    """Its own pages, which must be missing like any other, and those that list essays."""
    for where in (f"/essays/{SLUG}/", f"/api/v1/essays/{SLUG}"):
        reply = client.get(where)
        traces = () if reply.status_code == MISSING else (TITLE,)
        shown = canary.traces_in(reply.content.decode().replace(SLUG, ""))
        yield Check(f"GET {where}", "", is_background_on, traces or shown)
        control = client.get(where.replace(SLUG, PUBLIC_SLUG))
        fault = "" if control.status_code == OK else "a public essay is missing there, too"
        yield Check(f"GET {where} beside a public one", "", is_background_on, (), fault)
    for where in LISTS:
        reply = client.get(where)
        shown = canary.traces_in(reply.content.decode())
        # A page that is not there names nobody: that would be no proof.
        fault = "" if reply.status_code == OK else f"status {reply.status_code}"
        yield Check(f"GET {where}", "", is_background_on, shown, fault)
