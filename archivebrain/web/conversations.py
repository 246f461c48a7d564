"""The conversation as a page carries it: the last questions, in the page and nowhere else."""

from django.http import HttpRequest

from archivebrain.answering.followups import MOST_TURNS
from retrieval.types import MAX_QUESTION_CHARACTERS

FIELD = "earlier"


def carried(request: HttpRequest) -> tuple[str, ...]:
    """What the page says was asked before, newest first, as its turns stand; only the last few."""
    asked = request.POST.getlist(FIELD)[:MOST_TURNS]
    return tuple(one[:MAX_QUESTION_CHARACTERS] for one in asked)


def oldest_first(asked: tuple[str, ...]) -> tuple[str, ...]:
    return asked[::-1]
