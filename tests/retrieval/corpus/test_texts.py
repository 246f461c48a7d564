"""Bytes become text, or a sentence says that they are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.corpus.texts import NotText, read_text

TEXT = "Späte Öfen — naïve\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_read_with_and_without_its_mark(encoding: str) -> None:
    assert read_text(TEXT.encode(encoding)) == (TEXT, "")


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=200))
def test_any_text_without_control_characters_comes_back_as_it_was(text: str) -> None:
    text = text.removeprefix("\ufeff").removeprefix("%PDF-")

    assert read_text(text.encode()) == (text.removeprefix("\ufeff"), "")


def test_windows_text_is_read_with_a_warning() -> None:
    text, warning = read_text(TEXT.encode("cp1252"))

    assert text == TEXT
    assert "Windows-1252" in warning


def test_a_few_odd_bytes_do_not_spoil_the_rest_of_a_text() -> None:
    text, warning = read_text(TEXT.encode() + b"He said \x93no\x94.")

    assert text == f"{TEXT}He said “no”."
    assert "Windows-1252" in warning


def test_line_ends_become_one_kind() -> None:
    assert read_text(b"a\r\nb\rc\n")[0] == "a\nb\nc\n"


@pytest.mark.parametrize(
    "data",
    [
        b"a\0b",
        b"%PDF-1.7\n",
        b"\x1f\x8b\x08\x81\x02\xff",
        b"\xff\xfea",
        bytes(range(1, 128)),
        b"\x81\x8d",
    ],
)
def test_bytes_of_programs_and_pictures_are_no_text(data: bytes) -> None:
    with pytest.raises(NotText, match=r"\.$"):
        read_text(data)


def test_a_stray_form_feed_does_not_make_prose_a_program() -> None:
    assert read_text(b"word " * 200 + b"\x0c")[0].endswith("\x0c")
