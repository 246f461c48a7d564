"""How a key is written: enough secret, one reading, and a checksum that catches slips."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivebrain.access.key_form import (
    ALPHABET,
    SECRET_CHARACTERS,
    holds_key,
    new_key,
    read_key,
)


def test_a_key_has_its_form_and_at_least_256_bits() -> None:
    key = new_key()

    assert re.fullmatch(r"ab_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}", key.text)
    assert key.text.startswith(f"ab_live_{key.public_id}_")
    assert SECRET_CHARACTERS * math.log2(len(ALPHABET)) >= 256


def test_a_key_reads_back_and_no_two_are_alike() -> None:
    keys = [new_key() for _ in range(200)]

    assert [read_key(key.text) for key in keys] == keys
    assert len({key.public_id for key in keys}) == 200


@given(st.integers(8, 65), st.sampled_from(ALPHABET))
def test_one_wrong_character_is_found_without_a_database(place: int, letter: str) -> None:
    text = new_key().text
    altered = text[:place] + letter + text[place + 1 :]

    assert (read_key(altered) is None) == (altered != text)


@pytest.mark.parametrize("text", ["", "ab_live_", "ab_test_x", " "])
def test_what_is_no_key_is_not_read(text: str) -> None:
    assert read_key(text) is None


def test_a_key_does_not_print_its_secret() -> None:
    key = new_key()

    assert key.text not in repr(key)


def test_a_key_is_found_in_an_address() -> None:
    key = new_key().text

    assert holds_key(f"/search/?q=a&key={key}&b=1")
    assert not holds_key("/essays/ab_live_coding/")
