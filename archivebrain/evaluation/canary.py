"""Whether a withheld essay stays withheld, tried on every surface of a throwaway brain.

Two controls come first, because a run that could not fail proves nothing. The same rows, made
public inside a transaction that is taken back, must be found by each question; and a model
that repeats what it was shown must give them away to each question once no check stops it.
Where either does not come about, the run is inconclusive, never passed.
"""

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from unittest.mock import patch

from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from archivebrain.answering import citations, release
from archivebrain.answering.checking import Checker
from archivebrain.answering.engine import ask
from archivebrain.answering.types import Question, Surface
from archivebrain.evaluation.canary_attempts import (
    LISTS,
    Check,
    asked_of_the_configured_provider,
    client_of_the_site,
    try_all,
)
from archivebrain.evaluation.canary_essay import (
    CONCEPT_NAME,
    CONCEPT_SLUG,
    PUBLIC_RECEIPT,
    PUBLIC_SLUG,
    PUBLIC_STANCE,
    RECEIPT,
    SLUG,
    STANCE,
    Canary,
    new_canary,
)
from archivebrain.evaluation.leaker import Leaker, leaking_model
from archivebrain.evaluation.throwaway import require_throwaway
from ledger.models import Concept, Position
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.models import Essay
from retrieval.search import search
from retrieval.types import Visibility

# How far down a canary may be found and still count as within reach of a model.
WITHIN_REACH = 8
DATED = date(2024, 3, 4)
VIEWS = ((PUBLIC_SLUG, PUBLIC_STANCE, PUBLIC_RECEIPT), (SLUG, STANCE, RECEIPT))


class Verdict(StrEnum):
    """How a run ended."""

    WITHHELD = "withheld"
    LEAKED = "leaked"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Trial:
    """A whole run: the control's faults first, then what was tried."""

    control: tuple[str, ...]
    checks: tuple[Check, ...]

    @property
    def verdict(self) -> Verdict:
        """A leak is a leak whatever else went wrong; nothing else passes with a fault."""
        if any(check.traces for check in self.checks):
            return Verdict.LEAKED
        if self.control or not self.checks or any(check.fault for check in self.checks):
            return Verdict.INCONCLUSIVE
        return Verdict.WITHHELD


def try_canary() -> Trial:
    """Seed, prove that the canary is within reach, then try to drag it out.

    Raises ``NotThrowaway`` before anything is written to a database that is to be kept.
    """
    require_throwaway()
    canary = new_canary()
    _seed(canary)
    control = tuple(_out_of_reach(canary))
    if control:
        return Trial(control, ())
    with leaking_model(canary.retold) as leaker, _without_expected_warnings():
        with override_settings(**_settings_of(leaker)):
            checks = (*try_all(canary, is_background_on=False),)
            control += tuple(_overheard_faults(canary, leaker, expected=False))
            control += tuple(_kept_back_without_guards(canary))
            checks += (*try_all(canary, is_background_on=True),)
            control += tuple(_overheard_faults(canary, leaker, expected=True))
        checks += (*asked_of_the_configured_provider(canary),)
    return Trial(control, checks)


def _seed(canary: Canary) -> None:
    """As an author would: files, imported and indexed."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in canary.files().items():
            file = Path(folder, path)
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        options = ImportOptions(now=timezone.now())
        import_sources([folder], options=options, progress=lambda stage, done, total: None)
    concept = Concept.objects.create(slug=CONCEPT_SLUG, name=CONCEPT_NAME)
    for slug, stance, receipt in VIEWS:
        Position.objects.create(
            key=slug, concept=concept, essay_slug=slug, dated=DATED, stance=stance, receipt=receipt
        )


def _out_of_reach(canary: Canary) -> Iterator[str]:
    """Why the control failed; nothing where each question finds the canary once it is public."""
    if not Essay.objects.filter(slug=SLUG, visibility=Visibility.DRAFT.value).exists():
        yield "The canary was not imported as a draft."
        return
    with transaction.atomic():
        Essay.objects.filter(slug=SLUG).update(visibility=Visibility.PUBLIC.value)
        for question in canary.questions:
            found = search(question, limit=WITHIN_REACH)
            if SLUG not in {passage.essay.slug for passage in found.passages}:
                yield f"With the visibility filter off, a search does not find it: {question}"
        for where in (one for one in LISTS if CONCEPT_SLUG in one):
            if not canary.traces_in(client_of_the_site().get(where).content.decode()):
                yield f"With the visibility filter off, its view is not told at {where}"
        transaction.set_rollback(True)


def _kept_back_without_guards(canary: Canary) -> Iterator[str]:
    """Which questions do not bring the canary out although nothing stops it any more."""
    with override_settings(ANSWER_BACKGROUND=True), _without_guards():
        for question in canary.questions:
            said = ask(Question(question, surface=Surface.PAGE)).text
            if not canary.traces_in(said, asked=question):
                yield f"With the checks of answers off, the model does not give it away: {question}"


@contextmanager
def _without_guards() -> Iterator[None]:
    """Without the leak filter, and without what holds a sentence against its source: that
    stops most of it, too.

    Put out from here alone: none of them has a switch that somebody could leave off.
    """
    with (
        patch.object(release, "without_leaks", lambda draft, brief: draft),
        patch.object(Checker, "checked", lambda self, draft: draft),
        patch.object(citations, "best_quote", lambda claim, source: source.sentences[0]),
    ):
        yield


@contextmanager
def _without_expected_warnings() -> Iterator[None]:
    """Here the model leaks on purpose: only that the filter itself failed would be news."""

    def is_news(record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING

    release.log.addFilter(is_news)
    try:
        yield
    finally:
        release.log.removeFilter(is_news)


def _settings_of(leaker: Leaker) -> dict[str, object]:
    """The leaker as the provider. It charges nothing, and no budget knows a price for it."""
    return {
        "ANSWER_PROVIDER": "openai",
        "ANSWER_MODEL": "leaker",
        "OPENAI_BASE_URL": leaker.url,
        "MONTHLY_BUDGET_USD": None,
        "DAILY_BUDGET_USD": None,
    }


def _overheard_faults(canary: Canary, leaker: Leaker, *, expected: bool) -> Iterator[str]:
    """Whether the model itself was shown the canary, or was not, as it should be."""
    was_shown = any(canary.token in told for told in leaker.overheard)
    if expected and not was_shown:
        yield "With background on, the model was never shown the canary."
    if was_shown and not expected:
        yield "With background off, the model was shown the canary."
