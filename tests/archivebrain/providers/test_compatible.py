"""The openai provider against a server that speaks chat completions, and how it fails."""

import json
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from werkzeug import Response

from archivebrain.providers.base import ProviderFailed, ReplyCut
from archivebrain.providers.compatible import Compatible, usage_of
from archivebrain.providers.fitting import tokens_about
from archivebrain.providers.prompts import marker_rules
from archivebrain.providers.retrying import Patience
from archivebrain.providers.types import Brief, Check, Cite, DraftSentence, Usage

pytestmark = pytest.mark.real_sockets

KEY = "sk-secret-key"


@pytest.fixture
def ollama(chat_server: Any, patience: Patience) -> Compatible:
    return Compatible("", "llama3.1", chat_server.url, patience)


def words(draft: Any) -> list[str]:
    return [sentence.text for sentence in draft.sentences]


def fault(message: str, **extra: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", **extra}}


def test_markers_become_sources(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any
) -> None:
    chat_server.will(says("Heat is patient [S1]. Rope is a debt【S2】.\n\nBread waits. [S1, S9]"))

    draft = ollama.draft(brief)

    assert draft.sentences == (
        DraftSentence("Heat is patient.", (Cite(1),), 0),
        DraftSentence("Rope is a debt.", (Cite(2),), 0),
        DraftSentence("Bread waits.", (Cite(1),), 1),
    )
    assert draft.checks[Check.UNMAPPED_MARKER] == 1
    assert (draft.provider, draft.model) == ("openai", "llama3.1")
    assert draft.usage == Usage(input_tokens=900, output_tokens=12)


def test_the_request_holds_the_rules_and_the_numbered_passages(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any
) -> None:
    chat_server.will(says("Heat is patient [S1]."))

    ollama.draft(brief)

    system, user = chat_server.bodies[0]["messages"]
    assert system == {"role": "system", "content": marker_rules("Ines Calder")}
    assert "[S1] Bread is a clock | 2020-05-01 | current" in user["content"]
    assert "[S2] Ropes | date unknown | historical" in user["content"]


def test_every_request_has_a_boundary_of_its_own(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any
) -> None:
    chat_server.will(says("Heat is patient [S1]."), says("Heat is patient [S1]."))

    ollama.draft(brief)
    ollama.draft(brief)

    first, second = (body["messages"][1]["content"] for body in chat_server.bodies)
    assert first.splitlines()[0] != second.splitlines()[0]


@pytest.mark.parametrize(
    "reply",
    [
        "<think>private plan</think>\n\nHeat is patient [S1].",
        "private plan\n</think>\nHeat is patient [S1].",
        "<THINK>private plan</THINK>Heat is patient [S1].",
    ],
)
def test_reasoning_is_never_shown(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any, reply: str
) -> None:
    chat_server.will(says(reply))

    assert words(ollama.draft(brief)) == ["Heat is patient."]


def test_reasoning_in_a_field_of_its_own_is_never_read(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any
) -> None:
    chat_server.will(says("Heat is patient [S1].", reasoning_content="private plan"))

    assert words(ollama.draft(brief)) == ["Heat is patient."]


def test_text_in_parts_is_joined(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any
) -> None:
    parts = [{"type": "text", "text": "Heat is "}, {"type": "text", "text": "patient [S1]."}]
    chat_server.will(says(parts))

    assert words(ollama.draft(brief)) == ["Heat is patient."]


@pytest.mark.parametrize("reply", ["", "  \n", None, "[S1][S2]", "<think>plan without end"])
def test_an_answer_without_words_fails(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any, reply: str | None
) -> None:
    chat_server.will(says(reply))

    with pytest.raises(ProviderFailed, match="no text"):
        ollama.draft(brief)


@pytest.mark.parametrize("finish", ["tool_calls", "function_call", None, "something_new"])
def test_only_a_finished_answer_is_a_draft(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any, finish: str | None
) -> None:
    chat_server.will(says("Heat is patient [S1].", finish=finish))

    named = finish or "unknown"
    with pytest.raises(ProviderFailed, match=f"not complete .finish reason {named}"):
        ollama.draft(brief)


@pytest.mark.parametrize(
    ("has_more_room", "room", "kind"), [(False, 1024, ReplyCut), (True, 4096, ProviderFailed)]
)
def test_a_cut_off_answer_may_be_asked_for_once_more_with_more_room(
    ollama: Compatible,
    brief: Brief,
    chat_server: Any,
    says: Any,
    has_more_room: bool,
    room: int,
    kind: type[ProviderFailed],
) -> None:
    chat_server.will(says("Heat is", finish="length"))

    with pytest.raises(ProviderFailed) as failure:
        ollama.draft(replace(brief, has_more_room=has_more_room))

    assert [body["max_tokens"] for body in chat_server.bodies] == [room]
    assert type(failure.value) is kind
    assert failure.value.usage == Usage(input_tokens=900, output_tokens=12)


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        (None, Usage()),
        ("free", Usage()),
        ({"prompt_tokens": 900, "completion_tokens": 12}, Usage(900, 12)),
        ({"prompt_tokens": -5, "completion_tokens": "12"}, Usage()),
        (
            {"prompt_tokens": 900, "prompt_tokens_details": {"cached_tokens": 512}},
            Usage(900, 0, cached_tokens=512),
        ),
        (
            {"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 10}},
            Usage(9, 0, cached_tokens=9),
        ),
        ({"prompt_tokens": 9, "prompt_tokens_details": None}, Usage(9, 0)),
    ],
)
def test_what_a_reply_was_charged_is_read_however_little_it_says(
    usage: Any, counted: Usage
) -> None:
    assert usage_of({"usage": usage}) == counted


def test_what_is_too_long_goes_without_its_last_passages(
    brief: Brief, patience: Patience, chat_server: Any, says: Any
) -> None:
    ceiling = tokens_about(brief) - 1
    shorter = Compatible("", "llama", chat_server.url, patience, question_tokens=ceiling)
    chat_server.will(says("Heat is patient [S1]. Rope is a debt [S2]."))

    draft = shorter.draft(brief)

    assert "Rope" not in chat_server.bodies[0]["messages"][1]["content"]
    assert [len(sentence.cites) for sentence in draft.sentences] == [1, 0]


@pytest.mark.parametrize(
    "reply", [{"finish": "content_filter"}, {"finish": "stop", "refusal": "I must decline."}]
)
def test_a_refusal_by_the_provider_declines_with_its_own_reason(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any, reply: dict[str, str]
) -> None:
    chat_server.will(says("", **reply))

    draft = ollama.draft(brief)

    assert (draft.declined, draft.reason, draft.sentences) == (True, "provider_refusal", ())


def test_the_fixed_sentence_declines(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any
) -> None:
    chat_server.will(says("The writing does not cover this."))

    draft = ollama.draft(brief)

    assert (draft.declined, draft.reason) == (True, "not_covered")


def test_settings_that_a_model_refuses_are_renamed_or_left_out(
    ollama: Compatible, brief: Brief, chat_server: Any, says: Any, fails: Any
) -> None:
    chat_server.will(
        fails(400, fault("Use 'max_completion_tokens' instead.", param="max_tokens")),
        fails(400, fault("'temperature' does not support 0.", param="temperature")),
        says("Heat is patient [S1]."),
    )

    ollama.draft(brief)

    body = chat_server.bodies[2]
    assert body["max_completion_tokens"] == 1024
    assert {"max_tokens", "temperature"}.isdisjoint(body)


@pytest.mark.parametrize(
    ("status", "headers"), [(500, {}), (503, {}), (408, {}), (429, {"retry_after": "0"})]
)
def test_what_may_pass_is_tried_again(
    ollama: Compatible,
    brief: Brief,
    chat_server: Any,
    says: Any,
    fails: Any,
    status: int,
    headers: dict[str, str],
) -> None:
    chat_server.will(*[fails(status, fault("busy"), **headers)] * 2, says("Heat is patient [S1]."))

    assert words(ollama.draft(brief)) == ["Heat is patient."]


@pytest.mark.parametrize(
    ("status", "payload", "headers"),
    [
        (429, fault("You exceeded your current quota"), {}),
        (429, fault("quota", code="insufficient_quota"), {"retry_after": "0"}),
        (401, fault(f"Incorrect API key provided: {KEY}"), {}),
        (404, fault("model 'llama9' not found"), {}),
        (400, fault("context length exceeded"), {}),
    ],
)
def test_what_will_not_pass_is_tried_once(
    chat_server: Any,
    brief: Brief,
    fails: Any,
    patience: Patience,
    status: int,
    payload: Any,
    headers: dict[str, str],
) -> None:
    chat_server.will(fails(status, payload, **headers))

    with pytest.raises(ProviderFailed, match=f"status {status}") as failure:
        Compatible(KEY, "llama3.1", chat_server.url, patience).draft(brief)

    assert len(chat_server.bodies) == 1
    assert KEY not in str(failure.value)


def test_an_unknown_model_is_named_with_the_variables_to_check(
    ollama: Compatible, brief: Brief, chat_server: Any, fails: Any
) -> None:
    chat_server.will(fails(404, fault("not found")))

    with pytest.raises(ProviderFailed, match=r"ANSWER_MODEL=llama3\.1 and OPENAI_BASE_URL"):
        ollama.draft(brief)


@pytest.mark.parametrize(
    ("reply", "named"),
    [
        ("<html>Welcome to nginx</html>", "not JSON"),
        (json.dumps({"error": {"message": "no credits", "code": "402"}}), "choices .error, 402"),
        (json.dumps({"choices": []}), "not complete"),
        (json.dumps({"choices": [None]}), "not complete"),
        (json.dumps(["what"]), "no choices"),
    ],
)
def test_a_reply_of_another_shape_fails(
    ollama: Compatible, brief: Brief, chat_server: Any, reply: str, named: str
) -> None:
    chat_server.will(lambda body: Response(reply, content_type="application/json"))

    with pytest.raises(ProviderFailed, match=named):
        ollama.draft(brief)


@pytest.mark.parametrize(
    "echoed",
    [
        lambda said: (400, fault(said, param=said, code=said)),
        lambda said: (400, fault(f"'temperature' is wrong here: {said}")),
        lambda said: (500, {"error": said}),
        lambda said: (200, {"error": {"message": said, "type": said}, said: said}),
        lambda said: (200, {"choices": [{"finish_reason": said, "message": {said: said}}]}),
    ],
)
def test_a_server_that_repeats_the_prompt_gets_none_of_it_into_a_failure(
    ollama: Compatible, brief: Brief, chat_server: Any, fails: Any, echoed: Any
) -> None:
    def repeats(body: Any) -> Any:
        status, payload = echoed(body["messages"][1]["content"])
        return fails(status, payload)(body)

    chat_server.will(*[repeats] * 4)

    with pytest.raises(ProviderFailed) as failure:
        ollama.draft(brief)

    assert "=====" in chat_server.bodies[0]["messages"][1]["content"], "The control."
    assert not any(words in str(failure.value) for words in ("=====", "Heat", "bread"))


def test_an_endless_reply_is_not_read_to_its_end(
    ollama: Compatible, brief: Brief, chat_server: Any
) -> None:
    chat_server.will(lambda body: Response(b" " * 3_000_000, content_type="application/json"))

    with pytest.raises(ProviderFailed, match="too long"):
        ollama.draft(brief)


def test_a_reply_broken_on_the_wire_fails(
    brief: Brief, patience: Patience, raw_server: Callable[[bytes], str]
) -> None:
    url = raw_server(
        b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"choi'
    )

    with pytest.raises(ProviderFailed, match="the reply broke"):
        Compatible("", "llama3.1", f"{url}/v1", patience).draft(brief)


def test_a_refused_connection_fails(brief: Brief, patience: Patience) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    with pytest.raises(ProviderFailed, match="no connection"):
        Compatible("", "llama3.1", f"http://127.0.0.1:{port}/v1", patience).draft(brief)
