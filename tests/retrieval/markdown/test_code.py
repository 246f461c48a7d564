"""Where code lies in a text, to the character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.markdown import readable
from retrieval.markdown.code import line_starts, map_code


@given(st.text(alphabet="ab\n", max_size=60))
def test_each_line_starts_behind_the_end_of_the_one_before(text: str) -> None:
    starts = line_starts(text)

    assert [text[start:].split("\n", 1)[0] for start in starts] == text.split("\n")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a\n\n```\nx\n```\n\nb", "```\nx\n```\n"),
        ("a\n\n    x\n    y\n\nb", "    x\n    y\n"),
        ("> ~~~\n> x\n> ~~~\n\nb", "> ~~~\n> x\n> ~~~\n"),
        ("- a\n\n  ```\n  x\n  ```\n- b", "  ```\n  x\n  ```\n"),
        ("```\nnever closed", "```\nnever closed"),
    ],
    ids=["fenced", "indented", "quoted", "in a list", "never closed"],
)
def test_a_block_of_code_is_known_from_its_first_line_to_its_last(text: str, code: str) -> None:
    mapped = map_code(text)
    start = text.index(code)

    inside = [at for at in range(len(text)) if mapped.block_end(at)]

    assert inside == list(range(start, start + len(code)))
    assert {mapped.block_end(at) for at in inside} == {start + len(code)}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a `b` c", "`b`"),
        ("a ``b ` c`` d", "``b ` c``"),
        ("a `b\nc` d", "`b\nc`"),
        ("a ` b", "`"),
        ("a `b\n\nc` d", "`"),
        ("a ``b` c", "``"),
    ],
    ids=["one", "two marks", "two lines", "alone", "never past its paragraph", "unlike marks"],
)
def test_code_in_a_line_ends_at_marks_of_the_same_width(text: str, code: str) -> None:
    start = text.index("`")

    assert text[start : map_code(text).inline_end(start)] == code


@given(st.text(alphabet="ab {}%<>!-/#'\"\n", max_size=80))
def test_whatever_stands_in_a_fence_is_never_taken_out(code: str) -> None:
    body = f"Before {{{{ gone }}}}.\n\n```\n{code}\n```\n\nAfter."

    assert f"```\n{code}\n```" in readable(body)
    assert "gone" not in readable(body)
