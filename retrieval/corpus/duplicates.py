"""Finds essays with much text in common, and joins two that the author says are one work."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.functions import MD5

from retrieval.corpus.places import place_columns
from retrieval.corpus.syndication import CLEANEST_FIRST
from retrieval.corpus.visibility import closedness, is_hidden_by_hand, told_of_copy
from retrieval.likeness import ENOUGH_RUNS, Runs, runs_of, shared
from retrieval.locks import COPIES_LOCK
from retrieval.models import Decision, Essay, LikelyCopy, Publication
from retrieval.types import Visibility

# Half of the shorter text: a copy with a new opening, not a quotation.
LIKELY = 0.5
# Shorter texts than this have too few runs to tell.
MIN_CHARACTERS = 300
# By a text's key: who takes in one delivery after the other reads no text twice.
_remembered: dict[str, Runs] = {}


class NoText(Exception):
    """A place that can give no text; the message is a sentence for the author."""


@transaction.atomic
def propose_copies(essay_ids: Collection[int]) -> int:
    """Hold these essays against all others, and note likely copies; how many are new.

    The first time in a process the runs of every text are read: some seconds for a thousand
    essays. Afterwards only those of new texts are.
    """
    with connection.cursor() as cursor:
        # Two imports at once would both note what neither has seen of the other.
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [COPIES_LOCK])
    LikelyCopy.objects.filter(decision=Decision.OPEN, copy__in=essay_ids).delete()
    LikelyCopy.objects.filter(decision=Decision.OPEN, essay__in=essay_ids).delete()
    shares = _shares(set(essay_ids), _all_runs())
    # Held until the end: an essay that is deleted meanwhile is a copy of nothing.
    paired = Essay.objects.select_for_update(no_key=True).defer("body").order_by("pk")
    essays = paired.in_bulk({pk for pair in shares for pk in pair})
    noted = [
        _note(essays[one], essays[other], share)
        for (one, other), share in sorted(shares.items())
        if {one, other} <= essays.keys()
    ]
    return sum(noted)


def _note(one: Essay, other: Essay, share: float) -> bool:
    """Whether this pair is new; what is noted or decided already stays as it is."""
    keep, copy = sorted((one, other), key=_preference)
    if LikelyCopy.objects.filter(essay__in=[one, other], copy__in=[one, other]).exists():
        return False
    LikelyCopy.objects.create(essay=keep, copy=copy, share=share)
    return True


def _all_runs() -> list[tuple[int, Runs]]:
    """Of each text of each essay: its own, and those that it has in other places."""
    keyed = [
        (essay_id, key)
        for texts, essay in _TEXTS
        for essay_id, key in texts().values_list(essay, "key").order_by(essay, "pk")
    ]
    wanted = {key for _, key in keyed}
    for gone in _remembered.keys() - wanted:
        _remembered.pop(gone, None)
    _read(wanted - _remembered.keys())
    found = ((essay_id, _remembered.get(key, frozenset())) for essay_id, key in keyed)
    return [(essay_id, runs) for essay_id, runs in found if len(runs) >= ENOUGH_RUNS]


def _read(keys: Collection[str]) -> None:
    for texts, _ in _TEXTS if keys else ():
        new = texts().filter(key__in=keys)
        for key, body in new.values_list("key", "body").iterator(chunk_size=200):
            _remembered[key] = runs_of(body) if len(body) >= MIN_CHARACTERS else frozenset()


# Essays have their key at hand: to make one of each body, PostgreSQL would read them all.
_TEXTS: tuple[tuple[Callable[[], Any], str], ...] = (
    (lambda: Essay.objects.annotate(key=F("text_key")), "pk"),
    (lambda: Publication.objects.exclude(body="").annotate(key=MD5("body")), "essay_id"),
)


def _shares(
    changed: Collection[int], texts: Sequence[tuple[int, Runs]]
) -> dict[tuple[int, int], float]:
    """How much pairs of essays have in common where it is much; of their texts the likest count.

    Only texts that have a run in common are compared at all.
    """
    asked = frozenset[int]().union(*(own for pk, own in texts if pk in changed))
    holding: dict[int, list[int]] = {}
    for at, (_, own) in enumerate(texts):
        for run in own & asked:
            holding.setdefault(run, []).append(at)
    found: dict[tuple[int, int], float] = {}
    for pk, own in texts:
        others = {at for run in own for at in holding[run]} if pk in changed else ()
        for other, theirs in (texts[at] for at in others):
            pair = (min(pk, other), max(pk, other))
            share = shared(own, theirs) if pk != other else 0.0
            if share >= max(LIKELY, found.get(pair, 0.0)):
                found[pair] = share
    return found


def _preference(essay: Essay) -> tuple[int, bool, str, int]:
    """The cleaner source stays, of equals the one that was published first."""
    dated = essay.published_on
    return (
        CLEANEST_FIRST.index(essay.source_format),
        dated is None,
        dated.isoformat() if dated else "",
        essay.pk,
    )


@transaction.atomic
def join(keep: Essay, copy: Essay) -> None:
    """Make ``copy`` another place of ``keep``; its address leads there from now on.

    What it was, and what it was like or told apart from, is from now on told of ``keep``.
    """
    if _close_with(copy, keep):
        keep.save(update_fields=["visibility", "visibility_reason"])
    place = Publication(essay=keep, slug=copy.slug, **place_columns(copy))
    keep.publications.filter(url=place.url).exclude(url="").delete()
    copy.revisions.update(essay=keep)
    copy.publications.exclude(url__in=keep.publications.values("url")).update(essay=keep)
    _hand_on_pairs(copy, keep)
    copy.delete()
    place.save()


def _close_with(place: Essay | Publication, essay: Essay) -> bool:
    """Let an essay be no more open than a place of it, as any import would; whether it was."""
    seen = Visibility(place.visibility)
    before = Visibility(essay.visibility)
    if closedness(seen) <= closedness(before):
        return False
    essay.visibility = seen.value
    # What the author hid stays theirs to open.
    if not is_hidden_by_hand(before, essay.visibility_reason):
        essay.visibility_reason = f"import: {told_of_copy(place.title, seen)}"
    return True


def _hand_on_pairs(copy: Essay, keep: Essay) -> None:
    for row in LikelyCopy.objects.filter(Q(essay=copy) | Q(copy=copy)).select_related():
        third = row.copy if row.essay_id == copy.pk else row.essay
        if third.pk == keep.pk:
            continue
        is_new = _note(keep, third, row.share)
        if is_new or row.decision == Decision.APART:
            of_both = LikelyCopy.objects.filter(essay__in=[keep, third], copy__in=[keep, third])
            of_both.update(decision=row.decision)


@transaction.atomic
def take_text(place: Publication) -> None:
    """Let an imported place give the essay its text; what gave it until now stays as a place.

    Raises ``NoText`` for a place of which only the address is known.
    """
    if not place.body:
        raise NoText(f"Of {place} only the address is known; import its text first.")
    essay = Essay.objects.select_for_update().get(pk=place.essay_id)
    before = place_columns(essay)
    essay.title, essay.body = place.title or essay.title, place.body
    essay.source_root, essay.source_path = place.source_root, place.source_path
    essay.source_format, essay.platform = place.source_format, place.platform
    essay.own_url = place.url
    essay.canonical_url = essay.canonical_url or before["url"]
    _close_with(place, essay)
    for name, value in before.items():
        setattr(place, name, value)
    place.delete()
    essay.save()
    place.pk = None
    place.save(force_insert=True)
