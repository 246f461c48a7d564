"""Chunks lose nothing, keep their order and never outgrow the window."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.chunking import MAX_CHARS, SHORT_CHARS, Piece, chunk
from retrieval.markdown import readable

SENTENCE = "The harbour keeps its own time and nobody has ever asked it why. "


def count_tokens(texts: Sequence[str]) -> list[int]:
    """A stand-in for a word-piece tokenizer: four letters a token, marks apart, two special."""
    return [
        2 + sum(-(-len(run) // 4) for run in re.findall(r"\w+|[^\w\s]", text)) for text in texts
    ]


def cut(
    body: str, *, title: str = "Title", window: int = 64, chars: int = MAX_CHARS
) -> list[Piece]:
    return list(
        chunk(body, title=title, count_tokens=count_tokens, window_tokens=window, max_chars=chars)
    )


def squeezed(text: str) -> str:
    return "".join(text.split())


def stands_in_order(wanted: str, given_text: str) -> bool:
    letters = iter(given_text)
    return all(letter in letters for letter in wanted)


BLOCKS = st.one_of(
    st.text(alphabet=st.characters(codec="utf-8"), max_size=300),
    st.sampled_from(
        [
            "# One",
            "## Two",
            "### Three (#three)",
            "Setext\n---",
            SENTENCE * 9,
            f"**{SENTENCE * 6}**",
            "x" * 700,
            "```py\n" + "call(1, 2)\n" * 30 + "```",
            "    indented = code\n" * 20,
            "| a | b |\n|---|---|\n" + "| one two | three |\n" * 25,
            "- item one two three\n" * 30,
            "1. first\n\n   ```\n   # no heading\n   ```\n\n2. second",
            "> " + SENTENCE * 8,
            f"A [link]({'y' * 400}) and [another][ref]. " + SENTENCE * 6,
            "[ref]: https://example.org/a",
            "<div><p>Raw <b>HTML</b> &amp; words</p></div>",
            "$$\nx_i = y_i\n$$",
            "A note.[^1]\n\n[^1]: What the note says.",
            "***",
        ]
    ),
)
BODIES = st.lists(BLOCKS, max_size=8).map("\n\n".join)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(body=BODIES, window=st.sampled_from([24, 64, 256]))
def test_no_chunk_exceeds_the_window_and_no_character_is_lost(body: str, window: int) -> None:
    pieces = cut(body, window=window)

    assert all(piece.token_count <= window for piece in pieces)
    assert [piece.token_count for piece in pieces] == count_tokens([p.embedded for p in pieces])
    assert [piece.ordinal for piece in pieces] == list(range(len(pieces)))
    joined = squeezed("".join(piece.text for piece in pieces))
    # An essay of marks alone has no chunks.
    assert not pieces or stands_in_order(squeezed(readable(body)), joined)


@settings(max_examples=60, deadline=None)
@given(words=st.lists(st.text("abcdé漢😀", min_size=1, max_size=40), min_size=1, max_size=300))
def test_plain_prose_is_cut_without_a_word_changed(words: list[str]) -> None:
    body = " ".join(words)

    pieces = cut(body, window=24)

    assert squeezed("".join(piece.plain for piece in pieces)) == squeezed(body)
    assert "".join(piece.text for piece in pieces).replace(" ", "") == body.replace(" ", "")


def test_text_above_the_first_heading_has_an_empty_heading_path() -> None:
    pieces = cut("A thesis.\n\n# Opening\n\nAn argument.\n\n## Detail\n\nA proof.")

    assert [(piece.heading_path, piece.anchor, piece.plain) for piece in pieces] == [
        ((), "", "A thesis."),
        (("Opening",), "opening", "An argument."),
        (("Opening", "Detail"), "detail", "A proof."),
    ]


def test_the_prefix_bears_title_and_headings_and_the_words_do_not_repeat_them() -> None:
    (piece,) = cut("## Ovens\n\nHeat is patient.", title="Bread")

    assert piece.text == "## Ovens\n\nHeat is patient."
    assert piece.embedded == "Bread > Ovens\nHeat is patient."


def test_a_top_heading_that_repeats_the_title_is_in_the_text_but_not_in_the_path() -> None:
    (piece,) = cut("# bread  and time\n\nHeat is patient.", title="Bread and Time")

    assert piece.heading_path == ()
    assert piece.text.startswith("# bread")
    assert piece.embedded == "Bread and Time\nHeat is patient."


def test_a_second_heading_inside_a_section_never_takes_the_prose_above_it() -> None:
    body = f"## Ovens\n\n{SENTENCE}\n\n```sh\n# preheat\n```\n\nBetween.\n\n#### Small\n\nLast."

    pieces = cut(body, window=40)

    assert squeezed("".join(piece.text for piece in pieces)) == squeezed(body)
    assert [piece.heading_path for piece in pieces][-1] == ("Ovens", "Small")


def test_a_bare_heading_joins_the_section_below_it() -> None:
    pieces = cut("# Part\n\n## Chapter\n\nWords.\n\n## Sources")

    assert [piece.text for piece in pieces] == ["# Part\n\n## Chapter\n\nWords.\n\n## Sources"]
    assert pieces[0].plain == "Words.\n\nSources"


def test_at_a_seam_the_embedded_text_repeats_the_last_sentence_and_the_stored_one_does_not() -> (
    None
):
    numbered = [f"Sentence {number} of a long paragraph stands here." for number in range(12)]

    first, second, *_ = cut(" ".join(numbered), window=96)

    last = first.plain.rsplit(". ", 1)[-1]
    assert second.embedded.split("\n")[1] == last
    assert not second.text.startswith(last)


def test_no_sentence_is_repeated_across_a_heading() -> None:
    _, second = cut("# One\n\nFirst words.\n\n# Two\n\nSecond words.")

    assert second.embedded == "Title > Two\nSecond words."


def test_short_paragraphs_of_a_section_share_a_chunk() -> None:
    (piece,) = cut("One.\n\nTwo.\n\nThree.")

    assert piece.plain == "One.\n\nTwo.\n\nThree."


def test_no_part_of_a_long_section_is_left_short() -> None:
    body = "\n\n".join([SENTENCE * 3, SENTENCE * 4, "Short.", SENTENCE * 4, "The end."])

    pieces = cut(body, window=128)

    assert len(pieces) > 1
    assert min(len(piece.text) for piece in pieces) >= SHORT_CHARS


def test_a_run_without_spaces_is_cut_by_length() -> None:
    pieces = cut("q" * 3000, window=256, chars=1000)

    assert max(len(piece.text) for piece in pieces) <= 1000
    assert "".join(piece.text for piece in pieces) == "q" * 3000


def test_a_table_is_cut_between_rows_and_each_part_has_its_head() -> None:
    rows = "".join(f"| P{number:02} | {number} m |\n" for number in range(40))

    pieces = cut(f"Caption.\n\n| Port | Tide |\n| :--- | ---: |\n{rows}\nAfter.", window=128)

    with_rows = [piece for piece in pieces if "| P" in piece.text]
    assert len(with_rows) > 1
    assert all("| Port | Tide |\n| :--- | ---: |\n" in piece.text for piece in with_rows)
    assert all("Port | Tide\nP" in piece.embedded for piece in with_rows)
    assert sum(piece.plain.count("P07 | 7 m") for piece in pieces) == 1


def test_code_is_stored_byte_for_byte_and_spaces_fold_only_in_the_embedded_text() -> None:
    (piece,) = cut("It is 10\u00a0km.\n\n```make\nloaf: flour\n\tbake --at  215\n```")

    assert "```make\nloaf: flour\n\tbake --at  215\n```" in piece.text
    assert "10\u00a0km" in piece.plain
    assert "It is 10 km." in piece.embedded


def test_direction_marks_stay_in_the_text_and_leave_the_embedded_copy() -> None:
    (piece,) = cut("The \u2067שוק\u2069 is narrow, and the \u200equay is not.")

    assert "\u200equay" in piece.text
    assert "and the quay is not" in piece.embedded


def test_link_targets_are_kept_but_cost_no_room() -> None:
    targets = "\n".join(f"[r{number}]: https://example.org/{number}" for number in range(90))

    (piece,) = cut(f"See [this][r1].\n\n{targets}", chars=500)

    assert piece.plain == "See this."
    assert piece.text.endswith("https://example.org/89")


def test_emphasis_that_spans_a_seam_leaves_no_marks_in_the_words() -> None:
    pieces = cut(f"**{(SENTENCE * 9).strip()}**")

    assert len(pieces) > 1
    assert not any("*" in piece.plain for piece in pieces)


def test_a_long_title_leaves_three_quarters_of_the_window_to_the_words() -> None:
    pieces = cut(SENTENCE * 4, title="A very long title " * 40)

    assert all(count_tokens([piece.embedded.split("\n")[0]])[0] <= 64 // 4 + 2 for piece in pieces)


@pytest.mark.parametrize("body", ["", "  \n\n", "***", "<!-- hidden -->", "[a]: https://b.example"])
def test_an_essay_without_words_has_no_chunks(body: str) -> None:
    assert cut(body) == []


def test_an_essay_of_headings_alone_is_found_by_them() -> None:
    assert [piece.plain for piece in cut("# One\n\n## Two")] == ["One\n\nTwo"]


def test_a_row_beyond_the_window_is_cut_between_its_cells() -> None:
    row = f"| {SENTENCE * 3}| {SENTENCE * 4}|"

    pieces = cut(f"| a | b |\n|---|---|\n{row}\n| c | d |")

    words = "".join(piece.plain for piece in pieces)
    assert words.count(SENTENCE.strip()) == 7
    assert all(piece.text.startswith("| a | b |\n|---|---|\n") for piece in pieces)


def test_a_row_whose_cells_hold_escaped_bars_is_still_cut() -> None:
    pieces = cut("| a | b |\n|---|---|\n| " + "x \\| y " * 80 + "| z |\n| c | d |")

    assert len(pieces) > 1
    assert "".join(piece.plain for piece in pieces).count("y") == 80


def test_a_table_of_a_head_alone_is_cut_between_its_cells() -> None:
    pieces = cut(f"| {SENTENCE * 4} | {SENTENCE * 4} |\n|---|---|")

    assert "".join(piece.plain for piece in pieces).count("nobody") == 8


def test_long_html_is_cut_between_what_a_browser_shows() -> None:
    body = "<div>\n" + f"<p>{SENTENCE}<b>Bold.</b></p>\n" * 12 + "</div>"

    pieces = cut(body)

    assert len(pieces) > 1
    assert not any("<" in piece.plain for piece in pieces)
    assert "".join(piece.plain for piece in pieces).count("Bold.") == 12


def test_marks_of_the_cutter_in_the_authors_own_text_are_kept() -> None:
    body = f"{SENTENCE * 9}\U000f0000 is an odd letter. {SENTENCE * 9}"

    assert squeezed("".join(piece.plain for piece in cut(body))) == squeezed(body)


def test_a_minified_line_of_code_is_cut_by_length() -> None:
    code = "a=1;b=2;" * 120

    pieces = cut(f"```js\n{code}\n```")

    assert "".join(piece.plain for piece in pieces) == code


def test_a_window_too_small_for_any_words_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="choose a model that reads more"):
        cut("Words.", window=2)
