"""The same question gets the same answer, wherever it is asked."""

import html
import json
import re
from typing import Any

import pytest

from tests.journeys import doors

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("open_archive")]

CHANGED = "What does the author think of electric bikes?"
UNCOVERED = "How do I repot an orchid?"
QUESTIONS = {
    "Why does frequency beat speed in a timetable?": "answered",
    CHANGED: "answered",
    UNCOVERED: "declined",
    "Hello!": "answered",
}
# What differs from one asking to the next, by its nature.
OWN = ("id", "took_ms")


def told(document: Any) -> Any:
    return {name: value for name, value in document.items() if name not in OWN}


def shown(drawn: str) -> str:
    """A turn as it is drawn, without the id of its answer, its page's form and fresh seals."""
    fresh = r'name="(?:sealed|csrfmiddlewaretoken)" value="[^"]+"'
    return " ".join(re.sub(rf'[0-9a-f]{{32}}| form="[\w-]+"|{fresh}', "", drawn).split())


@pytest.mark.parametrize(("question", "status"), QUESTIONS.items())
def test_every_program_is_given_the_same_document(question: str, status: str) -> None:
    documents = {
        "API": doors.api(question),
        "widget": doors.widget(question),
        "MCP": doors.mcp("ask", question=question),
        "stream": doors.stream(question)["done"],
        "command": json.loads(doors.command("ask", question, "--json")),
    }

    assert documents["API"]["status"] == status
    differing = {name for name, one in documents.items() if told(one) != told(documents["API"])}
    assert differing == set()


@pytest.mark.parametrize("question", [CHANGED, UNCOVERED])
def test_both_pages_draw_the_programs_answer(question: str) -> None:
    document, page = doors.api(question), doors.page(question)

    assert shown(doors.stream(question)["page"]["html"]) in shown(page)
    drawn = html.unescape(re.sub(r"<[^>]+>", "", page))
    for citation in document["citations"]:
        assert html.escape(citation["deep_link"]) in page
        assert citation["title"] in drawn
    for position in document["positions"]:
        assert position["stance"] in drawn
