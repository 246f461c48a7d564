"""A model's visit through the official Inspector: a running brain, a real socket."""

import json
import subprocess
from typing import Any

import pytest

from tests.conftest import MCP_CLIENTS, NODE

pytestmark = [pytest.mark.mcp_clients, pytest.mark.torch, pytest.mark.real_sockets]

INSPECTOR = MCP_CLIENTS / "node_modules/.bin/mcp-inspector"


def inspected(brain: str, method: str, *options: str) -> Any:
    command = [str(NODE), str(INSPECTOR), "--cli", f"{brain}/mcp", "--transport", "http"]
    ran = subprocess.run(
        [*command, "--method", method, *options], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return json.loads(ran.stdout)


def called(brain: str, tool: str, **arguments: str) -> Any:
    given = [
        part for name, value in arguments.items() for part in ("--tool-arg", f"{name}={value}")
    ]
    return inspected(brain, "tools/call", "--tool-name", tool, *given)["structuredContent"]


def test_a_model_finds_the_tools_and_asks(brain: str) -> None:
    tools = [tool["name"] for tool in inspected(brain, "tools/list")["tools"]]
    assert {"ask", "search_writings", "verify_quote", "search", "fetch"} <= set(tools)

    answer = called(brain, "ask", question="Why does frequency beat speed in a timetable?")
    assert answer["status"] == "answered"
    assert answer["citations"][0]["quote"]
