"""An answer as server-sent events: each sentence as soon as it is checked, then the whole."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager
from itertools import count

from asgiref.sync import sync_to_async
from django.template.loader import render_to_string

from archivebrain.answering.engine import ask
from archivebrain.answering.payloads import citation_payload, payload_of
from archivebrain.answering.speaking import ListenerGone, Spoken
from archivebrain.answering.types import Answer, Question

CONTENT_TYPE = "text/event-stream"
# Proxies would else hold the sentences back until the answer is whole.
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
SENTENCE, PAGE, DONE, UNFINISHED = "sentence", "page", "done", "unfinished"
FAILED = "failed"

Send = Callable[[str, object], None]


async def events(
    question: Question,
    *,
    within: AbstractContextManager[None],
    page: Callable[[Answer], str] | None = None,
) -> AsyncIterator[bytes]:
    """``sentence`` events, then one ``done`` with the whole answer or one ``unfinished``.

    ``question`` is cleaned already. ``within``: entered while it is answered, and told if that
    fails. ``page``: draws the finished answer, sent before ``done``. Whoever stops reading stops
    the writing, which is no failure.
    """
    sent: asyncio.Queue[bytes | None] = asyncio.Queue()
    loop, gone = asyncio.get_running_loop(), threading.Event()

    def send(name: str, data: object) -> None:
        if gone.is_set():
            raise ListenerGone
        loop.call_soon_threadsafe(sent.put_nowait, event(name, data))

    def answer() -> None:
        try:
            with within:
                _answer(question, send, page)
        finally:
            loop.call_soon_threadsafe(sent.put_nowait, None)

    task = asyncio.ensure_future(sync_to_async(answer)())
    try:
        while (piece := await sent.get()) is not None:
            yield piece
        await task
    finally:
        gone.set()
        # The thread is lent to this request; another's must not wait behind it.
        await asyncio.wait([task])


def event(name: str, data: object) -> bytes:
    """One event; JSON keeps its data on one line."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def _answer(question: Question, send: Send, page: Callable[[Answer], str] | None) -> None:
    places = count(1)
    is_whole = False

    def listen(spoken: Spoken) -> None:
        send(SENTENCE, _sentence(spoken, place=next(places)))

    try:
        answer = ask(question, listen=listen)
        if page:
            send(PAGE, {"html": page(answer)})
        send(DONE, payload_of(answer))
        is_whole = True
    except ListenerGone:
        is_whole = True
    finally:
        # The fault itself goes to the log; a reader is told that there is no more.
        if not is_whole:
            send(UNFINISHED, {"reason": FAILED})


def _sentence(spoken: Spoken, *, place: int) -> dict[str, object]:
    drawn = {
        "text": spoken.sentence.text,
        "citations": spoken.citations,
        "key": f"told-{place}",
    }
    return {
        "html": render_to_string("answers/_sentence.html", {"sentence": drawn}).strip(),
        "markdown": spoken.markdown,
        "citations": [citation_payload(one) for one in spoken.citations],
    }
