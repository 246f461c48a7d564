"""The tool that answers bears the author's name, as far as ASCII goes."""

import pytest

from archivebrain.mcp.naming import ask_tool_of


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("Ada Lovelace", "ask_ada_lovelace"),
        ("Mary-Jane O'Hara 3rd", "ask_mary_jane_o_hara_3rd"),
        ("Zoë", "ask_zo_"),
        ("Zoe\u0308", "ask_zo_"),
        ("x" * 60, "ask_" + "x" * 40),
        ("the author", ""),
        ("李清照", ""),
        ("!?", ""),
    ],
)
def test_other_characters_become_underscores_and_nothing_left_is_no_name(
    author: str, name: str
) -> None:
    assert ask_tool_of(author) == name
