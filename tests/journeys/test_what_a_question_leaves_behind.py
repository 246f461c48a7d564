"""A reader's words are kept in the gap log alone, and where the reader keeps an answer."""

import html
import logging
import re

import pytest
from django.test import Client

from archivebrain.answering.engine import ask
from archivebrain.answering.types import Question, Surface
from archivebrain.mcp import tools
from gaps.models import Gap
from retrieval.models import RetrievalTrace
from tests.journeys.stores import redis_dump, tables_with

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

# A word that stands nowhere else, so that wherever it is found, it came from the question.
MARK = "zyxomma"
DECLINED = f"How does one breed a {MARK} dragonfly?"
ANSWERED = "Why does frequency beat speed in a timetable?"


def test_unless_they_keep_it_the_readers_words_stand_in_the_gap_log_and_nowhere_else(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        client.post("/", {"question": DECLINED})
        client.get("/search/", {"q": f"the {MARK} of the harbour"})
        client.get("/api/v1/search", {"q": f"the {MARK} of the harbour"})
        client.post(
            "/api/v1/ask",
            {"question": f"What do {MARK} dragonflies eat?"},
            content_type="application/json",
        )

    # The control: the word can be found where it may stand.
    assert tables_with(MARK) == {"gaps_gap"}
    assert RetrievalTrace.objects.count() == 4
    assert MARK not in caplog.text.casefold()
    assert MARK.encode() not in redis_dump().lower()


def test_a_question_is_kept_only_by_its_readers_own_button_and_until_they_delete_it(
    client: Client,
) -> None:
    question = f"{ANSWERED} Said {MARK}."
    page = client.post("/", {"question": question}).content.decode()
    # The half that nothing answers is a gap, as ever.
    assert tables_with(MARK) == {"gaps_gap"}

    done = client.post("/a/", {"sealed": sealed_on(page)}).content.decode()
    assert tables_with(MARK) == {"gaps_gap", "archivebrain_keptanswer"}
    assert MARK.encode() not in redis_dump().lower()

    client.post(re.findall(r'href="(/a/[^"]+/delete/[^"]+/)"', done)[0])
    assert tables_with(MARK) == {"gaps_gap"}


def sealed_on(page: str) -> str:
    return html.unescape(re.findall(r'name="sealed" value="([^"]+)"', page)[0])


def test_every_question_and_search_of_a_reader_leaves_one_trace(client: Client) -> None:
    client.post("/", {"question": ANSWERED})
    client.post("/", {"question": DECLINED})
    client.get("/search/", {"q": "timetable"})
    client.get("/api/v1/search", {"q": "timetable"})

    traces = RetrievalTrace.objects.order_by("pk")
    assert list(traces.values_list("surface", "outcome")) == [
        ("page", "answered"),
        ("page", "declined"),
        ("page", "searched"),
        ("api", "searched"),
    ]
    searched = ["corpus", "embed", "vector", "keyword", "fuse", "load"]
    assert [[stage["name"] for stage in trace.stages] for trace in traces] == [
        *[[*searched, "brief", "draft", "check"]] * 2,
        *[searched] * 2,
    ]
    assert all(trace.passages and trace.total_ms > 0 for trace in traces)


@pytest.mark.usefixtures("sample_ledger")
def test_the_trace_of_an_answer_tells_its_buckets_and_all_that_was_live(client: Client) -> None:
    client.post("/", {"question": "Are e-bikes cheating?"})

    trace = RetrievalTrace.objects.get()
    assert {"current", "historical"} <= {one["bucket"] for one in trace.passages}
    assert all(trace.versions[name] for name in ("index", "ledger", "recipe", "embedder"))
    assert all(trace.versions[name] for name in ("code", "prompt", "provider", "model"))


def test_a_models_search_leaves_one_trace_whichever_tool_it_takes() -> None:
    tools.search_writings("timetable")
    tools.search("timetable")

    assert list(RetrievalTrace.objects.values_list("surface", "outcome")) == [
        ("mcp", "searched"),
        ("mcp", "searched"),
    ]


def test_a_golden_question_leaves_neither_gap_nor_trace() -> None:
    ask(Question(DECLINED, surface=Surface.EVALUATION))

    assert not Gap.objects.exists()
    assert not RetrievalTrace.objects.exists()
