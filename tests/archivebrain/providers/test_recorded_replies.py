"""Replies and streams recorded from failures of other tools: what is an answer, and what is none.

Each is served over HTTP to the real client, and asked for as a reader asks.
"""

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from werkzeug import Response

from archivebrain.answering import caching
from archivebrain.answering.circuits import _circuit
from archivebrain.answering.drafts import obtain
from archivebrain.answering.engine import ask
from archivebrain.answering.types import Answer, Question, Surface
from archivebrain.providers.claude import Claude
from archivebrain.providers.prompts import MORE_ROOM_TOKENS
from archivebrain.providers.retrying import Patience
from archivebrain.providers.types import UNWILLING, Brief, Draft
from gaps.models import Gap
from retrieval.indexing import index_essays, inline
from retrieval.models import Essay
from tests.archivebrain.providers.conftest import FakeServer, Reply, sse
from tests.recorded import cases, expected, inputs

pytestmark = [pytest.mark.data, pytest.mark.real_sockets]

ASKED = "Why does the crust hold its heat?"
# Whatever is not complete is a failure here: there is no half answer to show.
FAILED = {"incomplete", "incomplete_or_continued", "error_or_handled", "failed", "error"}
Streams = Callable[..., Reply]


@pytest.fixture
def claude(messages_server: FakeServer, patience: Patience) -> Claude:
    return Claude("key", "", messages_server.url, patience)


@pytest.fixture
def archive(db: None, settings: Any) -> None:
    """Two essays that bear out what the recorded replies say; a cache that nobody has met."""
    for slug, body in (
        ("crust", "The crust holds its heat longer than the crumb does. Heat is patient."),
        ("bread", "Bread waits. The crust of bread that waits is better for it."),
    ):
        with inline():
            essay = Essay.objects.create(
                slug=slug, title=slug.title(), body=body, visibility="public"
            )
        index_essays([essay.pk])
    settings.SECRET_KEY = uuid.uuid4().hex
    settings.ANSWER_CACHE_HOURS = 1


def named(case: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each recorded reply of a case beside what is wanted of it."""
    wanted = expected(case)["expect"]
    whole = {key: value for key, value in wanted.items() if key != "by_name"}
    for reply in inputs(case)[0]:
        yield reply, {**whole, **wanted.get("by_name", {}).get(reply["name"], {})}


def replying(recorded: dict[str, Any], streams: Streams) -> Reply:
    """A recorded message as a stream; a recorded stream, events or bytes, just as it is."""
    if message := recorded.get("reply"):
        return streams(*message["content"], stop=message["stop_reason"])
    events = recorded.get("events") or recorded.get("stream") or recorded.get("sse") or []
    body = events.encode() if isinstance(events, str) else b"".join(sse(events))
    return lambda _: Response(body, content_type="text/event-stream")


def drafted(claude: Claude, brief: Brief) -> Draft | None:
    draft, degraded = obtain(brief, claude)
    return None if degraded else draft


def status_of(draft: Draft | None) -> str:
    return "failed" if draft is None else draft.reason or "complete"


@pytest.mark.django_db
@pytest.mark.parametrize("case", cases("llm_response", "llm_stream"))
def test_a_recorded_reply_ends_as_it_should_and_is_asked_for_once_more_at_most(
    claude: Claude, brief: Brief, messages_server: FakeServer, streams: Streams, case: str
) -> None:
    for recorded, wanted in named(case):
        reply = replying(recorded, streams)
        messages_server.replies[:], messages_server.bodies[:] = [reply] * 3, []

        _circuit.cache_clear()
        draft = drafted(claude, brief)

        name, rooms = recorded["name"], [body["max_tokens"] for body in messages_server.bodies]
        status = wanted.get("status", "complete")
        assert status_of(draft) == ("failed" if status in FAILED else status), name
        assert len(rooms) == 1 + (rooms[-1] == MORE_ROOM_TOKENS), name
        if "retry" in wanted:
            assert rooms == sorted(set(rooms)), name
            assert len(rooms) == 2, name
        if wanted.get("text") and draft:
            said = " ".join(
                f"{one.text.rstrip('.')} {''.join(f'[S{cite.source}]' for cite in one.cites)}."
                for one in draft.sentences
            )
            assert said == wanted["text"], name


@pytest.mark.torch
@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize("case", cases("llm_response", "llm_stream"))
def test_what_is_no_answer_is_neither_kept_nor_a_gap_and_shows_nothing_of_itself(
    messages_server: FakeServer, patience: Patience, streams: Streams, case: str
) -> None:
    question = Question(ASKED, surface=Surface.API)
    for recorded, wanted in named(case):
        # Each is another model's, so that none meets an answer kept for the one before.
        claude = Claude("key", recorded["name"], messages_server.url, patience)
        messages_server.replies[:] = [replying(recorded, streams)] * 3

        answer = ask(question, provider=claude)

        name, status = recorded["name"], wanted.get("status", "complete")
        assert (answer.degraded == ("provider",)) is (status in FAILED), name
        assert answer.text.strip(), name
        assert not Gap.objects.exists(), name
        is_kept = caching.find(caching.place_of(question, claude)) is not None
        assert is_kept is wanted.get("cacheable", status == "complete"), name
        if status == UNWILLING:
            assert len(answer.citations) == wanted.get("sources_shown", 0), name
        if "never_shown" in wanted:
            assert wanted["never_shown"] not in shown(answer), name


def shown(answer: Answer) -> str:
    return json.dumps([answer.text, answer.corrections, *map(str, answer.sentences)])
