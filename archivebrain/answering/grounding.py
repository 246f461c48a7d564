"""Turns a draft into what may be said: cited sentences, earlier views told as such; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archivebrain.answering import texts
from archivebrain.answering.citations import markdown_with_markers, resolve
from archivebrain.answering.refusals import declines, denies
from archivebrain.answering.types import AnswerSentence, Citation
from archivebrain.providers.types import QUOTES_ALONE, Draft, DraftSentence, Source
from archivebrain.wording.parts import conjuncts, halves
from archivebrain.wording.words import content_words
from ledger.buckets import rows_in
from ledger.staleness import correction, spoken_as_current
from ledger.types import DatedPosition

# Why a draft was declined of which no sentence named a passage that was shown.
UNCITED = "uncited"


@dataclass(frozen=True, slots=True)
class Reply:
    """What an answer says, sentence by sentence, and what that rests on."""

    text: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...] = ()
    corrections: tuple[str, ...] = ()


def grounded(
    draft: Draft,
    sources: Sequence[Source],
    *,
    rows: Sequence[DatedPosition],
    site_url: str,
) -> Reply | None:
    """The sentences that a citation bears out; None for a refusal, and for nothing left.

    ``rows``: the ledger's rows on whatever the sources are about.
    """
    if draft.declined or is_refusal(draft):
        return None
    resolved, citations = resolve(draft.sentences, sources=sources, site_url=site_url)
    pairs = [
        (drafted, cited)
        for drafted, cited in zip(draft.sentences, resolved, strict=True)
        if cited.citations
    ]
    if not pairs:
        return None
    corrections = list(draft.corrections)
    kept = tuple(_corrected(pairs, sources, rows, corrections))
    if draft.declined_parts:
        kept += (AnswerSentence(texts.PARTLY_COVERED, (), paragraph=kept[-1].paragraph + 1),)
    return Reply(markdown_with_markers(kept), kept, citations, tuple(corrections))


def settled(draft: Draft, sources: Sequence[Source], *, question: str) -> Draft:
    """The finished draft with what it comes to: declined as uncited, or with its open halves.

    A model says in a sentence without a source which part the writing does not cover.
    """
    if draft.declined or is_refusal(draft):
        return draft
    shown = {source.number for source in sources}
    bare = [one for one in draft.sentences if shown.isdisjoint(cite.source for cite in one.cites)]
    if len(bare) == len(draft.sentences):
        return replace(draft, declined=True, reason=UNCITED)
    denials = [sentence.text for sentence in bare if denies(sentence.text)]
    parts = dict.fromkeys(_part_meant(denial, question) for denial in denials)
    return replace(draft, declined_parts=draft.declined_parts + tuple(parts))


def own_words(text: str) -> Reply:
    """What the site itself says, without a citation."""
    return Reply(text, (AnswerSentence(text, ()),))


def is_refusal(draft: Draft) -> bool:
    """Whether the draft's opening declines, whatever it cites.

    Quotes are the author's words: "I don't know" is then a view and no refusal.
    """
    opening = " ".join(sentence.text for sentence in draft.sentences)
    return draft.provider != QUOTES_ALONE and declines(opening)


def _part_meant(denial: str, question: str) -> str:
    """The part of the question that shares most words with the denial; else the whole."""
    parts = max(halves(question), conjuncts(question), key=len)
    said = {word.key for word in content_words(denial)}
    told = [len(said.intersection(word.key for word in content_words(part))) for part in parts]
    return parts[told.index(max(told))] if told.count(max(told)) == 1 else question


def _corrected(
    pairs: Sequence[tuple[DraftSentence, AnswerSentence]],
    sources: Sequence[Source],
    rows: Sequence[DatedPosition],
    corrections: list[str],
) -> Iterator[AnswerSentence]:
    """Each sentence; after one that tells an earlier view as the current, what is so."""
    shown = {source.number: source.passage for source in sources}
    successors = {row.supersedes: row for row in rows if row.supersedes}
    for drafted, cited in pairs:
        yield cited
        behind = [
            row
            for cite in drafted.cites
            if cite.source in shown
            for row in rows_in(shown[cite.source], rows)
        ]
        stale = spoken_as_current(drafted.text, behind)
        if stale:
            sentence = correction(stale, successor=successors.get(stale.key))
            corrections.append(sentence)
            yield AnswerSentence(sentence, (), paragraph=cited.paragraph)
