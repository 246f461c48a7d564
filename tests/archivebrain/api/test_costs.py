"""What a reader's question costs, from the API to the vendor's wire format and back."""

import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from archivebrain.models import ModelCall
from retrieval.indexing import index_essays, inline
from retrieval.models import Essay
from tests.archivebrain.providers.conftest import (
    FakeServer,
    Reply,
    chat_server,
    error,
    messages_server,
    says,
    streams,
)

__all__ = ["chat_server", "messages_server", "says", "streams"]

pytestmark = [pytest.mark.torch, pytest.mark.real_sockets, pytest.mark.usefixtures("archive")]

BODY = "The crust holds its heat longer than the crumb does. Heat is patient."
SAID = {
    "type": "text",
    "text": "The crust holds its heat longer than the crumb does.",
    "citations": [
        {
            "type": "content_block_location",
            "cited_text": "x",
            "document_index": 0,
            "document_title": None,
            "start_block_index": 0,
            "end_block_index": 1,
            "file_id": None,
        }
    ],
}


@pytest.fixture
def archive(db: None, settings: Any) -> None:
    with inline():
        essay = Essay.objects.create(slug="crust", title="Crust", body=BODY, visibility="public")
    index_essays([essay.pk])
    settings.SECRET_KEY = uuid.uuid4().hex
    settings.ANSWER_CACHE_HOURS = 1


@pytest.fixture
def anthropic(settings: Any, messages_server: FakeServer) -> FakeServer:
    settings.ANSWER_PROVIDER, settings.ANTHROPIC_API_KEY = "anthropic", "sk-ant-key"
    settings.ANTHROPIC_BASE_URL = messages_server.url
    return messages_server


def asked(client: Client) -> Any:
    question = {"question": "Why does the crust hold its heat?"}
    response = client.post("/api/v1/ask", question, content_type="application/json")
    assert response.status_code == 200
    return response.json()


def test_an_answer_says_what_it_cost_and_the_same_one_again_costs_nothing(
    client: Client, anthropic: FakeServer, streams: Callable[..., Reply]
) -> None:
    anthropic.will(streams(SAID))

    first, again = asked(client), asked(client)

    # 900 read at two dollars a million, 100 from the cache at a tenth, 12 written at ten.
    assert first["usage"] == {"input_tokens": 1000, "output_tokens": 12, "cost_usd": 0.00194}
    assert first["versions"]["provider"] == "anthropic"
    assert again["usage"] == {"input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0}
    assert again["answer"] == first["answer"]
    call = ModelCall.objects.get()
    assert (call.cost_usd, call.cached_tokens) == (Decimal("0.00194"), 100)
    assert len(anthropic.bodies) == 1


def test_with_the_money_spent_the_same_question_is_answered_in_quotes(
    client: Client, anthropic: FakeServer, settings: Any
) -> None:
    settings.MONTHLY_BUDGET_USD = Decimal("0.001")

    answer = asked(client)

    assert (answer["status"], answer["degraded"]) == ("answered", ["provider"])
    assert answer["citations"][0]["quote"] in BODY
    assert (anthropic.bodies, anthropic.counted) == ([], [])


def test_a_model_that_keeps_failing_is_left_alone_and_quotes_are_given_meanwhile(
    client: Client, anthropic: FakeServer
) -> None:
    anthropic.will(*[error(401, {"type": "error", "error": {"type": "authentication_error"}})] * 9)

    answers = [asked(client) for _ in range(7)]

    assert [answer["degraded"] for answer in answers] == [["provider"]] * 7
    assert len(anthropic.bodies) == 5


def test_a_server_of_ones_own_is_asked_under_a_budget_once_its_price_is_said(
    client: Client, settings: Any, chat_server: FakeServer, says: Callable[..., Reply]
) -> None:
    settings.ANSWER_PROVIDER, settings.ANSWER_MODEL = "openai", "llama3.1"
    settings.OPENAI_BASE_URL, settings.MONTHLY_BUDGET_USD = chat_server.url, Decimal(0)
    chat_server.will(says("The crust holds its heat longer than the crumb does. [S1]"))

    refused = asked(client)
    settings.MODEL_PRICES = {"llama3.1": (Decimal(0), Decimal(0))}
    answer = asked(client)

    assert (refused["degraded"], answer["degraded"]) == (["provider"], [])
    assert answer["usage"] == {"input_tokens": 900, "output_tokens": 12, "cost_usd": 0.0}
