"""``search`` and ``fetch`` exactly as connectors expect them: ids that lead back to texts."""

from typing import Any

from django.conf import settings

from archivebrain.answering.types import Surface
from archivebrain.documents import essay_called, whole_essay
from archivebrain.mcp.telling import no_longer_held
from retrieval import tracing
from retrieval.links import essay_link
from retrieval.search import search

# So many passages are looked at; of one essay only the first counts.
PASSAGES = 30
ESSAYS = 10
ESSAY = "essay:"


def found(query: str) -> dict[str, Any]:
    """The essays that a query finds, each once, best first."""
    passages = search(query, limit=PASSAGES)
    tracing.record(query, passages, surface=Surface.MCP, outcome=tracing.SEARCHED)
    essays = {one.essay.slug: one.essay for one in passages.passages}
    results = [
        {
            "id": f"{ESSAY}{essay.slug}",
            "title": essay.title,
            "url": essay.url or essay_link(settings.ARCHIVEBRAIN_SITE_URL, essay.slug),
        }
        for essay in essays.values()
    ]
    return {"results": results[:ESSAYS]}


def fetched(identity: str) -> dict[str, Any] | None:
    """The text behind an id; None for what is withheld and for what never was, alike."""
    if not identity.startswith(ESSAY):
        return None
    essay = essay_called(identity.removeprefix(ESSAY))
    return _whole(identity, whole_essay(essay)) if essay else None


def _whole(identity: str, essay: dict[str, Any]) -> dict[str, Any]:
    told = ("published", "updated", "doc_type", "language", "deep_link")
    left = "\n".join(no_longer_held(essay))
    return {
        "id": identity,
        "title": essay["title"],
        "text": essay["markdown"],
        "url": essay["url"],
        "metadata": {name: essay[name] for name in told if essay[name]}
        | ({"no_longer_held": left} if left else {}),
    }
