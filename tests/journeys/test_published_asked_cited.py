"""An essay that is delivered answers readers at once, and no more once it is withdrawn."""

import json
import time
import uuid
from typing import Any

import httpx2
import pytest

from archivebrain.api.signatures import signature
from tests.journeys.conftest import PUBLISH_SECRET

pytestmark = [pytest.mark.torch, pytest.mark.real_sockets]

QUESTION = "Why do lighthouse keepers distrust the barometer?"
SENTENCE = "Lighthouse keepers distrust the barometer because it flatters whoever taps it."
ESSAY = f"""---
title: The Keeper and the Barometer
date: 2025-03-02
---

{SENTENCE}
"""


def deliver(brain: str, kind: str, **data: str) -> dict[str, Any]:
    """What a deploy pipeline sends, signed as Standard Webhooks asks."""
    body = json.dumps({"type": kind, "data": data}).encode()
    name, stamp = uuid.uuid4().hex, str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": stamp,
        "webhook-signature": signature(name, stamp, body, secret=PUBLISH_SECRET),
    }
    reply = httpx2.post(f"{brain}/api/v1/publish", content=body, headers=headers, timeout=60)
    assert reply.status_code == 200, reply.text
    told: dict[str, Any] = reply.json()
    return told


def asked(brain: str) -> dict[str, Any]:
    reply = httpx2.post(f"{brain}/api/v1/ask", json={"question": QUESTION}, timeout=60)
    told: dict[str, Any] = reply.json()
    return told


def test_an_essay_is_cited_as_soon_as_it_is_delivered_and_never_once_it_is_withdrawn(
    brain: str,
) -> None:
    assert asked(brain)["status"] == "declined"

    deliver(brain, "essay.published", path="essays/keeper.md", markdown=ESSAY)
    answer = asked(brain)
    deliver(brain, "essay.withdrawn", slug="keeper")

    assert [(one["slug"], one["quote"]) for one in answer["citations"]] == [("keeper", SENTENCE)]
    assert asked(brain)["status"] == "declined"
    assert httpx2.get(f"{brain}/essays/keeper/").status_code == 404
