"""What models are told of the tools: pinned, read-only, strict, and named after the author."""

import asyncio
import json

import pytest

from archivebrain.mcp.server import archive
from tests.archivebrain.mcp.pinned import PINNED, told_to_models

NAMES = [
    "ask",
    "search_writings",
    "get_essay",
    "get_glossary_term",
    "get_evolution",
    "verify_quote",
    "search",
    "fetch",
]


def test_no_word_that_a_model_reads_changes_unnoticed() -> None:
    assert told_to_models() == json.loads(PINNED.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("author", "own"), [("Ada Lovelace", ["ask_ada_lovelace"]), ("the author", []), ("李清照", [])]
)
def test_a_named_author_has_a_tool_of_their_own_beside_the_alias(
    author: str, own: list[str]
) -> None:
    tools = asyncio.run(archive(author).list_tools())

    assert [tool.name for tool in tools] == [*own, *NAMES]
    assert all(author in (tool.description or "") for tool in tools if tool.name != "fetch")


def test_every_tool_only_reads_and_takes_nothing_that_it_does_not_name() -> None:
    for tool in told_to_models():
        assert tool["annotations"]["readOnlyHint"] is True, tool["name"]
        assert tool["inputSchema"]["additionalProperties"] is False, tool["name"]
        assert tool["outputSchema"]["type"] == "object", tool["name"]
