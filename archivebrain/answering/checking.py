"""Holds each sentence of a draft against what it cites, before any of it may leave; pure.

In order: words between quotation marks, dates, then whether the cited words bear it out. A
sentence that is heard again while a draft is written is not weighed again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from archivebrain.answering import dating, quoted
from archivebrain.answering.citations import stands_in
from archivebrain.answering.dating import Day
from archivebrain.answering.grounding import is_refusal
from archivebrain.answering.support import Evidence, Said, authors_sentence, clash, graded, weigh
from archivebrain.providers.clauses import cut_off, joints
from archivebrain.providers.types import (
    QUOTES_ALONE,
    Brief,
    Check,
    Cite,
    Draft,
    DraftSentence,
    Source,
    Verdict,
    together,
)
from archivebrain.wording.words import keys_of
from ledger.buckets import rows_in
from ledger.types import DatedPosition
from retrieval.days import spoken

# Why a draft was declined of which no sentence was borne out by what it cites.
UNSUPPORTED = "unsupported"
CORRECTED = "A date was put right: what it cites was written on {day}."
# A whole sentence in the author's words; fewer may be anybody's.
_VERBATIM_WORDS = 3

# The cosine of each pair of texts; None while no embedder is at hand.
Closeness = Callable[[Sequence[tuple[str, str]]], Sequence[float] | None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a sentence: None where it may not be said."""

    sentence: DraftSentence | None
    checks: tuple[Check, ...] = ()
    correction: str = ""


@dataclass(frozen=True)
class Pending:
    """A sentence to be weighed against what it cites."""

    outcome: Outcome
    said: Said
    evidence: Evidence

    @cached_property
    def by_words(self) -> Verdict:
        return weigh(self.said, self.evidence, closeness=None)

    @property
    def is_settled(self) -> bool:
        """Whether words alone tell: enough are common, none is, or they clash."""
        is_apart = self.said.stems.isdisjoint(self.evidence.stems)
        return self.by_words is Verdict.SUPPORTED or is_apart or clash(self.said, self.evidence)

    @property
    def pair(self) -> tuple[str, str]:
        nearest = self.evidence.nearest(self.said)
        return self.said.text, nearest.text if nearest else self.evidence.beside.text

    def verdict(self, closeness: float | None) -> Verdict:
        if closeness is None:
            return self.by_words
        return graded(self.said, self.evidence, closeness=closeness)


@dataclass(slots=True)
class Checker:
    """The checks of one answer. ``rows``: the ledger's rows on whatever its sources are about."""

    brief: Brief
    rows: Sequence[DatedPosition]
    closeness: Closeness
    _known: dict[DraftSentence, Outcome] = field(default_factory=dict)
    _evidence: dict[tuple[int, ...], Evidence] = field(default_factory=dict)

    def checked(self, draft: Draft) -> Draft:
        """The draft with a verdict on each sentence that stays.

        Declined where all that it cites was taken out. Quotes alone are the author's words
        by construction, and a sentence that cites nothing never leaves.
        """
        if draft.provider == QUOTES_ALONE:
            told = (replace(one, verdict=Verdict.VERBATIM) for one in draft.sentences)
            return replace(draft, sentences=tuple(told))
        if draft.declined or is_refusal(draft):
            return draft
        self._weigh([one for one in draft.sentences if one not in self._known])
        outcomes = [self._known[one] for one in draft.sentences]
        sentences = tuple(one.sentence for one in outcomes if one.sentence)
        done = replace(
            draft,
            sentences=sentences,
            checks=together(draft.checks, _counted(outcomes)),
            corrections=tuple(dict.fromkeys(one.correction for one in outcomes if one.correction)),
        )
        had, has = _cites(draft.sentences), _cites(sentences)
        return done if has or not had else replace(done, declined=True, reason=UNSUPPORTED)

    def _weigh(self, sentences: Sequence[DraftSentence]) -> None:
        """Remember what becomes of sentences; all that need a cosine are asked for in one go."""
        pending: dict[DraftSentence, Pending] = {}
        for one in dict.fromkeys(sentences):
            found = self._read(one)
            if isinstance(found, Pending):
                pending[one] = found
            else:
                self._known[one] = found
        for one, verdict in zip(pending, self._verdicts([*pending.values()]), strict=True):
            self._known[one] = _judged(pending[one].outcome, verdict)

    def _verdicts(self, pending: Sequence[Pending]) -> list[Verdict]:
        unsure = [at for at, one in enumerate(pending) if not one.is_settled]
        close = self.closeness([pending[at].pair for at in unsure]) if unsure else None
        cosines: dict[int, float] = dict(zip(unsure, close or (), strict=False))
        return [one.verdict(cosines.get(at)) for at, one in enumerate(pending)]

    def _read(self, sentence: DraftSentence) -> Outcome | Pending:
        """The sentence with true quotations and dates; its verdict where words alone tell it."""
        sources = self._cited(sentence)
        if not sources:
            return Outcome(sentence)
        changed = _Changed(sentence.text)
        passages = [one.passage.plain for one in sources]
        changed.to(quoted.checked(changed.text, passages), Check.QUOTE_CHANGED)
        told = self._dated(changed.text, sentence, sources)
        changed.to(told.text, Check.DATE_CHANGED)
        evidence = self._evidence_of(sources)
        changed.to(_without_strange_clause(changed.text, evidence), Check.UNSUPPORTED)
        if not changed.text:
            return Outcome(None, tuple(changed.checks))
        correction = CORRECTED.format(day=spoken(told.corrected)) if told.corrected else ""
        said = Said(dating.without_dates(changed.text), frozenset(keys_of(self.brief.author)))
        left = replace(sentence, text=changed.text)
        outcome = Outcome(left, tuple(changed.checks), correction)
        # Looking for the very words takes long, and most sentences have one of their own.
        if said.stems <= evidence.stems and _is_verbatim(changed.text, said, passages):
            return _judged(outcome, Verdict.VERBATIM)
        if said.only_points and not dating.days_in(changed.text):
            return _judged(replace(outcome, sentence=_opening(left, sources)), Verdict.PARTLY)
        if _is_translated(said, evidence, sentence.cites, sources):
            return _judged(outcome, Verdict.PARTLY)
        return Pending(outcome, said, evidence)

    def _cited(self, sentence: DraftSentence) -> tuple[Source, ...]:
        numbers = {cite.source for cite in sentence.cites}
        return tuple(one for one in self.brief.sources if one.number in numbers)

    def _dated(self, text: str, sentence: DraftSentence, sources: Sequence[Source]) -> dating.Dated:
        """The sentence with dates that a header, the ledger or the cited words bear."""
        if not text or not dating.days_in(text):
            return dating.Dated(text)
        headers = [one.passage.published for one in self.brief.sources]
        ledger = [day for row in self.rows for day in (row.dated, row.retracted)]
        borne = [Day.of(day) for day in (*headers, *ledger) if day]
        borne += dating.days_in(self._cited_words(text, sentence, sources))
        cited = [one.passage.published for one in sources]
        return dating.dated(text, borne, headers=[day for day in cited if day])

    def _cited_words(self, text: str, sentence: DraftSentence, sources: Sequence[Source]) -> str:
        nearest = self._evidence_of(sources).nearest(Said(text))
        quotes = [cite.quote for cite in sentence.cites if cite.quote]
        return "\n".join((*quotes, nearest.text if nearest else ""))

    def _evidence_of(self, sources: Sequence[Source]) -> Evidence:
        numbers = tuple(one.number for one in sources)
        if numbers not in self._evidence:
            sentences = (authors_sentence(words) for one in sources for words in one.sentences)
            beside = "\n".join(words for one in sources for words in self._beside(one))
            self._evidence[numbers] = Evidence(tuple(sentences), Said(beside))
        return self._evidence[numbers]

    def _beside(self, source: Source) -> Iterator[str]:
        """What is told of a passage besides its sentences: title, date, and what the ledger says
        of the views it holds."""
        passage = source.passage
        yield from (passage.plain, passage.essay.title, passage.heading)
        yield spoken(passage.published)
        for row in rows_in(passage, self.rows):
            views = (row, *(one for one in self.rows if one.supersedes == row.key))
            yield from (f"{one.concept_name} {one.stance} {one.because}" for one in views)


@dataclass(slots=True)
class _Changed:
    """A sentence on its way through the checks, and what they did to it."""

    text: str
    checks: list[Check] = field(default_factory=list)

    def to(self, text: str, check: Check) -> None:
        if text != self.text:
            self.checks.append(check)
        self.text = text


def _opening(sentence: DraftSentence, sources: Sequence[Source]) -> DraftSentence:
    """The sentence with the words at which each passage that it points to begins."""
    return replace(sentence, cites=tuple(Cite(one.number, one.sentences[0]) for one in sources))


def _is_verbatim(text: str, said: Said, passages: Sequence[str]) -> bool:
    """Whether it is the author's words, with nothing beside them but that the author says them."""
    if len(said.words) >= _VERBATIM_WORDS and quoted.stands(text, passages):
        return True
    frame = Said(quoted.outside(text), said.author)
    quotes = sum(len(one.inside.split()) for one in quoted.quotations(text))
    return quotes >= _VERBATIM_WORDS and not frame.stems and not frame.is_denied


def _without_strange_clause(text: str, evidence: Evidence) -> str:
    """The sentence without clauses at its end of which no word stands in what it cites."""
    for at in reversed(joints(text)):
        tail = Said(text[at:])
        if not tail.stems or tail.stems & evidence.stems:
            break
        text = cut_off(text, at) or text
    return text


def _is_translated(
    said: Said, evidence: Evidence, cites: Sequence[Cite], sources: Sequence[Source]
) -> bool:
    """Whether it tells in another language what a provider's own citation quotes: no word of
    ours can be compared, and the words that are cited are at least exact."""
    if said.is_english == evidence.is_english or said.stems & evidence.stems:
        return False
    return any(stands_in(cite.quote, one) for cite in cites for one in sources if cite.quote)


def _judged(outcome: Outcome, verdict: Verdict) -> Outcome:
    if verdict is Verdict.NONE or outcome.sentence is None:
        return replace(outcome, sentence=None, checks=(*outcome.checks, Check.UNSUPPORTED))
    return replace(outcome, sentence=replace(outcome.sentence, verdict=verdict))


def _counted(outcomes: Sequence[Outcome]) -> dict[Check, int]:
    done = [check for one in outcomes for check in one.checks]
    return {check: done.count(check) for check in dict.fromkeys(done)}


def _cites(sentences: Sequence[DraftSentence]) -> bool:
    return any(one.cites for one in sentences)
