"""The JSON document of an answer, whole: an added or missing field must fail here."""

from dataclasses import replace
from datetime import UTC, date, datetime

from archivebrain.answering.payloads import payload_of
from archivebrain.answering.types import (
    Answer,
    AnswerSentence,
    Citation,
    StatedPosition,
    Status,
)
from archivebrain.providers.types import LiveFact, Usage, Verdict
from ledger.types import Label, Lifecycle

CITATION = Citation(
    n=1,
    slug="bread",
    title="Bread",
    url="https://calder.example/bread",
    deep_link="https://brain.example/essays/bread/#:~:text=Heat",
    heading="Ovens > The crust",
    published=date(2020, 2, 9),
    quote="Heat is patient.",
)
ANSWER = Answer(
    id="a1",
    status=Status.ANSWERED,
    text="Heat is patient. [1]",
    sentences=(
        AnswerSentence("Heat is patient.", (1,), verdict=Verdict.VERBATIM),
        AnswerSentence("Not covered.", ()),
    ),
    citations=(CITATION,),
    degraded=("provider",),
    usage=Usage(900, 12, 0.5),
    took_ms=34,
    versions={"index": "i", "ledger": "", "prompt": "p", "provider": "openai", "model": "m"},
    positions=(
        StatedPosition(
            concept="ovens",
            name="Ovens",
            stance="Heat is patient.",
            dated=None,
            lifecycle=Lifecycle.HELD,
            label=Label.CURRENT,
            url="https://brain.example/evolution/ovens/",
        ),
    ),
    live=LiveFact("It is warm.", "Weather", datetime(2026, 6, 15, 12, tzinfo=UTC)),
    corrections=("A date was taken out.",),
    suggestions=("What is bread?",),
    searched_for="What is bread in winter?",
)


def test_the_whole_document() -> None:
    assert payload_of(ANSWER) == {
        "id": "a1",
        "status": "answered",
        "answer": "Heat is patient. [1]",
        "sentences": [
            {"text": "Heat is patient.", "citations": [1], "verdict": "verbatim"},
            {"text": "Not covered.", "citations": [], "verdict": None},
        ],
        "citations": [
            {
                "n": 1,
                "slug": "bread",
                "title": "Bread",
                "url": "https://calder.example/bread",
                "deep_link": "https://brain.example/essays/bread/#:~:text=Heat",
                "heading": "Ovens > The crust",
                "published": "2020-02-09",
                "quote": "Heat is patient.",
            }
        ],
        "positions": [
            {
                "concept": "ovens",
                "stance": "Heat is patient.",
                "dated": None,
                "lifecycle": "held",
                "label": "current",
                "url": "https://brain.example/evolution/ovens/",
            }
        ],
        "live": {
            "text": "It is warm.",
            "source": "Weather",
            "fetched": "2026-06-15T12:00:00+00:00",
        },
        "corrections": ["A date was taken out."],
        "degraded": ["provider"],
        "suggestions": ["What is bread?"],
        "searched_for": "What is bread in winter?",
        "usage": {"input_tokens": 900, "output_tokens": 12, "cost_usd": 0.5},
        "took_ms": 34,
        "versions": {"index": "i", "ledger": "", "prompt": "p", "provider": "openai", "model": "m"},
    }


def test_an_answer_without_a_fact_from_outside_says_so_with_null() -> None:
    assert payload_of(replace(ANSWER, live=None))["live"] is None
