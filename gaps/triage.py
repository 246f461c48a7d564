"""The monthly pass: puts declined questions into groups and ranks them month by month.

It adds and counts; what the author decided it never touches, so it may run at any time.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from gaps.grouping import group_questions
from gaps.models import Gap, GapGroup
from gaps.ranking import rank, typical_of
from gaps.ranks import drop_empty_ranks, store_ranks
from gaps.reading import QuestionReader
from gaps.turns import changing_groups
from gaps.types import AskedQuestion, Month, QuestionGroup


@dataclass(frozen=True, slots=True)
class TriageReport:
    """What one pass did; ``asked_count`` is of ``month``, the one that was asked for.

    ``degraded`` names what was down while it ran.
    """

    month: Month
    asked_count: int
    grouped_count: int
    new_group_count: int
    degraded: tuple[str, ...]


def triage(month: Month) -> TriageReport:
    """Group what was asked until the month's end, then rank the month.

    An earlier month of which a question was left over is ranked as well, or it never would.
    """
    reader = QuestionReader()
    # Read and embedded before the turn begins, so that the desk never waits for a model.
    waiting = Gap.objects.ungrouped().asked_before(month.after.first_day).as_asked()
    reader.embed(question.text for question in waiting)
    reader.embed(question.text for group in _known_groups() for question in group.questions)
    placed, new = _group(waiting, reader)
    months = {month, *(Month.of(question.asked_on) for question in placed)}
    asked = {one: _rank(one, reader) for one in sorted(months)}
    return TriageReport(month, asked[month], len(placed), new, reader.degraded)


def _group(
    waiting: Sequence[AskedQuestion], reader: QuestionReader
) -> tuple[Sequence[AskedQuestion], int]:
    """The questions that found a group, and how many groups are new."""
    with changing_groups():
        still = set(Gap.objects.ungrouped().values_list("pk", flat=True))
        asked = [_with_words(one, reader) for one in waiting if one.id in still]
        known = [
            replace(group, questions=tuple(_with_words(one, reader) for one in group.questions))
            for group in (_known_groups() if asked else ())
        ]
        gains = group_questions(asked, known, reader.vectors)
        for gain in gains:
            group_id = gain.id or GapGroup.objects.create().pk
            Gap.objects.filter(pk__in=[one.id for one in gain.questions]).update(group=group_id)
    return asked, sum(gain.id is None for gain in gains)


def _rank(month: Month, reader: QuestionReader) -> int:
    """How many questions of the month were counted into ranks."""
    by_group: defaultdict[int, list[AskedQuestion]] = defaultdict(list)
    rows = Gap.objects.for_month(month).exclude(group=None)
    group_of = dict(rows.values_list("pk", "group_id"))
    for question in rows.filter(pk__in=group_of).as_asked():
        by_group[group_of[question.id]].append(question)
    typical = {group_id: typical_of(asked).text for group_id, asked in by_group.items()}
    reader.embed(typical.values())
    rankings = {
        group_id: rank(asked, reader.closeness(typical[group_id]))
        for group_id, asked in by_group.items()
    }
    with changing_groups():
        drop_empty_ranks(month)
        store_ranks(month, rankings)
    return sum(map(len, by_group.values()))


def _known_groups() -> tuple[QuestionGroup, ...]:
    """Each group with its latest wordings, which is all that a new question is held against."""
    rows = GapGroup.objects.with_questions().order_by("pk").values_list("pk", "questions")
    return tuple(QuestionGroup(pk, tuple(map(_wording, sorted(set(texts))))) for pk, texts in rows)


def _wording(text: str) -> AskedQuestion:
    """A question as its words alone; which asker's it was plays no part in likeness."""
    return AskedQuestion(0, text, timezone.localdate(), "")


def _with_words(question: AskedQuestion, reader: QuestionReader) -> AskedQuestion:
    return replace(question, words=reader.words(question.text))
