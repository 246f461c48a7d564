"""Pieces are taken out of a text where it is no code, and nothing else is touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.markdown.code import CodeMap
from retrieval.markdown.scanning import Cut, take_out


def angle(code: CodeMap, at: int) -> Cut | None:
    """Takes ``<…>`` out, but for ``<keep>``."""
    end = code.text.find(">", at) + 1
    return Cut(end) if end and code.text[at:end] != "<keep>" else None


def shown(code: CodeMap, at: int) -> Cut:
    return Cut(at + 2, "SEEN")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <b> c", "a c"),
        ("<b> c", "c"),
        ("a<b> c", "a c"),
        ("a <keep> c", "a <keep> c"),
        ("a `<b>` c", "a `<b>` c"),
        ("a \\<b> c", "a \\<b> c"),
        ("```\n<b>\n```", "```\n<b>\n```"),
        ("a <never closed", "a <never closed"),
        ("a %% c <b>", "a SEEN c "),
        ("ends with \\", "ends with \\"),
    ],
)
def test_what_is_cut_leaves_no_gap_and_code_is_passed_by(text: str, left: str) -> None:
    assert take_out(text, {"<": angle, "%%": shown}) == left


@given(st.text(alphabet="ab `\\\n<>%", max_size=60))
def test_a_cutter_that_takes_nothing_changes_nothing(text: str) -> None:
    assert take_out(text, {"<": lambda code, at: None}) == text


def test_the_first_cutter_that_takes_something_decides() -> None:
    cutters = {"<": lambda code, at: None, "<b": shown}

    assert take_out("a <b c", cutters) == "a SEEN c"
