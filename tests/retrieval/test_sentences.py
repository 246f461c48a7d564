"""Sentences are slices of the text, cut where a reader would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval import sentences


@given(st.text(max_size=400))
def test_sentences_and_the_space_between_them_give_the_text_back(text: str) -> None:
    found = sentences.split(text)

    at = 0
    for sentence in found:
        start = text.index(sentence, at)
        assert not text[at:start].strip()
        at = start + len(sentence)
    assert not text[at:].strip()
    assert all(sentence == sentence.strip() and sentence for sentence in found)


@pytest.mark.parametrize(
    "whole",
    [
        "Mr. Smith met Dr. Who at St. Mary's.",
        "Use a proxy, e.g. Nginx, i.e. something dull.",
        "It costs 3.50 dollars, or 1.200,75 elsewhere.",
        "Version 2.0.1 of Node.js runs on .NET too.",
        "J. S. Bach and J.R.R. Tolkien never met.",
        "The U.S. Navy and the U.K. Government agreed.",
        "See No. 7, Fig. 3 and pp. 12 of vol. II.",
        "It began on Jan. 3 and ended on Sept. 14.",
        "Cats vs. Dogs was the title.",
        "He paused... and went on.",
        'She asked "Why now?" and left.',
        "A Yahoo! user came.",
        "Acme Inc. Holdings paid.",
    ],
)
def test_an_abbreviation_a_number_or_an_initial_ends_no_sentence(whole: str) -> None:
    assert sentences.split(whole) == (whole,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said “Go.” She went.", ("He said “Go.”", "She went.")),
        ("What?! Nobody knew.", ("What?!", "Nobody knew.")),
        ("He waited… Then he left.", ("He waited…", "Then he left.")),
        ("It ended (at last.) We slept.", ("It ended (at last.)", "We slept.")),
        ("I live in the U.S. The food is fine.", ("I live in the U.S.", "The food is fine.")),
        ("Is it so? No. It is not.", ("Is it so?", "No.", "It is not.")),
        ("So do I. You do not.", ("So do I.", "You do not.")),
        ("At 5 p.m. The boat left.", ("At 5 p.m.", "The boat left.")),
        ("In 2019. 2020 was worse.", ("In 2019.", "2020 was worse.")),
        ("東京です。次の文。", ("東京です。", "次の文。")),
        ("flour\nwater\nsalt", ("flour", "water", "salt")),
        ("Port | Tide\nP01 | 7 m.\n\nAfter.", ("Port | Tide", "P01 | 7 m.", "After.")),
        ("Ends with a note.[1] Next one.", ("Ends with a note.[1]", "Next one.")),
    ],
)
def test_a_sentence_ends_where_its_marks_do(text: str, expected: tuple[str, ...]) -> None:
    assert sentences.split(text) == expected
