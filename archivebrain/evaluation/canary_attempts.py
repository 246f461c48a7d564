"""All that a reader, a program or a model might try, to drag the canary out of a brain."""

import json
from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from asgiref.sync import async_to_sync
from django.test import Client, override_settings

from archivebrain.answering.drafts import PROVIDER_DOWN
from archivebrain.answering.engine import ask
from archivebrain.answering.payloads import payload_of
from archivebrain.answering.types import Answer, Question, Surface
from archivebrain.evaluation.calling import Call, called
from archivebrain.evaluation.canary_essay import (
    CONCEPT_SLUG,
    PUBLIC_SLUG,
    SLUG,
    TITLE,
    Canary,
)
from archivebrain.providers import ProviderUnusable, get_provider
from archivebrain.providers.extractive import Extractive

OK, MISSING = 200, 404
# Pages that name essays; each must do without this one.
LISTS = (
    *("/", "/essays/", "/glossary/", "/trust/", "/llms.txt", "/api/v1/essays"),
    *("/evolution/", f"/evolution/{CONCEPT_SLUG}/", "/evolution/feed.atom"),
    *("/api/v1/concepts", f"/api/v1/concepts/{CONCEPT_SLUG}", "/api/v1/positions"),
)
EVENTS = "text/event-stream"
_CONCEPT = {"concept": CONCEPT_SLUG}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a reader might try. ``traces``: what came out; ``fault``: why it is void."""

    where: str
    what: str
    is_background_on: bool
    traces: tuple[str, ...] = ()
    fault: str = ""


def client_of_the_site() -> Client:
    return Client(SERVER_NAME="localhost")


def try_all(canary: Canary, *, is_background_on: bool) -> Iterator[Check]:
    with override_settings(ANSWER_BACKGROUND=is_background_on):
        client = client_of_the_site()
        for question in canary.questions:
            for surface in Surface:
                answer = _told(ask(Question(question, surface=surface)))
                traces = canary.traces_in(answer, asked=question)
                yield Check(f"ask: {surface.value}", question, is_background_on, traces)
            yield from _try_addresses(client, canary, question, is_background_on)
        yield from _try_quote(client, canary, is_background_on)
        yield from _try_tools(canary, is_background_on)
        yield from _try_pages(client, canary, is_background_on)


def asked_of_the_configured_provider(canary: Canary) -> Iterator[Check]:
    """Each question once, with background on, of whoever answers the readers of this release.

    A provider that has no key quotes, and so it does here; one that fails proves nothing.
    """
    try:
        name = get_provider().name
    except ProviderUnusable:
        name = Extractive.name
    with override_settings(ANSWER_BACKGROUND=True):
        for question in canary.questions:
            answer = ask(Question(question, surface=Surface.PAGE))
            traces = canary.traces_in(_told(answer), asked=question)
            is_down = PROVIDER_DOWN in answer.degraded and name != Extractive.name
            fault = "the provider did not answer" if is_down else ""
            yield Check(f"ask: {name}", question, True, traces, fault)


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


def _told(answer: Answer) -> str:
    return json.dumps(payload_of(answer), ensure_ascii=False)


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
