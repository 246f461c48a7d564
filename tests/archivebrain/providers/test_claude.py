"""Claude against a server that speaks the Messages API, with every way it fails."""

import json
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from archivebrain.providers.base import ProviderFailed, ReplyCut
from archivebrain.providers.claude import DEFAULT_MODEL, Claude
from archivebrain.providers.prompts import document_rules
from archivebrain.providers.retrying import Patience
from archivebrain.providers.types import Brief, Check, Cite, DraftSentence, Usage

pytestmark = pytest.mark.real_sockets

KEY = "sk-ant-secret-key"
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


def text(words: str, *citations: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": words, "citations": list(citations)}


def place(document: int, start: int, end: int) -> dict[str, Any]:
    return {
        "type": "content_block_location",
        "cited_text": "as the server joins it",
        "document_index": document,
        "document_title": None,
        "start_block_index": start,
        "end_block_index": end,
        "file_id": None,
    }


@pytest.fixture
def claude(messages_server: Any, patience: Patience) -> Claude:
    return Claude(KEY, "", messages_server.url, patience)


def fault(kind: str, message: str = "no") -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


def test_citations_become_sources_with_their_exact_sentences(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(
        streams(
            text("Bread keeps time"),
            text(", for heat is patient and the crust keeps it.", place(0, 0, 2)),
            text(" "),
            text("Rope is a debt.", place(1, 0, 1)),
        )
    )

    draft = claude.draft(brief)

    assert draft.sentences == (
        DraftSentence(
            "Bread keeps time, for heat is patient and the crust keeps it.",
            (Cite(1, "Heat is patient. The crust keeps its heat longer than the crumb."),),
        ),
        DraftSentence("Rope is a debt.", (Cite(2, "Rope is the oldest debt of the quay."),)),
    )
    assert (draft.provider, draft.model) == ("anthropic", DEFAULT_MODEL)
    assert draft.usage == Usage(input_tokens=1000, output_tokens=12, cached_tokens=100)
    assert not draft.declined


def test_a_listener_hears_each_sentence_once_the_next_has_begun(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(
        streams(
            text("Heat is patient.", place(0, 0, 1)),
            text(" Rope is", place(1, 0, 1)),
            text(" a debt.", place(1, 0, 1)),
            text(" The crust keeps it.", place(0, 1, 2)),
        )
    )
    heard: list[tuple[DraftSentence, ...]] = []

    draft = claude.draft_aloud(brief, lambda so_far: heard.append(tuple(so_far)))

    lengths = [len(so_far) for so_far in heard]
    assert (lengths[0], lengths[-1]) == (0, len(draft.sentences) - 1)
    assert lengths == sorted(lengths)
    assert all(so_far == draft.sentences[: len(so_far)] for so_far in heard)


def test_a_block_is_read_once_however_many_pieces_it_comes_in(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    blocks = (text("Heat is patient. " * 40, place(0, 0, 1)), text("Rope.", place(1, 0, 1)))
    messages_server.will(streams(*blocks))
    heard: list[int] = []

    claude.draft_aloud(brief, lambda so_far: heard.append(len(so_far)))

    assert heard == [0, 40]


def test_a_draft_that_nobody_hears_is_read_at_its_end_alone(
    claude: Claude,
    brief: Brief,
    messages_server: Any,
    streams: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[Any] = []
    monkeypatch.setattr("archivebrain.providers.claude.finished", lambda *told: read.append(told))
    messages_server.will(streams(text("Heat is patient [S1].")))

    assert claude.draft(brief).sentences
    assert read == []


def test_what_a_listener_raises_ends_the_writing(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    class Gone(Exception):
        pass

    def leave(so_far: Any) -> None:
        raise Gone

    messages_server.will(streams(text("Heat is patient.", place(0, 0, 1))))

    with pytest.raises(Gone):
        claude.draft_aloud(brief, leave)


def test_the_request_holds_one_document_per_source_and_one_block_per_sentence(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("Heat is patient.", place(0, 0, 1))))

    claude.draft(brief)

    body = messages_server.bodies[0]
    first, second, question = body["messages"][0]["content"]
    rules = {"type": "text", "text": document_rules("Ines Calder")}
    assert body["system"] == [{**rules, "cache_control": {"type": "ephemeral"}}]
    assert body["stream"] is True
    assert first == {
        "type": "document",
        "source": {
            "type": "content",
            "content": [
                {"type": "text", "text": "Heat is patient."},
                {"type": "text", "text": "The crust keeps its heat longer than the crumb."},
            ],
        },
        "title": "Bread is a clock",
        "context": "2020-05-01 | current | section: The oven",
        "citations": {"enabled": True},
    }
    assert (second["title"], second["context"]) == ("Ropes", "date unknown | historical")
    assert "What is bread?" in question["text"]


def test_a_cite_covers_every_sentence_of_its_block(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("Bread waits. Heat is patient.", place(0, 0, 1))))

    draft = claude.draft(brief)

    assert [len(sentence.cites) for sentence in draft.sentences] == [1, 1]


def test_citations_of_the_interface_win_over_markers(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("Heat is patient [S2].", place(0, 0, 1))))

    draft = claude.draft(brief)

    assert draft.sentences == (DraftSentence("Heat is patient.", (Cite(1, "Heat is patient."),)),)


def test_without_citations_of_the_interface_markers_count(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("Rope is a debt [S2] [S7].")))

    draft = claude.draft(brief)

    assert draft.sentences == (DraftSentence("Rope is a debt.", (Cite(2),)),)
    assert draft.checks[Check.UNMAPPED_MARKER] == 1


@pytest.mark.parametrize(
    "citation", [place(7, 0, 1), place(-1, 0, 1), place(0, 5, 6), place(0, 1, 1), place(0, -1, 2)]
)
def test_a_cite_of_a_place_that_does_not_exist_vanishes_and_is_counted(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any, citation: dict[str, Any]
) -> None:
    messages_server.will(streams(text("Heat is patient.", citation)))

    draft = claude.draft(brief)

    assert draft.sentences == (DraftSentence("Heat is patient."),)
    assert draft.checks[Check.UNMAPPED_MARKER] == 1


def test_thinking_is_never_shown(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    thinking = {"type": "thinking", "thinking": "secret plan", "signature": "x"}
    messages_server.will(streams(thinking, text("Heat is patient [S1].")))

    draft = claude.draft(brief)

    assert [sentence.text for sentence in draft.sentences] == ["Heat is patient."]


def test_the_fixed_sentence_declines(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("The writing does not cover this.")))

    draft = claude.draft(brief)

    assert (draft.declined, draft.reason) == (True, "not_covered")


def test_a_refusal_by_the_provider_declines_with_its_own_reason_and_no_words(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("The crust holds [S1]."), stop="refusal"))

    draft = claude.draft(brief)

    assert (draft.declined, draft.reason, draft.sentences) == (True, "provider_refusal", ())


@pytest.mark.parametrize(
    ("has_more_room", "room", "kind"), [(False, 1024, ReplyCut), (True, 4096, ProviderFailed)]
)
def test_a_cut_off_answer_may_be_asked_for_once_more_with_more_room(
    claude: Claude,
    brief: Brief,
    messages_server: Any,
    streams: Any,
    has_more_room: bool,
    room: int,
    kind: type[ProviderFailed],
) -> None:
    messages_server.will(streams(text("Heat is"), stop="max_tokens"))

    with pytest.raises(ProviderFailed) as failure:
        claude.draft(replace(brief, has_more_room=has_more_room))

    assert [body["max_tokens"] for body in messages_server.bodies] == [room]
    assert type(failure.value) is kind


@pytest.mark.parametrize(
    "stop", ["pause_turn", "tool_use", "model_context_window_exceeded", "something_new"]
)
def test_only_a_finished_answer_is_a_draft(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any, stop: str
) -> None:
    messages_server.will(streams(text("Heat is patient [S1]."), stop=stop))

    with pytest.raises(ProviderFailed, match=stop):
        claude.draft(brief)


@pytest.mark.parametrize(
    ("blocks", "named"),
    [
        ([], "nothing"),
        ([text("  \n")], "text"),
        ([text("[S1][S2]")], "text"),
        ([{"type": "thinking", "thinking": "secret plan", "signature": "x"}], "thinking"),
    ],
)
def test_an_answer_without_words_fails_and_names_its_blocks(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any, blocks: Any, named: str
) -> None:
    messages_server.will(streams(*blocks))

    with pytest.raises(ProviderFailed, match=f"end_turn, blocks: {named}") as failure:
        claude.draft(brief)

    assert "secret plan" not in str(failure.value)


def test_a_stream_that_ends_without_a_stop_reason_fails(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("Half an ans"), stop=None))

    with pytest.raises(ProviderFailed, match="not complete"):
        claude.draft(brief)


def test_an_overload_in_the_middle_of_a_stream_fails(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    broken = streams(text("Half an ans"), stop=None, after=[OVERLOADED])
    messages_server.will(broken, broken, broken)

    with pytest.raises(ProviderFailed, match="overloaded_error"):
        claude.draft(brief)


def test_an_overload_in_the_middle_of_a_stream_may_pass(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(
        streams(text("Half an ans"), stop=None, after=[OVERLOADED]),
        streams(text("Heat is patient [S1].")),
    )

    assert [sentence.text for sentence in claude.draft(brief).sentences] == ["Heat is patient."]


@pytest.mark.parametrize(
    "body",
    [
        b"40\r\nevent: message_start\r\n",
        b"",
        b"17\r\nevent: x\ndata: {broken\n\n\r\n0\r\n\r\n",
        b'2d\r\nevent: message_start\ndata: {"type":"message_st\r\n',
    ],
)
def test_a_stream_broken_on_the_wire_fails(
    brief: Brief, patience: Patience, raw_server: Callable[[bytes], str], body: bytes
) -> None:
    head = (
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    url = raw_server(head + body)

    with pytest.raises(ProviderFailed, match="stream"):
        Claude(KEY, "", url, patience).draft(brief)


@pytest.mark.parametrize(
    ("status", "payload", "headers"),
    [
        (529, OVERLOADED, {}),
        (500, fault("api_error"), {}),
        (503, "not json", {}),
        (408, fault("timeout_error"), {}),
        (429, fault("rate_limit_error"), {"retry_after": "0"}),
    ],
)
def test_what_may_pass_is_tried_again(
    claude: Claude,
    brief: Brief,
    messages_server: Any,
    streams: Any,
    fails: Any,
    status: int,
    payload: Any,
    headers: dict[str, str],
) -> None:
    messages_server.will(
        fails(status, payload, **headers),
        fails(status, payload, **headers),
        streams(text("Heat is patient [S1].")),
    )

    assert claude.draft(brief).sentences
    assert len(messages_server.bodies) == 3


@pytest.mark.parametrize(
    ("status", "payload"),
    [
        (429, fault("rate_limit_error", "You have reached your monthly limit")),
        (400, fault("billing_error", "Your credit balance is too low")),
        (400, fault("invalid_request_error", "Your credit balance is too low")),
        (401, fault("authentication_error", f"invalid key {KEY}")),
        (403, fault("permission_error")),
        (404, fault("not_found_error", "model: nothing-5")),
        (413, fault("request_too_large")),
    ],
)
def test_what_will_not_pass_is_tried_once(
    claude: Claude, brief: Brief, messages_server: Any, fails: Any, status: int, payload: Any
) -> None:
    messages_server.will(fails(status, payload))

    with pytest.raises(ProviderFailed) as failure:
        claude.draft(brief)

    assert len(messages_server.bodies) == 1
    assert payload["error"]["type"] in str(failure.value)
    assert KEY not in str(failure.value)


def test_a_server_that_repeats_the_prompt_gets_none_of_it_into_a_failure(
    claude: Claude, brief: Brief, messages_server: Any, fails: Any
) -> None:
    def repeats(body: Any) -> Any:
        said = json.dumps(body["messages"])
        return fails(400, fault(said, said))(body)

    messages_server.will(repeats)

    with pytest.raises(ProviderFailed, match=r"^anthropic: status 400 \(no code\)$"):
        claude.draft(brief)


def test_three_failures_are_enough(
    claude: Claude, brief: Brief, messages_server: Any, fails: Any
) -> None:
    messages_server.will(*[fails(529, OVERLOADED)] * 3)

    with pytest.raises(ProviderFailed):
        claude.draft(brief)

    assert len(messages_server.bodies) == 3


def test_a_wait_longer_than_the_window_is_not_waited_for(
    claude: Claude, brief: Brief, messages_server: Any, fails: Any
) -> None:
    messages_server.will(fails(429, fault("rate_limit_error"), retry_after="120"))

    with pytest.raises(ProviderFailed) as failure:
        claude.draft(brief)

    assert failure.value.retry_after == 120
    assert len(messages_server.bodies) == 1


def test_a_refused_connection_fails(brief: Brief, patience: Patience) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    with pytest.raises(ProviderFailed, match="no connection"):
        Claude(KEY, "", f"http://127.0.0.1:{port}", patience).draft(brief)


def test_a_stream_that_drips_past_the_time_for_one_draft_fails(
    brief: Brief, messages_server: Any, streams: Any
) -> None:
    patience = Patience(read_seconds=5.0, total_seconds=0.3)
    messages_server.will(streams(*[text("Heat is patient [S1].")] * 3, pause=0.1))

    with pytest.raises(ProviderFailed, match="time for one draft"):
        Claude(KEY, "", messages_server.url, patience).draft(brief)


def test_a_server_that_says_nothing_fails_after_the_read_time(brief: Brief) -> None:
    patience = Patience(read_seconds=0.1, total_seconds=2.0, retries=0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"

        with pytest.raises(ProviderFailed, match="no connection"):
            Claude(KEY, "", url, patience).draft(brief)


def test_the_key_travels_in_a_header_and_nowhere_else(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("Heat is patient [S1].")))

    claude.draft(brief)

    headers = messages_server.headers[0]
    assert KEY in f"{headers.get('authorization')} {headers.get('x-api-key')}"
    assert KEY not in json.dumps(messages_server.bodies)


def test_what_is_sent_is_counted_first_and_is_the_same(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any
) -> None:
    messages_server.will(streams(text("Heat is patient.", place(0, 0, 1))))

    claude.draft(brief)

    (counted,), (sent,) = messages_server.counted, messages_server.bodies
    assert counted["system"] == sent["system"]
    assert counted["messages"][0]["content"][:-1] == sent["messages"][0]["content"][:-1]


def test_what_is_too_long_goes_without_its_last_passages_and_cites_those_that_went(
    brief: Brief, patience: Patience, messages_server: Any, streams: Any
) -> None:
    claude = Claude(KEY, "", messages_server.url, patience, question_tokens=1000)
    messages_server.counts[:] = [1500, 700]
    messages_server.will(
        streams(text("Heat is patient.", place(0, 0, 1)), text(" Rope.", place(1, 0, 1)))
    )

    draft = claude.draft(brief)

    content = messages_server.bodies[0]["messages"][0]["content"]
    assert [part["type"] for part in content] == ["document", "text"]
    assert [sentence.cites for sentence in draft.sentences] == [(Cite(1, "Heat is patient."),), ()]


def test_what_no_cut_makes_short_enough_is_not_sent(
    brief: Brief, patience: Patience, messages_server: Any
) -> None:
    claude = Claude(KEY, "", messages_server.url, patience, question_tokens=1000)
    messages_server.counts[:] = [9000]

    with pytest.raises(ProviderFailed, match="QUESTION_TOKENS=1000"):
        claude.draft(brief)

    assert messages_server.bodies == []


def test_a_server_that_does_not_count_is_asked_by_our_own_reckoning(
    brief: Brief, patience: Patience, raw_server: Callable[[bytes], str]
) -> None:
    url = raw_server(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    too_long = Claude(KEY, "", url, patience, question_tokens=300)

    with pytest.raises(ProviderFailed, match="QUESTION_TOKENS=300"):
        too_long.draft(brief)
    with pytest.raises(ProviderFailed, match="status 404"):
        Claude(KEY, "", url, patience).draft(brief)


@pytest.mark.parametrize("stop", ["max_tokens", None])
def test_a_failure_says_what_it_was_charged_nonetheless(
    claude: Claude, brief: Brief, messages_server: Any, streams: Any, stop: str | None
) -> None:
    messages_server.will(streams(text("Heat is"), stop=stop))

    with pytest.raises(ProviderFailed) as failure:
        claude.draft(brief)

    assert failure.value.usage == Usage(1000, 12 if stop else 1, cached_tokens=100)
