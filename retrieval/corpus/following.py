"""Imports feeds by the clock, so that a new post comes in by itself; what fails is told."""

import logging
from collections.abc import Sequence
from datetime import datetime

from retrieval.corpus.formats.entries import NAME
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import ImportReport
from retrieval.corpus.runs import note_import

log = logging.getLogger(__name__)


def follow_feeds(urls: Sequence[str], *, now: datetime, author: str) -> ImportReport:
    """Import each address as a feed and as nothing else; one that fails stops no other."""
    if not urls:
        return ImportReport()
    options = ImportOptions(now=now, format=NAME, author=author)
    report = import_sources(urls, options=options, progress=_silent)
    note_import(report, sources=urls, options=options, by="the clock")
    for told in (*report.faults, *map(str, report.refusals)):
        log.warning("feeds: %s", told)
    return report


def _silent(stage: str, done: int, total: int) -> None:
    """Nobody watches."""
