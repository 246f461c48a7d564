"""How a question and a text come down to the same words."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.words import MAX_WORD_CHARACTERS, config_for, words_of


@pytest.mark.parametrize(
    ("text", "plain", "names"),
    [
        ("Plain words.", ("plain", "words"), ()),
        ("C++ beats C#", ("c", "beats", "c"), ("c++", "c#")),
        ("the .NET runtime", ("the", "net", "runtime"), (".net",)),
        ("Use GPT-4.", ("use", "gpt", "4", "gpt4"), ("gpt-4",)),
        ("Node.js, twice: node.js", ("node", "js", "twice", "node", "js"), ("node.js",) * 2),
        ("an e-bike", ("an", "e", "bike", "ebike"), ("e-bike",)),
        ("non‑breaking", ("non", "breaking", "nonbreaking"), ("non-breaking",)),
        ("it’s don't we'll", ("it", "don", "we"), ()),
        ("ledger - memory", ("ledger", "memory"), ()),
        ("ledger -memory", ("ledger", "memory"), ()),
        ("a -- b — c", ("a", "b", "c"), ()),
        ("in 2019", ("in", "2019"), ()),
        ("naïve café", ("naïve", "café", "naive", "cafe"), ()),
        ("v1.2.3", ("v1", "2", "3"), ("v1.2.3",)),
        ("snake_case", ("snake", "case"), ("snake_case",)),
        ('"quoted phrase"', ("quoted", "phrase"), ()),
        ("东京都", ("东京都",), ("东京", "京都")),
        (":* & | ! ( )", (), ()),
        ("' OR 1=1 --", ("or", "1", "1"), ()),
        (
            "über 1,000 in the U.S.A.",
            ("über", "1", "000", "in", "the", "u", "s", "a", "1000", "usa", "uber"),
            ("u.s.a",),
        ),
        ("빵을", ("빵을", "빵"), ()),
        ("हिन्दी", ("हिन्दी", "हिनदी"), ()),
        ("", (), ()),
    ],
)
def test_a_text_comes_down_to_these_words(
    text: str, plain: tuple[str, ...], names: tuple[str, ...]
) -> None:
    words = words_of(text)

    assert (words.plain, words.names) == (plain, names)


@given(st.text())
def test_any_text_at_all_gives_words_that_the_database_can_hold(text: str) -> None:
    words = words_of(text)

    for word in words.plain + words.names:
        assert 0 < len(word) <= MAX_WORD_CHARACTERS
        word.encode()
        assert "\x00" not in word
        assert not any(char.isspace() for char in word)


def test_a_long_text_of_accented_words_is_read_in_no_time() -> None:
    started = time.process_time()

    words_of("schöne Häuser " * 20_000)

    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("language", "config"),
    [
        ("en", "english"),
        ("EN_gb", "english"),
        ("de-AT", "german"),
        ("ja", "simple"),
        ("", "simple"),
    ],
)
def test_a_language_without_a_stemmer_is_matched_word_for_word(language: str, config: str) -> None:
    assert config_for(language) == config
