"""Whatever is divided stays whole: the parts lie side by side and keep every word."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.cutting import Source, Unit, divide, source_of, units_of
from retrieval.markdown import readable
from retrieval.markdown.parsing import parse

PIECES = st.one_of(
    st.text(alphabet="ab .\n*`|#>-é漢", max_size=60),
    st.sampled_from(
        [
            "Heat is patient. Bread waits for it, and so do we.",
            "- one\n- two\n\n  more of two",
            "> Quoted words.\n> And more of them.",
            "| a | b |\n|---|---|\n| one two | three |\n| four | five \\| six |",
            "```py\ncall(1)\n\ncall(2)\n```",
            "<div><p>Raw &amp; plain</p><p>HTML</p></div>",
            "A [link](https://a.example/b) to **bold words** and `code`.",
            "[ref]: https://b.example",
            "Said.[^1]\n\n[^1]: A note.",
        ]
    ),
)
BODIES = st.lists(PIECES, min_size=1, max_size=4).map("\n\n".join)


def cut(body: str) -> tuple[Source, tuple[Unit, ...]]:
    text = readable(body)
    document = parse(text)
    source = source_of(text, document)
    return source, units_of(source, document.blocks)


def divisions(body: str) -> Iterator[tuple[Source, Unit, tuple[Unit, ...]]]:
    """Every division there is in a body, down to what nothing divides."""
    source, units = cut(body)
    waiting = list(units)
    while waiting:
        unit = waiting.pop()
        parts = divide(source, unit)
        yield source, unit, parts
        waiting += parts if parts != (unit,) else ()


def letters(words: str) -> str:
    """Without white space and without the bars that part cells."""
    return "".join(words.replace("|", "").split())


@settings(max_examples=100, deadline=None)
@given(body=BODIES)
def test_units_lie_in_order_and_leave_nothing_but_white_space_between_them(body: str) -> None:
    source, units = cut(body)

    at = 0
    for unit in units:
        assert not source.text[at : unit.start].strip()
        assert at <= unit.start <= unit.end
        at = unit.end
    assert not source.text[at:].strip()


@settings(max_examples=60, deadline=None)
@given(body=BODIES)
def test_the_parts_of_a_unit_lie_side_by_side_and_hold_its_words(body: str) -> None:
    for _, unit, parts in divisions(body):
        assert (parts[0].start, parts[-1].end) == (unit.start, unit.end)
        assert [part.end for part in parts[:-1]] == [part.start for part in parts[1:]]
        assert letters("".join(part.words for part in parts)) == letters(unit.words)


@settings(max_examples=60, deadline=None)
@given(body=BODIES)
def test_dividing_comes_to_an_end_in_pieces_of_one_character(body: str) -> None:
    for source, unit, parts in divisions(body):
        assert parts != (unit,) or len(source.text[unit.start : unit.end].strip()) < 2


def test_a_link_target_is_a_unit_without_words() -> None:
    _, units = cut("See [this][r].\n\n[r]: https://a.example")

    assert [unit.words for unit in units] == ["See this.", ""]


def test_rows_below_the_first_bear_the_head_of_their_table() -> None:
    source, (table,) = cut("| Port | Tide |\n|---|---|\n| A | 1 |\n| B | 2 |\n| C | 3 |")

    first, *rest = divide(source, table)

    assert (first.words, first.header) == ("Port | Tide\nA | 1", "")
    assert [(row.words, row.header_words) for row in rest] == [
        ("B | 2", "Port | Tide"),
        ("C | 3", "Port | Tide"),
    ]
    assert {row.header for row in rest} == {"| Port | Tide |\n|---|---|"}


def test_a_paragraph_is_divided_into_its_sentences_first() -> None:
    source, (paragraph,) = cut("Heat is *patient*. Bread waits. We do not.")

    assert [part.words.strip() for part in divide(source, paragraph)] == [
        "Heat is patient.",
        "Bread waits.",
        "We do not.",
    ]
