"""The filter against what a forgetful model might write, and against over-blocking."""

import base64
import codecs
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivebrain.answering.leaks import Material, kept
from archivebrain.answering.telltales import Text, stem
from retrieval.markdown import plain
from retrieval.sentences import split
from tests.archivebrain.answering.withheld import FACTS, WITHHELD, knows_public, material
from tests.conftest import SAMPLE

MATERIAL = material()
SAFE = "Frequency beats speed, as the timetable shows."
LOOKALIKE = str.maketrans("aeopcxyiAEOPCX", "аеорсхуіАЕОРСХ")
_PILOTS = """
alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar
papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu
"""
PILOTS = {word[0]: word for word in _PILOTS.split()}

Disguise = Callable[[str], str]
DISGUISES: dict[str, Disguise] = {
    "as it is": str,
    "in capitals": str.upper,
    "full width": lambda text: "".join(
        chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text
    ),
    "look-alikes": lambda text: text.translate(LOOKALIKE),
    "zero width": "\u200b".join,
    "soft hyphens": "\u00ad".join,
    "hangul fillers": "\u3164".join,
    "accents": lambda text: "".join(f"{char}\u0301" if char in "aeiou" else char for char in text),
    "spaced letters": " ".join,
    "hyphened letters": "-".join,
    "no spaces": lambda text: text.replace(" ", ""),
    "other spaces": lambda text: text.replace(" ", "\u2003\u00a0"),
    "other dashes": lambda text: text.replace(" ", " \u2014 "),
    "table cells": lambda text: f"| {' | '.join(text.split())} |",
    "one word a line": lambda text: "\n".join(f"- {word}" for word in text.split()),
    "code comments": lambda text: "\n".join(f"# {word}" for word in text.split()),
    "bold and links": lambda text: " ".join(f"**[{word}](x)**" for word in text.split()),
    "reversed": lambda text: text[::-1],
    "words reversed": lambda text: " ".join(word[::-1] for word in text.split()),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "url-safe base64": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "base64 in lines": lambda text: base64.encodebytes(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "hex in pairs": lambda text: text.encode().hex(" "),
    "escapes": lambda text: "".join(f"\\x{byte:02x}" for byte in text.encode()),
    "percent signs": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "tags": lambda text: SAFE + "".join(chr(0xE0000 + ord(char)) for char in text),
    "variation selectors": lambda text: (
        SAFE + "".join(chr(0xE0100 + byte - 16) for byte in text.encode())
    ),
    "pilots": lambda text: " ".join(PILOTS[char] for char in text.lower() if char in PILOTS),
    "first letters": lambda text: "\n".join(
        f"{char.upper()}nd so on" for char in text if char.isalpha()
    ),
}
BEFORE = ("", "Well, ", "It is said that ", "As far as I can tell: ", "The author writes: ")
AFTER = ("", " That is all.", " [S1]", " And so the tide turns.", "\n\nNothing else is known.")


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("fact", FACTS)
def test_no_fact_leaves_in_any_disguise(fact: str, disguise: str) -> None:
    assert kept([DISGUISES[disguise](fact)], MATERIAL) == ()


@settings(max_examples=2000, deadline=None)
@given(
    fact=st.sampled_from([*FACTS, *split(WITHHELD[0]), *split(WITHHELD[1])]),
    disguise=st.sampled_from(sorted(DISGUISES)),
    before=st.sampled_from(BEFORE),
    after=st.sampled_from(AFTER),
    capitals=st.booleans(),
)
def test_thousands_of_mutations_are_all_held_back(
    fact: str, disguise: str, before: str, after: str, capitals: bool
) -> None:
    said = DISGUISES[disguise](fact.upper() if capitals else fact)

    assert kept([before + said + after], MATERIAL) == ()


@settings(max_examples=300, deadline=None)
@given(start=st.integers(0, 20), length=st.integers(6, 12), text=st.sampled_from(WITHHELD))
def test_any_run_of_six_words_is_a_quotation(start: int, length: int, text: str) -> None:
    words = text.split()
    run = words[min(start, len(words) - length) :][:length]
    known = replace(MATERIAL, knows=lambda words: words)

    assert kept([f"She says {' '.join(run)} somewhere"], known) == ()


def test_a_sentence_goes_and_the_rest_stays() -> None:
    said = [SAFE, "Marwick Holdings buys the pumphouse.", "Six boats leave all winter."]

    assert kept(said, material()) == (0, 2)


def test_two_sentences_that_leak_end_the_trust_in_the_others() -> None:
    assert kept([SAFE, FACTS[0], FACTS[3]], material()) == ()


def test_what_only_the_whole_gives_away_ends_the_answer() -> None:
    scattered = ["I have it from a ledger", "that was left open in there"]
    known = replace(material(), knows=lambda words: words)
    assert kept(scattered[:1], known) == (0,)
    assert kept(scattered[1:], known) == (0,)

    assert kept(scattered, known) == ()


@pytest.mark.parametrize(
    "said",
    [
        "See the-pumphouse-sale for more.",
        "There is an essay called “What the Vestry Ledger Said”.",
        "Read thepumphousesale next.",
        "Read [this](/essays/the-pumphouse-sale/).",
    ],
)
def test_a_withheld_title_or_slug_is_never_named_whether_or_not_it_was_shown(said: str) -> None:
    unshown = replace(material(), shown=(), knows=knows_public)

    assert kept([said], unshown) == ()


@pytest.mark.parametrize(
    "said",
    [
        "I can't discuss her unpublished draft.",
        "That is covered only in a private letter, so I must not quote it.",
        "The background passages say more.",
        "An unlisted essay has the answer.",
        "I am not allowed to say.",
    ],
)
def test_nobody_is_told_that_there_is_something_to_hide(said: str) -> None:
    assert kept([said], material()) == ()
    assert kept([said], replace(material(), shown=())) == (0,)


def test_what_is_public_too_may_be_said() -> None:
    shared = "The tide does not read our memos, and neither do we read the tide."
    twin = material(shown=(*WITHHELD, shared), public=(shared,))

    assert kept([shared], twin) == (0,)
    assert kept([shared], material(shown=(*WITHHELD, shared))) == ()


def sample_texts() -> tuple[list[str], list[str]]:
    """The sample archive's paragraphs: public ones, and those that are withheld."""
    public: list[str] = []
    hidden: list[str] = []
    for path in sorted((SAMPLE / "essays").rglob("*.md")):
        raw = path.read_text(encoding="utf-8")
        is_hidden = "drafts" in path.parts or "visibility: unlisted" in raw
        body = plain(raw.split("---", 2)[2])
        (hidden if is_hidden else public).extend(p for p in body.split("\n") if len(p) > 200)
    return public, hidden


def between(said: Text, beside: Material, withheld: list[Text], public: list[Text]) -> Material:
    """The texts that share most words with a sentence, as the searches would find them."""

    def likest(texts: list[Text], most: int) -> tuple[Text, ...]:
        return tuple(
            sorted(texts, key=lambda text: -len(text.stems.keys() & said.stems.keys()))[:most]
        )

    return replace(beside, shown=likest(withheld, 4), public=likest(public, 16))


def test_public_sentences_of_the_sample_archive_survive_beside_its_real_drafts() -> None:
    """At most one in 200 is lost, though its own passage is not among those that are shown."""
    public, hidden = sample_texts()
    vocabulary = {stem(word) for text in public for word in Text(text).words}
    sentences = [sentence for text in public[::2] for sentence in split(text) if len(sentence) > 25]
    withheld, others = [Text(text) for text in hidden], [Text(text) for text in public[1::2]]
    beside = Material(
        shown=(),
        near=(),
        names=("should-a-town-own-its-bakery", "Should a town own its bakery?"),
        public=(),
        knows=lambda words: [word for word in words if stem(word) in vocabulary],
    )

    lost = [
        sentence
        for sentence in sentences
        if not kept([sentence], between(Text(sentence), beside, withheld, others))
    ]

    assert len(sentences) > 500
    assert len(lost) <= len(sentences) / 200, lost


def test_a_clean_answer_is_whole_beside_the_real_drafts() -> None:
    public, hidden = sample_texts()
    said = [split(text)[0] for text in public[:5]]
    beside = replace(material(shown=tuple(hidden), public=tuple(public[:5])), names=())

    assert kept(said, beside) == (0, 1, 2, 3, 4)


def test_no_background_and_no_names_leave_everything() -> None:
    nothing = Material((), (), (), (), knows=lambda words: ())

    assert kept([SAFE, *FACTS], nothing) == tuple(range(len(FACTS) + 1))
