"""A ledger is taken in whole or not at all, and every fault bears its line."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from ledger.importing import LedgerImport, import_ledger
from ledger.models import Concept, Position
from ledger.validation import validate
from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.importing import ImportOptions, import_sources
from tests.conftest import SAMPLE
from tests.ledger.conftest import LATER, ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("essays")]


def faults_of(data: bytes) -> list[str]:
    with pytest.raises(FaultyFile) as caught:
        import_ledger(data)
    assert not Position.objects.exclude(key__startswith="kept").exists()
    return [fault.sentence for fault in caught.value.faults]


def test_rows_come_in_and_come_in_again_unchanged() -> None:
    data = ledger({}, LATER)

    assert import_ledger(data) == LedgerImport(new=2, changed=0, unchanged=0, kept=())
    assert import_ledger(data) == LedgerImport(new=0, changed=0, unchanged=2, kept=())
    row = Position.objects.get(key="two")
    assert row.supersedes == Position.objects.get(key="one")
    assert (row.dated, row.change, row.basis) == (date(2024, 5, 26), "reversed", "published")
    assert Concept.objects.get().aliases == ["bus fares"]


def test_a_row_that_left_the_file_is_kept_and_named() -> None:
    import_ledger(ledger({}, LATER))

    report = import_ledger(ledger({"stance": "Other words."}))

    assert report == LedgerImport(new=0, changed=1, unchanged=0, kept=("two",))
    assert Position.objects.count() == 2


def test_rows_may_trade_places() -> None:
    same_day: dict[str, object] = {
        "essay": "old",
        "dated": date(2020, 1, 5),
        "receipt": "A tram is not a bus.",
    }
    rows = ({"id": "a"}, LATER | same_day | {"id": "b", "supersedes": "a"},
            LATER | same_day | {"id": "c", "supersedes": "b"})  # fmt: skip
    import_ledger(ledger(*rows))

    report = import_ledger(
        ledger(rows[0], rows[1] | {"supersedes": "c"}, rows[2] | {"supersedes": "a"})
    )

    assert (report.changed, report.unchanged) == (2, 1)
    assert Position.objects.get(key="c").supersedes == Position.objects.get(key="a")


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"receipt": "Fares on town buses should be abolished."}, "does not stand in the essay"),
        ({"receipt": "fares on town buses should be\u00a0abolished"}, "only in the same words"),
        ({"receipt": "A description that is never quoted"}, "nor does its like"),
        ({"receipt": "a bus is not a tram"}, "does not stand in the essay"),
        ({"receipt": "the figure counted transfers twice."}, "It stands in 'new'."),
        ({"receipt": "A tram is not"}, "has 4 words; quote at least 5."),
        ({"dated": date(2020, 1, 6)}, "dated 2020-01-06, but the essay is dated 2020-01-05"),
        ({"dated": ""}, "it has no date"),
        ({"dated": "soon"}, "dated 'soon' is not a date"),
        ({"basis": "undated"}, "it is undated and has the date 2020-01-05"),
        ({"basis": "in_text"}, "the date 2020-01-05 does not stand in the essay's text"),
        ({"basis": "guessed"}, "the basis 'guessed' is not known; write published or in_text"),
        ({"essay": "gone"}, "the essay 'gone' is not there"),
        ({"essay": "draft", "dated": date(2021, 1, 1),
          "receipt": "A draft says things that nobody"}, "'draft' is not public, but draft"),
        ({"essay": "timeless", "receipt": "Nobody knows when this was"}, "date is not known"),
        ({"concept": "trams"}, "the concept 'trams' is not known"),
        ({"change": "refined"}, "refined needs the row that it changes; add supersedes."),
        ({"change": "reaffirmed"}, "reaffirmed needs the row that it reaffirms"),
        ({"change": "current"}, "the change 'current' is not known"),
        ({"supersedes": "nobody", "change": "refined"}, "there is no such row"),
        ({"supersedes": "nobody"}, "does not say how; add change"),
        ({"retracted": date(2019, 1, 1)}, "before it was held (2020-01-05)"),
        ({"lifecycle": "held"}, "the key 'lifecycle' is not known here"),
        ({"status": "current"}, "the key 'status' is not known here"),
    ],
)  # fmt: skip
def test_every_rule_refuses_the_row_that_breaks_it(row: dict[str, object], fault: str) -> None:
    found = faults_of(ledger(row))

    assert [sentence for sentence in found if fault in sentence], found


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([{}, LATER, LATER | {"id": "three"}], "'two' and 'three' all supersede 'one'"),
        ([{}, {"stance": "Again."}], "the id 'one' stands in line 7 already"),
        ([{"supersedes": "one", "change": "refined"}], "comes back to itself over 'one'"),
        ([{"supersedes": "two", "change": "refined"}, LATER], "comes back to itself"),
        ([LATER | {"supersedes": ""}, {"id": "three", "supersedes": "two", "change": "refined"}],
         "supersedes 'two', which is later: 2024-05-26"),
        ([{}, LATER | {"reaffirms": "one"}], "reversed reaffirms nothing"),
        ([{}, LATER | {"change": "reaffirmed", "reaffirms": "one"}], "supersedes nothing"),
        ([{}, LATER | {"change": "retracted", "retracted": date(2025, 1, 1)}], "nobody's view"),
    ],
)  # fmt: skip
def test_every_rule_between_rows_refuses_them(rows: list[dict[str, object]], fault: str) -> None:
    found = faults_of(ledger(*rows))

    assert [sentence for sentence in found if fault in sentence], found


@pytest.mark.parametrize(
    "rows",
    [
        [{"retracted": date(2021, 1, 1), "because": "A recount."}],
        [{}, LATER | {"change": "retracted"}],
        [{}, LATER | {"change": "reaffirmed", "reaffirms": "one", "supersedes": ""}],
        [{}, LATER | {"basis": "undated", "dated": None}],
        [{"essay": "timeless", "receipt": "Nobody knows when this was", "basis": "undated",
          "dated": None}],
        [LATER | {"id": "in", "basis": "in_text", "dated": date(2025, 5, 3), "supersedes": "",
                  "change": "", "receipt": "I now think that nobody can know."}],
        [{"dated": "2020-01-05"}],
    ],
)  # fmt: skip
def test_an_honest_ledger_is_taken_in_and_stays_clean(rows: list[dict[str, object]]) -> None:
    import_ledger(ledger(*rows))

    assert validate().is_clean


def test_all_faults_are_named_at_once_with_the_lines_of_their_rows() -> None:
    with pytest.raises(FaultyFile) as caught:
        import_ledger(ledger({"essay": "gone", "colour": "red"}, LATER | {"dated": "soon"}))

    assert [fault.line for fault in caught.value.faults] == [7, 13, 14]


def test_a_fault_of_a_kept_row_does_not_bar_a_sound_file() -> None:
    import_ledger(ledger({"id": "kept"}))
    Position.objects.update(receipt="words that were edited away since")

    assert import_ledger(ledger({})).kept == ("kept",)


def test_a_file_that_breaks_a_kept_row_is_refused_at_the_row_that_this_one_names() -> None:
    import_ledger(ledger({"id": "kept-one"}, LATER | {"id": "kept", "supersedes": "kept-one"}))
    later = {"id": "kept-one", "essay": "new", "basis": "in_text", "dated": date(2025, 5, 3),
             "receipt": "I now think that nobody can know."}  # fmt: skip

    with pytest.raises(FaultyFile) as caught:
        import_ledger(ledger(later))

    assert [(fault.line, fault.sentence) for fault in caught.value.faults] == [
        (7, "kept: it supersedes 'kept-one', which is later: 2025-05-03, not before 2024-05-26.")
    ]
    assert Position.objects.get(key="kept-one").dated == date(2020, 1, 5)


def test_a_lost_receipt_of_a_kept_row_bars_no_file_although_its_words_stand_elsewhere() -> None:
    import_ledger(ledger({"id": "kept"}))
    Position.objects.update(receipt="the figure counted transfers twice.")

    assert import_ledger(ledger({})).kept == ("kept",)


def test_a_concept_under_the_name_of_another_is_a_fault() -> None:
    Concept.objects.create(slug="tickets", name="Bus fares")

    assert faults_of(ledger({})) == [
        "'bus fares' is already a name of the stored concept 'tickets'."
    ]


def test_an_empty_ledger_is_taken_in() -> None:
    report = import_ledger(b"concepts: []\npositions: []\n")

    assert report == LedgerImport(new=0, changed=0, unchanged=0, kept=())


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_the_sample_ledger_is_clean_and_shows_every_kind_of_change() -> None:
    report = import_ledger((SAMPLE / "ledger.yaml").read_bytes())

    assert report.new >= 16
    assert validate().is_clean
    rows = Position.objects.public().with_lifecycle()
    assert {row.label for row in rows} == {"current", "refined", "reversed", "retracted"}
    assert rows.filter(change="reaffirmed").exists()
    assert rows.filter(basis="in_text").exists()
    assert Concept.objects.count() >= 7


@pytest.mark.archives
def test_a_real_archives_ledger_is_clean(test_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The rows are held against texts; no search is made, so nothing needs an index.
    monkeypatch.setattr("retrieval.corpus.importing._index", lambda report, progress: None)
    archive = test_data / "data" / "archives" / "brandur"
    options = ImportOptions(now=datetime(2026, 11, 30, tzinfo=UTC))
    import_sources([str(archive)], options=options, progress=lambda *stage: None)
    file = test_data / "data" / "golden" / "brandur" / "ledger.yaml"

    assert import_ledger(file.read_bytes()).new == 16
    assert validate().is_clean
