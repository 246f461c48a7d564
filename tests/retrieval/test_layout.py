"""An excerpt is drawn as its passage stands: rows as rows, code as code, sentences as they are."""

import pytest

from retrieval import markdown
from retrieval.excerpts import Fragment, excerpt
from retrieval.layout import Piece, set_out

TABLE = "| tool | price |\n| --- | ---: |\n| saw | 12 |\n| file | 3 |\n"
SCRIPT = "def mend(rope):\n    if rope:\n        return splice(rope)\n"


def shown(text: str, asked: dict[str, str] | None = None) -> list[tuple[str, list[list[str]]]]:
    """Each piece's setting and the words of its cells, the asked ones in brackets."""
    cut = excerpt(markdown.plain(text), asked or {})
    return [(str(piece.setting), drawn(piece)) for piece in set_out(cut, text)]


def drawn(piece: Piece) -> list[list[str]]:
    return [["".join(map(told, cell)) for cell in line] for line in piece.lines]


def told(one: Fragment) -> str:
    return f"[{one.text}]" if one.is_asked else one.text


def test_a_table_is_rows_of_cells_between_its_paragraphs() -> None:
    assert shown(f"Before it.\n\n{TABLE}\nAfter it.", {"saw": "saw", "After": "after"}) == [
        ("paragraph", [["Before it."]]),
        ("table", [["tool", "price"], ["[saw]", "12"], ["file", "3"]]),
        ("paragraph", [["[After] it."]]),
    ]


def test_code_keeps_its_lines_and_their_indentation() -> None:
    assert shown(f"It reads:\n\n```python\n{SCRIPT}```\n", {"rope": "rope"}) == [
        ("paragraph", [["It reads:"]]),
        (
            "code",
            [["def mend([rope]):"], ["    if [rope]:"], ["        return splice([rope])"]],
        ),
    ]


def test_code_moves_to_the_margin_as_a_whole() -> None:
    indented = "Like this:\n\n" + "".join(f"        {line}\n" for line in SCRIPT.splitlines())

    assert shown(indented)[1][1][:2] == [["def mend(rope):"], ["    if rope:"]]


@pytest.mark.parametrize("fence", ["```", "~~~"])
def test_a_bar_in_code_makes_no_table(fence: str) -> None:
    piped = f"{fence}sh\ncat log | sort\nsort log | uniq\n{fence}\n"

    assert shown(piped) == [("code", [["cat log | sort"], ["sort log | uniq"]])]


def test_one_line_with_a_bar_is_a_sentence() -> None:
    assert shown("Home | Essays.\n\nNothing else.") == [
        ("paragraph", [["Home | Essays."]]),
        ("paragraph", [["Nothing else."]]),
    ]


def test_the_rows_of_a_table_that_began_in_an_earlier_passage_are_rows() -> None:
    rest = "| saw | 12 |\n| file | 3 |\n"
    cut = excerpt("saw | 12\nfile | 3", {"file": "file"})

    assert [drawn(piece) for piece in set_out(cut, rest)] == [[["saw", "12"], ["[file]", "3"]]]


def test_items_of_a_list_stand_on_lines_of_their_own() -> None:
    assert shown("- rope\n- splice\n\nA *word* `here`.") == [
        ("paragraph", [["rope"]]),
        ("paragraph", [["splice"]]),
        ("paragraph", [["A word here."]]),
    ]


def test_an_excerpt_from_the_middle_of_code_is_code() -> None:
    long = "\n".join(f"    step_{number}(rope)" for number in range(60))
    text = f"```\ndef all():\n{long}\n```\n"

    cut = excerpt(markdown.plain(text), {"step_40": "step"})
    (piece,) = set_out(cut, text)

    assert not cut.is_opening
    assert all(line[0].startswith("    ") for line in drawn(piece))
    assert any("[step_40]" in line[0] for line in drawn(piece))


@pytest.mark.parametrize("text", ["", " ", "|", " | ", "```", "\n\n", "    ", "\t", "    |"])
def test_next_to_nothing_is_no_fault(text: str) -> None:
    pieces = set_out(excerpt(text, {}), text)

    said = " ".join("".join(cell) for piece in pieces for cell in drawn(piece))
    assert said == text.strip()
