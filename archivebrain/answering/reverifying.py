"""Looks again at kept answers after every change of essays and ledger, however it was made.

A stamp tells which answers were verified against the archive as it is. So nothing has to hear
of a change, and a lost message loses nothing.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from archivebrain.models.kept import KeptAnswer, KeptEvidence, State
from ledger.positions import ledger_mark, of_concepts
from ledger.types import DatedPosition
from retrieval.markdown import plain, readable
from retrieval.models import Essay
from retrieval.quoting import nearest, same_words
from retrieval.statements import rows

# The texts themselves: the stamp of the index would change only once they are indexed.
ESSAYS = """
SELECT count(*), sum(hash_record_extended(ROW(slug, visibility, text_key), 0)) FROM retrieval_essay
"""
# So many are verified in one run of the task; the rest follows a minute later.
AT_ONCE = 500
_EMPTY = {"slug": "", "title": "", "deep_link": "", "heading": "", "quote": "", "now": ""}


def reverify_behind(*, now: datetime) -> int:
    """Verify the answers that an older archive verified, and say how many there were."""
    behind = KeptAnswer.objects.exclude(archive=archive_stamp()).order_by("verified_at", "pk")
    keys = list(behind.values_list("pk", flat=True)[:AT_ONCE])
    for key in keys:
        with transaction.atomic():
            kept = KeptAnswer.objects.select_for_update().filter(pk=key).first()
            if kept:
                reverify(kept, now=now)
    return len(keys)


def reverify(kept: KeptAnswer, *, now: datetime) -> None:
    """Look again and write down what was found; withdrawn words leave the database."""
    # Before the look: what changes meanwhile is looked at again.
    kept.archive, kept.verified_at = archive_stamp(), now
    for one in look_again(kept):
        one.save()
    kept.save()


def look_again(kept: KeptAnswer) -> list[KeptEvidence]:
    """The evidence as it stands now, and the answer without what is withdrawn; saves nothing."""
    evidence = list(kept.evidence.all())
    slugs = {one.slug for one in evidence}
    bodies = dict(Essay.objects.public().filter(slug__in=slugs).values_list("slug", "body"))
    for one in evidence:
        _look_at(one, bodies.get(one.slug))
    withdrawn = {one.n for one in evidence if one.state == State.WITHDRAWN.value}
    kept.sentences = [_sentence(one, withdrawn) for one in kept.sentences]
    kept.positions = _positions(kept.positions)
    if withdrawn or any(one["state"] == State.WITHDRAWN.value for one in kept.positions):
        # A correction may tell what the withdrawn text was corrected to.
        kept.corrections = []
    return evidence


def state_of(quote: str, body: str | None) -> tuple[State, str]:
    """What became of quoted words in a public essay's body, and what stands there instead.

    ``body``: None where readers have no such essay. The second is empty unless the words
    changed, and where nothing near them is left.
    """
    if body is None:
        return State.WITHDRAWN, ""
    text = readable(body)
    if same_words(quote, text):
        return State.STANDS, ""
    near = nearest(quote, plain(text))
    return State.CHANGED, " ".join(near.words.split()) if near else ""


def archive_stamp() -> str:
    """Other for every state of all essays and of the ledger; for our own use alone."""
    return hashlib.sha256(repr((rows(ESSAYS)[0], ledger_mark())).encode()).hexdigest()


def _look_at(one: KeptEvidence, body: str | None) -> None:
    state, one.now = state_of(one.quote, body)
    one.state = state.value
    if state is State.WITHDRAWN:
        one.published = None
        for name, nothing in _EMPTY.items():
            setattr(one, name, nothing)


def _sentence(one: dict[str, Any], withdrawn: set[int]) -> dict[str, Any]:
    """A sentence that rests on a withdrawn text tells of it, in whatever words."""
    return one if withdrawn.isdisjoint(one["citations"]) else {**one, "text": ""}


def _positions(kept: list[dict[str, Any]]) -> list[dict[str, Any]]:
    concepts = sorted({one["concept"] for one in kept if one["concept"]})
    told = {row.key: row for row in of_concepts(concepts, as_of=None)}
    return [_position(one, told) for one in kept]


def _position(one: dict[str, Any], told: Mapping[str, DatedPosition]) -> dict[str, Any]:
    """With what became of it since, and the views on its concept that are held instead."""
    row = told.get(one["key"])
    if row is None:
        return {
            **dict.fromkeys(("key", "concept", "name", "stance", "label"), ""),
            "dated": None,
            "state": State.WITHDRAWN.value,
        }
    if (row.label.value, row.stance) == (one["label"], one["stance"]):
        return {**one, "state": State.STANDS.value, "now": "", "instead": []}
    held = [
        other.stance
        for other in told.values()
        if other.concept == row.concept and other.is_current and other.stance != one["stance"]
    ]
    return {**one, "state": State.CHANGED.value, "now": row.label.value, "instead": held}
