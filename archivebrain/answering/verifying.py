"""Did the author really say that? Looks for quoted words in the public essays, and only there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.db.models import Q

from archivebrain.answering.types import (
    FoundWords,
    Match,
    NamedEssayFault,
    QuoteFault,
    QuoteVerdict,
    Verification,
)
from archivebrain.answering.whereabouts import found_words, one_line, placed, stated_in
from retrieval.differing import differences
from retrieval.markdown import readable
from retrieval.models import Essay
from retrieval.passages import passages_of
from retrieval.quoting import exact_match, nearest, same_words
from retrieval.search import search
from retrieval.stitching import one_place, stitched
from retrieval.storable import storable
from retrieval.types import MAX_QUESTION_CHARACTERS, Passage, Scope

EMPTY_QUOTE = "The quote is empty. Write the words that you want to find."
LONG_QUOTE = "The quote has {length:,} characters; at most {limit:,} can be looked for. Shorten it."
UNKNOWN_ESSAY = (
    "No public essay has this slug or title. Leave it empty, and every essay is looked through."
)
# So many essays are read in full, and so many passages are compared word by word.
READ_ESSAYS, COMPARED_PASSAGES = 12, 16
# The words at each end of a quote by which essays are found without a search.
END_WORDS = 4

_WORD = re.compile(r"[^\W_]+")
_FINDERS = {Match.EXACT: exact_match, Match.SAME_WORDS: same_words}


@dataclass(frozen=True)
class _Asked:
    """A quotation with what was found for it; ``named``: where it is said to stand."""

    quote: str
    named: frozenset[str]
    passages: Sequence[Passage]

    @cached_property
    def essays(self) -> tuple[Essay, ...]:
        """The public essays that may hold the quote, in the order in which they were published.

        A search may miss words that every essay has, and the ends of a quote may stand inside
        marks: each finds what the other does not.
        """
        return _public(
            {one.essay.slug for one in self.passages[:READ_ESSAYS]} | self.named,
            _starting(self.quote) & _ending(self.quote),
        )

    @cached_property
    def wider(self) -> tuple[Essay, ...]:
        """Those that may hold one end of it, too."""
        slugs = {one.slug for one in self.essays}
        ends = [_public(set(), end) for end in (_starting(self.quote), _ending(self.quote))]
        return _public(slugs | {one.slug for found in ends for one in found}, Q())


def verify(quote: str, *, essay: str = "") -> Verification:
    """What became of the quotation in the writing, or in the essay that it is said to be from.

    ``essay``: a slug or a title. Of several essays the one that said it first. Raises
    ``QuoteFault``.
    """
    quote = _checked(quote)
    named = _named(storable(essay).strip())
    asked = _Asked(quote, named, search(quote, limit=COMPARED_PASSAGES).passages)
    return (
        _verbatim(asked)
        or _put_together(asked)
        or _near(asked)
        or Verification(quote, QuoteVerdict.NOT_FOUND)
    )


def _checked(quote: str) -> str:
    quote = storable(quote).strip()
    if not _WORD.search(quote):
        raise QuoteFault(EMPTY_QUOTE)
    if len(quote) > MAX_QUESTION_CHARACTERS:
        raise QuoteFault(LONG_QUOTE.format(length=len(quote), limit=MAX_QUESTION_CHARACTERS))
    return quote


def _named(essay: str) -> frozenset[str]:
    if not essay:
        return frozenset()
    called = Essay.objects.public().filter(Q(slug=essay) | Q(title__iexact=essay))
    slugs = frozenset(called.values_list("slug", flat=True)[:READ_ESSAYS])
    if not slugs:
        raise NamedEssayFault(UNKNOWN_ESSAY)
    return slugs


def _public(slugs: set[str] | frozenset[str], words: Q) -> tuple[Essay, ...]:
    """The essays of these slugs, and the earliest that have the words, oldest first."""
    public = Essay.objects.public()
    with_words = public.filter(words).order_by("published_on", "pk")[:READ_ESSAYS] if words else ()
    wanted = {one.pk: one for one in (*with_words, *public.filter(slug__in=slugs))}
    return tuple(sorted(wanted.values(), key=lambda one: (one.published_on or date.max, one.pk)))


def _starting(quote: str) -> Q:
    return Q(body__iregex=_in_a_row(_WORD.findall(quote)[:END_WORDS]))


def _ending(quote: str) -> Q:
    return Q(body__iregex=_in_a_row(_WORD.findall(quote)[-END_WORDS:]))


def _in_a_row(words: Sequence[str]) -> str:
    return "[^[:alnum:]]+".join(words)


def _verbatim(asked: _Asked) -> Verification | None:
    """The quotation where it stands word for word; in the named essay if it stands there."""
    for match, find in _FINDERS.items():
        spans = [(essay, find(asked.quote, readable(essay.body))) for essay in asked.essays]
        places = [found_words(essay, span) for essay, span in spans if span]
        if places:
            return _verdict(asked, match, places)
    return None


def _verdict(asked: _Asked, match: Match, places: Sequence[FoundWords]) -> Verification:
    there = [one for one in places if one.essay.slug in asked.named]
    is_elsewhere = bool(asked.named) and not there
    found = (there or places)[0]
    return Verification(
        asked.quote,
        QuoteVerdict.ANOTHER_WORK if is_elsewhere else QuoteVerdict.VERBATIM,
        found=found,
        match=match,
        first=min((one.dated for one in places if one.dated), default=None),
        positions=stated_in(found),
    )


def _put_together(asked: _Asked) -> Verification | None:
    """A quotation whose parts stand apart, or with no more than a few words between them."""
    texts = [readable(essay.body) for essay in asked.wider]
    parts = stitched(asked.quote, texts)
    if not parts:
        return None
    whole = one_place(parts, texts)
    if whole:
        return _altered(asked.quote, found_words(asked.wider[parts[0].text], whole))
    found = tuple(found_words(asked.wider[part.text], part.span) for part in parts)
    positions = tuple(dict.fromkeys(one for part in found for one in stated_in(part)))
    return Verification(asked.quote, QuoteVerdict.STITCHED, parts=found, positions=positions)


def _near(asked: _Asked) -> Verification | None:
    """The words that come nearest; in the named essay if any there come near."""
    named = passages_of(sorted(asked.named), scope=Scope()) if asked.named else ()
    for passages in (named, asked.passages):
        compared = list(_compared(asked.quote, passages))
        if compared:
            _, words, passage = max(compared, key=lambda one: one[0])
            return _altered(asked.quote, placed(passage, words))
    return None


def _compared(quote: str, passages: Sequence[Passage]) -> Iterator[tuple[float, str, Passage]]:
    for passage in passages:
        near = nearest(quote, passage.plain)
        if near is not None:
            yield near.share, one_line(near.words), passage


def _altered(quote: str, found: FoundWords) -> Verification:
    return Verification(
        quote,
        QuoteVerdict.ALTERED,
        found=found,
        first=found.dated,
        differences=differences(quote, found.words),
        positions=stated_in(found),
        only_case_differs=same_words(quote.lower(), found.words.lower()) is not None,
    )
