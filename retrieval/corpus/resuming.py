"""Tells of an import that was begun again what it did from the first beginning on; pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from retrieval.corpus.planning import Action

Told = dict[str, Any]


def with_earlier_part(report: Told, *, plan: Told) -> Told:
    """A report of the rest, with what the confirmed plan held and the first beginning did.

    What is unchanged now and was to change was changed before the worker ended.
    """
    documents = [*_carried_over(report["documents"], plan["documents"])]
    met = {_key(one) for one in (*documents, *report["copies"])}
    # What was hidden already is planned no more.
    hidden = [one for one in plan["documents"] if one["action"] == Action.HIDDEN.value]
    documents += [one for one in hidden if _key(one) not in met]
    actions = Counter(one["action"] for one in documents)
    told = [*report["warnings"]]
    return {
        **report,
        "documents": documents,
        "copies": [*_carried_over(report["copies"], plan["copies"])],
        "warnings": told + [one for one in plan["warnings"] if one not in told],
        # How many chunks the first beginning embedded, and the sweep meanwhile, nobody counted.
        "index": {},
        "counts": {**report["counts"], **{one.value: actions[one.value] for one in Action}},
    }


def _carried_over(now: Iterable[Told], planned: Iterable[Told]) -> Iterator[Told]:
    by_key: Mapping[tuple[str, str], Told] = {_key(one): one for one in planned}
    for one in now:
        before = by_key.get(_key(one), one)
        if one["action"] != Action.UNCHANGED.value or before["action"] == one["action"]:
            yield one
            continue
        names = ("action", "changes", "warnings")
        yield {**one, **{name: before[name] for name in names if name in before}}


def _key(one: Told) -> tuple[str, str]:
    return one["source"], one["source_id"]
