"""A title is what a reader saw: marks go, words that look like marks stay."""

import pytest

from retrieval.corpus.formats.titles import opening_of, title_of


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("Salt &amp; Smoke", "Salt & Smoke"),
        ("Ships <i>and</i> Knots", "Ships and Knots"),
        ("A guide to &lt;head&gt; tags", "A guide to <head> tags"),
        ("A guide to <head> tags", "A guide to <head> tags"),
        ("Jahresr&uuml;ckblick", "Jahresrückblick"),
        ("One<br/>two\n three", "One two three"),
        ("a < b and b > c", "a < b and b > c"),
        ('<a href="x" title="y">Read</a><!-- now --> me', "Read me"),
        ("AT&T", "AT&T"),
    ],
)
def test_a_title_in_html_is_read_as_its_readers_saw_it(written: str, seen: str) -> None:
    assert title_of(written) == seen


def test_a_title_that_is_plain_text_is_left_as_it_is() -> None:
    assert title_of("The &amp; entity and <i>", is_html=False) == "The &amp; entity and <i>"


def test_without_a_title_the_first_words_stand_for_one() -> None:
    assert opening_of("A short note.") == "A short note."
    assert (
        opening_of("Ten words " * 20)
        == "Ten words Ten words Ten words Ten words Ten words Ten words …"
    )
