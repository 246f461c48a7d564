"""What a passage may be used for follows from the rows whose receipts it holds."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.buckets import holds, labelled
from ledger.types import Basis, DatedPosition, Label
from retrieval.types import Bucket
from tests.archivebrain.answering.passages import passage
from tests.ledger.rows import CHEATING, GETS_USED, held, reversed_view

OLD = passage(f"Hills are hard. {CHEATING}", slug="ebikes-are-cheating")
NEW = passage(f"I rode one. {GETS_USED}", slug="ebikes-i-was-wrong")
RETRACTED = reversed_view(label=Label.RETRACTED)
# Said again after it was given up: held by the rules, and no view of today.
OVERTAKEN = replace(held(CHEATING, essay="ebikes-are-cheating"), is_overtaken=True)


@pytest.mark.parametrize(
    ("rows", "bucket"),
    [
        ([], Bucket.CURRENT),
        ([held()], Bucket.CURRENT),
        ([reversed_view()], Bucket.HISTORICAL),
        ([RETRACTED], Bucket.RECORD_ONLY),
        ([reversed_view(), RETRACTED], Bucket.RECORD_ONLY),
        ([OVERTAKEN], Bucket.HISTORICAL),
        ([OVERTAKEN, reversed_view()], Bucket.HISTORICAL),
        ([reversed_view(label=Label.RETRACTED, is_notice=True)], Bucket.CURRENT),
        ([reversed_view(), held("Hills are hard.", essay="ebikes-are-cheating")], Bucket.CURRENT),
    ],
    ids=[
        *("none", "held", "reversed", "retracted", "both"),
        *("overtaken", "overtaken and reversed", "notice", "held beside"),
    ],
)
def test_the_bucket_is_that_of_the_rows_in_the_passage(
    rows: list[DatedPosition], bucket: Bucket
) -> None:
    (found,) = labelled([OLD], rows)

    assert found.bucket is bucket


def test_a_receipt_labels_no_other_essay_that_quotes_it() -> None:
    quoting = passage(f"I once wrote: {CHEATING}", slug="ebikes-i-was-wrong")

    assert labelled([quoting], [reversed_view()]) == (quoting,)


def test_a_receipt_that_two_chunks_share_is_found_by_its_sentences() -> None:
    long = reversed_view(f"{CHEATING} It asks nothing of the legs that it carries uphill.")

    assert holds(OLD, long)


def test_a_short_piece_of_a_receipt_could_stand_anywhere() -> None:
    assert not holds(OLD, reversed_view("Hills are hard. And steep."))


def test_a_later_update_gives_its_passage_its_own_date() -> None:
    update = held(dated=date(2023, 1, 5), basis=Basis.IN_TEXT)

    (found,) = labelled([NEW], [update])

    assert (found.dated, found.published) == (date(2023, 1, 5), date(2023, 1, 5))
    assert NEW.published == NEW.essay.published
