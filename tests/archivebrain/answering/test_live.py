"""Live facts: two gates, one label, and no say about any view."""

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest

from archivebrain.answering import live
from archivebrain.answering.engine import ask
from archivebrain.answering.grounding import Reply
from archivebrain.answering.live_sources import BYTES, LookupFailed
from archivebrain.answering.types import AnswerSentence, Question, Status
from archivebrain.providers.base import Provider
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence, LiveFact
from gaps.models import Gap

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
FACT = LiveFact("Ida Quell is mayor of Marrowby.", "Town hall", NOW)
ASKED = "Who is the mayor of Marrowby?"
WHERE = "From outside the writing, as Town hall had it on 15 June 2026 at 12:00 UTC"
TOLD = f"{WHERE}: {FACT.text}"


class Source:
    """Says what a test gives it, and remembers what it was asked."""

    name = "source"

    def __init__(self, answer: Callable[[], LiveFact | None]) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def find(self, question: str, *, now: datetime) -> LiveFact | None:
        self.asked.append(question)
        return self.answer()


@pytest.fixture
def switch_on(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], LiveFact | None]], Source]:
    def on(answer: Callable[[], LiveFact | None]) -> Source:
        source = Source(answer)
        monkeypatch.setattr("archivebrain.answering.live.get_live_source", lambda: source)
        return source

    return on


def test_a_question_that_asks_for_no_live_fact_is_never_looked_up(switch_on: Any) -> None:
    source = switch_on(lambda: FACT)

    assert live.look_up(Question("What is a pulse in a bus network?")) is None
    assert live.look_up(Question("What does the author think of the mayor?")) is None
    assert live.look_up(Question(ASKED, as_of=date(2020, 1, 1))) is None
    assert source.asked == []

    assert live.look_up(Question(ASKED)) == FACT
    assert source.asked == [ASKED]


@pytest.mark.parametrize(
    ("held", "question", "is_asked"),
    [
        ({}, "What is Kestrel Line?", True),
        ({"kestrel": 1}, "What is Kestrel Line?", True),
        ({"kestrel": 1, "line": 3}, "What is Kestrel Line?", False),
        ({}, "Who is Ines Calder?", False),
        ({}, "What is a kestrel?", False),
    ],
)
def test_a_name_that_no_public_text_holds_is_looked_up(
    switch_on: Any,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    held: dict[str, int],
    question: str,
    is_asked: bool,
) -> None:
    settings.ARCHIVEBRAIN_AUTHOR = "Ines Calder"
    count = lambda words: {word: held.get(word, 0) for word in words}  # noqa: E731
    monkeypatch.setattr(live, "document_frequencies", count)
    source = switch_on(lambda: FACT)

    live.look_up(Question(question))

    assert bool(source.asked) is is_asked


def test_nothing_is_looked_up_while_the_lane_is_off() -> None:
    assert live.look_up(Question(ASKED)) is None
    assert not live.is_open(Question(ASKED))


def test_a_failed_lookup_a_large_one_and_an_empty_one_are_no_fact(switch_on: Any) -> None:
    def fail() -> LiveFact | None:
        raise LookupFailed("gone")

    switch_on(fail)
    assert live.look_up(Question(ASKED)) is None

    for text in ("x" * (BYTES + 1), " ", "https://town.example/a"):
        switch_on(lambda text=text: LiveFact(text, "Town hall", NOW))
        assert live.look_up(Question(ASKED)) is None


@pytest.fixture
def let_go() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def test_a_source_that_hangs_costs_a_reader_little_and_the_next_ones_nothing(
    switch_on: Any, let_go: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "SECONDS", 0.05)
    monkeypatch.setattr(live, "_places", threading.BoundedSemaphore(1))
    source = switch_on(lambda: FACT if let_go.wait(30) else None)

    assert live.look_up(Question(ASKED)) is None
    assert live.look_up(Question(ASKED)) is None
    assert source.asked == [ASKED]


def test_nothing_in_a_fact_can_pass_for_a_citation_a_link_or_a_page(switch_on: Any) -> None:
    text = "See [S1] and [2], **bold** <b>x</b> [a](https://evil.example/x)\n# Head"
    switch_on(lambda: LiveFact(text, "[1] Town *hall*", NOW))

    fact = live.look_up(Question(ASKED))

    assert fact is not None
    assert not set("[]<>*#`\n") & set(fact.text + fact.source)
    assert "evil.example" not in fact.text


def test_a_fact_is_told_after_the_answer_without_a_number() -> None:
    reply = Reply("Bread is a clock. [1]", (AnswerSentence("Bread is a clock.", (1,)),))

    told = live.told(reply, FACT)

    assert told is not None
    assert told.text == f"Bread is a clock. [1]\n\n{TOLD}"
    assert told.sentences[-1] == AnswerSentence(TOLD, (), paragraph=1)
    assert live.told(reply, None) is reply
    assert live.told(None, None) is None


def test_a_fact_does_not_answer_alone_where_it_may_not(settings: Any) -> None:
    assert live.told(None, FACT) is not None

    settings.LIVE_ALONE = False

    assert live.told(None, FACT) is None
    reply = Reply("Bread is a clock. [1]", (AnswerSentence("Bread is a clock.", (1,)),))
    assert live.told(reply, FACT) != reply


class Model:
    """A model that takes the fact for its own, with and without a marker."""

    name, model = "scripted", "none"

    def __init__(self) -> None:
        self.brief: Brief | None = None

    def draft(self, brief: Brief) -> Draft:
        self.brief = brief
        sentences = (
            DraftSentence("Frequency matters.", (Cite(1, brief.sources[0].sentences[0]),)),
            DraftSentence("Ida Quell rules by the author's own word."),
        )
        return Draft(sentences, self.name, self.model)


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
class TestAnAnswer:
    """Over the sample archive, through ``ask``."""

    def test_where_the_writing_has_nothing_the_fact_answers_and_leaves_no_gap(
        self, switch_on: Any
    ) -> None:
        declined = ask(Question(ASKED))
        assert (declined.status, declined.live) == (Status.DECLINED, None)
        assert Gap.objects.count() == 1

        switch_on(lambda: FACT)
        answer = ask(Question(ASKED))

        assert (answer.status, answer.live, answer.citations) == (Status.ANSWERED, FACT, ())
        assert answer.text == f"The writing does not cover that.\n\n{TOLD}"
        assert Gap.objects.count() == 1

    def test_what_a_model_makes_of_the_fact_is_not_shown(self, switch_on: Any) -> None:
        switch_on(lambda: FACT)
        model: Provider = Model()

        answer = ask(Question("Any news about the frequency of buses?"), provider=model)

        assert isinstance(model, Model)
        assert model.brief is not None
        assert model.brief.live == FACT
        assert [sentence.text for sentence in answer.sentences] == ["Frequency matters.", TOLD]
        assert answer.sentences[-1].citations == ()
