"""Results of tools: a JSON document for programs, and the same in words for the model."""

import json
from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult, TextContent

from archivebrain.wording.buckets import STANDINGS
from ledger.briefing import DATE_NOT_STATED
from ledger.types import Lifecycle
from retrieval.days import DATE_UNKNOWN

Document = Mapping[str, Any]
_VERDICTS = {
    "verbatim": "Said so.",
    "altered": "Not said so. What comes nearest reads:",
    "stitched": "Not said in one piece. It is put together from places that stand apart:",
    "another_work": "Said, but in another essay:",
    "not_found": "Not found in the published writing, and nothing near it.",
}
_SAME_WORDS = "Only marks and typography differ."


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
    standing = STANDINGS.get(result["bucket"])
    head = f"{result['rank']}. {_named(result['essay'])}" + (f", {standing}" if standing else "")
    return f"{head}\n{result['deep_link']}\n\n{result['text']}"


def essay_text(essay: Document) -> str:
    """What is no longer held comes before the text, which tells it as it was written."""
    head = "\n".join([f"# {_named(essay)}", essay["url"], *no_longer_held(essay)])
    return f"{head}\n\n{essay['markdown']}"


def no_longer_held(essay: Document) -> list[str]:
    """A line for each view that the essay states and its author has left since."""
    return [
        f"No longer held ({row['label']}): {row['stance']} {row['url']}"
        for row in essay["positions"]
        if row["lifecycle"] != Lifecycle.HELD
    ]


def term_text(term: Document) -> str:
    lines = [f"{term['term']}: {term['definition']}", term["url"]]
    if term["aliases"]:
        lines.append(f"Also called: {', '.join(term['aliases'])}.")
    if term["related"]:
        lines.append(f"See also: {', '.join(one['term'] for one in term['related'])}.")
    return "\n".join(lines + [f"- {_named(essay)}: {essay['url']}" for essay in term["essays"]])


def story_text(story: Document) -> str:
    """What is held now, then each row with its date, its fate, its reason and its words."""
    now = " ".join(row["stance"] for row in story["now"]) or _none_held(story)
    head = f"{story['name']}\n{story['url']}\nHeld now: {now}"
    return "\n\n".join([head, *map(_stated_text, story["positions"])])


def _none_held(story: Document) -> str:
    rows = story["positions"]
    is_withdrawn = any(row["is_notice"] or row["lifecycle"] == "retracted" for row in rows)
    return "nothing; the last view was withdrawn." if is_withdrawn else "no view is shown."


def _stated_text(row: Document) -> str:
    lines = [f"{row['dated'] or DATE_NOT_STATED}, {row['label']}: {row['stance']}"]
    if row["because"]:
        lines.append(f"Why: {row['because']}")
    return "\n".join([*lines, f"“{row['receipt']}” ({row['essay']['title']})", row["deep_link"]])


def verification_text(found: Document) -> str:
    """The verdict in a sentence, the words as they stand and where, then what became of them."""
    sentences = [_VERDICTS[found["verdict"]], _SAME_WORDS if found["match"] == "same_words" else ""]
    places = [found] if found["essay"] else found["parts"]
    held = [
        f"{one['dated'] or DATE_NOT_STATED}, {one['label']}: {one['stance']} {one['url']}"
        for one in found["positions"]
    ]
    return "\n".join([" ".join(filter(None, sentences)), *map(_found_text, places), *held])


def _found_text(found: Document) -> str:
    dated = found["dated"] or DATE_UNKNOWN
    return f"“{found['words']}”\n{found['essay']['title']} ({dated})\n{found['deep_link']}"


def _named(essay: Document) -> str:
    return f"{essay['title']} ({essay['published'] or DATE_UNKNOWN})"
