"""Did the author really say that? Looks for quoted words in the public essays, and only there."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from django.conf import settings
from django.db.models import Q

from archivebrain.answering.types import QuotedEssay, QuoteFault, QuoteVerdict, Verification
from retrieval.folding import Span
from retrieval.links import deep_link, essay_link
from retrieval.markdown import plain, readable
from retrieval.models import Chunk, Essay
from retrieval.quoting import exact_match, nearest, same_words
from retrieval.search import search
from retrieval.storable import storable
from retrieval.types import MAX_QUESTION_CHARACTERS, Passage

EMPTY_QUOTE = "The quote is empty. Write the words that you want to find."
LONG_QUOTE = "The quote has {length:,} characters; at most {limit:,} can be looked for. Shorten it."
# So many essays are read in full, and so many passages are compared word by word.
READ_ESSAYS, COMPARED_PASSAGES = 12, 16
# The words at each end of a quote by which essays are found without a search.
END_WORDS = 4

_WORD = re.compile(r"[^\W_]+")

Finder = Callable[[str, str], Span | None]


def verify(quote: str) -> Verification:
    """Where the quote stands: exactly, in the same words, or what comes nearest to it.

    Of several essays the one that said it first. Raises ``QuoteFault``.
    """
    quote = _checked(quote)
    passages = search(quote, limit=COMPARED_PASSAGES).passages
    essays = _candidates(quote, passages)
    return (
        _standing(quote, essays, exact_match, QuoteVerdict.EXACT)
        or _standing(quote, essays, same_words, QuoteVerdict.SAME_WORDS)
        or _near(quote, passages)
        or Verification(quote, QuoteVerdict.NOT_FOUND)
    )


def _checked(quote: str) -> str:
    quote = storable(quote).strip()
    if not _WORD.search(quote):
        raise QuoteFault(EMPTY_QUOTE)
    if len(quote) > MAX_QUESTION_CHARACTERS:
        raise QuoteFault(LONG_QUOTE.format(length=len(quote), limit=MAX_QUESTION_CHARACTERS))
    return quote


def _candidates(quote: str, passages: Sequence[Passage]) -> list[Essay]:
    """The public essays that may hold the quote, in the order in which they were published.

    A search may miss words that every essay has, and the ends of a quote may stand inside
    marks: each finds what the other does not.
    """
    words = _WORD.findall(quote)
    found = {passage.essay.slug for passage in passages[:READ_ESSAYS]}
    ends = Q(body__iregex=_in_a_row(words[:END_WORDS])) & Q(
        body__iregex=_in_a_row(words[-END_WORDS:])
    )
    public = Essay.objects.public()
    with_ends = public.filter(ends).order_by("published_on", "pk")[:READ_ESSAYS]
    wanted = {essay.pk: essay for essay in (*with_ends, *public.filter(slug__in=found))}
    return sorted(wanted.values(), key=lambda one: (one.published_on or date.max, one.pk))


def _in_a_row(words: Sequence[str]) -> str:
    return "[^[:alnum:]]+".join(words)


def _standing(
    quote: str, essays: Sequence[Essay], find: Finder, verdict: QuoteVerdict
) -> Verification | None:
    for essay in essays:
        text = readable(essay.body)
        span = find(quote, text)
        if span is not None:
            words = " ".join(plain(span.of(text)).split()) or quote
            return Verification(
                quote,
                verdict,
                essay=_essay(essay.slug, essay.title, essay.canonical_url, essay.published_on),
                deep_link=_link(essay.slug, _anchor_of(essay, words), words),
                words=words,
            )
    return None


def _near(quote: str, passages: Sequence[Passage]) -> Verification | None:
    compared = list(_compared(quote, passages))
    if not compared:
        return None
    _, words, passage = max(compared, key=lambda one: one[0])
    cased = _same_but_for_case(quote, passage.plain)
    essay, words = passage.essay, cased or words
    return Verification(
        quote,
        QuoteVerdict.NEAR,
        essay=_essay(essay.slug, essay.title, essay.url, essay.published),
        deep_link=_link(essay.slug, passage.anchor, words),
        words=words,
        only_case_differs=bool(cased),
    )


def _same_but_for_case(quote: str, text: str) -> str:
    """The words of a text that are the quote but for capital letters; empty where none are."""
    lowered = text.lower()
    # A few letters of some scripts grow in lower case; then no place would be right.
    span = same_words(quote.lower(), lowered) if len(lowered) == len(text) else None
    return " ".join(span.of(text).split()) if span else ""


def _compared(quote: str, passages: Sequence[Passage]) -> Iterator[tuple[float, str, Passage]]:
    for passage in passages:
        found = nearest(quote, passage.plain)
        if found is not None:
            yield found.share, " ".join(found.words.split()), passage


def _anchor_of(essay: Essay, words: str) -> str:
    """The heading under which the words stand; none if they go over two chunks."""
    for chunk in Chunk.objects.filter(essay=essay).order_by("ordinal"):
        if same_words(words, chunk.plain):
            return str(chunk.anchor)
    return ""


def _essay(slug: str, title: str, url: str, published: date | None) -> QuotedEssay:
    own = essay_link(settings.ARCHIVEBRAIN_SITE_URL, slug)
    return QuotedEssay(slug, title, url or own, published)


def _link(slug: str, anchor: str, words: str) -> str:
    return deep_link(settings.ARCHIVEBRAIN_SITE_URL, slug, anchor=anchor, quote=words)
