"""Another model for the whole archive: prepared beside the live one, resumed, switched at once."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from retrieval import reembedding
from retrieval.embedders import EmbedderUnavailable
from retrieval.generations import get_embedder, waiting_model
from retrieval.indexing import essays_behind, index_essays, inline
from retrieval.locks import REEMBED_LOCK
from retrieval.models import Chunk, ChunkVector, Essay, Generation, PreparedVector
from retrieval.reembedding import PREPARING, SWITCHING, AnotherRun, ReembedStep, reembed
from retrieval.search import search
from tests.retrieval.conftest import CountingEmbedder
from tests.retrieval.hashed import HashedEmbedder

pytestmark = pytest.mark.django_db

TEXTS = {
    "rope": "A rope is only as good as its splice.",
    "bread": "Bread is a clock that runs on yeast.",
    "quay": "A quay remembers every ship that ever leaned on it.",
}


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch, settings: Any) -> dict[str, CountingEmbedder]:
    """Two models by name, of other sizes and windows; the archive is indexed with the old one."""
    known = {
        "old": CountingEmbedder(HashedEmbedder("old", dimensions=64)),
        "new": CountingEmbedder(HashedEmbedder("new", dimensions=32, window_tokens=128)),
        "third": CountingEmbedder(HashedEmbedder("third", dimensions=16)),
    }

    def named(name: str) -> CountingEmbedder:
        if name in known:
            return known[name]
        raise EmbedderUnavailable(f"EMBEDDING_MODEL={name!r} is no folder here.")

    monkeypatch.setattr("retrieval.generations.embedder_named", named)
    monkeypatch.setattr("retrieval.reembedding.embedder_named", named)
    monkeypatch.setattr(reembedding, "ESSAYS_AT_ONCE", 1)
    settings.EMBEDDING_MODEL = "old"
    for slug, body in TEXTS.items():
        save(slug, body)
    assert fingerprints() == {known["old"].fingerprint}
    return known


def save(slug: str, body: str) -> Essay:
    with inline():
        essay, _ = Essay.objects.update_or_create(
            slug=slug, defaults={"title": slug, "body": body, "visibility": "public"}
        )
    index_essays([essay.pk])
    return essay


def fingerprints() -> set[str]:
    return set(ChunkVector.objects.values_list("fingerprint", flat=True))


def first_found(text: str) -> tuple[str, bool]:
    """The slug that is found first by meaning alone, and whether anything was down."""
    result = search(text, lanes=["vector"])
    return result.passages[0].essay.slug if result.passages else "", bool(result.degraded)


def test_all_vectors_are_the_new_models_and_answer_without_a_restart(
    models: dict[str, CountingEmbedder],
) -> None:
    assert first_found("yeast bread") == ("bread", False)

    report = reembed("new")

    assert (report.is_new, report.essays, report.embedded, report.kept) == (True, 3, 3, 0)
    assert fingerprints() == {models["new"].fingerprint}
    assert get_embedder() is models["new"]
    assert first_found("yeast bread") == ("bread", False)
    assert Generation.objects.get().model == "new"
    assert essays_behind() == []
    assert not PreparedVector.objects.exists()
    assert set(Essay.objects.values_list("index_fault", flat=True)) == {""}


def test_the_same_model_again_embeds_nothing(models: dict[str, CountingEmbedder]) -> None:
    reembed("new")
    models["new"].texts.clear()

    report = reembed("new")

    assert (report.is_new, report.embedded, models["new"].texts) == (False, 0, [])


def test_answers_go_on_with_the_old_model_meanwhile(models: dict[str, CountingEmbedder]) -> None:
    seen: list[tuple[str, tuple[str, bool]]] = []

    def look(step: ReembedStep) -> None:
        if step.stage == PREPARING:
            seen.append((get_embedder().name, first_found("yeast bread")))

    reembed("new", tell=look)

    assert seen == [("old", ("bread", False))] * 3


def test_a_run_that_was_killed_is_taken_up_where_it_was(
    models: dict[str, CountingEmbedder],
) -> None:
    def kill(step: ReembedStep) -> None:
        if step.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reembed("new", tell=kill)
    assert fingerprints() == {models["old"].fingerprint}
    models["new"].texts.clear()

    report = reembed("new")

    assert (report.embedded, report.kept) == (1, 2)
    assert len(models["new"].texts) == 1
    assert fingerprints() == {models["new"].fingerprint}


def test_what_was_prepared_for_another_model_is_thrown_away(
    models: dict[str, CountingEmbedder],
) -> None:
    def kill(step: ReembedStep) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reembed("third", tell=kill)

    assert reembed("new").kept == 0
    assert fingerprints() == {models["new"].fingerprint}


def test_what_changes_meanwhile_ends_with_the_new_models_vectors(
    models: dict[str, CountingEmbedder],
) -> None:
    def change(step: ReembedStep) -> None:
        if (step.stage, step.done, step.total) == (PREPARING, 3, 3):
            save("rope", "A rope is a promise, said the rigger.")
            save("lamp", "A lamp that came late to the harbour.")
            Essay.objects.get(slug="quay").delete()
            Essay.objects.filter(slug="bread").update(visibility="private")

    reembed("new", tell=change)

    assert fingerprints() == {models["new"].fingerprint}
    assert dict(Chunk.objects.values_list("essay__slug", "plain")).keys() >= {"rope", "lamp"}
    assert first_found("rigger promise") == ("rope", False)
    assert first_found("late lamp") == ("lamp", False)
    assert "bread" not in {passage.essay.slug for passage in search("bread yeast").passages}


def test_an_essay_read_with_the_old_model_is_stored_with_the_new_one(
    models: dict[str, CountingEmbedder], monkeypatch: pytest.MonkeyPatch
) -> None:
    embed = models["old"].embed

    def switched_meanwhile(texts: Any) -> Any:
        monkeypatch.setattr(models["old"], "embed", embed)
        reembed("new")
        return embed(texts)

    monkeypatch.setattr(models["old"], "embed", switched_meanwhile)
    save("rope", "A rope that was edited just then.")

    assert fingerprints() == {models["new"].fingerprint}
    assert first_found("edited rope") == ("rope", False)


@pytest.fixture
def elsewhere() -> Iterator[Any]:
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        yield cursor
    other.close()


def test_a_second_run_says_that_another_is_at_work(
    models: dict[str, CountingEmbedder], elsewhere: Any
) -> None:
    elsewhere.execute("SELECT pg_advisory_lock(%s)", [REEMBED_LOCK])

    with pytest.raises(AnotherRun, match="Another reembed is at work"):
        reembed("new")
    with pytest.raises(CommandError, match="kept, and the next one goes on"):
        call_command("reembed", "--model", "new")

    assert fingerprints() == {models["old"].fingerprint}


@pytest.mark.django_db(transaction=True)
def test_a_reader_has_the_old_generation_until_the_new_one_is_whole(
    models: dict[str, CountingEmbedder],
) -> None:
    seen: list[tuple[str, bool]] = []

    def look() -> None:
        seen.append(first_found("yeast bread"))
        connection.close()

    def while_switching(step: ReembedStep) -> None:
        if step.stage == SWITCHING:
            reader = threading.Thread(target=look)
            reader.start()
            reader.join()

    reembed("new", tell=while_switching)

    assert seen == [("bread", False)] * 3
    assert fingerprints() == {models["new"].fingerprint}


def test_an_unknown_model_is_named_and_nothing_is_done(
    models: dict[str, CountingEmbedder],
) -> None:
    with pytest.raises(CommandError, match="'nowhere' is no folder"):
        call_command("reembed", "--model", "nowhere")

    assert fingerprints() == {models["old"].fingerprint}


def test_a_live_model_that_moved_is_found_by_its_setting_or_asked_for(
    models: dict[str, CountingEmbedder], settings: Any
) -> None:
    Generation.objects.update(model="/gone/old")
    assert get_embedder() is models["old"]

    settings.EMBEDDING_MODEL = "new"
    with pytest.raises(EmbedderUnavailable, match="which is not to be found"):
        get_embedder()
    assert search("yeast bread").degraded == ("embeddings",)

    reembed("new")
    assert first_found("yeast bread") == ("bread", False)


def test_the_setting_alone_changes_no_answer_and_the_author_is_told(
    models: dict[str, CountingEmbedder], settings: Any
) -> None:
    assert waiting_model() == ""
    settings.EMBEDDING_MODEL = "new"

    assert get_embedder() is models["old"]
    assert first_found("yeast bread") == ("bread", False)
    assert waiting_model().startswith("EMBEDDING_MODEL names new, and the archive answers by old.")


def test_a_setting_that_names_no_model_is_told_by_index_and_stops_nothing(
    models: dict[str, CountingEmbedder], settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.EMBEDDING_MODEL = "nowhere"

    call_command("index")

    told = capsys.readouterr()
    assert told.out.startswith("0 essays indexed")
    assert "The archive answers by old" in told.err
    assert "'nowhere' is no folder" in told.err
