"""Golden cases that the author makes at the desk, of answers that were wrong.

They are read by the same rules as a file's, stand beside it until the file has them, and are
never of the holdout: whoever has just seen an answer would tune to it.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import yaml
from django.db import transaction

from archivebrain.evaluation.cases import Case, Expect, Kind, Split
from archivebrain.evaluation.reading import read_cases
from archivebrain.models import Feedback, GoldenCase
from archivebrain.models.evaluation import DESK
from archivebrain.models.feedback import Verdict
from retrieval.corpus.author_files import FaultyFile
from retrieval.models import Essay

ID = "desk-{answer}"
UNKNOWN = "No public essay has the slug {slugs}. Take slugs from the essays' addresses."


class CaseFault(ValueError):
    """A case that cannot be asked; its text is for the author."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What should have come back: essays and words, or a decline."""

    question: str
    kind: Kind
    expect: Expect
    sources: tuple[str, ...] = ()
    must_say: tuple[str, ...] = ()
    must_not_say: tuple[str, ...] = ()


def make_case(answer_id: str, wish: Wish, reasons: Iterable[str]) -> GoldenCase:
    """Mark an answer wrong and make a golden case of it, or raise ``CaseFault``.

    A second case of the same answer takes the place of the first.
    """
    case = _read(answer_id, wish)
    columns = asdict(case)
    case_id = columns.pop("id")
    with transaction.atomic():
        Feedback.give(answer_id, Verdict.WRONG, reasons)
        made, _ = GoldenCase.objects.update_or_create(
            case_id=case_id, defaults={**columns, "origin": DESK}
        )
    # With words in place of the enums that they were made of.
    made.refresh_from_db()
    return made


def as_file(case: GoldenCase) -> str:
    """The case as golden.yaml has it, for the author's own file."""
    return yaml.safe_dump([_lines(case)], allow_unicode=True, sort_keys=False)


def _read(answer_id: str, wish: Wish) -> Case:
    """By the rules of the file, so that a desk's case can always be moved into one."""
    unknown = sorted(set(wish.sources) - _public(wish.sources))
    if unknown:
        raise CaseFault(UNKNOWN.format(slugs=", ".join(unknown)))
    row: dict[str, Any] = {
        "id": ID.format(answer=answer_id[:12]),
        "question": wish.question,
        "kind": wish.kind.value,
        "split": Split.TUNE.value,
        "expect": wish.expect.value,
    }
    for name in ("sources", "must_say", "must_not_say"):
        if getattr(wish, name):
            row[name] = list(getattr(wish, name))
    try:
        [case] = read_cases(yaml.safe_dump({"cases": [row]}, allow_unicode=True).encode())
    except FaultyFile as fault:
        raise CaseFault(" ".join(_sentence(one.sentence) for one in fault.faults)) from fault
    return case


def _public(slugs: Iterable[str]) -> set[str]:
    found = Essay.objects.public().filter(slug__in=list(slugs))
    return set(found.values_list("slug", flat=True))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _lines(case: GoldenCase) -> dict[str, Any]:
    lines: dict[str, Any] = {
        "id": case.case_id,
        "question": case.question,
        "kind": case.kind,
        "split": case.split,
        "expect": case.expect,
    }
    lists = {name: getattr(case, name) for name in ("sources", "must_say", "must_not_say")}
    return lines | {name: words for name, words in lists.items() if words}
