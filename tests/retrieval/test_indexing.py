"""What indexing leaves in the database, and what it does not do again."""

import json
import threading
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from retrieval import indexing
from retrieval.chunking import Piece
from retrieval.embedders.checked import embed_each, fault_of
from retrieval.indexing import essays_behind, forget_essay, index_essays
from retrieval.lanes.keyword import scored
from retrieval.models import Chunk, ChunkVector, Essay, Posting
from retrieval.postings import write_postings
from retrieval.sweeping import sweep
from retrieval.types import Scope, Visibility
from tests.retrieval.conftest import CountingEmbedder, MakeEssay, use_embedder

pytestmark = pytest.mark.django_db

THREE = "\n\n".join(
    f"## Part {name}\n\n" + f"What {name} has to say goes on for a while, word by word. " * 6
    for name in ("one", "two", "three")
)


def vectors_of(essay: Essay) -> dict[str, int]:
    return dict(Chunk.objects.filter(essay=essay).values_list("content_hash", "pk"))


def test_a_new_essay_gets_chunks_vectors_and_words(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    essay = make_essay("parts", THREE)

    chunks = Chunk.objects.filter(essay=essay).order_by("ordinal")
    assert [chunk.heading_path for chunk in chunks] == [["Part one"], ["Part two"], ["Part three"]]
    assert [chunk.ordinal for chunk in chunks] == [0, 1, 2]
    assert ChunkVector.objects.filter(fingerprint=embedder.fingerprint).count() == 3
    assert Posting.objects.filter(lexeme="three", chunk=chunks[2]).exists()
    assert essay.indexed_key == essay.text_key
    assert essay.indexed_at is not None
    assert essays_behind() == []


def test_what_nobody_edits_meanwhile_is_read_in_one_pass(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    essay = make_essay("parts", THREE)
    steps: list[indexing.IndexStep] = []

    index_essays([essay.pk], report=steps.append, afresh=True)

    assert steps == [indexing.IndexStep(done=1, total=1, embedded=3)]


def test_an_essay_that_is_to_be_indexed_afresh_keeps_nothing_and_is_done_once(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    essay, other = make_essay("parts", THREE), make_essay("rope")
    hidden = make_essay("hidden", visibility="private")
    before = vectors_of(essay)
    embedder.texts.clear()

    assert indexing.ask_afresh([essay.pk, hidden.pk]) == 1
    assert essays_behind() == [essay.pk]
    report = sweep()

    assert (report.essays, report.embedded, report.kept) == (1, 3, 0)
    assert not before.items() & vectors_of(essay).items()
    assert sweep() == indexing.IndexReport()
    assert vectors_of(other)


def test_a_wish_that_comes_while_an_essay_is_stored_is_heeded(
    make_essay: MakeEssay, embedder: CountingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    essay = make_essay("parts", THREE)
    Essay.objects.filter(pk=essay.pk).update(body=THREE + "\n\nOne more.")

    def meanwhile(*args: Any) -> Any:
        monkeypatch.setattr(indexing, "embed_each", embed_each)
        indexing.ask_afresh([essay.pk])
        return embed_each(*args)

    monkeypatch.setattr(indexing, "embed_each", meanwhile)
    report = index_essays([essay.pk])

    assert (report.essays, report.kept) == (1, 0)
    assert essays_behind() == []


def test_a_second_run_touches_nothing(make_essay: MakeEssay, embedder: CountingEmbedder) -> None:
    essay = make_essay("parts", THREE)
    embedder.texts.clear()

    report = index_essays([essay.pk])

    assert report == indexing.IndexReport()
    assert embedder.texts == []
    assert Essay.objects.get(pk=essay.pk).indexed_at == essay.indexed_at


@pytest.mark.parametrize(
    "change",
    [
        {"published_on": date(2001, 2, 3)},
        {"visibility": "unlisted"},
        {"tags": ["new"]},
        {"language": "de"},
    ],
    ids=["date", "visibility", "tags", "language"],
)
def test_a_change_beside_the_text_embeds_nothing(
    make_essay: MakeEssay, embedder: CountingEmbedder, change: dict[str, Any]
) -> None:
    essay = make_essay("parts", THREE)
    embedder.texts.clear()

    for name, value in change.items():
        setattr(essay, name, value)
    essay.save()
    index_essays([essay.pk])

    assert embedder.texts == []
    assert essays_behind() == []


def test_an_edited_paragraph_is_embedded_alone(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    essay = make_essay("parts", THREE)
    before = vectors_of(essay)
    embedder.texts.clear()

    Essay.objects.filter(pk=essay.pk).update(body=THREE.replace("What two has", "What II has"))
    report = index_essays([essay.pk])

    assert (report.embedded, report.kept, report.deleted) == (1, 2, 1)
    assert len(embedder.texts) == 1
    assert "What II has" in embedder.texts[0]
    assert len(before.items() & vectors_of(essay).items()) == 2


def test_moved_sections_keep_their_vectors_and_take_their_new_places(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    essay = make_essay("parts", THREE)
    before = vectors_of(essay)
    embedder.texts.clear()

    one, two, three = THREE.split("\n\n## ")
    moved = "\n\n".join([f"## {three}", f"{one}", f"## {two}"])
    Essay.objects.filter(pk=essay.pk).update(body=moved)
    index_essays([essay.pk])

    assert embedder.texts == []
    assert vectors_of(essay) == before
    placed = Chunk.objects.filter(essay=essay).order_by("ordinal")
    assert [chunk.heading_path for chunk in placed] == [["Part three"], ["Part one"], ["Part two"]]


def test_a_new_title_changes_every_chunk(make_essay: MakeEssay, embedder: CountingEmbedder) -> None:
    essay = make_essay("parts", THREE)
    Essay.objects.filter(pk=essay.pk).update(title="Another name")

    report = index_essays([essay.pk])

    assert (report.embedded, report.deleted) == (3, 3)
    assert Posting.objects.filter(lexeme="anoth").count() == 3


def test_another_language_stems_the_words_anew_and_embeds_nothing(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    essay = make_essay("haus", "Die Häuser stehen am Hafen.", language="en")
    before = set(Chunk.objects.values_list("pk", flat=True))
    assert Posting.objects.get(lexeme="haus").frequency == 2
    embedder.texts.clear()

    Essay.objects.filter(pk=essay.pk).update(language="de")
    assert essays_behind() == [essay.pk]
    report = index_essays(essays_behind())

    # Twice for the title, and as the stem of its plural, which counts with and without its mark.
    assert Posting.objects.get(lexeme="haus").frequency == 4
    assert not Posting.objects.filter(lexeme="häuser").exists()
    assert (report.embedded, report.kept, embedder.texts) == (0, 1, [])
    assert set(Chunk.objects.values_list("pk", flat=True)) == before
    assert essays_behind() == []


def test_a_private_essay_has_no_chunk_and_none_is_made(make_essay: MakeEssay) -> None:
    essay = make_essay("diary", THREE, visibility=Visibility.PRIVATE.value)

    assert not Chunk.objects.filter(essay=essay).exists()
    assert essays_behind() == []


def test_hiding_takes_effect_in_the_transaction_of_the_edit(make_essay: MakeEssay) -> None:
    essay = make_essay("diary", THREE)
    essay.visibility = Visibility.PRIVATE.value

    essay.save()

    assert not Chunk.objects.exists()
    assert not Posting.objects.exists()
    assert not ChunkVector.objects.exists()


def test_an_essay_hidden_behind_djangos_back_is_swept(make_essay: MakeEssay) -> None:
    essay = make_essay("diary", THREE)
    Essay.objects.filter(pk=essay.pk).update(visibility=Visibility.PRIVATE.value)
    assert essays_behind() == [essay.pk]

    index_essays(essays_behind())

    assert not Chunk.objects.exists()
    assert essays_behind() == []


def test_deleting_an_essay_leaves_nothing_of_it(make_essay: MakeEssay) -> None:
    make_essay("gone", THREE).delete()

    assert [table.objects.count() for table in (Chunk, Posting, ChunkVector)] == [0, 0, 0]


def test_an_essays_end_looks_for_its_words_by_its_chunks_alone(make_essay: MakeEssay) -> None:
    essay = make_essay("gone", THREE)

    with CaptureQueriesContext(connection) as asked:
        essay.delete()

    of_words = [one["sql"] for one in asked if '"retrieval_posting"' in one["sql"]]
    assert of_words
    assert not [sql for sql in of_words if '"essay_id"' in sql.partition("WHERE")[2]]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT confrelid::regclass::text FROM pg_constraint"
            " WHERE contype = 'f' AND conrelid = 'retrieval_posting'::regclass"
        )
        # What is referred to is looked for again by the database itself when it goes.
        assert cursor.fetchall() == [("retrieval_chunk",)]


def test_an_unknown_id_and_an_empty_body_are_no_fault(make_essay: MakeEssay) -> None:
    essay = make_essay("empty", "")

    assert index_essays([essay.pk, 999_999]).faults == ()
    assert not Chunk.objects.filter(essay=essay).exists()
    assert essays_behind() == []


def test_an_essay_edited_while_it_was_embedded_is_read_again(
    make_essay: MakeEssay, embedder: CountingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    essay = make_essay("parts", THREE)
    Essay.objects.filter(pk=essay.pk).update(body="The second text about rope.")

    class EditedMeanwhile(CountingEmbedder):
        def embed(self, texts: Any) -> Any:
            if not self.texts:
                Essay.objects.filter(pk=essay.pk).update(body="The third text about tar.")
            return super().embed(texts)

    use_embedder(monkeypatch, EditedMeanwhile(embedder.inner))
    index_essays([essay.pk])

    assert [chunk.plain for chunk in Chunk.objects.all()] == ["The third text about tar."]
    assert essays_behind() == []


def test_a_chunk_beyond_the_window_is_a_fault_and_not_cut_short(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    essay = make_essay("good")
    Essay.objects.filter(pk=essay.pk).update(body="changed")
    long = Piece(0, (), "", "words", "words", "words", token_count=257)
    monkeypatch.setattr("retrieval.indexing.chunk", lambda *_, **__: (long,))

    report = index_essays([essay.pk])

    assert [slug for slug, _ in report.faults] == ["good"]
    assert "window of 256 tokens" in Essay.objects.get(pk=essay.pk).index_fault


class FaultyEmbedder(CountingEmbedder):
    """Gives NaN, zeros and an error for the texts that name them."""

    def embed(self, texts: Any) -> Any:
        if any("explode" in text for text in texts):
            raise ValueError("cannot embed this")
        vectors = super().embed(texts)
        for at, text in enumerate(texts):
            vectors[at] = np.nan if "poison" in text else vectors[at]
            vectors[at] = 0 if "hollow" in text else vectors[at]
        return vectors


def test_a_bad_vector_is_never_stored_and_its_chunk_is_found_by_words(
    make_essay: MakeEssay, embedder: CountingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_embedder(monkeypatch, FaultyEmbedder(embedder.inner))

    for slug in ("sound", "poison", "hollow", "explode"):
        make_essay(slug, f"Only this text has the word {slug} in it.")

    assert [v.chunk.essay.slug for v in ChunkVector.objects.all()] == ["sound"]
    faults = dict(Essay.objects.values_list("slug", "index_fault"))
    assert faults["sound"] == ""
    assert "nan" in faults["poison"]
    assert "zero" in faults["hollow"]
    assert "ValueError" in faults["explode"]
    for slug in ("poison", "hollow", "explode"):
        assert len(scored(slug, Scope(), limit=5)) == 1
    assert essays_behind() == []


def test_a_chunk_that_lacks_its_vector_gets_it_with_the_next_run_of_all(
    make_essay: MakeEssay, embedder: CountingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_embedder(monkeypatch, FaultyEmbedder(embedder.inner))
    essay = make_essay("poison")
    use_embedder(monkeypatch, embedder)

    report = index_essays([essay.pk], afresh=True)

    assert report.embedded == 1
    assert Essay.objects.get(pk=essay.pk).index_fault == ""


def test_forgetting_an_essay_twice_is_harmless(make_essay: MakeEssay) -> None:
    essay = make_essay("twice")

    forget_essay(essay.pk)
    forget_essay(essay.pk)

    assert not Chunk.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_leave_one_index(make_essay: MakeEssay) -> None:
    essay = make_essay("parts", "before")
    Essay.objects.filter(pk=essay.pk).update(body=THREE)
    gate = threading.Barrier(2)

    def run() -> None:
        gate.wait()
        index_essays([essay.pk])
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert Chunk.objects.filter(essay=essay).count() == 3
    assert essays_behind() == []


@pytest.mark.django_db(transaction=True)
def test_a_reader_sees_the_old_index_until_the_new_one_is_whole(
    make_essay: MakeEssay, monkeypatch: pytest.MonkeyPatch
) -> None:
    essay = make_essay("parts", "The old text about rope.")
    Essay.objects.filter(pk=essay.pk).update(body="The new text about tar.")
    seen: list[list[str]] = []

    def look() -> None:
        seen.append([chunk.plain for chunk in Chunk.objects.all()])
        connection.close()

    def watched(*args: Any, **kwargs: Any) -> None:
        reader = threading.Thread(target=look)
        reader.start()
        reader.join()
        write_postings(*args, **kwargs)

    monkeypatch.setattr("retrieval.storing.write_postings", watched)
    index_essays([essay.pk])

    assert seen == [["The old text about rope."]]
    assert [chunk.plain for chunk in Chunk.objects.all()] == ["The new text about tar."]


@pytest.mark.data
def test_the_recorded_batch_stores_what_is_sound(test_data: Path) -> None:
    folder = test_data / "bugcases" / "EM-03"
    batch = json.loads((folder / "batch.json").read_text())
    expect = json.loads((folder / "expected.json").read_text())["expect"]
    vectors = batch["fake_embedder"]["vectors"]

    faults = {
        text: fault_of([float(value) for value in vectors[text]], dimensions=batch["dimension"])
        for text in batch["texts"]
    }

    assert [text for text, fault in faults.items() if not fault] == expect["stored"]
    for text, reason in expect["failed"].items():
        assert reason in faults[text]
