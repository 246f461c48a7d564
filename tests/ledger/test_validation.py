"""The validator sees every row, and an edited essay breaks the receipt that it held."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from archivebrain.celery import app
from ledger import validation
from ledger.importing import import_ledger
from ledger.models import Finding, Position
from ledger.receipts import Verdict
from ledger.rules import EssayText, Row, faults_of
from ledger.tasks import revalidate
from ledger.types import Basis
from ledger.validation import placed, stored_faults, stored_rows, validate
from retrieval.corpus.dates import read_stamp
from retrieval.models import Essay
from retrieval.types import Visibility
from tests.ledger.conftest import LATER, OLD, ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("essays")]


def run(command: str, *arguments: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command(command, *arguments, stdout=out, stderr=StringIO())
    except SystemExit as stop:
        return int(str(stop.code)), out.getvalue()
    return 0, out.getvalue()


def test_an_empty_ledger_is_clean() -> None:
    assert run("validate_ledger") == (0, "The ledger is clean: 0 positions checked.\n")


def test_an_edited_essay_breaks_its_receipt_and_the_command_says_which() -> None:
    import_ledger(ledger({}, LATER))
    assert run("validate_ledger")[0] == 0

    Essay.objects.filter(slug="old").update(body=OLD.replace("should be", "could be"))
    code, told = run("validate_ledger", "--json")

    assert code == 1
    (fault,) = json.loads(told)["faults"]
    assert (fault["id"], fault["receipt"]) == ("one", "not found")
    assert fault["nearest"] == "fares on town buses could be abolished"
    assert "could be abolished" in run("validate_ledger")[1]


def test_only_what_is_printed_looks_for_a_lost_receipt_in_other_essays() -> None:
    import_ledger(ledger({}))
    Essay.objects.filter(slug="old").update(body="Quite other words.")
    Essay.objects.filter(slug="timeless").update(body=OLD)

    (told,), (known,) = validate().faults, stored_faults()

    assert told.sentence == f"{known.sentence} It stands in 'timeless'."


def test_the_archive_is_read_once_for_all_lost_receipts(django_assert_num_queries: Any) -> None:
    other: dict[str, object] = {"id": "three", "receipt": "A tram is not a bus."}
    import_ledger(ledger({}, other))
    Essay.objects.filter(slug="old").update(body="Quite other words.")
    (known, rows) = (stored_faults(), stored_rows())
    assert len(known) == 2

    with django_assert_num_queries(1):
        placed(known, rows)


@pytest.mark.parametrize("change", [{"visibility": "draft"}, {"slug": "elsewhere"}])
def test_an_essay_that_went_is_a_fault_of_its_rows(change: dict[str, Any]) -> None:
    import_ledger(ledger({}))

    Essay.objects.filter(slug="old").update(**change)

    assert len(validate().faults) == 1


def test_a_validator_that_saw_no_rows_is_red_although_it_found_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import_ledger(ledger({}))
    monkeypatch.setattr(validation, "stored_rows", lambda: ())

    code, told = run("validate_ledger")

    assert code == 1
    assert "1 of 1 rows were not checked." in told


def test_a_validator_that_breaks_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    import_ledger(ledger({}))
    monkeypatch.setattr("ledger.rules.check", lambda receipt, text: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        run("validate_ledger")


def test_the_import_command_refuses_a_file_with_each_line_and_names_what_is_kept(
    tmp_path: Path,
) -> None:
    file = tmp_path / "ledger.yaml"
    file.write_bytes(ledger({"receipt": "words that stand nowhere at all"}))
    with pytest.raises(CommandError, match=r"line 7: one: .*\nNothing was changed\."):
        run("import_ledger", str(file))
    file.write_bytes(ledger({}, LATER))
    assert run("import_ledger", str(file)) == (0, "2 new, 0 changed, 0 unchanged positions.\n")
    file.write_bytes(ledger({}))

    assert run("import_ledger", str(file))[1].endswith("Not in the file, kept: two.\n")
    with pytest.raises(CommandError):
        run("import_ledger", str(tmp_path / "missing.yaml"))


def test_the_night_keeps_a_finding_until_it_is_mended_and_touches_no_row() -> None:
    import_ledger(ledger({}, LATER))
    before = list(Position.objects.order_by("pk").values())
    revalidate()
    assert not Finding.objects.exists()

    Essay.objects.filter(slug="old").update(body="Quite other words.")
    revalidate()
    first = Finding.objects.get()
    revalidate()

    assert Finding.objects.get().found_at == first.found_at
    assert first.position.key == "one"
    assert list(Position.objects.order_by("pk").values()) == before
    Essay.objects.filter(slug="old").update(body=OLD)
    revalidate()
    assert not Finding.objects.exists()


def test_the_night_check_is_on_the_schedule() -> None:
    tasks = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert revalidate.name in tasks


@pytest.mark.data
def test_the_shared_rows_are_told_apart(test_data: Path) -> None:
    case = test_data / "bugcases" / "QT-03"
    given = json.loads((case / "ledger.json").read_text(encoding="utf-8"))
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))["expect"]
    essays = {
        essay["id"]: EssayText(essay["text"], day(essay["published"]), Visibility.PUBLIC)
        for essay in given["essays"]
    }
    rows = [
        Row(row["id"], "mills", row["essay"], day(row["date"]), Basis.PUBLISHED, row["quote"])
        for row in given["rows"]
    ]

    faults = list(faults_of(rows, essays=essays, concepts=frozenset({"mills"})))

    verdicts = {fault.key: fault.receipt.verdict for fault in faults if fault.receipt}
    assert {row.key for row in rows} - {fault.key for fault in faults} == set(
        expected["publishable"]
    )
    assert verdicts["r2"] is verdicts["r3"] is Verdict.NOT_FOUND
    assert verdicts["r5"] is Verdict.CANNOT_CHECK
    assert verdicts["r6"] is verdicts["r7"] is Verdict.TOO_SHORT
    assert "the essay is dated 2018-03-09" in next(f.sentence for f in faults if f.key == "r4")
    assert "is not there" in next(f.sentence for f in faults if f.key == "r8")


def day(text: str) -> Any:
    stamp = read_stamp(text)
    assert stamp is not None
    return stamp.day
