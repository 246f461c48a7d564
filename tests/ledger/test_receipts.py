"""A receipt is verified word for word or it is not, and the author is told what differs."""

import random

import pytest

from ledger.receipts import Verdict, check

ESSAY = (
    "The mill, he wrote, is “a clock that eats”. It’s run by the *Northern* Mills Trust,\n"
    "and in 1987 it had 1,250 members. We did not sell the wheel; we can't give it up.\n"
)


@pytest.mark.parametrize(
    "receipt",
    [
        "It’s run by the *Northern* Mills Trust",
        "Trust, and in 1987 it had 1,250 members.",
        "We did not\n  sell the wheel",
    ],
)
def test_a_receipt_in_the_essays_own_characters_is_verified(receipt: str) -> None:
    checked = check(receipt, ESSAY)

    assert (checked.verdict, checked.fault) == (Verdict.VERIFIED, "")


def test_the_same_words_in_other_marks_are_a_fault_that_offers_the_exact_text() -> None:
    checked = check("It's run by the Northern Mills", ESSAY)

    assert checked.verdict is Verdict.SAME_WORDS
    assert checked.words == "It’s run by the *Northern* Mills"
    assert "“It’s run by the *Northern* Mills”" in checked.fault
    assert check(checked.words, ESSAY).verdict is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("receipt", "verdict"),
    [
        ("and in 1987 it had 1,520 members", Verdict.NOT_FOUND),
        ("We did sell the wheel; we", Verdict.NOT_FOUND),
        ("wheel; we can't … 1,250 members", Verdict.NOT_FOUND),
        ("not sell the wheel; we can", Verdict.NOT_FOUND),
        ("not sell the whe\u200bel; we can't give", Verdict.SAME_WORDS),
        ("We did not sell", Verdict.TOO_SHORT),
        ("  ", Verdict.TOO_SHORT),
    ],
)
def test_anything_else_is_told_apart(receipt: str, verdict: Verdict) -> None:
    checked = check(receipt, ESSAY)

    assert checked.verdict is verdict
    assert checked.fault


def test_a_look_alike_letter_is_named() -> None:
    checked = check("We did nоt sell the wheel", ESSAY)

    assert checked.verdict is Verdict.NOT_FOUND
    assert "CYRILLIC SMALL LETTER O where the essay has LATIN SMALL LETTER O" in checked.fault


def test_what_has_no_text_cannot_be_checked() -> None:
    assert check("anything at all here, please", None).verdict is Verdict.CANNOT_CHECK
    assert check("anything at all here, please", " \n").verdict is Verdict.CANNOT_CHECK


def test_no_receipt_with_one_character_changed_is_ever_verified() -> None:
    """Changed, added and dropped characters, inside words and between them."""
    chance = random.Random(20261130)  # noqa: S311 - repeatable, no secret
    others = "abcxyzАеоס0159'’-—\u00a0\u200b\u00ad…*_é"
    words = ESSAY.split()
    for _ in range(500):
        start = chance.randrange(len(words) - 6)
        receipt = " ".join(words[start : start + chance.randrange(6, 12)])
        assert check(receipt, ESSAY).verdict is Verdict.VERIFIED
        at = chance.randrange(1, len(receipt) - 1)
        kind = chance.choice(["changed", "added", "dropped"])
        behind = receipt[at + (kind != "added") :]
        mutant = receipt[:at] + ("" if kind == "dropped" else chance.choice(others)) + behind
        if mutant != receipt:
            assert check(mutant, ESSAY).verdict is not Verdict.VERIFIED, (receipt, mutant)
