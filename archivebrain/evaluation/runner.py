"""Runs the golden cases of a split through search and through ask, and leaves no mark.

A golden question is no reader's: it makes no gap, no trace and no cached answer.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime

from archivebrain.answering.caching import REDIS_DOWN
from archivebrain.answering.engine import ask
from archivebrain.answering.live_sources import get_live_source
from archivebrain.answering.types import Answer, Question, Status, Surface
from archivebrain.evaluation.cases import (
    Case,
    Expect,
    Quote,
    Said,
    Split,
    Verdict,
    digest_of,
    judge,
)
from archivebrain.evaluation.gates import Finding, check
from archivebrain.evaluation.importing import stored
from archivebrain.evaluation.latency import percentiles
from archivebrain.models import EvaluationRun, HoldoutSeal
from archivebrain.providers.base import Provider
from retrieval.models import Essay
from retrieval.search import SearchResult, search
from retrieval.types import Scope

# Enough passages that ten distinct essays are among them, if there are so many.
PASSAGES = 100
# The gate of a holdout whose rows were changed behind the import's back.
SEALED = "holdout as it was sealed"
WHOLE, DONE = "search", "ask"
EMPTY = "The split {split} is empty. Import a golden file with cases for it."
ONLY_LIVE = (
    "All cases of the split {split} wait for a live fact. Set LIVE_PROVIDER, or import others."
)
WARM_UP = "The model is loaded."

Progress = Callable[[int, int], None]


class EmptySplit(LookupError):
    """A split without a case; the message says how to get one."""


@dataclass(frozen=True, slots=True)
class Course:
    """How one case went."""

    case: Case
    verdict: Verdict
    timings_ms: dict[str, float]
    versions: dict[str, str]


def evaluate(
    split: Split, *, provider: Provider, now: datetime, progress: Progress
) -> EvaluationRun:
    """Judge every case of a split and keep the run; raises ``EmptySplit``."""
    started = time.perf_counter()
    cases = stored(split)
    asked = [case for case in cases if _can_be_asked(case)]
    if not asked:
        raise EmptySplit(ONLY_LIVE.format(split=split) if cases else EMPTY.format(split=split))
    # Loads the model: half a minute once, and no stage of any question.
    search(WARM_UP, limit=1)
    courses = []
    for done, case in enumerate(asked):
        progress(done, len(asked))
        courses.append(_run(case, provider))
    findings = [*check([one.verdict for one in courses]), *_seal_finding(split, cases)]
    return EvaluationRun.objects.create(
        started_at=now,
        took_seconds=round(time.perf_counter() - started, 1),
        split=split.value,
        provider=provider.name,
        case_count=len(asked),
        left_out_count=len(cases) - len(asked),
        cases_digest=digest_of(cases),
        is_clear=all(finding.is_clear for finding in findings),
        gates=[asdict(finding) for finding in findings],
        latency_ms=percentiles(one.timings_ms for one in courses),
        versions=_versions(courses),
        verdicts=[_kept(one) for one in courses] if split is Split.TUNE else [],
    )


def _can_be_asked(case: Case) -> bool:
    """A case that only a live fact can answer waits until there is a live lane."""
    return get_live_source() is not None or not case.is_live or case.expect is Expect.DECLINE


def _run(case: Case, provider: Provider) -> Course:
    found = search(case.question, scope=Scope(as_of=case.as_of), limit=PASSAGES)
    answer = ask(
        Question(case.question, as_of=case.as_of, surface=Surface.EVALUATION), provider=provider
    )
    verdict = judge(
        case,
        found=_essays(found),
        said=_said(answer),
        bodies=_bodies(answer),
        asked=found.asked,
    )
    timings = {**found.timings_ms, WHOLE: found.took_ms, DONE: answer.took_ms}
    return Course(case, verdict, timings, {**found.versions, **answer.versions})


def _essays(found: SearchResult) -> tuple[str, ...]:
    """Distinct essays, best first."""
    return tuple(dict.fromkeys(passage.essay.slug for passage in found.passages))


def _said(answer: Answer) -> Said:
    return Said(
        is_answered=answer.status is Status.ANSWERED,
        words=" ".join(sentence.text for sentence in answer.sentences),
        citations=tuple(Quote(one.slug, one.quote) for one in answer.citations),
        is_live=answer.live is not None,
        # Nothing of a golden answer is kept, so a Redis that is down changes none.
        degraded=tuple(part for part in answer.degraded if part != REDIS_DOWN),
    )


def _bodies(answer: Answer) -> dict[str, str]:
    """A cited essay that is not public is not among them, and its quote will not stand."""
    cited = {one.slug for one in answer.citations}
    return dict(Essay.objects.public().filter(slug__in=cited).values_list("slug", "body"))


def _seal_finding(split: Split, cases: Iterable[Case]) -> list[Finding]:
    if split is Split.TUNE:
        return []
    seal = HoldoutSeal.objects.order_by("-sealed_at", "-pk").first()
    is_clear = seal is not None and seal.digest == digest_of(cases)
    told = "as imported." if is_clear else "its rows are not those that were imported."
    return [Finding(SEALED, is_clear, 0, 0, told)]


def _versions(courses: Iterable[Course]) -> dict[str, str]:
    """What was live: of the last case for which it is known."""
    live: dict[str, str] = {}
    for one in courses:
        live |= {name: version for name, version in one.versions.items() if version}
    return live


def _kept(one: Course) -> dict[str, object]:
    """With the case's own digest, so that a changed case is never compared with itself."""
    return {
        **asdict(one.verdict),
        "is_right": one.verdict.is_right,
        "digest": digest_of([one.case]),
    }
