"""What a search found as the JSON document that every program is given."""

from typing import Any

from retrieval.lanes import LANES, SHADOW_LANES
from retrieval.links import deep_link, essay_link
from retrieval.search import SearchResult
from retrieval.types import EssayRef, Passage

# Every lane that results may name, also those that did not run.
NAMED_LANES = tuple(lane.name for lane in (*LANES, *SHADOW_LANES))


def payload_of(query: str, found: SearchResult, *, site_url: str) -> dict[str, Any]:
    """The shape of docs/commands.md, the same for every program."""
    return {
        "query": query,
        "results": [
            _result(passage, rank, site_url=site_url)
            for rank, passage in enumerate(found.passages, start=1)
        ],
        "degraded": list(found.degraded),
        "took_ms": round(found.took_ms),
        "versions": dict(found.versions),
    }


def _result(passage: Passage, rank: int, *, site_url: str) -> dict[str, Any]:
    return {
        "rank": rank,
        "score": round(passage.score, 6),
        "essay": _essay(passage.essay, site_url=site_url),
        "heading": passage.heading,
        "text": passage.text,
        "deep_link": link_to(passage, site_url=site_url),
        "lanes": {lane: passage.lanes.get(lane) for lane in NAMED_LANES},
        "base": round(passage.base, 6),
        "boost": passage.boost,
        "bucket": passage.bucket.value,
    }


def _essay(essay: EssayRef, *, site_url: str) -> dict[str, Any]:
    return {
        "slug": essay.slug,
        "title": essay.title,
        "url": essay.url or essay_link(site_url, essay.slug),
        "published": essay.published.isoformat() if essay.published else None,
        "doc_type": essay.doc_type.value,
    }


def link_to(passage: Passage, *, site_url: str) -> str:
    slug = passage.essay.slug
    return deep_link(site_url, slug, anchor=passage.anchor, quote=passage.plain)
