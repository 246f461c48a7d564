"""The seam to the world outside: one way of looking up a live fact."""

import re
from datetime import datetime
from pathlib import Path
from typing import Protocol

from django.conf import settings

from archivebrain.providers.types import LiveFact
from retrieval.corpus.author_files import FaultyFile, Key, Kind, read_records

_SECTIONS = {
    "facts": {
        "about": Key(Kind.TEXTS, is_required=True),
        "text": Key(Kind.TEXT, is_required=True),
        "source": Key(Kind.TEXT, is_required=True),
    }
}


class LookupFailed(Exception):
    """The source could not be asked; the message is for the operator."""


class LiveSource(Protocol):
    """Gives one fact with its source, or None where it has no good answer."""

    name: str

    def find(self, question: str, *, now: datetime) -> LiveFact | None: ...


class Scripted:
    """Facts from a file that the operator keeps: the first one whose name is in the question."""

    name = "scripted"

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, question: str, *, now: datetime) -> LiveFact | None:
        """The file is read anew each time, so that a change of it counts at once."""
        try:
            records = read_records(self.path.read_bytes(), _SECTIONS)["facts"]
        except (OSError, FaultyFile) as fault:
            raise LookupFailed(f"LIVE_FACTS={self.path} cannot be read: {fault}") from fault
        for record in records:
            if any(_names(name, question) for name in record.lists["about"]):
                return LiveFact(record.texts["text"], record.texts["source"], now)
        return None


def _names(name: str, question: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question, re.IGNORECASE) is not None


def get_live_source() -> LiveSource | None:
    """The source that is switched on; None for none, which is the default."""
    if Scripted.name == settings.LIVE_PROVIDER:
        return Scripted(settings.LIVE_FACTS)
    return None
