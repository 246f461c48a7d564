"""Results of tools: a JSON document for programs, and the same in words for the model."""

import json
from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult, TextContent

Document = Mapping[str, Any]


def told(document: Document, text: str) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=dict(document)
    )


def told_as_json(document: Document) -> CallToolResult:
    """For connectors that read the one text, and read it as JSON."""
    return told(document, json.dumps(document, ensure_ascii=False))


def passages_text(found: Document) -> str:
    """Each passage under its essay's title, date and address."""
    return "\n\n".join(map(_passage_text, found["results"])) or "Nothing was found."


def _passage_text(result: Document) -> str:
    essay = result["essay"]
    return f"{result['rank']}. {_named(essay)}\n{result['deep_link']}\n\n{result['text']}"


def essay_text(essay: Document) -> str:
    return f"# {_named(essay)}\n{essay['url']}\n\n{essay['markdown']}"


def term_text(term: Document) -> str:
    lines = [f"{term['term']}: {term['definition']}", term["url"]]
    if term["aliases"]:
        lines.append(f"Also called: {', '.join(term['aliases'])}.")
    if term["related"]:
        lines.append(f"See also: {', '.join(one['term'] for one in term['related'])}.")
    return "\n".join(lines + [f"- {_named(essay)}: {essay['url']}" for essay in term["essays"]])


def _named(essay: Document) -> str:
    return f"{essay['title']} ({essay['published'] or 'date unknown'})"
