"""The one step that may stop a deploy: every check runs, and every finding is told."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import run_checks
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Q
from django.http.request import validate_host
from django.utils import timezone

from archivebrain.evaluation.canary import Verdict
from archivebrain.evaluation.canary_runs import run_canary
from archivebrain.evaluation.cases import Split
from archivebrain.evaluation.runner import EmptySplit, evaluate
from archivebrain.providers import ProviderUnusable, get_provider
from ledger.validation import validate
from retrieval.embedders import EmbedderUnavailable
from retrieval.generations import get_embedder, waiting_model
from retrieval.indexing import essays_behind
from retrieval.models import Chunk, ChunkVector

ANEW = "Run `python manage.py index --all`."
LOCAL_HOSTS = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What keeps this brain from being deployed; ``check`` is the name of who found it."""

    check: str
    sentence: str


Check = Callable[[], Iterable[str]]


def findings(*, begun: Callable[[str], None]) -> tuple[Finding, ...]:
    """All findings of all checks, in their order; ``begun`` is told each check's name."""
    found: list[Finding] = []
    for name, check in CHECKS:
        begun(name)
        found.extend(Finding(name, sentence) for sentence in _told(check))
    return tuple(found)


def _told(check: Check) -> Iterator[str]:
    """What a check finds; that it cannot look at all is a finding, and stops no other check."""
    try:
        yield from check()
    except DatabaseError as fault:
        yield f"The database could not be asked: {str(fault).partition(chr(10))[0]}."
    except EmbedderUnavailable as fault:
        yield f"Nothing can be embedded: {fault}"


def setting_faults() -> Iterator[str]:
    """What Django's own checks say, and addresses that would not work in public."""
    for message in run_checks():
        yield f"{message.id}: {message.msg}"
    site = urlsplit(settings.ARCHIVEBRAIN_SITE_URL)
    host = site.hostname or ""
    if not validate_host(host, settings.ALLOWED_HOSTS):
        yield f"ALLOWED_HOSTS lacks {host}, the host of ARCHIVEBRAIN_SITE_URL. Add it."
    if site.scheme == "http" and host not in LOCAL_HOSTS:
        yield (
            f"ARCHIVEBRAIN_SITE_URL is {settings.ARCHIVEBRAIN_SITE_URL}: questions and keys "
            "would cross the net in the open. Serve it by https."
        )


def migration_faults() -> Iterator[str]:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        names = ", ".join(f"{one.app_label}.{one.name}" for one, _ in missing)
        yield f"The database lacks these migrations: {names}. Run `python manage.py migrate`."


def window_faults() -> Iterator[str]:
    """Chunks that the embedder would cut, vectors of another model, essays not indexed."""
    embedder = get_embedder()
    window, fingerprint = embedder.window_tokens, embedder.fingerprint
    long = Chunk.objects.filter(token_count__gt=window).count()
    foreign = ChunkVector.objects.filter(~Q(fingerprint=fingerprint)).count()
    behind = len(essays_behind())
    if long:
        yield f"{long} chunks are longer than the {window} tokens that the embedder reads. {ANEW}"
    if foreign:
        yield f"{foreign} vectors are of another model than the live one. {ANEW}"
    if waits := waiting_model():
        yield waits
    if behind:
        yield f"{behind} essays are not indexed as they stand. Run `python manage.py index`."


def ledger_faults() -> Iterable[str]:
    return validate().sentences


def canary_faults() -> Iterator[str]:
    """Inconclusive is no pass: then nobody knows whether withheld writing would come out."""
    verdict = run_canary().verdict
    if verdict is not Verdict.WITHHELD:
        yield f"The canary's verdict is {verdict.value}. `python manage.py canary` says where."


def golden_faults() -> Iterator[str]:
    """The gates that the golden questions do not clear."""
    try:
        run = evaluate(
            Split.TUNE, provider=get_provider(), now=timezone.now(), progress=lambda *_: None
        )
    except (EmptySplit, ProviderUnusable) as fault:
        yield str(fault)
        return
    for gate in run.gates:
        if not gate["is_clear"]:
            yield f"{gate['name']}: {gate['sentence']}"


# Quick ones first; each is told even where an earlier one found something.
CHECKS: tuple[tuple[str, Check], ...] = (
    ("settings", setting_faults),
    ("migrations", migration_faults),
    ("windows", window_faults),
    ("ledger", ledger_faults),
    ("canary", canary_faults),
    ("golden", golden_faults),
)
