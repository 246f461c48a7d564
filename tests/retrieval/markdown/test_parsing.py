"""Blocks stand on the lines that they were read from."""

import time
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.markdown import plain
from retrieval.markdown.parsing import Block, parse, parse_inline
from retrieval.markdown.words import inline_words

TEXTS = st.lists(
    st.sampled_from(
        [
            "# One",
            "Words and\nmore words.",
            "- a\n- b\n  - c",
            "1. a\n\n   b",
            "> quoted\n> > twice",
            "| a | b |\n|---|---|\n| c | d |",
            "```\ncode\n```",
            "    code",
            "<div>\nhtml\n</div>",
            "[r]: https://a.example",
            "***",
            "[^1]: note",
            "said[^1]",
            "$$\nx\n$$",
        ]
    ),
    max_size=6,
).map("\n\n".join)


def check_lines(blocks: Sequence[Block], start: int, end: int) -> None:
    at = start
    for block in blocks:
        assert at <= block.start <= block.end <= end
        check_lines(block.children, block.start, block.end)
        # The cells of a row share its line.
        at = block.start if block.kind in {"th", "td"} else block.end


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_blocks_follow_each_other_inside_the_lines_of_their_container(text: str) -> None:
    check_lines(parse(text).blocks, 0, text.count("\n") + 1)


def test_a_list_is_tight_where_its_paragraphs_touch() -> None:
    (tight,) = parse("- a\n- b").blocks
    (loose,) = parse("- a\n\n- b").blocks

    assert (tight.is_tight, loose.is_tight) == (True, False)


def test_a_part_is_read_with_what_the_whole_defines() -> None:
    document = parse("See [this][r].\n\n[r]: https://a.example")

    alone = inline_words(parse_inline("See [this][r].", {}))
    inside = inline_words(parse_inline("See [this][r].", document.definitions))

    assert (alone, inside) == ("See [this][r].", "See this.")


def test_reading_a_part_defines_nothing_for_the_next() -> None:
    document = parse("Words.")

    parse_inline("[^1]", document.definitions)

    assert document.definitions == parse("Words.").definitions


def test_what_is_nested_deep_is_still_read() -> None:
    nested = "".join(f"{'  ' * level}- level {level}\n" for level in range(40))

    assert "level 39" in plain(nested)


def test_a_paragraph_of_brackets_without_end_is_read_soon_and_as_words() -> None:
    started = time.process_time()

    assert plain("[a " * 100_000 + "*b*") == ("[a " * 100_000 + "*b*")
    assert time.process_time() - started < 5


def test_a_long_paragraph_of_links_is_still_read_as_links() -> None:
    assert plain("[a](b) " * 20_000).strip() == ("a " * 20_000).strip()
