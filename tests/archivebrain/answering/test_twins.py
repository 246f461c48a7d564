"""Two archives that differ in what is withheld alone, and the same questions to both."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from retrieval.models import Essay
from tests.retrieval.conftest import MakeEssay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("embedder")]

PUBLIC = {
    "timetables": "A timetable is a promise written in minutes. Six boats leave all winter.",
    "tides": "Spreadsheets hide the tide. Every forecast that year was late by forty minutes.",
    "paint": "Maintenance is how you tell the future you meant it. We repaint before rust.",
}
WITHHELD = {
    "leaving-the-board": "I will resign from the Kestrel board on 14 October. A timetable failed.",
    "letter-to-tobias": "The buyer offered nine million and I refused twice, with a forecast.",
    "pier-nine": "Pier 9 will shut for eighteen months, and we will not repaint it.",
}
SUBJECTS = (
    *("timetable", "six boats", "tide", "forecast", "rust", "maintenance", "spreadsheets"),
    *("Kestrel board", "buyer", "Tobias", "Pier 9", "leaving the board", "resigning", "14 October"),
    *(
        "eighteen months",
        "nine million",
        "letter-to-tobias",
        "unpublished drafts",
        "winter",
        "moon",
    ),
)
ASKING = ("What is said of {}?", "Is there a text about {}?", "Tell me about {}, yes or no.")
# These are another's by design: each answer's own name, its time, and the reader's allowance.
OWN = {"id", "took_ms"}
OWN_HEADERS = {"X-Request-ID", "RateLimit", "Content-Length", "Date"}


def answers(client: Client) -> Iterator[tuple[Any, dict[str, str], int, tuple[str, ...]]]:
    """For each question: the body, the headers, the length, and what the database was asked.

    The statements stand for the time, which no busy machine tells alike twice.
    """
    for number, question in enumerate(way.format(one) for way in ASKING for one in SUBJECTS):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            response = client.post(
                "/api/v1/ask",
                {"question": question},
                content_type="application/json",
                REMOTE_ADDR=f"192.0.2.{number}",
            )
        body = response.json()
        headers = {name: value for name, value in response.items() if name not in OWN_HEADERS}
        own = sum(len(str(body.get(name, ""))) for name in OWN)
        statements = tuple(re.sub(r"'[^']*'|\d+", "", one["sql"]) for one in asked)
        yield (
            {name: value for name, value in body.items() if name not in OWN},
            headers,
            len(response.content) - own,
            statements,
        )


def test_sixty_questions_are_answered_alike_with_private_rows_and_without(
    client: Client, make_essay: MakeEssay, settings: Any
) -> None:
    settings.ANSWER_CACHE_HOURS = 0
    for slug, body in PUBLIC.items():
        make_essay(slug, body)
    for slug, body in WITHHELD.items():
        make_essay(slug, body, visibility="draft")
    # What a process has read before it reads no more: both are asked by one that is warm.
    list(answers(client))
    beside_drafts = list(answers(client))
    Essay.objects.withheld().delete()

    without = list(answers(client))

    assert len(without) == 60
    assert {body["status"] for body, *_ in without} == {"answered", "declined"}
    for beside, alone in zip(beside_drafts, without, strict=True):
        assert beside == alone
