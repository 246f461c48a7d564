"""Passages and sources as a search would hand them over, for tests without a database."""

from dataclasses import replace
from datetime import date

from archivebrain.providers.types import Source
from retrieval.markdown import plain
from retrieval.types import Bucket, DocType, EssayRef, Passage


def passage(
    text: str,
    *,
    slug: str = "lawns",
    title: str = "Lawns",
    published: date | None = date(2020, 8, 23),
    heading_path: tuple[str, ...] = (),
) -> Passage:
    return Passage(
        chunk_id=1,
        key="key",
        essay=EssayRef(slug=slug, title=title, url="", published=published, doc_type=DocType.ESSAY),
        heading_path=heading_path,
        anchor="",
        text=text,
        plain=plain(text),
        lanes={"vector": 1, "keyword": None},
        base=0.02,
        boost=1.0,
    )


def source(
    number: int,
    *sentences: str,
    slug: str = "lawns",
    title: str = "Lawns",
    year: int | None = 2020,
    heading_path: tuple[str, ...] = (),
) -> Source:
    """A source whose passage is made of just these sentences, letter for letter."""
    words = " ".join(sentences)
    published = date(year, 5, 1) if year else None
    made = passage(words, slug=slug, title=title, published=published, heading_path=heading_path)
    return Source(number, replace(made, plain=words), sentences)


def historical(of: Source) -> Source:
    """The same source from an essay whose view the author has left behind."""
    return replace(of, passage=replace(of.passage, bucket=Bucket.HISTORICAL))
