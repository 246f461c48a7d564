"""Makes a follow-up whole: what it leaves out is taken from the reader's questions before it; pure.

Rules alone, and of the conversation the questions alone: no model is asked, and nothing that
an answer says can change what is searched. Whoever asked is shown what was.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from archivebrain.answering.types import Question
from archivebrain.wording.dependence import Dependence, Lack, dependence_of, points_at
from archivebrain.wording.words import content_words
from retrieval.temporal import AskedTime, asked_time, time_said, without_time
from retrieval.types import MAX_QUESTION_CHARACTERS

# A reader follows the last turns; what came before them is another matter.
MOST_TURNS = 4

_END = " ?!.…"
# Only named years are looked at here, so it does not matter from which day others count.
_ANY_DAY = date(2000, 1, 1)
# "What does he think of | bread": what stands behind the preposition is the matter.
_MATTER = re.compile(
    r"^(?P<head>.+?\b(?:about|of|on|regarding|concerning))\s+(?P<matter>.+)$", re.IGNORECASE
)
_IS = re.compile(
    r"^(?P<head>(?:what|who|where)(?:'s|\s+is|\s+are|\s+was|\s+were))\s+(?P<matter>.+)$",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"^(?P<head>(?:(?:why|how|when|where)\s+)?(?:does|do|did|would|has|have|can|should)\s+(?:the\s+"
    r"author|he|she|they|you|one|we|i|people)\s+(?:(?:ever|really|also)\s+)?[\w'-]+)\s+"
    r"(?P<matter>.+)$",
    re.IGNORECASE,
)
_CLAUSE_INSIDE = re.compile(
    r"\b(?:is|are|was|were|does|do|did|has|have|he|she|they|that|if|whether|should)\b",
    re.IGNORECASE,
)
# What follows a pointing word that is no noun: the end, or a verb.
_NO_NOUN = re.compile(r"\s*(?:$|[?.!,;]|\w+(?:ed|ly)\b|(?:is|was|cost|work|mean|matter|help)s?\b)")
# Two capitals in a row, or whoever was asked after: "Who is Ada?"
_NAMES_SOMEBODY = re.compile(
    r"\b[^\W\d_a-z]\w+\s+[^\W\d_a-z]\w+|^[Ww]ho\s+(?:is|was)\s+(?!the\s+author|you|he|she)\w",
    re.MULTILINE,
)
_SEVERAL = re.compile(r"^(?:they|them|their|these|those)$", re.IGNORECASE)
# What "they" can stand for: a plural, several things, a name of some body.
_MAY_BE_SEVERAL = re.compile(
    r"(?:[^s]s|\b(?:people|children|men|women|mice|feet|data|media|and\s.+))$|[A-Z]"
)
_AT_ANOTHER_TIME = re.compile(
    r"\b(?P<word>before|after|since|until|by)\s+(?:that|then)\b(?!\s+\w)"
    r"|\b(?:back\s+then|then$|at\s+(?:that|the)\s+time|in\s+that\s+year)",
    re.IGNORECASE,
)


def made_whole(question: Question) -> Question:
    """The question as it is searched, kept and logged; the conversation ends here."""
    text = standalone(question.text, question.earlier)
    return replace(question, text=text, earlier=())


def standalone(question: str, earlier: Sequence[str]) -> str:
    """The question as it would be asked alone; itself where it needs nothing.

    ``earlier``: what the reader asked before, oldest first; only the last few count.
    """
    context = ""
    for one in earlier[-MOST_TURNS:]:
        context = _whole(one, context)
    return _whole(question, context)


def _whole(question: str, context: str) -> str:
    if not context:
        return question
    lack = dependence_of(question)
    made = _made(lack, question, context) if lack else _at_its_time(question, context)
    if made == question or len(made) > MAX_QUESTION_CHARACTERS:
        return question
    return made[:1].upper() + made[1:]


def _made(lack: Dependence, question: str, context: str) -> str:
    match lack.lack:
        case Lack.TIME:
            return _at_time(lack.given, question, context)
        case Lack.TOPIC:
            return _of_matter(lack.given, context)
        case Lack.CIRCUMSTANCE:
            return _with(lack.given, context)
        case Lack.THING:
            return _of_thing(question, context)
        case Lack.PERSON if not _NAMES_SOMEBODY.search(context):
            return question
    return _both(context, question)


def _both(context: str, question: str) -> str:
    return f"{context.rstrip(_END)}? {question[:1].upper()}{question[1:]}"


def _at_time(given: str, question: str, context: str) -> str:
    """The earlier question at another time; its own time goes."""
    points = _AT_ANOTHER_TIME.fullmatch(given)
    time = _relative(points["word"], context) if points else _direct(given)
    matter = without_time(context).rstrip(_END)
    if not time or not matter:
        return _both(context, question)
    return f"{matter} {time}?"


def _direct(given: str) -> str:
    if given.lower() in {"before", "earlier"}:
        return "originally"
    if given.lower() in {"later", "after", "afterwards", "afterward", "ever since"}:
        return "lately"
    return f"in {given}" if given[0].isdigit() else given


def _relative(word: str | None, context: str) -> str:
    """ "Before that" by the time that the earlier question names; without one, by its lean."""
    word = (word or "in").lower()
    asked = _time_of(context)
    if asked.span is None or asked.year is None:
        return {"before": "originally", "after": "lately", "since": "lately"}.get(word, "")
    last = asked.span.last.year if asked.span.last else asked.year
    return f"{word} {last if word in {'after', 'since'} else asked.year}"


def _time_of(context: str) -> AskedTime:
    return asked_time(context, today=_ANY_DAY)


def _at_its_time(question: str, context: str) -> str:
    """A whole question of which only the time points back: "of bread before that"."""
    points = _AT_ANOTHER_TIME.search(question.rstrip(_END))
    time = _relative(points["word"], context) if points and _time_of(context).span else ""
    if not points or not time:
        return question
    return f"{question[: points.start()]}{time}{question[points.end() :]}"


def _of_matter(given: str, context: str) -> str:
    """The earlier question about another matter; a plain one where it has no place for it."""
    asked = context.rstrip(_END)
    stem = without_time(asked)
    found = _matter_in(stem)
    if not found:
        return f"What does the author say about {given}?"
    # A new matter leaves the time as it was said.
    time = f" {time_said(asked)}" if _time_of(asked).span else ""
    return f"{stem[: found.start('matter')]}{given}{time}?"


def _with(given: str, context: str) -> str:
    """The earlier question with a circumstance; one with the same preposition makes room."""
    asked = context.rstrip(_END)
    preposition = given.split()[0].lower()
    at = asked.lower().rfind(f" {preposition} ")
    return f"{asked[:at] if at > 0 else asked} {given}?"


def _of_thing(question: str, context: str) -> str:
    """The question with the thing in the place of the word that stands for it."""
    stem = without_time(context.rstrip(_END))
    found = _matter_in(stem)
    points = points_at(question)
    if found and points and "pronoun" in points.groupdict() and _stands_alone(points, question):
        thing = found["matter"]
        if _SEVERAL.match(points[0]) and not _MAY_BE_SEVERAL.search(thing):
            return question
        if points[0].lower() in {"its", "their"}:
            thing += "’" if thing.endswith("s") else "’s"
        return f"{question[: points.start()]}{thing}{question[points.end() :]}"
    thing = found["matter"] if found else _content_of(stem)
    return f"{question.rstrip(_END)} ({thing})?"


def _stands_alone(points: re.Match[str], question: str) -> bool:
    """Not "that" before a noun, which says which one and cannot give way to a thing."""
    is_demonstrative = points[0].lower() in {"this", "that", "these", "those"}
    return not is_demonstrative or _NO_NOUN.match(question[points.end() :]) is not None


def _matter_in(asked: str) -> re.Match[str] | None:
    for pattern in (_MATTER, _IS, _DOES):
        found = pattern.match(asked)
        if found and not _CLAUSE_INSIDE.search(found["matter"]):
            return found
    return None


def _content_of(asked: str) -> str:
    """From the first word of the matter to the last, as they were written."""
    words = [word.text for word in content_words(asked)]
    if not words:
        return asked
    return asked[asked.index(words[0]) : asked.rindex(words[-1]) + len(words[-1])]
