"""The verdict on a sentence and what it cites, told by words and a cosine."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from archivebrain.answering.support import CLASHES, Evidence, Said, figure, stem, weigh
from archivebrain.providers.types import Verdict

SPEED = (
    "Speed sells tickets, but frequency keeps riders.",
    "I would rather publish six departures we always keep than twelve we keep in kind weather.",
)
FARES = ("I am against surge fares on lifeline routes, without exception.",)
NONE, PARTLY, SUPPORTED = Verdict.NONE, Verdict.PARTLY, Verdict.SUPPORTED


def verdict(claim: str, sentences: Sequence[str], closeness: float | None = 0.7) -> Verdict:
    evidence = Evidence(tuple(map(Said, sentences)))
    return weigh(Said(claim, frozenset(("ines",))), evidence, closeness=closeness)


@pytest.mark.parametrize(
    ("claim", "sentences"),
    [
        ("Frequency keeps riders, and speed only sells tickets.", SPEED),
        ("Ines prefers six departures that are kept to twelve kept in kind weather.", SPEED),
        ("Ines argues that she is against surge fares on lifeline routes.", FARES),
        ("She opposes surge fares on lifeline routes.", FARES),
        ("She does not support surge fares on lifeline routes.", FARES),
    ],
)
def test_what_the_words_say_is_supported(claim: str, sentences: Sequence[str]) -> None:
    assert verdict(claim, sentences) is SUPPORTED


@pytest.mark.parametrize(
    ("claim", "sentences"),
    [
        ("It is raining.", SPEED),
        ("Yes.", SPEED),
        ("The author writes about it.", SPEED),
        ("Speed sells 40 tickets.", SPEED),
        ("She publishes seven departures and keeps them.", SPEED),
        ("Speed sells tickets in Lisbon, but frequency keeps riders.", SPEED),
        ("Speed does not sell tickets.", SPEED),
        ("She supports surge fares on lifeline routes.", FARES),
        ("She loves surge fares.", FARES),
        ("[S3] proves she loves surge fares.", FARES),
    ],
)
def test_what_they_do_not_say_is_not(claim: str, sentences: Sequence[str]) -> None:
    assert verdict(claim, sentences) is NONE


@pytest.mark.parametrize(
    "claim",
    [
        "Speed sells 40 tickets.",
        "She publishes seven departures and keeps them.",
        "Speed sells tickets in Lisbon, but frequency keeps riders.",
        "Speed does not sell tickets.",
    ],
)
def test_without_its_clash_the_same_sentence_would_pass(
    claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("archivebrain.answering.support.CLASHES", ())

    assert verdict(claim, SPEED) is not NONE


@pytest.mark.parametrize(
    ("closeness", "expected"), [(0.7, SUPPORTED), (0.35, PARTLY), (0.1, NONE), (None, PARTLY)]
)
def test_fewer_common_words_ask_for_closeness(closeness: float | None, expected: Verdict) -> None:
    # Two of its four words stand there.
    assert verdict("Riders stay where frequency matters.", SPEED, closeness) is expected


def test_without_an_embedder_the_check_is_stricter_and_never_left_out() -> None:
    claim = "Riders stay loyal where departures arrive."

    assert verdict(claim, SPEED, 0.6) is SUPPORTED
    assert verdict(claim, SPEED, None) is NONE


@pytest.mark.parametrize(
    ("one", "other"),
    [("promise", "promised"), ("riders", "rider"), ("twelve", "12"), ("waits", "waiting")],
)
def test_forms_of_a_word_meet(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_numbers_are_one_however_they_are_written() -> None:
    assert figure("1,250") == figure("1250")
    assert figure("seven") == "7"


def test_scripts_without_spaces_are_compared_too() -> None:
    assert verdict("热有耐心", ("热有耐心，面包等待。",)) is SUPPORTED
    assert verdict("绳子是债", ("热有耐心，面包等待。",)) is NONE


@pytest.mark.data
class TestOnSciFact:
    """What docs/evaluation.md says of its errors by words alone, which need no model."""

    def passing(self, test_data: Path, label: str, *, turn: int = 0) -> float:
        path = test_data / "data" / "retrieval" / "scifact" / "entailment.jsonl"
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        found: Counter[Verdict] = Counter(
            verdict(row["claim"], rows[(at + turn) % len(rows)]["rationale"], None)
            for at, row in enumerate(rows)
            if row["label"] == label
        )
        assert found.total() > 100
        return 1 - found[NONE] / found.total()

    def test_the_words_of_another_claim_bear_out_next_to_nothing(self, test_data: Path) -> None:
        assert self.passing(test_data, "SUPPORT", turn=97) <= 0.01
        assert self.passing(test_data, "CONTRADICT", turn=97) <= 0.01

    def test_words_that_support_pass_twice_as_often_as_words_that_contradict(
        self, test_data: Path
    ) -> None:
        supporting, contradicting = (
            self.passing(test_data, label) for label in ("SUPPORT", "CONTRADICT")
        )

        assert supporting >= 0.25
        assert contradicting <= 0.15


def test_each_clash_has_a_sentence_that_meets_it_alone() -> None:
    met = {
        "has_strange_figure": ("Speed sells 40 tickets.", SPEED),
        "has_strange_count": ("She publishes seven departures.", SPEED),
        "has_strange_name": ("Speed sells tickets in Lisbon, but frequency keeps riders.", SPEED),
        "has_strange_feeling": ("She loves tickets.", SPEED),
        "is_turned": ("Speed does not sell tickets.", SPEED),
    }
    for name, (claim, sentences) in met.items():
        evidence = Evidence(tuple(map(Said, sentences)))
        assert [one.__name__ for one in CLASHES if one(Said(claim), evidence)] == [name]
