"""Each tool, called by the official client in both eras, on the real application."""

import asyncio
import json
import logging
import time
from contextlib import suppress
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from archivebrain.answering.payloads import verification_payload
from archivebrain.answering.verifying import verify
from archivebrain.documents import essay_called, term_called, term_document, whole_essay
from gaps.models import Gap
from ledger.models import Concept, Position
from retrieval.models import Essay
from tests.archivebrain.mcp.visiting import ERAS, call, text_of, visiting

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("open_archive")]

COVERED = "Why does frequency beat speed in a timetable?"
UNCOVERED = "What does the author think of Kubernetes operators?"
DRAFT = "should-a-town-own-its-bakery"
OWN = ("id", "took_ms")
SECRET = "my private question"


def printed(*command: str) -> Any:
    out = StringIO()
    with suppress(SystemExit):  # a declined question ends the command with 3
        call_command(*command, "--json", stdout=out, stderr=StringIO())
    return without(json.loads(out.getvalue()), *OWN)


def without(document: Any, *names: str) -> Any:
    return {name: value for name, value in document.items() if name not in names}


@pytest.mark.parametrize("era", ERAS)
def test_an_answer_is_what_the_command_prints_in_either_era(era: str) -> None:
    answer = call("ask", era=era, question=COVERED)

    assert not answer.is_error
    assert without(answer.structured_content, *OWN) == printed("ask", COVERED)


def test_an_answer_reads_as_text_with_its_citations() -> None:
    answer = call("ask", question=COVERED)

    document: Any = answer.structured_content
    assert text_of(answer).startswith(document["answer"])
    assert document["citations"]
    assert all(one["deep_link"] in text_of(answer) for one in document["citations"])


def test_the_text_has_the_words_behind_each_number_and_the_dated_views() -> None:
    answer = call("ask", question="Are e-bikes cheating?")

    document: Any = answer.structured_content
    assert document["positions"]
    assert all(f"“{one['quote']}”" in text_of(answer) for one in document["citations"])
    for one in document["positions"]:
        assert f"{one['dated']} ({one['lifecycle']}" in text_of(answer)
        assert one["stance"] in text_of(answer)


def test_as_of_is_heeded_as_the_command_heeds_it() -> None:
    question = "Are e-bikes cheating?"

    then = call("ask", question=question, as_of="2019-01-01")

    expected = printed("ask", question, "--as-of", "2019-01-01")
    assert without(then.structured_content, *OWN) == expected


def test_a_declined_question_is_no_error_and_one_gap_of_this_surface() -> None:
    declined = call("ask", question=UNCOVERED)

    document: Any = declined.structured_content
    assert not declined.is_error
    assert (document["status"], document["citations"]) == ("declined", [])
    assert text_of(declined) == document["answer"]
    assert [gap.surface for gap in Gap.objects.filter(question=UNCOVERED, surface="mcp")] == ["mcp"]


def test_passages_are_what_the_command_prints() -> None:
    query = "a promise of the timetable"

    found = call("search_writings", query=query, limit=3, type="essay")

    expected = printed("search", query, "--limit", "3", "--type", "essay")
    assert without(found.structured_content, *OWN) == expected
    assert all(one["text"] in text_of(found) for one in expected["results"])


def test_passages_of_a_year_and_a_language_alone() -> None:
    query = "a promise of the timetable"

    of_2021 = call("search_writings", query=query, year=2021, language="en").structured_content
    german = call("search_writings", query=query, language="de").structured_content

    assert of_2021
    assert {one["essay"]["published"][:4] for one in of_2021["results"]} == {"2021"}
    assert german
    assert german["results"] == []


def test_an_essay_and_a_term_are_what_programs_are_given() -> None:
    essay, term = essay_called("bread-is-a-clock"), term_called("maintenance log")
    assert essay
    assert term

    read = call("get_essay", slug="bread-is-a-clock")
    looked_up = call("get_glossary_term", term="maintenance log")

    assert read.structured_content == whole_essay(essay)
    assert text_of(read).endswith(whole_essay(essay)["markdown"])
    assert looked_up.structured_content == term_document(term)
    assert term.definition in text_of(looked_up)


def test_the_story_of_a_view_is_told_with_its_change_and_its_reason() -> None:
    concept = Concept.objects.get(slug="electric-bicycles")
    Position.objects.create(
        key="withheld", concept=concept, stance="Withheld.", essay_slug=DRAFT,
        dated=date(2026, 2, 8), receipt="a bakery",
    )  # fmt: skip

    told = call("get_evolution", concept="E-Bikes")

    document: Any = told.structured_content
    stated = [(one["id"], one["label"]) for one in document["positions"]]
    assert stated == [("ebikes-2018", "reversed"), ("ebikes-2021", "current")]
    assert [one["id"] for one in document["now"]] == ["ebikes-2021"]
    assert "Why: Most of the riders counted on the hill road" in text_of(told)
    assert "Withheld" not in text_of(told)


def test_a_view_whose_end_is_not_public_is_not_told_as_withdrawn() -> None:
    Position.objects.filter(key="ebikes-2021").update(essay_slug=DRAFT)

    told = text_of(call("get_evolution", concept="E-Bikes"))

    assert "Held now: no view is shown." in told
    assert "withdrawn" not in told


def test_who_asks_for_an_unknown_concept_is_told_the_known_ones() -> None:
    unknown = call("get_evolution", concept="tea")

    assert unknown.is_error
    assert "electric-bicycles" in text_of(unknown)


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("Register electric bicycles, insure them, and keep them out of cycle lanes.", "verbatim"),
        ("Quarks are heavier than marmalade on alternate Sundays", "not_found"),
    ],
)
def test_a_quote_is_verified_as_it_is_for_programs(quote: str, verdict: str) -> None:
    found = call("verify_quote", quote=quote)

    document: Any = found.structured_content
    assert document == verification_payload(verify(quote))
    assert document["verdict"] == verdict
    assert (quote in text_of(found)) is (verdict == "verbatim")


@pytest.mark.parametrize("era", ERAS)
def test_a_connectors_search_gives_ids_that_fetch_resolves(era: str) -> None:
    found = call("search", era=era, query="repairing things together")

    results: Any = json.loads(text_of(found))
    assert found.structured_content == results
    assert list(results) == ["results"]
    assert len({one["id"] for one in results["results"]}) == len(results["results"]) > 2
    for one in results["results"][:3]:
        assert set(one) == {"id", "title", "url"}
        fetched = call("fetch", era=era, id=one["id"])
        document = json.loads(text_of(fetched))
        assert fetched.structured_content == document
        assert set(document) == {"id", "title", "text", "url", "metadata"}
        assert (document["id"], document["title"]) == (one["id"], one["title"])
        assert document["url"] == one["url"]
        assert document["url"].startswith("http")
        assert document["text"] == whole_essay(essay(one["id"]))["markdown"]


def test_words_that_are_no_longer_held_are_told_with_what_became_of_them() -> None:
    left = "No longer held (reversed): An electric bicycle is a moped"

    passages = text_of(call("search_writings", query="Register electric bicycles, insure them"))
    read = call("get_essay", slug="ebikes-are-cheating")
    fetched: Any = call("fetch", id="essay:ebikes-are-cheating").structured_content
    kept: Any = call("fetch", id="essay:bread-is-a-clock").structured_content

    assert "E-bikes Are Cheating (2018-05-20), no longer held\n" in passages
    assert "E-bikes: I Was Wrong (2021-05-16)\n" in passages
    assert left in text_of(read).split("\n\n")[0]
    assert [row["label"] for row in stated_in(read)] == ["reversed"]
    assert left in fetched["metadata"]["no_longer_held"]
    assert "no_longer_held" not in kept["metadata"]


def stated_in(read: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read.structured_content["positions"]
    return rows


def essay(identity: str) -> Essay:
    found = essay_called(identity.removeprefix("essay:"))
    assert found
    return found


def test_what_is_withheld_is_what_never_was() -> None:
    assert Essay.objects.filter(slug=DRAFT).exists()

    for slug in (DRAFT, "never-written", "\0"):
        assert text_of(call("get_essay", slug=slug)) == (
            "No public essay has this slug. Find one with search_writings."
        )
        assert text_of(call("fetch", id=f"essay:{slug}")) == (
            "Nothing public has this id. Take ids from search."
        )
    found = call("search", query="Should a town own its bakery?")
    assert DRAFT not in text_of(found)


def test_no_word_of_a_question_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        call("ask", question=f"{UNCOVERED} {SECRET}")
        call("ask", question="x" * 2001 + SECRET)
        call("ask", question="Why?", as_of=SECRET)

    assert SECRET not in caplog.text


def test_no_connection_to_the_database_outlives_its_request() -> None:
    async def visit() -> None:
        async with visiting() as client:
            for _ in range(8):
                await client.call_tool("get_essay", {"slug": "bread-is-a-clock"})

    before = connections_open()
    asyncio.run(visit())

    # The server ends a connection a moment after it was closed here.
    deadline = time.monotonic() + 10
    while connections_open() > before and time.monotonic() < deadline:
        pass
    assert connections_open() == before


def connections_open() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
