"""Finds essays with much text in common, and joins two that the author says are one work."""

from collections.abc import Collection, Iterator

from django.db import transaction
from django.db.models.functions import Length

from retrieval.corpus.places import place_columns
from retrieval.corpus.syndication import CLEANEST_FIRST
from retrieval.likeness import ENOUGH_RUNS, Runs, runs_of, shared
from retrieval.models import Decision, Essay, LikelyCopy, Publication

# Half of the shorter text: a copy with a new opening, not a quotation.
LIKELY = 0.5
# Shorter texts than this have too few runs to tell.
MIN_CHARACTERS = 300


class NoText(Exception):
    """A place that can give no text; the message is a sentence for the author."""


def propose_copies(essay_ids: Collection[int]) -> int:
    """Hold these essays against all others, and note likely copies; how many are new.

    Runs of every text are read anew: about two seconds for a thousand essays.
    """
    if not essay_ids:
        return 0
    runs = dict(_all_runs())
    LikelyCopy.objects.filter(decision=Decision.OPEN, copy__in=essay_ids).delete()
    LikelyCopy.objects.filter(decision=Decision.OPEN, essay__in=essay_ids).delete()
    pairs = list(_likely_pairs(set(essay_ids) & runs.keys(), runs))
    essays = Essay.objects.defer("body").in_bulk(
        {pk for one, other, _ in pairs for pk in (one, other)}
    )
    found = 0
    for one, other, share in pairs:
        keep, copy = sorted((essays[one], essays[other]), key=_preference)
        if not _is_decided(keep, copy):
            LikelyCopy.objects.create(essay=keep, copy=copy, share=share)
            found += 1
    return found


def _all_runs() -> Iterator[tuple[int, Runs]]:
    essays = Essay.objects.annotate(length=Length("body")).filter(length__gte=MIN_CHARACTERS)
    for pk, body in essays.values_list("pk", "body").iterator(chunk_size=200):
        runs = runs_of(body)
        if len(runs) >= ENOUGH_RUNS:
            yield pk, runs


def _likely_pairs(
    changed: Collection[int], runs: dict[int, Runs]
) -> Iterator[tuple[int, int, float]]:
    """Each pair once; only essays that have a run in common are compared at all."""
    holding: dict[int, list[int]] = {}
    for pk, own in runs.items():
        for run in own:
            holding.setdefault(run, []).append(pk)
    for pk in sorted(changed):
        others = {other for run in runs[pk] for other in holding[run] if other != pk}
        for other in sorted(others):
            if other in changed and other < pk:
                continue
            share = shared(runs[pk], runs[other])
            if share >= LIKELY:
                yield pk, other, share


def _preference(essay: Essay) -> tuple[int, bool, str, int]:
    """The cleaner source stays, of equals the one that was published first."""
    dated = essay.published_on
    return (
        CLEANEST_FIRST.index(essay.source_format),
        dated is None,
        dated.isoformat() if dated else "",
        essay.pk,
    )


def _is_decided(one: Essay, other: Essay) -> bool:
    return LikelyCopy.objects.filter(essay__in=[one, other], copy__in=[one, other]).exists()


@transaction.atomic
def join(keep: Essay, copy: Essay) -> None:
    """Make ``copy`` another place of ``keep``; its address leads there from now on."""
    place = Publication(essay=keep, slug=copy.slug, **place_columns(copy))
    keep.publications.filter(url=place.url).exclude(url="").delete()
    copy.publications.exclude(url__in=keep.publications.values("url")).update(essay=keep)
    copy.delete()
    place.save()


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
    for name, value in before.items():
        setattr(place, name, value)
    place.delete()
    essay.save()
    place.pk = None
    place.save(force_insert=True)
