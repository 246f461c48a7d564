"""The deploy step: each check finds its fault, tells the way out, and can say no."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection

from archivebrain.evaluation import predeploy
from archivebrain.evaluation.predeploy import (
    Finding,
    findings,
    golden_faults,
    ledger_faults,
    migration_faults,
    setting_faults,
    window_faults,
)
from archivebrain.management.commands.predeploy import Command
from ledger.models import Concept, Position
from retrieval.embedders import EmbedderUnavailable
from retrieval.generations import get_embedder
from retrieval.models import Chunk, ChunkVector, Essay

pytestmark = pytest.mark.django_db


def command() -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("predeploy", "--json", stdout=out, stderr=StringIO())
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.torch
def test_the_defaults_of_a_laptop_are_clear() -> None:
    assert list(setting_faults()) == []
    assert list(migration_faults()) == []


@pytest.mark.torch
def test_a_public_address_that_would_not_answer_is_found(settings: Any) -> None:
    settings.ARCHIVEBRAIN_SITE_URL = "https://brain.example.org"

    assert list(setting_faults()) == [
        "ALLOWED_HOSTS lacks brain.example.org, the host of ARCHIVEBRAIN_SITE_URL. Add it."
    ]


@pytest.mark.torch
def test_a_public_address_without_encryption_is_found(settings: Any) -> None:
    settings.ARCHIVEBRAIN_SITE_URL = "http://brain.example.org"
    settings.ALLOWED_HOSTS = ["brain.example.org"]

    (sentence,) = setting_faults()
    assert "in the open" in sentence


def test_a_migration_that_was_not_applied_is_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'gaps'")

    (sentence,) = migration_faults()
    assert "gaps.0001" in sentence
    assert "manage.py migrate" in sentence


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
class TestOfTheIndex:
    """Over the sample archive's own index."""

    def test_an_index_as_it_should_be_is_clear(self) -> None:
        assert list(window_faults()) == []

    def test_a_chunk_that_would_be_cut_is_found(self) -> None:
        chunk = Chunk.objects.first()
        assert chunk is not None
        chunk.token_count = get_embedder().window_tokens + 1
        chunk.save()

        assert next(iter(window_faults())).startswith("1 chunks are longer than the")

    def test_vectors_of_another_model_are_found(self) -> None:
        ChunkVector.objects.update(fingerprint="f" * 64)

        assert "are of another model" in next(iter(window_faults()))

    def test_an_essay_that_is_not_indexed_is_found(self) -> None:
        Essay.objects.filter(slug="tidy-lawns").update(body="Lawns.")

        assert list(window_faults()) == [
            "1 essays are not indexed as they stand. Run `python manage.py index`."
        ]


def test_a_receipt_that_does_not_stand_is_found() -> None:
    Essay.objects.create(
        slug="lawns",
        title="Lawns",
        body="A mown lawn is common ground.",
        visibility="public",
        published_on=date(2020, 8, 23),
        published_origin="front_matter",
    )
    Position.objects.create(
        key="lawn-2020",
        concept=Concept.objects.create(slug="lawns", name="Lawns"),
        stance="A mown lawn is good.",
        essay_slug="lawns",
        dated=date(2020, 8, 23),
        receipt="A mown lawn is shared ground.",
    )

    assert any("lawn-2020" in sentence for sentence in ledger_faults())


def test_a_golden_set_that_nobody_imported_stops_the_deploy() -> None:
    assert list(golden_faults()) == [
        "The split tune is empty. Import a golden file with cases for it."
    ]


def test_every_finding_of_every_check_is_told_and_the_step_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checks: tuple[tuple[str, Callable[[], list[str]]], ...] = (
        ("first", lambda: ["One.", "Two."]),
        ("second", lambda: []),
        ("third", lambda: ["3."]),
    )
    monkeypatch.setattr(predeploy, "CHECKS", checks)

    code, printed = command()

    assert code == 1
    assert json.loads(printed)["findings"] == [
        {"check": "first", "sentence": "One."},
        {"check": "first", "sentence": "Two."},
        {"check": "third", "sentence": "3."},
    ]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (ProgrammingError('relation "essay" does not exist\nLINE 1'), 'relation "essay" does not'),
        (EmbedderUnavailable("There is no folder /nowhere."), "There is no folder /nowhere."),
    ],
)
def test_a_check_that_cannot_look_is_a_finding_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, told: str
) -> None:
    def blind() -> Iterator[str]:
        yield "Half."
        raise fault

    monkeypatch.setattr(predeploy, "CHECKS", (("blind", blind), ("next", lambda: ["Seen."])))

    half, cannot, seen = findings(begun=lambda name: None)

    assert (half, seen) == (Finding("blind", "Half."), Finding("next", "Seen."))
    assert told in cannot.sentence
    assert "LINE 1" not in cannot.sentence


def test_a_faulty_setting_is_a_finding_and_no_end_of_the_command(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(predeploy, "CHECKS", (("settings", setting_faults),))
    settings.EMBEDDING_MODEL = "/nowhere"
    out = StringIO()

    with pytest.raises(SystemExit):
        # As the command line runs it, which call_command does not: with checks beforehand.
        Command(stdout=out, stderr=StringIO()).execute(
            json=True, skip_checks=False, force_color=False, no_color=False
        )

    assert "/nowhere" in json.loads(out.getvalue())["findings"][0]["sentence"]


def test_without_a_finding_the_step_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predeploy, "CHECKS", (("first", lambda: []),))

    code, printed = command()

    assert (code, json.loads(printed)["clear"]) == (0, True)
