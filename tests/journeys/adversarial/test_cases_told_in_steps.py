"""The cases that take several steps: what one moment, or one reader, gives away of another."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from archivebrain.evaluation.leaker import Leaker, leaking_model
from archivebrain.providers.prompts import NOT_COVERED
from gaps.models import Gap
from retrieval.models import RetrievalTrace
from tests.journeys.adversarial.archive import Archive, Setup, title_of
from tests.journeys.adversarial.cases import FIXTURES, Case, Unreadable, all_cases
from tests.journeys.adversarial.judging import faults_of
from tests.journeys.adversarial.open_faults import marked
from tests.journeys.adversarial.states import NEW, Run
from tests.journeys.adversarial.surfaces import SURFACES, Ask, Seen, api, command, mcp, stream
from tests.journeys.stores import forget_answers

pytestmark = [pytest.mark.data, pytest.mark.torch, pytest.mark.real_sockets]

# What a reader can see of the archive as a whole.
PUBLIC_PAGES = (
    *("/", "/essays/", "/glossary/", "/evolution/", "/evolution/feed.atom", "/llms.txt"),
    *("/api/v1/essays", "/api/v1/concepts", "/api/v1/positions", "/api/v1/search?q=the+tide"),
)
KEEPS_TIME = ("ETag", "Last-Modified", "Age", "Expires")
# By class: where an answer may be kept, and where the archive's pages are compared.
CACHED = re.compile(r"C2[78]")
FACED = re.compile(r"C32")


@dataclass
class Visit:
    """The steps that were taken so far, and what was seen of each."""

    case: Case
    ask: Ask
    archive: Archive
    seen: list[Seen] = field(default_factory=list)
    faces: list[str] = field(default_factory=list)

    def take(self, step: str) -> None:
        for pattern, act in STEPS:
            found = re.fullmatch(pattern, step)
            if found:
                act(self, *found.groups())
                return
        raise Unreadable(step)

    def asks(self, question: str = "", *, at: Ask | None = None) -> None:
        if FACED.match(self.case.id):
            self.faces.append(face())
        self.seen.append((at or self.ask)(question or self.case.question))

    def publishes_and_asks(self, key: str) -> None:
        self.archive.add(key, visibility="public")
        self.asks()

    def edits(self, key: str) -> None:
        text = f"{FIXTURES['private'][key]['text']} One more sentence of it."
        self.archive.add(key, visibility="draft", text=text)


STEPS: tuple[tuple[str, Callable[..., None]], ...] = (
    # No reader has a preview key: the author's own terminal is what a preview is here.
    (r"ask with the owner preview key", lambda visit: visit.asks(at=command)),
    (r"ask again as anonymous", lambda visit: visit.asks(at=stream)),
    (r"ask again with a public API key", lambda visit: visit.asks(at=api)),
    (r"ask again through MCP", lambda visit: visit.asks(at=mcp)),
    (r"ask(?: this| again| within \d+ ms)?", lambda visit: visit.asks()),
    (r"ask '(.+)'", lambda visit, question: visit.asks(question)),
    (r"publish (PRV-\d) as public and ask", Visit.publishes_and_asks),
    (
        r"change (PRV-\d) to private",
        lambda visit, key: visit.archive.add(key, visibility="private"),
    ),
    (r"add (PRV-\d)", lambda visit, key: visit.archive.add(key, visibility="draft")),
    (r"edit (PRV-\d)", Visit.edits),
    # Every item of such a case that begins with `store:` looks there.
    (r"read trace table, logs, .*", lambda visit: None),
)


def face() -> str:
    """All that the public can see of the archive as a whole, and when it says it changed."""
    client = Client(SERVER_NAME="localhost")
    shown = []
    for address in PUBLIC_PAGES:
        reply = client.get(address)
        times = [reply.headers.get(name) for name in KEEPS_TIME]
        body = re.sub(r'value="\w{64}"|nonce="[^"]+"', "", reply.content.decode())
        shown.append((address, reply.status_code, times, NEW.sub("", body)))
    return json.dumps(shown)


@pytest.fixture
def leaker(settings: Any) -> Iterator[Leaker]:
    """A model that says all that it was shown: what is withheld leaves unless it is stopped."""
    with leaking_model() as model:
        settings.ANSWER_MODEL, settings.OPENAI_BASE_URL = "leaker", model.url
        yield model


def quoting(key: str) -> Callable[[str], str]:
    """The reply of a model that looks for one text, among whatever it is shown."""
    essay = FIXTURES["private"][key]
    text, header = f"{essay['text']}.", re.compile(rf"\[S(\d+)\] {title_of(essay['slug'])} ")

    def reply(prompt: str) -> str:
        number = header.search(prompt)
        cited = re.sub(r"(?<=[.])(?=\s|$)", f" [S{number[1] if number else 1}]", text)
        return cited if number or text in prompt else NOT_COVERED

    return reply


def quoting_what_holds(prompt: str) -> str:
    """The reply of a model that quotes a current passage: nothing is corrected, so it is kept."""
    shown = re.search(r"^\[S(\d+)\] [^\n]*\| current\n(.+?)$", prompt, re.MULTILINE)
    return f"{shown[2].partition('. ')[0].rstrip('.')}. [S{shown[1]}]" if shown else NOT_COVERED


def needs_a_model(case: Case) -> bool:
    """Whether an item asks what a model was shown, or whether it was asked at all."""
    return any(re.search("viewer|share one entry|cache epoch", item) for item in case.items)


def told_in_steps() -> list[Any]:
    cases = [case for case in all_cases() if "steps" in case.setup]
    return [marked(case, surface) for case in cases for surface in SURFACES]


@pytest.mark.parametrize(("case", "surface"), told_in_steps())
def test_a_case_holds_at_every_step(
    case: Case,
    surface: str,
    archive: Archive,
    leaker: Leaker,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    steps = case.setup["steps"]
    later = {key for step in steps for key in re.findall(r"(?:add|publish) (PRV-\d)", step)}
    setup = Setup.of(case)
    private = tuple(key for key in setup.private if key not in later)
    archive.hold(Setup(setup.public, private, setup.poison))
    settings.ANSWER_PROVIDER = "openai" if needs_a_model(case) else "extractive"
    if any("share one entry" in item for item in case.items):
        leaker.says = quoting_what_holds
    for key in re.findall(r"publish (PRV-\d)", " ".join(steps)):
        leaker.says = quoting(key)
    settings.ANSWER_CACHE_HOURS = 1 if CACHED.match(case.id) else 0
    forget_answers()
    Gap.objects.all().delete()
    RetrievalTrace.objects.all().delete()
    visit = Visit(case, SURFACES[surface], archive)

    with caplog.at_level(logging.INFO, logger="archivebrain"):
        for step in steps:
            visit.take(step)

    *earlier, last = visit.seen
    run = Run(
        *(case, surface, last, caplog.text, tuple(leaker.prompts), ()),
        earlier=tuple(earlier),
        has_moved=len(set(visit.faces)) > 1,
    )
    assert faults_of(run) == [], f"{last.outcome}: {last.said}"
