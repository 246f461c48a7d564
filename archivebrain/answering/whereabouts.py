"""Where words stand in a public essay: their chunk, their day, and the views they state."""

from django.conf import settings

from archivebrain.answering.holdings import stated
from archivebrain.answering.types import FoundWords, QuotedEssay, StatedPosition
from ledger.buckets import labelled, rows_in
from ledger.positions import standing
from ledger.types import DatedPosition
from retrieval.folding import Span
from retrieval.links import deep_link, essay_link
from retrieval.markdown import plain, readable
from retrieval.models import Essay
from retrieval.passages import passages_of
from retrieval.quoting import same_words, word_count
from retrieval.types import Passage, Scope

# Fewer words than these may stand in any receipt.
LEAST_WORDS = 3


def found_words(essay: Essay, span: Span) -> FoundWords:
    """The words of a readable body between two places, as they are shown and linked."""
    text = readable(essay.body)
    words = one_line(plain(span.of(text))) or one_line(span.of(text))
    passage = _holding(essay.slug, words)
    if passage:
        return placed(passage, words)
    url = essay.canonical_url or essay_link(settings.ARCHIVEBRAIN_SITE_URL, essay.slug)
    quoted = QuotedEssay(essay.slug, essay.title, url, essay.published_on)
    link = deep_link(settings.ARCHIVEBRAIN_SITE_URL, essay.slug, anchor="", quote=words)
    return FoundWords(words, quoted, link, essay.published_on)


def placed(passage: Passage, words: str) -> FoundWords:
    """Words of a passage with their address and the day on which they were said."""
    essay = passage.essay
    url = essay.url or essay_link(settings.ARCHIVEBRAIN_SITE_URL, essay.slug)
    return FoundWords(
        words,
        QuotedEssay(essay.slug, essay.title, url, essay.published),
        deep_link(settings.ARCHIVEBRAIN_SITE_URL, essay.slug, anchor=passage.anchor, quote=words),
        labelled([passage], _rows(essay.slug))[0].published,
    )


def stated_in(found: FoundWords) -> tuple[StatedPosition, ...]:
    """The author's dated views whose receipts share words with these, as they stand today.

    Where no receipt stands in the words themselves, those of the passage that holds them.
    """
    rows = _rows(found.essay.slug)
    shared = [row for row in rows if share_words(found.words, row.receipt)]
    passage = None if shared else _holding(found.essay.slug, found.words)
    return stated(rows_in(passage, rows) if passage else shared)


def one_line(words: str) -> str:
    return " ".join(words.split())


def share_words(words: str, receipt: str) -> bool:
    """Whether quoted words are a receipt's or a part of it, or hold all of it."""
    is_told = word_count(words) >= LEAST_WORDS and same_words(words, receipt)
    return bool(is_told or same_words(receipt, words))


def _rows(slug: str) -> tuple[DatedPosition, ...]:
    return standing((slug,), as_of=None)


def _holding(slug: str, words: str) -> Passage | None:
    """The passage that holds the words; none if they go over two."""
    passages = passages_of([slug], scope=Scope())
    return next((one for one in passages if same_words(words, one.plain)), None)
