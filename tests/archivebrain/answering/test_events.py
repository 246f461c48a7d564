"""The stream of an answer: sentences that passed every check, then exactly one end."""

import json
from collections.abc import AsyncIterator
from contextlib import nullcontext

import pytest
from asgiref.sync import async_to_sync

from archivebrain.answering import events as told_by
from archivebrain.answering.engine import ask
from archivebrain.answering.events import events
from archivebrain.answering.payloads import payload_of
from archivebrain.answering.types import Answer, Question

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

UNPAID = nullcontext()
QUESTION = Question("Why does frequency beat speed in a timetable?")


async def gathered(stream: AsyncIterator[bytes]) -> list[bytes]:
    return [piece async for piece in stream]


def read(stream: AsyncIterator[bytes]) -> list[tuple[str, dict[str, object]]]:
    found = []
    for piece in async_to_sync(gathered)(stream):
        name, data = piece.decode().rstrip("\n").split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def without_own(payload: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in payload.items() if name not in {"id", "took_ms"}}


def test_the_end_is_the_same_answer_as_everywhere() -> None:
    *_, (name, whole) = read(events(QUESTION, within=UNPAID))

    assert name == "done"
    assert without_own(whole) == without_own(payload_of(ask(QUESTION)))


def test_every_sentence_of_the_answer_comes_before_it_once() -> None:
    *told, (_, whole) = read(events(QUESTION, within=UNPAID))

    assert {name for name, _ in told} == {"sentence"}
    assert " ".join(str(data["markdown"]) for _, data in told) == str(whole["answer"]).replace(
        "\n\n", " "
    )
    assert [one for _, data in told for one in data["citations"]] == whole["citations"]  # type: ignore[attr-defined]


def test_a_declined_question_is_told_in_the_sites_words() -> None:
    (first, (name, whole)) = read(events(Question("How do I repot an orchid?"), within=UNPAID))

    assert first[1]["citations"] == []
    assert (name, whole["status"]) == ("done", "declined")


def test_a_page_is_drawn_before_the_end() -> None:
    names = [
        name for name, _ in read(events(QUESTION, within=UNPAID, page=lambda answer: answer.id))
    ]

    assert names[-2:] == ["page", "done"]


def test_a_sentence_is_drawn_escaped() -> None:
    *told, _ = read(events(Question("How do I repot an orchid <b>now</b>?"), within=UNPAID))

    assert all("<b>" not in str(data["html"]) for _, data in told)


def test_what_goes_wrong_is_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> Answer:
        raise ZeroDivisionError

    monkeypatch.setattr(told_by, "ask", fail)
    heard: list[bytes] = []

    async def listen() -> None:
        async for piece in events(QUESTION, within=UNPAID):
            heard.append(piece)  # noqa: PERF401  # what came before the fault counts

    with pytest.raises(ZeroDivisionError):
        async_to_sync(listen)()
    assert heard == [b'event: unfinished\ndata: {"reason": "failed"}\n\n']
