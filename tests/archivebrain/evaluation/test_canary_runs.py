"""What came of a canary run is kept, told and made again each day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from archivebrain.celery import app
from archivebrain.evaluation import canary_runs
from archivebrain.evaluation.canary import Trial
from archivebrain.evaluation.canary_attempts import Check
from archivebrain.evaluation.canary_runs import EVERY, is_due, keep, run_if_due
from archivebrain.models import CanaryRun

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
CLEAN = Trial((), (Check("GET /", "", True), Check("GET /essays/", "", True)))
LEAKY = Trial((), (Check("GET /", "what?", True, traces=("herring",)),))
VOID = Trial(("Out of reach.",), ())


def test_a_run_is_kept_with_what_failed() -> None:
    for trial in (CLEAN, LEAKY, VOID):
        keep(trial, now=NOW)

    kept = CanaryRun.objects.order_by("pk").values_list("verdict", "attempt_count", "faults")
    assert list(kept) == [
        ("withheld", 2, []),
        ("leaked", 1, ["GET /, background on, 'what?': gave away herring"]),
        ("inconclusive", 0, ["Out of reach."]),
    ]


def test_it_is_due_again_after_a_day() -> None:
    assert is_due(now=NOW)

    keep(CLEAN, now=NOW)

    assert not is_due(now=NOW + EVERY - timedelta(seconds=1))
    assert is_due(now=NOW + EVERY)


def test_a_run_that_breaks_off_is_kept_as_inconclusive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canary_runs, "COMMAND", ("false",))

    run_if_due(now=NOW)

    assert list(CanaryRun.objects.values_list("ran_at", "verdict", "faults")) == [
        (NOW, "inconclusive", ["The run broke off."])
    ]


def test_nothing_is_run_that_is_not_due(monkeypatch: pytest.MonkeyPatch) -> None:
    keep(CLEAN, now=NOW)
    monkeypatch.setattr(canary_runs, "COMMAND", ("no-such-program",))

    run_if_due(now=NOW + timedelta(hours=1))

    assert CanaryRun.objects.count() == 1


def test_beat_asks_for_it() -> None:
    task = app.conf.beat_schedule["canary"]["task"]
    app.loader.import_default_modules()

    assert task in app.tasks


@pytest.mark.parametrize(
    ("trial", "told"),
    [
        (CLEAN, "2 attempts, and nothing of it came out."),
        (LEAKY, "it came out"),
        (VOID, "proved nothing"),
    ],
)
def test_the_trust_page_tells_the_last_verdict_and_its_age(
    client: Client, trial: Trial, told: str
) -> None:
    keep(CLEAN, now=NOW - EVERY)
    keep(trial, now=NOW)

    page = client.get("/trust/").content.decode()

    assert told in page
    assert "4 March 2026" in page
    assert " ago:" in page


def test_the_trust_page_does_not_claim_what_was_never_tried(client: Client) -> None:
    assert "That has not been tried here yet." in client.get("/trust/").content.decode()


def test_the_desk_shows_every_run(admin_client: Client, django_assert_max_num_queries: Any) -> None:
    keep(LEAKY, now=NOW)

    with django_assert_max_num_queries(8):
        page = admin_client.get("/admin/archivebrain/canaryrun/").content.decode()

    assert "gave away herring" in page
