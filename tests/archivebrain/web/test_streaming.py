"""The streaming page works with and without a script, and says no in the same words."""

import pytest
from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import Client

from gaps.models import Gap

EVENTS = {"HTTP_ACCEPT": "text/event-stream"}


def streamed(client: Client, question: str) -> str:
    response = client.post("/stream/", {"question": question}, **EVENTS)  # type: ignore[arg-type]
    assert isinstance(response, StreamingHttpResponse)
    assert response["Content-Type"] == "text/event-stream"
    assert response["X-Accel-Buffering"] == "no"

    async def whole() -> bytes:
        return b"".join([piece async for piece in response.streaming_content])

    return async_to_sync(whole)().decode()


@pytest.mark.django_db
def test_the_page_is_a_form_that_needs_no_script(client: Client) -> None:
    page = client.get("/stream/").content.decode()

    assert 'method="post" action="/stream/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["", "x" * 2001])
def test_a_question_that_cannot_be_asked_is_refused_in_words(client: Client, asked: str) -> None:
    for headers in ({}, EVENTS):
        response = client.post("/stream/", {"question": asked}, **headers)  # type: ignore[arg-type]
        assert response.status_code == 422
        assert b"turn-fault" in response.content


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_a_script_is_told_sentence_by_sentence_and_then_the_page(client: Client) -> None:
    told = streamed(client, "Why does frequency beat speed in a timetable?")

    assert told.startswith("event: sentence\n")
    assert told.index("event: page") < told.index("event: done")
    assert told.count("event: done") == 1


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_without_a_script_a_whole_page_comes_back(client: Client) -> None:
    page = client.post("/stream/", {"question": "Why does frequency beat speed?"})

    assert b"<!doctype html>" in page.content
    assert b'class="answer"' in page.content


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_a_declined_question_is_a_gap_of_this_surface(client: Client) -> None:
    streamed(client, "How do I repot an orchid?")

    assert list(Gap.objects.values_list("surface", flat=True)) == ["stream"]
