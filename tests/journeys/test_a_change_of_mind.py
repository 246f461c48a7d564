"""The author writes down a change of mind, and every surface tells it as one."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import SAMPLE
from tests.journeys import doors

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("open_essays")]

QUESTION = "What does the author think of electric bikes?"
CONCEPT = "electric-bicycles"
EARLIER = "An electric bicycle is a moped; register it, insure it and keep it out of cycle lanes."
TODAY = "An electric bicycle is a bicycle that gets used, and belongs in the cycle lanes."
STORY = [("2018-05-20", EARLIER, "reversed"), ("2021-05-16", TODAY, "current")]

DOCUMENTS: dict[str, Callable[[], Any]] = {
    "API": lambda: doors.api(QUESTION),
    "widget": lambda: doors.widget(QUESTION),
    "stream": lambda: doors.stream(QUESTION)["done"],
    "MCP": lambda: doors.mcp("ask", question=QUESTION),
    "command": lambda: json.loads(doors.command("ask", QUESTION, "--json")),
    "API concept": lambda: doors.document(f"/api/v1/concepts/{CONCEPT}"),
    "MCP get_evolution": lambda: doors.mcp("get_evolution", concept=CONCEPT),
}


def story(document: Any) -> list[tuple[str, str, str]]:
    """The positions of a document; none where the door knows of no such concept."""
    told = (document or {}).get("positions", ())
    return [(one["dated"], one["stance"], one["label"]) for one in told]


def test_a_ledger_makes_one_story_of_two_essays_for_every_program() -> None:
    assert all(story(told()) == [] for told in DOCUMENTS.values())

    doors.command("import_ledger", str(SAMPLE / "ledger.yaml"))

    assert {name: story(told()) for name, told in DOCUMENTS.items()} == dict.fromkeys(
        DOCUMENTS, STORY
    )


def test_readers_are_told_the_view_of_today_and_what_became_of_the_earlier_one() -> None:
    doors.command("import_ledger", str(SAMPLE / "ledger.yaml"))

    for told in (doors.command("ask", QUESTION), doors.text_of_mcp("ask", question=QUESTION)):
        assert told.index("(16 May 2021, current view)") < told.index(
            "(20 May 2018, since reversed)"
        )
    page = doors.page(QUESTION)
    assert page.index("16 May 2021, current view") < page.index("20 May 2018, since reversed")
    assert f"/evolution/{CONCEPT}/" in page

    evolution = doors.get(f"/evolution/{CONCEPT}/")
    assert evolution.index(TODAY) < evolution.index(EARLIER), "The view of today stands first."
    earlier = evolution[evolution.index('id="ebikes-2018"') : evolution.index('id="ebikes-2021"')]
    assert "20 May 2018" in earlier
    assert ">reversed<" in earlier
    assert EARLIER in doors.get("/evolution/feed.atom")
