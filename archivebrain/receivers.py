"""What happens beside an answer: the experiments get their turn."""

from typing import Any

from django.dispatch import receiver

from archivebrain.answering.signals import answered
from archivebrain.answering.types import Question
from archivebrain.experiments import shadow
from retrieval.search import SearchResult
from retrieval.types import Scope


@receiver(answered, dispatch_uid="shadow")
def try_experiments(
    sender: Any, question: Question, searched: str, found: SearchResult, **signal: Any
) -> None:
    """Only beside readers' questions: a golden case is a measurement of its own."""
    if question.surface.is_for_readers:
        shown = tuple(passage.chunk_id for passage in found.passages)
        scope = Scope(as_of=question.as_of)
        shadow.queue(shadow.AnsweredSearch(question.text, searched, scope, shown))
