"""Every way to ask, and what each one lets out, in one shape."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from typing import Any
from urllib.parse import unquote

from asgiref.sync import async_to_sync
from bs4 import BeautifulSoup, Tag
from django.core.management import CommandError, call_command
from django.http import StreamingHttpResponse
from django.test import Client

from archivebrain.answering import texts
from tests.archivebrain.mcp.visiting import call

JSON, EVENTS = "application/json", "text/event-stream"
OK, BAD, UNUSABLE = 200, 422, 400
SLUG = re.compile(r"/essays/([^/#?]+)/?")
OUTSIDE = texts.LIVE.partition(" as ")[0]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader or a program was given.

    ``said``: the answer's own text; ``html``: what it was drawn as; ``told``: all of the
    answer part, citations included. ``fields``: the structured result where there is one.
    ``wire``: every byte. ``shape``: what must be the same of two like replies.
    """

    status: int
    outcome: str
    said: str
    html: str
    told: str
    cited: tuple[str, ...]
    links: tuple[str, ...]
    wire: str
    fields: dict[str, Any] | None = None
    events: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """What ``re:`` reads: the answer as sent, without its numbers, and as drawn."""
        return (self.said, re.sub(r"\s*\[\d+\]", "", self.said), self.html)


def refused(status: int, wire: str) -> Seen:
    """A question that was not taken, with the reason alone."""
    return Seen(status, f"http {status}", "", "", "", (), (), wire)


def _client() -> Client:
    return Client(raise_request_exception=False, SERVER_NAME="localhost")


def page(question: str) -> Seen:
    reply = _client().post("/", {"question": question}, headers={"HX-Request": "true"})
    wire = reply.content.decode()
    if reply.status_code != OK:
        return refused(reply.status_code, wire)
    return drawn(wire, headers=headers_of(reply))


def drawn(wire: str, *, headers: tuple[tuple[str, str], ...] = ()) -> Seen:
    """What a turn's HTML tells; the question that it repeats is left out."""
    turn = BeautifulSoup(wire, "html.parser").select_one("article.turn")
    assert turn, wire
    parts = turn.select(".answer, .degraded, .sources, .views, .corrections")
    answer = turn.select_one(".answer")
    cites = [str(a["href"]) for a in answer.select(".cite > a")] if answer else []
    html = "".join(map(str, parts))
    told = "\n".join(part.get_text(" ", strip=True) for part in parts)
    hrefs = tuple(str(link["href"]) for part in parts for link in part.select("a[href]"))
    # Read before the previews and titles are taken out of the answer's own words.
    said = _said(turn)
    declined = "turn-declined" in (turn.get("class") or [])
    outcome = "not_covered" if declined else "answered"
    if OUTSIDE in said and not declined:
        outcome = "answered_live"
    if turn.select_one(".degraded"):
        outcome = "unavailable"
    cited = tuple(dict.fromkeys(unquote(SLUG.findall(href)[0]) for href in cites))
    return Seen(OK, outcome, said, html, told, cited, hrefs, wire, headers=headers)


def _said(turn: Tag) -> str:
    answer = turn.select_one(".answer")
    if not answer:
        return ""
    for hidden in answer.select(".preview, .hidden"):
        hidden.extract()
    for cite in answer.select(".cite"):
        cite.replace_with(f" [{cite.get_text(strip=True)}]")
    return "\n\n".join(" ".join(p.get_text().split()) for p in answer.select("p"))


def stream(question: str) -> Seen:
    reply = _client().post("/stream/", {"question": question}, headers={"Accept": EVENTS})
    if not isinstance(reply, StreamingHttpResponse):
        return refused(reply.status_code, reply.content.decode())
    content: Any = reply.streaming_content

    async def whole() -> str:
        return b"".join([piece async for piece in content]).decode()

    wire = async_to_sync(whole)()
    told = [event.splitlines() for event in wire.strip().split("\n\n")]
    pairs = [(a.removeprefix("event: "), json.loads(b.removeprefix("data: "))) for a, b in told]
    last = dict(pairs)
    if "done" not in last:
        return refused(503, wire)
    html = "".join(data["html"] for name, data in pairs if name == "sentence")
    sent = " ".join(data["markdown"] for name, data in pairs if name == "sentence")
    shown = drawn(last["page"]["html"])
    seen = structured(last["done"], wire=wire, html=html + shown.html)
    return Seen(
        *(OK, seen.outcome, seen.said, seen.html, f"{seen.told}\n{sent}\n{shown.told}"),
        *(seen.cited, (*seen.links, *shown.links), wire, seen.fields),
        events=tuple(name for name, _ in pairs),
        headers=headers_of(reply),
    )


def api(question: str, **headers: str) -> Seen:
    reply = _client().post("/api/v1/ask", {"question": question}, JSON, headers=headers)
    wire = reply.content.decode()
    if reply.status_code != OK:
        return refused(reply.status_code, wire)
    return structured(json.loads(wire), wire=wire, headers=headers_of(reply))


def widget(question: str) -> Seen:
    return api(question, Origin="https://www.example.org", **{"X-Surface": "widget"})


def mcp(question: str) -> Seen:
    result = call("ask", question=question)
    wire = str(result)
    if result.is_error or not result.structured_content:
        return refused(UNUSABLE, wire)
    return structured(result.structured_content, wire=wire)


def command(question: str) -> Seen:
    out = StringIO()
    try:
        with suppress(SystemExit):
            call_command("ask", question, "--json", stdout=out, stderr=StringIO())
    except CommandError as fault:
        return refused(BAD, str(fault))
    return structured(json.loads(out.getvalue()), wire=out.getvalue())


def structured(
    fields: dict[str, Any],
    *,
    wire: str,
    html: str = "",
    headers: tuple[tuple[str, str], ...] = (),
) -> Seen:
    """The document of the contract, read as the others are."""
    outcome = "answered" if fields["status"] == "answered" else "not_covered"
    if fields["live"]:
        outcome = "answered_live"
    if "provider" in fields["degraded"]:
        outcome = "unavailable"
    cited = tuple(dict.fromkeys(one["slug"] for one in fields["citations"]))
    links = tuple(
        one[name] for one in fields["citations"] for name in ("url", "deep_link") if name in one
    )
    parts = {name: value for name, value in fields.items() if name != "searched_for"}
    told = "\n".join(_leaves(parts))
    return Seen(
        *(OK, outcome, fields["answer"], html, told, cited, links, wire, fields), headers=headers
    )


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in _leaves(one)]
    if isinstance(value, list):
        return [leaf for one in value for leaf in _leaves(one)]
    return [value] if isinstance(value, str) else []


# New with each reply, whatever was asked.
OWN = ("x-request-id", "date", "ratelimit", "set-cookie", "content-length", "server-timing")


def headers_of(reply: Any) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((k, v) for k, v in reply.items() if k.lower() not in OWN))


Ask = Callable[[str], Seen]
SURFACES: dict[str, Ask] = {
    "page": page,
    "stream": stream,
    "API": api,
    "widget": widget,
    "MCP": mcp,
    "command": command,
}
# Where withheld texts may inform a model, once that is switched on.
INFORMED = ("page", "command")


def search_api(query: str) -> Seen:
    """The texts of what a search found; its field names are no part of an answer."""
    reply = _client().get("/api/v1/search", {"q": query})
    wire = reply.content.decode()
    if reply.status_code != OK:
        return refused(reply.status_code, wire)
    fields = json.loads(wire)
    shown = [(one["essay"]["slug"], one["text"]) for one in fields["results"]]
    said = "\n".join(text for _, text in shown)
    told = "\n".join(_leaves(fields["results"]))
    slugs = tuple(slug for slug, _ in shown)
    return Seen(OK, "searched", said, "", told, slugs, (), wire, fields)


def tool(sentence: str) -> Seen:
    """A tool's name and its arguments as a case writes them: ``get_essay slug=…``."""
    name, *given = sentence.split()
    result = call(name, **dict(one.split("=", 1) for one in given))
    text = "\n".join(getattr(part, "text", "") for part in result.content)
    outcome = "error" if result.is_error else "returned"
    return Seen(OK, outcome, text, "", text, (), (), str(result))
