"""The seam to the world outside: one way of looking up a live fact."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

from django.conf import settings

from archivebrain.providers.types import LiveFact
from retrieval.corpus.author_files import FaultyFile, Key, Kind, read_records
from retrieval.fetching import Client, FetchFault

_SECTIONS = {
    "facts": {
        "about": Key(Kind.TEXTS, is_required=True),
        "text": Key(Kind.TEXT, is_required=True),
        "source": Key(Kind.TEXT, is_required=True),
    }
}


# One lookup, whoever gives the fact.
SECONDS, BYTES = 2.0, 8192
# What a server says that has no good answer.
_NOTHING = 204


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


class OverHttp:
    """Facts from an address that the operator names; reading stops by itself at both bounds."""

    name = "http"

    def __init__(self, url: str, *, allow_private: bool = False, seconds: float = SECONDS) -> None:
        self.url = url
        self._client = Client("archivebrain", allow_private=allow_private, seconds=seconds)

    def find(self, question: str, *, now: datetime) -> LiveFact | None:
        asked = f"{self.url}?{urlencode({'q': question}, errors='replace')}"
        try:
            fetched = self._client.fetch(asked, kinds={"application/json": BYTES})
            found = json.loads(fetched.body)
        except FetchFault as fault:
            if fault.status == _NOTHING:
                return None
            raise LookupFailed(f"LIVE_URL={self.url} could not be asked: {fault}") from fault
        except ValueError as fault:
            raise LookupFailed(f"LIVE_URL={self.url} answered with no JSON.") from fault
        return self._fact(found, now)

    def _fact(self, found: object, now: datetime) -> LiveFact:
        told = found if isinstance(found, dict) else {}
        text, source = told.get("text"), told.get("source")
        if not (isinstance(text, str) and isinstance(source, str)):
            raise LookupFailed(f"LIVE_URL={self.url} answered without a text and its source.")
        return LiveFact(text, source, now)


def _names(name: str, question: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question, re.IGNORECASE) is not None


def get_live_source() -> LiveSource | None:
    """The source that is switched on; None for none, which is the default."""
    if Scripted.name == settings.LIVE_PROVIDER:
        return Scripted(settings.LIVE_FACTS)
    if OverHttp.name == settings.LIVE_PROVIDER:
        return OverHttp(settings.LIVE_URL, allow_private=settings.FETCH_ALLOW_PRIVATE)
    return None
