"""The one door through which what a provider wrote leaves the answer engine.

Closed is its ordinary state: what fails a check, what could not be checked, and what took
too long to check is not said.
"""

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import BoundedSemaphore
from typing import TypeVar

from django.conf import settings

from archivebrain.answering import disguises, leaks, withholding
from archivebrain.answering.checking import Checker
from archivebrain.answering.citations import stands_in
from archivebrain.answering.grounding import Reply, grounded, settled
from archivebrain.answering.leaks import Release
from archivebrain.providers.types import (
    QUOTES_ALONE,
    Brief,
    Check,
    Checks,
    Draft,
    DraftSentence,
    Source,
    together,
)

# Why a draft was declined of which the filter left nothing.
WITHHELD = "withheld"
# A check takes milliseconds; one that hangs closes the door, and keeps its place.
SECONDS = 2.0
_AT_ONCE = 8
_places = BoundedSemaphore(_AT_ONCE)
_threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="leaks")

Of = TypeVar("Of")

log = logging.getLogger(__name__)


def reply_of(
    draft: Draft, checker: Checker, *, is_finished: bool = True
) -> tuple[Draft, Reply | None]:
    """What is left of the draft, and what it comes to; None where that is a refusal.

    ``is_finished``: False while its model still writes.
    """
    brief = checker.brief
    left = checker.checked(without_leaks(draft, brief))
    if is_finished:
        left = settled(left, brief.sources, question=brief.question)
    site_url = settings.ARCHIVEBRAIN_SITE_URL
    return left, grounded(left, brief.sources, rows=checker.rows, site_url=site_url)


def without_leaks(draft: Draft, brief: Brief) -> Draft:
    """The draft without the sentences that give withheld writing away.

    Declined where none is left, and where the check itself fails.
    """
    if not draft.sentences:
        return draft
    try:
        release = _release(draft, brief)
    except Exception as fault:  # noqa: BLE001  # any fault at all must close, not open
        log.error("The leak filter failed, so nothing was said: %s", type(fault).__name__)
        return _cut(draft, Release((), Counter([Check.LEAK_UNCHECKED])))
    if release.blocked:
        names = ", ".join(f"{name} {count}" for name, count in sorted(release.blocked.items()))
        log.warning("The leak filter took out: %s.", names)
    return _cut(draft, release) if release.blocked else draft


def _cut(draft: Draft, release: Release) -> Draft:
    counted: Checks = {Check.LEAK_BLOCKED: sum(release.blocked.values()), **release.blocked}
    sentences = tuple(draft.sentences[place] for place in release.kept)
    left = replace(draft, sentences=sentences, checks=together(draft.checks, counted))
    return left if sentences else replace(left, declined=True, reason=WITHHELD)


def _release(draft: Draft, brief: Brief) -> Release:
    hidden = withholding.withheld_sources(brief.sources)
    if not hidden and _only_quotes(draft, brief):
        return Release(tuple(range(len(draft.sentences))))
    said = disguises.said([one.text for one in draft.sentences], draft.written)
    material = withholding.material_for(said, brief, hidden)
    release = _in_time(lambda: leaks.released(said, material))
    cited = {at for at, one in enumerate(draft.sentences) if hidden & {c.source for c in one.cites}}
    misplaced = cited.intersection(release.kept)
    if misplaced:
        release.blocked[Check.LEAK_SOURCE] += len(misplaced)
    return Release(tuple(at for at in release.kept if at not in cited), release.blocked)


def _only_quotes(draft: Draft, brief: Brief) -> bool:
    """Whether it is public words alone, in quotation marks, by who was shown nothing else.

    Then nothing withheld is looked at, so that no time can tell of it.
    """
    shown = {source.number: source for source in brief.sources}
    return (
        draft.provider == QUOTES_ALONE
        and not brief.background
        and all(_is_quote(sentence, shown) for sentence in draft.sentences)
    )


def _is_quote(sentence: DraftSentence, shown: Mapping[int, Source]) -> bool:
    """What follows the quotation is the site's own: its date, and what became of the view."""
    return bool(sentence.cites) and all(
        cite.source in shown
        and stands_in(cite.quote, shown[cite.source])
        and sentence.text.startswith(f"“{cite.quote}” (")
        for cite in sentence.cites
    )


def _in_time(check: Callable[[], Of]) -> Of:
    """Raises ``TimeoutError`` where the check takes too long, or too many others do."""
    if not _places.acquire(timeout=SECONDS):
        raise TimeoutError
    running = _threads.submit(check)
    running.add_done_callback(lambda done: _places.release())
    return running.result(timeout=SECONDS)
