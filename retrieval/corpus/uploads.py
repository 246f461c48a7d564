"""Keeps what the author uploads until it is imported: in a private folder, under a random name.

The worker that imports it is another process, so the folder lies in the home; where web and
worker run apart, they must share it.
"""

import os
import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from django.conf import settings

from retrieval.corpus.documents import Refusal, Skip
from retrieval.corpus.identity import UPLOAD
from retrieval.corpus.sources import (
    SUFFIXES,
    ZIP_SUFFIXES,
    ReadBytes,
    Source,
    SourceFault,
    open_source,
    suffix_of,
)

UPLOAD_SUFFIXES = SUFFIXES | ZIP_SUFFIXES
MAX_UPLOAD_BYTES = 100_000_000
MEGABYTES = MAX_UPLOAD_BYTES // 1_000_000
GONE = "the uploaded file is no longer kept; upload it again."


def keep_upload(name: str, pieces: Iterable[bytes]) -> str:
    """Write an upload down for the worker; the name that it is kept under."""
    folder = _folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    kept = f"{secrets.token_urlsafe(24)}{suffix_of(name)}"
    with open(os.open(folder / kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.writelines(pieces)
    return kept


@contextmanager
def open_upload(kept: str, name: str) -> Iterator[Source]:
    """A kept upload as a source called ``name``; raises ``SourceFault``.

    It is known again by that name, as a feed is by its address: what it does not hold is
    not gone, and another upload of another name is another archive.
    """
    path = _folder() / kept
    if not kept or not path.exists():
        raise SourceFault(f"{name}: {GONE}")
    try:
        with open_source(str(path)) as opened:
            yield _called(opened, name)
    except SourceFault as fault:
        # Where it is kept is nobody's business.
        raise SourceFault(str(fault).replace(str(path.resolve()), name)) from fault


def drop_upload(kept: str) -> None:
    if kept:
        (_folder() / kept).unlink(missing_ok=True)


def drop_strays(wanted: Collection[str], *, before: datetime) -> None:
    """Delete uploads that no run waits for and that are older than ``before``."""
    folder = _folder()
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name not in wanted and path.stat().st_mtime < before.timestamp():
            path.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.ARCHIVEBRAIN_HOME) / "uploads"


def _called(source: Source, name: str) -> Source:
    is_zip = suffix_of(name) in ZIP_SUFFIXES
    root = f"{UPLOAD}{name if is_zip else Path(name).stem}"
    names = source.names if is_zip else (name,)
    entries = {
        shown: partial(_told_of, root, shown, read)
        for shown, read in zip(names, source.entries.values(), strict=True)
    }
    return replace(source, root=root, entries=entries, whole=False)


def _told_of(root: str, name: str, read: ReadBytes, limit: int) -> bytes | Refusal | Skip:
    found = read(limit)
    return found if isinstance(found, bytes) else replace(found, root=root, path=name)
