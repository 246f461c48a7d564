"""Quotes are found in the same words and never in others."""

import json
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.quoting import exact_match, nearest, same_words, word_count

TYPESET = (
    "The mill is “a clock that eats”. It’s a not‑for‑profit with 1,250 mem\u00adbers.\n"
    "*Nobody* was oﬃcially in charge … and we did not sell\nthe wheel — we kept it.\n"
)


def test_exact_folds_white_space_and_composed_letters_only() -> None:
    text = "We did not sell\n  the cafe\u0301 wheel."

    span = exact_match("sell the café wheel", text)

    assert span is not None
    assert span.of(text) == "sell\n  the cafe\u0301 wheel"


@pytest.mark.parametrize(
    "needle",
    [
        'is "a clock that eats"',  # straight marks
        "a not-for-profit with",  # an ordinary hyphen
        "1,250 members",  # without its soft hyphen
        "was officially in charge",  # without its ligature
        "in charge ... and we",
        "the wheel - we kept it",
        "Nobody was",
        "1,250 mem\u200bbers",
        "",
        " \n",
    ],
)
def test_typography_and_marks_do_not_fold_in_an_exact_match(needle: str) -> None:
    assert exact_match(needle, TYPESET) is None


@pytest.mark.parametrize(
    ("needle", "stands_as"),
    [
        ('is "a clock that eats". It\'s a', "is “a clock that eats”. It’s a"),
        ("a not-for-profit with", "a not‑for‑profit with"),
        ("1,250 members.", "1,250 mem\u00adbers."),
        ("officially in charge ... and", "oﬃcially in charge … and"),
        ("Nobody was officially", "Nobody* was oﬃcially"),
        ("not sell the wheel - we kept it.", "not sell\nthe wheel — we kept it."),
        ("not sell the wheel—we kept it.", "not sell\nthe wheel — we kept it."),
        ("not sell the wheel -- we kept it.", "not sell\nthe wheel — we kept it."),
    ],
)
def test_same_words_leads_to_the_words_as_they_stand(needle: str, stands_as: str) -> None:
    span = same_words(needle, TYPESET)

    assert span is not None
    assert span.of(TYPESET) == stands_as


@pytest.mark.parametrize(
    "needle",
    [
        "1,520 members",
        "250 members",  # a number cut short
        "we did sell the wheel",
        "a clock which eats",
        "eats. Nobody was",
        "officially in charge. And",
        "obody was officially",  # inside a word
        "the wheel we kept it",
        "with 1,250 members Nobody",  # no full stop
        "Tbe mill is",
        "is “a clock tհat eats”",  # a look-alike letter
    ],
)
def test_other_words_numbers_and_order_are_never_the_same(needle: str) -> None:
    assert same_words(needle, TYPESET) is None


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        ("I can do it", "I can't do it, said he."),
        ("I can", "I can’t."),
        ("profit making", "non-profit making"),
        ("record later", "deleted_record later"),
        ("5 degrees", "1.5 degrees"),
        ("cafe", "cafe\u0301s"),
    ],
)
def test_no_match_begins_or_ends_inside_a_word(needle: str, text: str) -> None:
    assert exact_match(needle, text) is None
    assert same_words(needle, text) is None


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        ("see the second essay for more", 'see [the second *essay*](/x/(y)/ "Title") for more'),
        ("see the note for more", "see [the note][n] for more\n\n[n]: /x/"),
        ("as the guide says here", "as [the guide]({{ site.baseurl }}/guide/) says here"),
        ("as the guide says here", "as [the guide]({% link guide.md %}) says here"),
        ("<br /> <hr>", "    <br />\n    <hr>"),
        ("two spaces between words", "two  spaces\n between words"),
        ("A heading", "# A heading\n\nText."),
        ("first line second line", "> first line\n> second line"),
        ("milk bread", "- milk\n- bread"),
        ("- milk\n- bread", "* milk\n* bread"),
        ("milk bread", "1. milk\n2. bread"),
        ("1. milk 2. bread", "1. milk\n2. bread"),
        ("call deleted_record first", "call `deleted_record` first"),
        ("a star * in a row", r"a star \* in a row"),
        ("Fish & chips—hot", "Fish &amp; chips&mdash;hot"),
        ("old text", "<em>old</em><!-- note --> text"),
        ("one two", "one<br>two"),
        ("a b c d", "| a | b |\n|---|---|\n| c | d |"),
        ("Title Body", "Title\n=====\n\nBody"),
        ("stated before that", "stated[^1] before that"),
        ("我不再持有", "现在我不再持有这个看法。"),
        ("run by the Mills", "run\u00a0by the\u2009Mills"),
    ],
)
def test_marks_are_presentation(needle: str, text: str) -> None:
    assert same_words(needle, text) is not None


def test_a_year_at_a_line_end_is_no_list_number() -> None:
    text = "It was in the year\n198. We did not sell."

    assert same_words("in the year 198. We did", text) is not None
    assert same_words("in the year We did", text) is None
    assert same_words("in the year 199. We did", text) is None


WORDS = st.lists(
    st.sampled_from(["wheel", "we", "not", "sold", "1,250", "it’s", "oﬃce", "—", "*mill*", "…"]),
    min_size=5,
    max_size=40,
)


@given(WORDS, st.data())
def test_any_run_of_words_of_a_text_stands_in_it(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    text, needle = "\n".join(words), " ".join(words[start:end])

    assert exact_match(needle, text) is not None
    if needle.strip("—…* "):
        assert same_words(needle, text) is not None


@given(st.text(max_size=60))
def test_folding_survives_any_text_and_spans_stay_inside(text: str) -> None:
    for found in (exact_match(text, text), same_words(text, text)):
        if found:
            assert 0 <= found.start <= found.end <= len(text)
    for form in ("NFD", "NFKD"):
        nearest(text, unicodedata.normalize(form, text))


@pytest.mark.parametrize(
    "piece",
    ["{{a}}", "<!--", "](a", "](a 'b", "[^", "> ", "|-", "- ", "&#", "<a ", "``", "e\u0301"],
)
def test_no_text_of_marks_takes_long(piece: str) -> None:
    text = "[a](" + piece * 4_000
    started = time.process_time()

    same_words("words that are not there", text)

    assert time.process_time() - started < 5


def test_nearest_shows_the_words_that_went_wrong() -> None:
    near = nearest("the No Fluff offers are free of charge", "Now: the No Fluff Advisory offers "
                   "are free of charge, he said.")  # fmt: skip

    assert near is not None
    assert near.words == "the No Fluff Advisory offers are free of charge"
    assert 0.9 < near.share < 1


def test_nothing_is_nearest_where_nothing_is_near() -> None:
    assert nearest("a sentence about night trains", "Dough keeps time by warmth.") is None
    assert nearest("", "words") is None
    assert nearest("words", "") is None


def test_words_are_counted_in_scripts_without_spaces_too() -> None:
    assert word_count("I'm still undecided on the language.") == 6
    assert word_count("the wheel turns") == 3
    assert word_count("我不再持有这个看法") == 5


@pytest.mark.data
def test_the_shared_receipts_are_told_apart(test_data: Path) -> None:
    case = test_data / "bugcases" / "QT-01"
    given_ = json.loads((case / "receipts.json").read_text(encoding="utf-8"))
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))["expect"]
    source = given_["source_text"]

    found = {row["name"]: same_words(row["quote"], source) for row in given_["receipts"]}

    assert {name: span is not None for name, span in found.items()} == expected["verbatim"]
