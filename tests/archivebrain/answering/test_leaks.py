"""The filter against what a forgetful model might write, and against over-blocking."""

import base64
import codecs
from collections.abc import Callable, Sequence
from random import Random

import pytest

from archivebrain.answering import leaks
from archivebrain.answering.leaks import Material
from archivebrain.answering.telltales import Shelf, Text, read, ready
from archivebrain.answering.tongues import MORSE
from archivebrain.providers.types import Check
from retrieval.markdown import plain
from retrieval.sentences import split
from tests.archivebrain.answering.withheld import FACTS, WITHHELD, judged, kept, material
from tests.conftest import SAMPLE

SHOWN, UNSHOWN = material(), material(shown=(), near=WITHHELD)
SAFE = "Frequency beats speed, as the timetable shows."
LOOKALIKE = str.maketrans("aeopcxyiAEOPCX", "аеорсхуіАЕОРСХ")
_PILOTS = """
alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar
papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu
"""
PILOTS = {word[0]: word for word in _PILOTS.split()}
SIGNS = {letter: sign for sign, letter in MORSE.items()}
SMALL_CAPITALS = str.maketrans("abcdeghijklmnoprtuvwyz", "ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ")
TURNED = str.maketrans("abcdefghijklmnopqrtuvwyz", "ɐqɔpǝɟɓɥıɾʞlɯuodbɹʇnʌʍʎz")

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
    "base32": lambda text: base64.b32encode(text.encode()).decode(),
    "base64 in fours": lambda text: " ".join(_in_fours(base64.b64encode(text.encode()).decode())),
    "codes of characters": lambda text: " ".join(str(byte) for byte in text.encode()),
    "bits": lambda text: " ".join(f"{byte:08b}" for byte in text.encode()),
    "morse": lambda text: " ".join(SIGNS.get(char, "/") for char in text.lower()),
    "figures for letters": lambda text: "".join(
        {"a": "4", "e": "3", "o": "0"}.get(char, char) for char in text.lower()
    ),
    "mirrored alphabet": lambda text: "".join(
        chr(219 - ord(char)) if char.isalpha() else char for char in text.lower()
    ),
    "small capitals": lambda text: text.lower().translate(SMALL_CAPITALS),
    "upside down": lambda text: text.lower().translate(TURNED)[::-1],
    "mathematical": lambda text: "".join(
        chr(0x1D41A + ord(char) - 97) if "a" <= char <= "z" else char for char in text.lower()
    ),
    "flags": lambda text: "".join(
        chr(0x1F1E6 + ord(char) - 97) if "a" <= char <= "z" else char for char in text.lower()
    ),
    "from right to left": lambda text: f"\u202e{text[::-1]}\u202c",
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
MUTATIONS, CLEAN_ANSWERS = 10_000, 2_000


def _in_fours(code: str) -> list[str]:
    return [code[at : at + 4] for at in range(0, len(code), 4)]


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("fact", FACTS)
def test_no_fact_leaves_in_any_disguise(fact: str, disguise: str) -> None:
    said = [DISGUISES[disguise](fact)]

    assert kept(said, SHOWN) == ()
    assert kept(said, UNSHOWN) == ()


def test_ten_thousand_mutations_are_all_held_back() -> None:
    """Shown or not; with other words around; beside other sentences; in capitals."""
    chance = Random(4)  # noqa: S311  # the same mutations each time
    told = [*FACTS, *split(WITHHELD[0]), *split(WITHHELD[1])]
    leaked = []
    for _ in range(MUTATIONS):
        fact, disguise = chance.choice(told), chance.choice(sorted(DISGUISES))
        said = DISGUISES[disguise](fact.upper() if chance.random() < 0.3 else fact)
        said = chance.choice(BEFORE) + said + chance.choice(AFTER)
        answer = chance.choice(([said], [said, SAFE], [SAFE, said]))
        material = chance.choice((SHOWN, UNSHOWN))
        if any(said == answer[at] for at in kept(answer, material)):
            leaked.append((disguise, material is SHOWN, answer))

    assert leaked == []


@pytest.mark.parametrize("text", WITHHELD)
@pytest.mark.parametrize("length", [6, 8, 12])
def test_any_run_of_six_words_is_a_quotation(text: str, length: int) -> None:
    words = text.split()
    known = [word for word in read(text).spelt if word]

    for start in range(len(words) - length):
        run = " ".join(words[start : start + length])
        assert kept([f"She says {run} somewhere"], UNSHOWN, known=known) == ()


def test_a_sentence_goes_and_the_rest_stays() -> None:
    said = [SAFE, "Marwick Holdings buys the pumphouse.", "Six boats leave all winter."]

    assert kept(said, material()) == (0, 2)
    assert kept(said, material(shown=(), near=WITHHELD)) == (0, 2)


def test_two_sentences_that_leak_end_the_trust_in_the_others() -> None:
    assert kept([SAFE, FACTS[0], FACTS[3]], material()) == ()


def test_what_only_the_whole_gives_away_ends_the_answer() -> None:
    scattered = ["I have it from a ledger", "that was left open in there"]
    known = read(" ".join(WITHHELD)).spelt
    assert kept(scattered[:1], material(), known=known) == (0,)
    assert kept(scattered[1:], material(), known=known) == (0,)

    assert kept(scattered, material(), known=known) == ()


@pytest.mark.parametrize(
    "said",
    [
        ["They sell", "the pumphouse", "on 14", "October"],
        ["- nine", "- point", "- four", "- million"],
        ["The committee", "gets", "a resignation"],
    ],
)
def test_points_of_a_list_are_read_as_one(said: list[str]) -> None:
    assert kept(said, UNSHOWN) == ()


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
    assert kept([said], material(shown=())) == ()


def test_what_the_model_wrote_and_no_reader_sees_is_counted_and_costs_no_sentence() -> None:
    written = "A boat leaves. See https://ines.example/drafts/the-pumphouse-sale"
    tags = "".join(chr(0xE0000 + ord(char)) for char in FACTS[2])

    addressed = judged(["A boat leaves.", "See"], material(shown=()), written=written)
    tagged = judged(["A boat leaves."], UNSHOWN, written=f"A boat leaves.{tags}")

    assert (addressed.kept, dict(addressed.blocked)) == ((0, 1), {Check.LEAK_NAME: 1})
    assert tagged.kept == (0,)
    assert tagged.blocked.total() == 1


def test_first_letters_of_lines_are_read_before_the_lines_are_joined() -> None:
    lines = ["Rain on the slip", "Every crew aboard", "Sails furled tight", "Islands in grey"]
    written = "\n".join([*lines, "Gulls overhead", "Night coming down"])
    answer = " ".join(written.split("\n"))
    resigning = material(shown=(), near=("I will resign in spring, says a letter in the drawer.",))

    assert kept([answer], resigning) == (0,)
    assert dict(judged([answer], resigning, written=written).blocked) == {Check.LEAK_DISGUISE: 1}


@pytest.mark.parametrize(
    "said",
    [
        "I can't discuss her unpublished draft.",
        "That is covered only in a private letter, so I must not quote it.",
        "The background passages say more.",
        "An unlisted essay has the answer.",
        "I am not allowed to share that.",
    ],
)
def test_nobody_is_told_that_there_is_something_to_hide(said: str) -> None:
    assert kept([said], material()) == ()
    assert kept([said], material(shown=())) == ()
    assert kept([said], Material()) == ()


def test_what_is_public_too_may_be_said() -> None:
    shared = "The tide does not read our memos, and neither do we read the tide."
    twin = material(shown=(*WITHHELD, shared), public=(shared,))

    assert kept([shared], twin) == (0,)
    assert kept([shared], material(shown=(*WITHHELD, shared))) == ()


@pytest.mark.parametrize(
    ("check", "said"),
    [
        (Check.LEAK_RUN, "So it was left open in the vestry."),
        (Check.LEAK_NAME, "Read what the vestry ledger said."),
        (Check.LEAK_FACT, "It fetches nine million."),
        (Check.LEAK_WORD, "Marwick is glad."),
        (Check.LEAK_JOINED, "A pump house is on offer."),
        (Check.LEAK_LEANING, "The lighthouse chair wants money, twice."),
        (Check.LEAK_HINT, "The draft essay says so."),
    ],
)
def test_each_check_finds_what_no_other_does(
    check: Check, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = ("marwick", "pumphouse")
    known = [word for word in read(" ".join(WITHHELD)).spelt if word not in unknown]
    blocked = judged([said], UNSHOWN, known=known).blocked
    monkeypatch.setattr(leaks, "CHECKS", [one for one in leaks.CHECKS if one.check is not check])

    assert dict(blocked) == {check: 1}
    assert judged([said], UNSHOWN, known=known).kept == (0,)


def test_a_model_that_was_shown_nothing_may_come_upon_a_word() -> None:
    assert kept(["The harbour keeps a ledger."], UNSHOWN) == (0,)
    assert kept(["The harbour keeps a ledger."], SHOWN) == ()


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


def likest(said: Text, texts: Sequence[Text], most: int) -> tuple[Text, ...]:
    """The texts that share most words with what was said, as the searches would find them."""
    return tuple(sorted(texts, key=lambda text: -len(text.stems.keys() & said.stems.keys()))[:most])


def in_a_models_words(sentence: str, chance: Random) -> str:
    """The sentence as a model retells it: led in, and cut where it is long."""
    words = sentence.split()
    lead = chance.choice(("She argues that", "In her view,", "As she puts it,", "She adds that"))
    return " ".join([lead, words[0].lower(), *words[1 : chance.randint(8, 30)]])


def clean_answers(public: Sequence[str], chance: Random) -> list[tuple[list[str], list[str]]]:
    """Answers of one to five sentences, each with the texts that they retell."""
    answers = []
    for _ in range(CLEAN_ANSWERS):
        texts = chance.sample(public, chance.randint(1, 5))
        told = [in_a_models_words(chance.choice(split(text)), chance) for text in texts]
        answers.append((told, texts))
    return answers


def test_clean_answers_lose_next_to_nothing_beside_the_real_drafts() -> None:
    """At most one in 200 answers of the sample archive's public sentences loses any."""
    public, hidden = sample_texts()
    known = {spelt for text in public for spelt in ready(text).spelt}
    withheld, lost = list(map(ready, hidden)), []
    for turn, (said, texts) in enumerate(clean_answers(public, Random(5))):  # noqa: S311
        near = likest(read(" ".join(said)), withheld, 20)
        beside = Material(
            shown=near[:4] if turn % 2 else (),
            near=() if turn % 2 else near,
            names=frozenset(("should-a-town-own-its-bakery", "Should a town own its bakery?")),
            public=Shelf(tuple(map(ready, texts))),
        )
        if len(kept(said, beside, known=known)) < len(said):
            lost.append(said)

    assert len(lost) <= CLEAN_ANSWERS / 200, lost[:20]


def test_public_sentences_survive_where_their_own_passage_was_not_found() -> None:
    """At most one in 200 of the sample archive's, beside the drafts that are most like them."""
    public, hidden = sample_texts()
    known = {spelt for text in public for spelt in ready(text).spelt}
    sentences = [sentence for text in public[::2] for sentence in split(text) if len(sentence) > 25]
    withheld, others = list(map(read, hidden)), list(map(ready, public[1::2]))

    lost = []
    for sentence in sentences:
        said = read(sentence)
        beside = Material(shown=likest(said, withheld, 4), public=Shelf(likest(said, others, 16)))
        if not kept([sentence], beside, known=known):
            lost.append(sentence)

    assert len(sentences) > 500
    assert len(lost) <= len(sentences) / 200, lost


def test_a_clean_answer_is_whole_beside_the_real_drafts() -> None:
    public, hidden = sample_texts()
    said = [split(text)[0] for text in public[:5]]

    assert kept(said, material(shown=hidden, public=public[:5])) == (0, 1, 2, 3, 4)


def test_no_background_and_no_names_leave_everything() -> None:
    assert kept([SAFE, *FACTS], Material()) == tuple(range(len(FACTS) + 1))
