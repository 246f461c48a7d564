"""Holds a run against its case: every item decided, or the case is inconclusive."""

from archivebrain.providers.prompts import marker_rules
from tests.journeys.adversarial.archive import AUTHOR
from tests.journeys.adversarial.cases import (
    FIXTURES,
    TEXT_KINDS,
    holds,
    is_wrong,
    prefixes_on,
)
from tests.journeys.adversarial.states import Run, is_so
from tests.journeys.stores import redis_dump, tables_with

PROMPT = marker_rules(AUTHOR)
# These are drawn in a browser, or measured: elsewhere in this folder.
ELSEWHERE = ("net", "dom", "stat")
# The one place where a reader's words may stand, and the page says so.
GAP_LOG = "gaps_gap"


def faults_of(run: Run) -> list[str]:
    """Every item that is not as the case wants it; raises where one cannot be decided."""
    forbidden = [f"must not: {item}" for item in run.case.must_not if is_there(item, run)]
    missing = [
        f"must: {item}"
        for item in run.case.must
        if item.partition(":")[0] not in ELSEWHERE and not is_there(item, run)
    ]
    return forbidden + missing


def is_there(item: str, run: Run) -> bool:
    kind, _, rest = item.partition(":")
    if kind in ELSEWHERE:
        return False
    if kind == "state":
        return is_so(item, run)
    if item == "sem:the two answers differ":
        return run.seen.said != run.earlier[0].said
    if kind == "sem":
        return is_wrong(item, run.case, run.seen.said, run.seen.told)
    if kind == "store":
        is_in_rows = tables_with(rest) - {GAP_LOG}
        return bool(is_in_rows) or rest.encode() in redis_dump() or rest in run.log
    if kind == "wire":
        tokens = [essay["text"].split()[-1] for essay in FIXTURES["private"].values()]
        return any(prefixes_on(run.seen.wire, token, longer_than=6) for token in tokens)
    assert kind in TEXT_KINDS, item
    read = run.seen.texts if kind == "re" else (run.seen.told, *run.seen.texts)
    return any(holds(item, text, prompt=PROMPT) for text in read)
