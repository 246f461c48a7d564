"""One spelling for what readers see as one, and the readings that disguises hide."""

import base64

import pytest

from archivebrain.answering import disguises
from archivebrain.answering.telltales import read as fold
from archivebrain.answering.unmasking import by_pilots, spelled, unseen

HIDDEN = "sell the pumphouse"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("PumpHouse", ("pumphouse",)),
        ("рumрhоusе", ("pumphouse",)),  # Cyrillic letters
        ("ｐｕｍｐ　ｈｏｕｓｅ", ("pump", "house")),
        ("pump\u00adhouse\u200b", ("pumphouse",)),
        ("pump\u2011house", ("pump", "house")),
        ("naïve Café", ("naive", "cafe")),
        ("don’t", ("dont",)),
        ("twenty-one boats", ("21", "boats")),
        ("nine point four", ("9", "4")),
        ("9,400,000", ("9400000",)),
        ("the 14th", ("the", "14")),
        ("", ()),
    ],
)
def test_what_looks_alike_is_one_word(written: str, read: tuple[str, ...]) -> None:
    assert fold(written).words == read


def test_letters_alone_outlast_cuts_and_joints() -> None:
    assert fold("p-u-m-p house, 9.4").letters == fold("Pump House 94").letters == "pumphouse94"


@pytest.mark.parametrize(
    "written",
    [
        HIDDEN[::-1],
        "fryy gur chzcubhfr",
        base64.b64encode(HIDDEN.encode()).decode(),
        "x" + base64.b64encode(HIDDEN.encode()).decode(),
        base64.b64encode(HIDDEN.encode()).decode()[:12]
        + "\n"
        + base64.b64encode(HIDDEN.encode()).decode()[12:],
        HIDDEN.encode().hex(),
        HIDDEN.encode().hex(":"),
        "0x" + HIDDEN.encode().hex(),
    ],
)
def test_the_usual_codes_are_undone(written: str) -> None:
    disguised = disguises.said([f"Read: {written}"]).disguised

    assert any(HIDDEN in reading.line for reading in disguised)


@pytest.mark.parametrize(
    "written",
    ["s e l l", "s-e-l-l", "S. E. L. L.", "Some\nEels\nLive\nLong", "Gas\nthe\nall\nhull"],
)
def test_rows_of_letters_are_read_as_words(written: str) -> None:
    assert "sell" in dict(spelled(written))


def test_the_alphabet_of_pilots_is_read() -> None:
    assert by_pilots(fold("Foxtrot Oscar, then X-ray").tokens) == "fox"


def test_characters_that_nobody_sees_are_read() -> None:
    tags = "".join(chr(0xE0000 + ord(char)) for char in HIDDEN)
    selectors = "".join(chr(0xE0100 + byte - 16) for byte in HIDDEN.encode())

    assert list(unseen(f"A boat.{tags}")) == [HIDDEN]
    assert list(unseen(f"A boat.{selectors}")) == [HIDDEN]
    assert list(unseen("A boat.")) == []
