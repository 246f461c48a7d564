"""Passes an answer's sentences on one by one, each as soon as every check has passed it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from archivebrain.answering.citations import marked
from archivebrain.answering.grounding import Reply
from archivebrain.answering.types import AnswerSentence, Citation
from archivebrain.providers.types import DraftSentence


@dataclass(frozen=True, slots=True)
class Spoken:
    """A checked sentence, in Markdown with its markers, and the citations that it bears."""

    sentence: AnswerSentence
    markdown: str
    citations: tuple[Citation, ...]


Listen = Callable[[Spoken], None]
Check = Callable[[Sequence[DraftSentence]], Reply | None]


class ListenerGone(Exception):
    """Nobody listens any more, so nothing more need be written."""


@dataclass(slots=True)
class Speaker:
    """Tells a listener each sentence once. What is drafted so far goes through the same
    checks as a whole draft, so a sentence that a check would take out is never told."""

    listen: Listen
    told: list[AnswerSentence] = field(default_factory=list)
    heard_count: int = 0

    def hear(self, drafted: Sequence[DraftSentence], check: Check) -> None:
        """Tell what is new in a draft that is not yet finished."""
        if len(drafted) == self.heard_count:
            return
        self.heard_count = len(drafted)
        reply = check(drafted)
        if reply:
            self.tell(reply.sentences, reply.citations)

    def tell(self, sentences: Sequence[AnswerSentence], citations: Sequence[Citation]) -> None:
        """Tell the sentences after those already told. A draft that was begun anew goes on
        where it agrees with what was told; the whole answer follows in any case."""
        if list(sentences[: len(self.told)]) != self.told:
            return
        numbered = {citation.n: citation for citation in citations}
        for sentence in sentences[len(self.told) :]:
            cited = tuple(numbered[n] for n in sentence.citations)
            self.listen(Spoken(sentence, marked(sentence), cited))
            self.told.append(sentence)
