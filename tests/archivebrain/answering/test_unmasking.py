"""One spelling for what readers see as one, and the readings that disguises hide."""

import base64

import pytest

from archivebrain.answering.unmasking import disguised, letters, spelled, unseen, words

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
    assert words(written) == read


def test_letters_alone_outlast_cuts_and_joints() -> None:
    assert letters("p-u-m-p house, 9.4") == letters("Pump House 94") == "pumphouse94"


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
    assert any(HIDDEN in reading for reading in disguised(f"Read: {written}"))


@pytest.mark.parametrize(
    "written",
    ["s e l l", "s-e-l-l", "S. E. L. L.", "Some\nEels\nLive\nLong", "Sierra Echo Lima Lima"],
)
def test_rows_of_letters_are_read_as_words(written: str) -> None:
    assert "sell" in spelled(written)


def test_characters_that_nobody_sees_are_read() -> None:
    tags = "".join(chr(0xE0000 + ord(char)) for char in HIDDEN)
    selectors = "".join(chr(0xE0100 + byte - 16) for byte in HIDDEN.encode())

    assert list(unseen(f"A boat.{tags}")) == [HIDDEN]
    assert list(unseen(f"A boat.{selectors}")) == [HIDDEN]
    assert list(unseen("A boat.")) == []
