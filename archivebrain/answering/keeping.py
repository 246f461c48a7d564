"""Keeps an answer when its reader says so, and only then.

Before that nothing is stored: the page carries question and answer, sealed, so that what comes
back is what was sent. Whoever keeps an answer is given a link that deletes it.
"""

import hmac
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.db import transaction
from django.utils.crypto import salted_hmac

from archivebrain.answering.payloads import citation_payload
from archivebrain.answering.reverifying import reverify
from archivebrain.answering.types import Answer, Status
from archivebrain.answering.whereabouts import share_words
from archivebrain.models.kept import KeptAnswer, KeptEvidence
from gaps.scrubbing import scrub
from ledger.positions import of_concepts, standing
from ledger.types import DatedPosition
from retrieval.storable import storable

KEPT_DAYS = 365
# A page may lie open for a day before its reader makes up their mind.
SEALED_FOR = timedelta(days=1)
_SEAL, _DELETION = "archivebrain.kept.seal", "archivebrain.kept.deletion"
_OF_EVIDENCE = ("n", "slug", "title", "deep_link", "heading", "published", "quote")


class SealBroken(ValueError):
    """What was sent back is not what was sent, or is too old; its text is for the reader."""


def sealed(question: str, answer: Answer) -> str:
    """Question and answer for a page to carry; empty where there is nothing to keep."""
    if answer.status is not Status.ANSWERED or not answer.citations:
        return ""
    content = {
        "id": answer.id,
        "question": question,
        "searched_for": answer.searched_for,
        "sentences": [
            {
                "text": one.text,
                "paragraph": one.paragraph,
                "citations": list(one.citations),
                "verdict": one.verdict.value if one.verdict else None,
            }
            for one in answer.sentences
        ],
        "citations": [citation_payload(one) for one in answer.citations],
        "concepts": sorted({one.concept for one in answer.positions}),
        "corrections": list(answer.corrections),
        "versions": answer.versions,
    }
    return signing.dumps(content, salt=_SEAL, compress=True)


def keep(seal: str, *, now: datetime) -> KeptAnswer:
    """Keep what was sealed, once, verified as the archive is now; raises ``SealBroken``."""
    content = _opened(seal)
    with transaction.atomic():
        kept, is_new = KeptAnswer.objects.get_or_create(
            answer_id=content["id"], defaults={**_columns(content), "kept_at": now}
        )
        if is_new:
            KeptEvidence.objects.bulk_create(_evidence(kept, content["citations"]))
            reverify(kept, now=now)
    return kept


def delete_secret(answer_id: str) -> str:
    """What the link has that deletes this answer; only who kept it is told."""
    return salted_hmac(_DELETION, answer_id, algorithm="sha256").hexdigest()


def delete(answer_id: str, secret: str) -> bool:
    """Delete a kept answer for good; False for a wrong secret, whether or not it is there."""
    if not hmac.compare_digest(secret.encode(), delete_secret(answer_id).encode()):
        return False
    KeptAnswer.objects.filter(answer_id=answer_id).delete()
    return True


def expire(*, now: datetime) -> int:
    """Delete what has had its year, and say how many went."""
    due = KeptAnswer.objects.filter(kept_at__lt=now - timedelta(days=KEPT_DAYS))
    return due.delete()[1].get(KeptAnswer._meta.label, 0)


def ends_at(kept: KeptAnswer) -> datetime:
    return kept.kept_at + timedelta(days=KEPT_DAYS)


def _opened(seal: str) -> dict[str, Any]:
    try:
        content: dict[str, Any] = signing.loads(seal, salt=_SEAL, max_age=SEALED_FOR)
    except signing.SignatureExpired as fault:
        raise SealBroken(
            "This answer is more than a day old. Ask again, and keep the new answer."
        ) from fault
    except signing.BadSignature as fault:
        raise SealBroken(
            "This is not an answer as it was given here. Ask again, and keep the new answer."
        ) from fault
    return content


def _columns(content: dict[str, Any]) -> dict[str, Any]:
    return {
        "question": scrub(storable(content["question"])),
        "searched_for": scrub(storable(content["searched_for"])),
        "sentences": content["sentences"],
        "corrections": content["corrections"],
        "versions": content["versions"],
        "positions": [_position(row) for row in _rows_behind(content)],
    }


def _evidence(kept: KeptAnswer, citations: Iterable[dict[str, Any]]) -> list[KeptEvidence]:
    return [
        KeptEvidence(answer=kept, **{name: one[name] for name in _OF_EVIDENCE}) for one in citations
    ]


def _rows_behind(content: dict[str, Any]) -> list[DatedPosition]:
    """The views that the question is about, and those whose receipts the answer quotes."""
    quotes = [(one["slug"], one["quote"]) for one in content["citations"]]
    rows = (
        *of_concepts(content["concepts"], as_of=None),
        *(
            row
            for row in standing({slug for slug, _ in quotes}, as_of=None)
            if any(slug == row.essay_slug and share_words(q, row.receipt) for slug, q in quotes)
        ),
    )
    return list({row.key: row for row in rows if not row.is_notice}.values())


def _position(row: DatedPosition) -> dict[str, Any]:
    return {
        "key": row.key,
        "concept": row.concept,
        "name": row.concept_name,
        "stance": row.stance,
        "dated": row.dated.isoformat() if row.dated else None,
        "label": row.label.value,
    }
