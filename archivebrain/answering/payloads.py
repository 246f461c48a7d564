"""An answer as the JSON document that every program is given; pure."""

from archivebrain.answering.types import (
    Answer,
    AnswerSentence,
    Citation,
    FoundWords,
    QuotedEssay,
    StatedPosition,
    Verification,
)
from archivebrain.providers.types import LiveFact

# The keys of found words where there are none.
NOWHERE = {"words": "", "essay": None, "deep_link": None, "dated": None}


def payload_of(answer: Answer) -> dict[str, object]:
    """The shape of docs/commands.md, the same for every program."""
    return {
        "id": answer.id,
        "status": answer.status.value,
        "searched_for": answer.searched_for or None,
        "answer": answer.text,
        "sentences": [_sentence(one) for one in answer.sentences],
        "citations": [citation_payload(one) for one in answer.citations],
        "positions": [_position(one) for one in answer.positions],
        "live": _live(answer.live) if answer.live else None,
        "corrections": list(answer.corrections),
        "degraded": list(answer.degraded),
        "suggestions": list(answer.suggestions),
        "usage": {
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cost_usd": answer.usage.cost_usd,
        },
        "took_ms": answer.took_ms,
        "versions": answer.versions,
    }


def citation_payload(one: Citation) -> dict[str, object]:
    return {
        "n": one.n,
        "slug": one.slug,
        "title": one.title,
        "url": one.url,
        "deep_link": one.deep_link,
        "heading": one.heading,
        "published": one.published.isoformat() if one.published else None,
        "quote": one.quote,
    }


def _sentence(one: AnswerSentence) -> dict[str, object]:
    return {
        "text": one.text,
        "citations": list(one.citations),
        "verdict": one.verdict.value if one.verdict else None,
    }


def _position(one: StatedPosition) -> dict[str, object]:
    return {
        "concept": one.concept,
        "stance": one.stance,
        "dated": one.dated.isoformat() if one.dated else None,
        "lifecycle": one.lifecycle.value,
        "label": one.label.value,
        "url": one.url,
    }


def _live(fact: LiveFact) -> dict[str, object]:
    return {"text": fact.text, "source": fact.source, "fetched": fact.fetched.isoformat()}


def verification_payload(one: Verification) -> dict[str, object]:
    """Where quoted words stand, the same for every program."""
    return {
        "quote": one.quote,
        "verdict": one.verdict.value,
        "match": one.match.value if one.match else None,
        **(_found(one.found) if one.found else NOWHERE),
        "first": one.first.isoformat() if one.first else None,
        "parts": [_found(part) for part in one.parts],
        "differences": [
            {"whose": stretch.whose.value, "words": stretch.words} for stretch in one.differences
        ],
        "positions": [_position(position) for position in one.positions],
    }


def _found(one: FoundWords) -> dict[str, object]:
    return {
        "words": one.words,
        "essay": _quoted(one.essay),
        "deep_link": one.deep_link,
        "dated": one.dated.isoformat() if one.dated else None,
    }


def _quoted(essay: QuotedEssay) -> dict[str, object]:
    return {
        "slug": essay.slug,
        "title": essay.title,
        "url": essay.url,
        "published": essay.published.isoformat() if essay.published else None,
    }
