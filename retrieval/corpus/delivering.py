"""Takes in one file that was sent, or withdraws one essay, by the path of every import."""

from datetime import datetime
from pathlib import PurePosixPath

from retrieval.corpus.documents import Skip, SourceFile
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import ImportReport
from retrieval.corpus.walking import SUFFIXES, Found, Source
from retrieval.models import Essay

# What stands in for a folder: nothing there can be pruned, and any import may take over.
ROOT = "publish"
WITHDRAWN = "it was withdrawn by a delivery."
PATH_CHARACTERS = 200


class NotWithdrawable(ValueError):
    """No delivery can withdraw this; the message says what can be done instead."""


def path_fault(path: str) -> str:
    """Why a file cannot be kept under this path; empty where it can."""
    parts = path.split("/")
    if not path.isprintable() or len(path) > PATH_CHARACTERS or "\\" in path:
        return f"Write a path of at most {PATH_CHARACTERS} printable characters, parted by /."
    if any(part in {"", ".", ".."} for part in parts):
        return "Write the path below your archive's folder, as essays/2026-05-01-bread.md."
    if PurePosixPath(path).suffix.lower() not in SUFFIXES:
        return f"The file's name must end in one of {', '.join(sorted(SUFFIXES))}."
    return ""


def take_in(path: str, markdown: str, *, now: datetime) -> ImportReport:
    """Import one Markdown file as if it lay in a folder; ``path`` is how it is known again."""
    return _import(SourceFile(ROOT, path, markdown.encode()), root=ROOT, now=now)


def withdraw(slug: str, *, now: datetime) -> ImportReport:
    """Make an essay private until a newer file says otherwise; raises ``NotWithdrawable``."""
    essay = Essay.objects.filter(slug=slug).only("source_root", "source_path").first()
    if essay is None:
        raise NotWithdrawable("No essay has this slug. Read the slugs at /api/v1/essays.")
    if not essay.source_path:
        raise NotWithdrawable("This essay was written at the desk. Hide it there.")
    gone = Skip(essay.source_root, essay.source_path, WITHDRAWN, closes=True)
    return _import(gone, root=essay.source_root, now=now)


def _import(found: Found, *, root: str, now: datetime) -> ImportReport:
    source = Source(root, iter([found]), whole=False)
    return import_sources([source], options=ImportOptions(now=now), progress=_silent)


def _silent(stage: str, done: int, total: int) -> None:
    """A program waits for the outcome and sees no progress."""
