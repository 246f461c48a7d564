"""Turns the support a draft claims into numbered citations with exact quotes; pure.

Numbers are looked up only in the list of sources that the provider was shown, and a quote
is always words that stand in that source: the provider's own if they do, else the sentence
that shares most with the claim. Where none shares a word with it, nothing is cited.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from archivebrain.answering.support import Evidence, Said, authors_sentence
from archivebrain.answering.types import AnswerSentence, Citation
from archivebrain.providers.types import Cite, DraftSentence, Source
from retrieval.links import deep_link, essay_link

LOOKALIKE = re.compile(r"\[(\d{1,3})\]")
ACTIVE = re.compile(r"(?<=!)(\[)|(<)(?=[a-zA-Z/!])|(?<=\])(\()")

Key = tuple[str, str]


def resolve(
    sentences: Sequence[DraftSentence], *, sources: Sequence[Source], site_url: str
) -> tuple[tuple[AnswerSentence, ...], tuple[Citation, ...]]:
    """Number the citations 1, 2, … by first use, one number per essay and quote.

    A cite of a source that was not shown, or of one that shares no word with the sentence,
    is dropped; the sentence stays, uncited.
    """
    shown = {source.number: source for source in sources}
    cited: dict[Key, Citation] = {}
    answer = [numbered(sentence, shown, cited, site_url=site_url) for sentence in sentences]
    return tuple(answer), tuple(cited.values())


def numbered(
    sentence: DraftSentence,
    shown: Mapping[int, Source],
    cited: dict[Key, Citation],
    *,
    site_url: str,
) -> AnswerSentence:
    """The sentence with its numbers; adds to ``cited`` what is cited for the first time."""
    numbers: dict[int, None] = {}
    for cite in sentence.cites:
        source = shown.get(cite.source)
        if source is None:
            continue
        quote = quote_for(cite, source, claim=sentence.text)
        if not quote:
            continue
        key = (source.passage.essay.slug, " ".join(quote.split()))
        if key not in cited:
            cited[key] = citation(len(cited) + 1, source, quote, site_url=site_url)
        numbers[cited[key].n] = None
    return AnswerSentence(sentence.text, tuple(numbers), sentence.paragraph, sentence.verdict)


def citation(n: int, source: Source, quote: str, *, site_url: str) -> Citation:
    passage = source.passage
    essay = passage.essay
    return Citation(
        n=n,
        slug=essay.slug,
        title=essay.title,
        url=essay.url or essay_link(site_url, essay.slug),
        deep_link=deep_link(site_url, essay.slug, anchor=passage.anchor, quote=quote),
        heading=passage.heading,
        published=passage.published,
        quote=quote,
    )


def quote_for(cite: Cite, source: Source, *, claim: str) -> str:
    """The cite's own quote if it stands in the source, else the best matching sentence."""
    if cite.quote.strip() and stands_in(cite.quote, source):
        return cite.quote.strip()
    return best_quote(claim, source)


def stands_in(quote: str, source: Source) -> bool:
    """By the passage alone: between two quotable sentences may stand one that was left out."""
    return " ".join(quote.split()) in " ".join(source.passage.plain.split())


def best_quote(claim: str, source: Source) -> str:
    """The sentence sharing most words with the claim; "" where none shares any."""
    sentences = tuple(map(authors_sentence, source.sentences))
    nearest = Evidence(sentences).nearest(Said(claim))
    return nearest.text if nearest else ""


def markdown_with_markers(sentences: Sequence[AnswerSentence]) -> str:
    """The answer as Markdown: each sentence followed by its numbers, ``[1][2]``.

    Words that look like our own markers, and what could load or run in a page, are escaped.
    """
    paragraphs = groupby(sentences, key=lambda sentence: sentence.paragraph)
    return "\n\n".join(" ".join(map(marked, paragraph)) for _, paragraph in paragraphs)


def marked(sentence: AnswerSentence) -> str:
    text = LOOKALIKE.sub(r"\\[\1\\]", sentence.text.strip())
    text = ACTIVE.sub(lambda match: f"\\{match[0]}", text)
    numbers = "".join(f"[{number}]" for number in sentence.citations)
    return f"{text} {numbers}" if numbers else text
