"""The word of a withheld essay comes out of no door, and out of every one once it is public."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from ledger.importing import import_ledger
from tests.journeys import doors

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("open_archive")]

QUESTION = "What is the lantern of the lock keeper called?"
WORDS = "keeper lantern lock"
SLUG = "a-light-at-the-lock"
CONCEPT = "lock-lantern"
# Nearly what the essay says; the word itself is never sent to any door.
NEARLY = "The lantern of the lock keeper is always called"
FRONT = {
    "public": "visibility: public",
    "draft": "draft: true",
    "unlisted": "visibility: unlisted",
    "private": "visibility: private",
}
ESSAY = """\
---
title: A {word} at the lock
slug: a-light-at-the-lock
date: 2023-04-02
{front}
---

The lantern of the lock keeper is called the {word}. It burns while a boat is below.
"""
LEDGER = """\
concepts:
  - {{slug: lock-lantern, name: The {word}}}
positions:
  - id: lantern-2023
    concept: lock-lantern
    stance: The {word} ought to burn while a boat is below.
    essay: a-light-at-the-lock
    dated: 2023-04-02
    receipt: "The lantern of the lock keeper is called the {word}."
"""


def every_door() -> dict[str, Callable[[], str]]:
    return {
        **doors.asking(QUESTION),
        "search page": lambda: doors.get(f"/search/?q={WORDS}"),
        "API search": lambda: doors.get(f"/api/v1/search?q={WORDS}"),
        "search command": lambda: doors.command("search", WORDS),
        "MCP search_writings": lambda: doors.result_of_mcp("search_writings", query=WORDS),
        "MCP search": lambda: doors.result_of_mcp("search", query=WORDS),
        "MCP fetch": lambda: doors.result_of_mcp("fetch", id=f"essay:{SLUG}"),
        "MCP get_essay": lambda: doors.result_of_mcp("get_essay", slug=SLUG),
        "MCP get_evolution": lambda: doors.result_of_mcp("get_evolution", concept=CONCEPT),
        "MCP verify_quote": lambda: doors.result_of_mcp("verify_quote", quote=NEARLY),
        "essay page": lambda: doors.get(f"/essays/{SLUG}/"),
        "essays": lambda: doors.get("/essays/"),
        "API essay": lambda: doors.get(f"/api/v1/essays/{SLUG}"),
        "API essays": lambda: doors.get("/api/v1/essays?limit=100"),
        "llms.txt": lambda: doors.get("/llms.txt"),
        "evolution": lambda: doors.get("/evolution/"),
        "evolution page": lambda: doors.get(f"/evolution/{CONCEPT}/"),
        "feed": lambda: doors.get("/evolution/feed.atom"),
        "API concept": lambda: doors.get(f"/api/v1/concepts/{CONCEPT}"),
        "API concepts": lambda: doors.get("/api/v1/concepts"),
        "API positions": lambda: doors.get("/api/v1/positions"),
        "verify page": lambda: doors.verified_on_the_page(NEARLY),
        "API verify-quote": lambda: doors.verified(NEARLY),
        "kept answer": doors.kept(QUESTION),
    }


def publish(folder: Path, word: str, visibility: str) -> None:
    text = ESSAY.format(word=word, front=FRONT[visibility])
    Path(folder, "a-light-at-the-lock.md").write_text(text, encoding="utf-8")
    call_command("import_essays", str(folder))


@pytest.mark.parametrize("visibility", ["draft", "unlisted", "private"])
def test_the_word_of_a_withheld_essay_is_nowhere_and_of_a_public_one_everywhere(
    tmp_path: Path, visibility: str, settings: Any
) -> None:
    # What was answered while the essay was public must not be given again.
    settings.ANSWER_CACHE_HOURS = 24
    word = f"quillmote{secrets.token_hex(4)}"
    opened = every_door()

    publish(tmp_path, word, "public")
    import_ledger(LEDGER.format(word=word).encode())
    assert {door for door, tell in opened.items() if word not in tell()} == set()

    publish(tmp_path, word, visibility)
    assert {door for door, tell in opened.items() if word in tell()} == set()
