"""The statistics are exactly what stands in the postings, whatever happened to the essays."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from retrieval import tallies
from retrieval.indexing import forget_essay, index_essays
from retrieval.lanes.keyword import document_frequencies, scored
from retrieval.models import Essay, EssayTally, Tally
from retrieval.postings import write_postings
from retrieval.sweeping import sweep
from retrieval.tallies import corpus_of, settle
from retrieval.types import Scope, Tier
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db

SUMS = """
SELECT lexeme, visibility, sum(chunk_count), sum(word_count) FROM retrieval_tally
GROUP BY lexeme, visibility HAVING sum(chunk_count) <> 0 OR sum(word_count) <> 0
ORDER BY lexeme, visibility
"""
ESSAY_SUMS = """
SELECT visibility, sum(essay_count), sum(digest) FROM retrieval_essaytally
GROUP BY visibility HAVING sum(essay_count) <> 0 OR sum(digest) <> 0 ORDER BY visibility
"""
ESSAYS_COUNTED_ANEW = """
SELECT visibility, count(*), sum(hash_record_extended(
  ROW(id, indexed_at, published_on, visibility, doc_type, slug, title, canonical_url), 0
)) FROM retrieval_essay GROUP BY visibility ORDER BY visibility
"""
COUNTED_ANEW = """
SELECT lexeme, essay.visibility, count(*), sum(word_count)
FROM retrieval_posting JOIN retrieval_essay AS essay ON essay.id = essay_id
GROUP BY lexeme, essay.visibility ORDER BY lexeme, essay.visibility
"""
CHANGES: dict[str, Callable[[Essay], Any]] = {
    "edited": lambda essay: edit(essay, body="A rope, and now some tar."),
    "retitled": lambda essay: edit(essay, title="Quay"),
    "in another language": lambda essay: edit(essay, language="de"),
    "without a text": lambda essay: edit(essay, body=""),
    "hidden by hand": lambda essay: hide(essay, "private"),
    "drafted by hand": lambda essay: hide(essay, "draft"),
    "hidden behind our back": lambda _: Essay.objects.update(visibility="unlisted"),
    "forgotten": lambda essay: forget_essay(essay.pk),
    "deleted": lambda essay: essay.delete(),
    "all deleted": lambda _: Essay.objects.all().delete(),
    "indexed afresh": lambda essay: index_essays([essay.pk], afresh=True),
}


def edit(essay: Essay, **fields: str) -> None:
    Essay.objects.filter(pk=essay.pk).update(**fields)
    index_essays([essay.pk])


def hide(essay: Essay, visibility: str) -> None:
    essay.visibility = visibility
    essay.save()


def fetched(sql: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_counts_are_right_after_any_change(
    change: Callable[[Essay], Any], make_essay: MakeEssay
) -> None:
    make_essay("quay", "A rope on the quay.\n\n## Tar\n\n" + "Tar and rope. " * 90)
    essay = make_essay("rope", "A rope is only as good as its splice.")
    make_essay("hidden", "A rope and a sextant.", visibility="unlisted")
    before = fetched(SUMS)

    change(essay)

    assert before
    assert fetched(SUMS) == fetched(COUNTED_ANEW)
    assert fetched(ESSAY_SUMS) == fetched(ESSAYS_COUNTED_ANEW)


def test_a_change_that_is_taken_back_leaves_no_count(make_essay: MakeEssay) -> None:
    essay = make_essay("rope", "A rope.")
    before = fetched(SUMS)

    with transaction.atomic():
        hide(essay, "private")
        assert fetched(SUMS) != before
        transaction.set_rollback(True)

    assert fetched(SUMS) == before


def test_the_sweep_adds_up_what_changes_that_index_nothing_left(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tallies, "FEW_CHANGES", 4)
    essay = make_essay("rope", "A rope.")
    settle()
    for visibility in ("draft", "unlisted", "draft", "public", "draft"):
        hide(essay, visibility)
    before, scattered = fetched(SUMS), EssayTally.objects.count()

    sweep()

    assert scattered > 4 > EssayTally.objects.count()
    assert fetched(SUMS) == before
    assert Tally.objects.count() == len(before)


def test_settling_changes_no_count_and_leaves_one_row_of_each_word(make_essay: MakeEssay) -> None:
    for at in range(4):
        hide(make_essay(f"rope-{at}", "A rope."), "draft" if at % 2 else "public")
    make_essay("gone", "A sextant.").delete()
    before, essays = fetched(SUMS), fetched(ESSAY_SUMS)

    settle()
    settle()

    assert (fetched(SUMS), fetched(ESSAY_SUMS)) == (before, essays)
    assert EssayTally.objects.count() == len(essays)
    assert Tally.objects.count() == len(before)
    assert not Tally.objects.filter(lexeme="sextant").exists()


def told(tier: Tier) -> tuple[int, float, tuple[str, ...]]:
    corpus = corpus_of(tier)
    return corpus.chunks, corpus.mean_words, corpus.languages


def test_a_corpus_is_one_tier_with_its_empty_chunks_and_its_languages(
    make_essay: MakeEssay,
) -> None:
    assert told(Tier.PUBLIC) == (0, 1, ())
    make_essay("rope", "A rope.", title="x")
    make_essay("seil", "Ein Seil liegt am Hafen.", title="x", language="de")
    make_essay("hidden", "Un cordage.", language="fr", visibility="draft")

    assert told(Tier.PUBLIC) == (2, (4 + 7) / 2, ("de", "en"))
    assert corpus_of(Tier.BACKGROUND).languages == ("fr",)


@pytest.mark.django_db(transaction=True)
def test_an_essay_hidden_while_it_is_indexed_is_counted_where_it_ends(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    essay = make_essay("rope", "A rope.")
    make_essay("quay", "A rope on the quay.")
    Essay.objects.filter(pk=essay.pk).update(body="A rope and tar.")

    def hide_meanwhile() -> None:
        Essay.objects.filter(pk=essay.pk).update(visibility="draft")
        connection.close()

    hiding = threading.Thread(target=hide_meanwhile)

    def watched(*args: Any, **kwargs: Any) -> None:
        hiding.start()
        # Long enough to meet the lock that this transaction holds.
        hiding.join(timeout=0.2)
        write_postings(*args, **kwargs)

    monkeypatch.setattr("retrieval.storing.write_postings", watched)
    index_essays([essay.pk])
    hiding.join()

    assert fetched(SUMS) == fetched(COUNTED_ANEW)
    assert document_frequencies(["rope", "tar"]) == {"rope": 1, "tar": 0}
    assert len(scored("rope", Scope(), limit=5)) == 1


@pytest.mark.django_db(transaction=True)
def test_essays_indexed_and_counts_settled_at_once_add_up(make_essay: MakeEssay) -> None:
    essays = [make_essay(f"rope-{at}", f"A rope, number {at}, and tar.") for at in range(4)]
    gate = threading.Barrier(4)

    def again(essay: Essay) -> None:
        gate.wait()
        for visibility in ("draft", "public"):
            Essay.objects.filter(pk=essay.pk).update(visibility=visibility)
            index_essays([essay.pk], afresh=True)
            settle()
        connection.close()

    threads = [threading.Thread(target=again, args=[essay]) for essay in essays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert fetched(SUMS) == fetched(COUNTED_ANEW)
    assert document_frequencies(["rope"]) == {"rope": 4}
