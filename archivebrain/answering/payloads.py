"""An answer as the JSON document that every program is given; pure."""

from archivebrain.answering.types import Answer, Citation


def payload_of(answer: Answer) -> dict[str, object]:
    """The shape of docs/commands.md; fields of parts that are not switched on are empty."""
    return {
        "id": answer.id,
        "status": answer.status.value,
        "answer": answer.text,
        "citations": [_citation(one) for one in answer.citations],
        "positions": [],
        "live": None,
        "corrections": [],
        "degraded": list(answer.degraded),
        "suggestions": [],
        "usage": {
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cost_usd": answer.usage.cost_usd,
        },
        "took_ms": answer.took_ms,
        "versions": answer.versions,
    }


def _citation(one: Citation) -> dict[str, object]:
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
