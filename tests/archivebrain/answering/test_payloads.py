"""The JSON document of an answer, whole: an added or missing field must fail here."""

from datetime import date

from archivebrain.answering.payloads import payload_of
from archivebrain.answering.types import Answer, AnswerSentence, Citation, Status
from archivebrain.providers.types import Usage

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
    sentences=(AnswerSentence("Heat is patient.", (1,)),),
    citations=(CITATION,),
    degraded=("provider",),
    usage=Usage(900, 12, 0.5),
    took_ms=34,
    versions={"index": "i", "ledger": "", "prompt": "p", "provider": "openai", "model": "m"},
)


def test_the_whole_document() -> None:
    assert payload_of(ANSWER) == {
        "id": "a1",
        "status": "answered",
        "answer": "Heat is patient. [1]",
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
        "positions": [],
        "live": None,
        "corrections": [],
        "degraded": ["provider"],
        "suggestions": [],
        "usage": {"input_tokens": 900, "output_tokens": 12, "cost_usd": 0.5},
        "took_ms": 34,
        "versions": {"index": "i", "ledger": "", "prompt": "p", "provider": "openai", "model": "m"},
    }
