"""The other places where an essay lives: as its file lists them, or imported themselves."""

from typing import Any

from retrieval.corpus.documents import SourceDocument
from retrieval.corpus.planning import CopyStep
from retrieval.corpus.syndication import host_of
from retrieval.models import Essay, Publication


def keep_copy(essay: Essay, step: CopyStep) -> None:
    """A document as another place of an essay, with the text that it has there."""
    document = step.document
    published = document.dates.published
    _keep(
        essay,
        {
            "platform": step.place.platform,
            "title": step.place.title,
            "url": step.place.url,
            "published_on": published.day if published else None,
            "visibility": document.visibility.value,
            "body": document.body,
            "source_root": document.root,
            "source_path": document.path,
            "source_format": document.source_format,
        },
    )


def keep_as_copy(essay: Essay) -> None:
    """What gave the text until now stays as a place of the essay."""
    _keep(essay, place_columns(essay))


def place_columns(essay: Essay) -> dict[str, Any]:
    """An essay as one place among others: what its row as a publication would hold."""
    url = essay.own_url or essay.canonical_url
    return {
        "platform": essay.platform or host_of(url),
        "title": essay.title,
        "url": url,
        "published_on": essay.published_on,
        "visibility": essay.visibility,
        "body": essay.body,
        "source_root": essay.source_root,
        "source_path": essay.source_path,
        "source_format": essay.source_format,
    }


def add_places(essay: Essay, document: SourceDocument) -> None:
    """What a file lists; of what was imported itself its own copy tells more."""
    imported = set(essay.publications.exclude(source_path="").values_list("url", flat=True))
    for place in document.places:
        if place.url not in imported:
            essay.publications.update_or_create(
                url=place.url, defaults={"platform": place.platform, "title": place.title}
            )


def _keep(essay: Essay, columns: dict[str, Any]) -> None:
    """Under the address that the author's own list may have named before, else as a new row."""
    origin = {name: columns[name] for name in ("source_root", "source_path")}
    known = Publication.objects.filter(**origin).first()
    listed = essay.publications.filter(url=columns["url"]).exclude(url="").first()
    if known and listed and known.pk != listed.pk:
        listed.delete()
    kept = known or listed or Publication()
    kept.essay = essay
    for name, value in columns.items():
        setattr(kept, name, value)
    kept.save()
