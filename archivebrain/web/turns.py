"""A finished answer in the shape that a page draws: paragraphs of cited sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, starmap
from typing import Protocol

from archivebrain.answering.caching import REDIS_DOWN
from archivebrain.answering.keeping import sealed
from archivebrain.answering.types import Answer, AnswerSentence, Citation, StatedPosition, Status


class Cited(Protocol):
    """What is drawn of a citation, whether it was made now or kept."""

    @property
    def n(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def deep_link(self) -> str: ...
    @property
    def published(self) -> date | None: ...
    @property
    def quote(self) -> str: ...


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence with the citations that it bears, ready to draw.

    ``key`` makes the ids of its previews unique on a page.
    """

    text: str
    citations: Sequence[Cited]
    key: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One question with its answer.

    ``key`` makes element ids unique on a page. ``sealed``: what its reader may have kept.
    """

    key: str
    question: str
    is_answered: bool
    paragraphs: tuple[tuple[CitedSentence, ...], ...]
    citations: tuple[Citation, ...]
    positions: tuple[StatedPosition, ...]
    is_degraded: bool
    searched_for: str = ""
    sealed: str = ""

    @property
    def whole_question(self) -> str:
        """What a next question may lean on."""
        return self.searched_for or self.question

    @classmethod
    def of(cls, question: str, answer: Answer) -> "Turn":
        numbered = {citation.n: citation for citation in answer.citations}

        def drawn(place: int, sentence: AnswerSentence) -> CitedSentence:
            cited = tuple(numbered[n] for n in sentence.citations)
            return CitedSentence(sentence.text, cited, key=f"{answer.id}-{place}")

        placed = enumerate(answer.sentences, start=1)
        grouped = groupby(placed, key=lambda pair: pair[1].paragraph)
        return cls(
            key=answer.id,
            question=question.strip(),
            is_answered=answer.status is Status.ANSWERED,
            paragraphs=tuple(tuple(starmap(drawn, group)) for _, group in grouped),
            citations=answer.citations,
            positions=answer.positions,
            # Without its cache an answer is later, and no simpler.
            is_degraded=bool(set(answer.degraded) - {REDIS_DOWN}),
            searched_for=answer.searched_for,
            sealed=sealed(question.strip(), answer),
        )
