"""Finished answers kept in Redis for a day, each under every version that shaped it.

An edit, a hidden essay, another model or another release leads to another name, so nothing is
ever deleted here. Without Redis the cache is as if empty.
"""

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac
from pydantic import TypeAdapter, ValidationError
from redis.exceptions import ConnectionError as RedisIsDown

from archivebrain.answering import live, questions, withholding
from archivebrain.answering.release import WITHHELD
from archivebrain.answering.types import Finished, Question
from archivebrain.embedded.redis import quick_redis
from archivebrain.providers import is_model
from archivebrain.providers.base import Provider
from archivebrain.providers.types import UNWILLING
from ledger.positions import ledger_mark
from retrieval.search import RECIPE
from retrieval.tallies import stamp_of_all

REDIS_DOWN = "redis"
SECONDS_AN_HOUR = 3600
ROOT = Path(settings.BASE_DIR)
# All code between a question and its answer. Its text is its version: nobody has to count.
SHAPING = (
    *("archivebrain/answering", "archivebrain/providers", "archivebrain/wording"),
    *("ledger", "retrieval"),
)

# An essay comes first where a question names a term that it explains.
GLOSSARY = """
SELECT count(*), sum(hash_record_extended(ROW(term, aliases, definition, related, essays), 0))
FROM retrieval_glossaryterm
"""

_FINISHED = TypeAdapter(Finished)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer is kept, and the archive's versions when it was looked for there.

    ``name`` tells Redis nothing. ``secret``: the key of the entry itself, made of our secret and
    the question: the open halves of a question are a reader's words. ``is_open``: whether an
    answer is found and kept there at all, or only known by that name while it is made.
    """

    name: str
    secret: bytes
    archive: tuple[str, ...]
    is_open: bool = True


def place_of(question: Question, provider: Provider | None) -> Place | None:
    """None where a golden case measures, and where nothing is kept and no model is asked.

    Nothing is kept with the cache off, or where a live fact may be looked up. ``provider``: as
    in ``ask``.
    """
    is_open = bool(settings.ANSWER_CACHE_HOURS) and not live.is_open(question)
    if not question.surface.is_for_readers or not (is_open or is_model(provider)):
        return None
    archive = _archive()
    # Nothing that withheld texts informed is ever found by a surface that gets none.
    informed = withholding.is_informed(question, provider)
    asked = (questions.folded(question.text), question.as_of, informed)
    digest = salted_hmac(
        "archivebrain.answering.caching",
        repr((*asked, _makers(provider), archive)),
        algorithm="sha512",
    ).digest()
    secret = base64.urlsafe_b64encode(digest[32:])
    return Place(f"answer:{digest[:32].hex()}", secret, archive, is_open)


def find(place: Place | None) -> Finished | None:
    """The kept answer; None for none, for a damaged one, and while Redis is down."""
    if place is None or not place.is_open:
        return None
    try:
        with quick_redis().asked() as redis:
            found = redis.get(place.name)
    except RedisIsDown:
        return None
    return opened(place, found) if isinstance(found, bytes) else None


def sealed(place: Place, finished: Finished) -> bytes:
    """The answer as Redis may hold it."""
    return Fernet(place.secret).encrypt(_FINISHED.dump_json(finished))


def opened(place: Place, found: bytes) -> Finished | None:
    """What was sealed for this place; None for anything else."""
    try:
        return _FINISHED.validate_json(Fernet(place.secret).decrypt(found))
    except (InvalidToken, ValidationError):
        return None


def keep(place: Place | None, finished: Finished) -> None:
    """Keep it unless it is less than the best answer, or the archive has changed meanwhile."""
    if place is None or not place.is_open or not _is_clean(finished):
        return
    if _archive() != place.archive:
        return
    try:
        with quick_redis().asked() as redis:
            redis.set(
                place.name,
                sealed(place, finished),
                ex=settings.ANSWER_CACHE_HOURS * SECONDS_AN_HOUR,
            )
    except RedisIsDown:
        return


def resting() -> tuple[str, ...]:
    """What an answer's ``degraded`` says of the cache."""
    if not settings.ANSWER_CACHE_HOURS:
        return ()
    try:
        return (REDIS_DOWN,) if quick_redis().is_resting else ()
    except RedisIsDown:
        return (REDIS_DOWN,)


def _is_clean(finished: Finished) -> bool:
    """Whether it is the best answer, and our checks had nothing to mend in it.

    A live fact is old in a minute, a model that would not answer may do so next time, and one
    that had to be mended may need no mending.
    """
    answer = finished.answer
    is_mended = any(answer.checks.values()) or answer.corrections
    is_less = answer.degraded or answer.live or finished.reason in {UNWILLING, WITHHELD}
    return not is_mended and not is_less


def _archive() -> tuple[str, ...]:
    """All essays, positions and terms, whoever may see them.

    What informs an answer need not be public: a view that is given up in a draft is given up.
    """
    with connection.cursor() as cursor:
        cursor.execute(GLOSSARY)
        glossary = cursor.fetchone()
    return (stamp_of_all(), repr(ledger_mark()), repr(glossary))


def _makers(provider: Provider | None) -> tuple[str, ...]:
    """Who and what makes an answer today; a day, because "last year" is asked from it."""
    if provider:
        model = (provider.name, provider.model)
    else:
        model = (settings.ANSWER_PROVIDER, settings.ANSWER_MODEL)
    return (
        *model,
        *(settings.ANTHROPIC_BASE_URL, settings.OPENAI_BASE_URL),
        *(settings.EMBEDDING_MODEL, settings.EMBED_BACKEND),
        *(settings.ARCHIVEBRAIN_AUTHOR, settings.ARCHIVEBRAIN_SITE_URL),
        RECIPE.fingerprint,
        timezone.localdate().isoformat(),
        code_stamp(),
    )


@cache
def code_stamp() -> str:
    """12 hex digits that change with any code between a question and its answer."""
    digest = hashlib.sha256()
    for path in _shaping_files():
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _shaping_files() -> Iterator[Path]:
    for folder in SHAPING:
        yield from sorted((ROOT / folder).rglob("*.py"))
