"""Takes in one file that was sent, or withdraws one essay, by the path of every import."""

from datetime import datetime

from retrieval.corpus.documents import Skip
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import ImportReport
from retrieval.corpus.runs import note_import
from retrieval.corpus.sources import HTML_SUFFIXES, MARKDOWN_SUFFIXES, Source, suffix_of
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
    if suffix_of(path) not in MARKDOWN_SUFFIXES | HTML_SUFFIXES:
        known = sorted(MARKDOWN_SUFFIXES | HTML_SUFFIXES)
        return f"The file's name must end in one of {', '.join(known)}."
    return ""


def is_html(path: str) -> bool:
    return suffix_of(path) in HTML_SUFFIXES


def take_in(path: str, text: str, *, now: datetime) -> ImportReport:
    """Import one file as if it lay in a folder; ``path`` is how it is known again."""
    return _import(Source.of(ROOT, path, text.encode()), now=now)


def withdraw(slug: str, *, now: datetime) -> ImportReport:
    """Make an essay private until a newer file says otherwise; raises ``NotWithdrawable``."""
    essay = Essay.objects.filter(slug=slug).only("source_root", "source_path").first()
    if essay is None:
        raise NotWithdrawable("No essay has this slug. Read the slugs at /api/v1/essays.")
    if not essay.source_path:
        raise NotWithdrawable("This essay was written at the desk. Hide it there.")
    gone = Skip(essay.source_root, essay.source_path, WITHDRAWN, closes=True)
    return _import(Source.of(essay.source_root, essay.source_path, gone), now=now)


def _import(source: Source, *, now: datetime) -> ImportReport:
    options = ImportOptions(now=now)
    report = import_sources([source], options=options, progress=_silent)
    note_import(report, sources=source.names, options=options, by="a delivery")
    return report


def _silent(stage: str, done: int, total: int) -> None:
    """A program waits for the outcome and sees no progress."""
