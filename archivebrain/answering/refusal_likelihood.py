"""How likely a sentence denies that the writing covers a question, by fitted weights; pure.

A logistic model over what stands in the sentence: its words, and every run of up to five of
its letters (``refusal_words``). ``python -m bench.refusals --fit`` writes the weights.
"""

import json
from collections.abc import Iterator
from math import exp
from pathlib import Path

from archivebrain.answering.refusal_reading import Sentence
from archivebrain.answering.refusal_words import MARKER

# Between these the grammar decides alone.
SURELY_NOT, SURELY = 0.2, 0.8
LONGEST_RUN = 5
# A denial is made in the first words; what follows is the subject.
LETTERS, WORDS = 40, 40

WEIGHTS_FILE = Path(__file__).with_name("refusal_weights.json")
_WEIGHTS: dict[str, float] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
# The name of the constant term, which every sentence has.
CONSTANT = ""


def likelihood_of(sentence: Sentence) -> float:
    """Between 0 and 1."""
    score = sum(_WEIGHTS.get(feature, 0.0) for feature in features(sentence))
    return 1 / (1 + exp(-score))


def features(sentence: Sentence) -> set[str]:
    return {CONSTANT, *_runs(sentence.letters), *sentence.words.split()[:WORDS]}


def _runs(letters: str) -> Iterator[str]:
    """Runs of letters between ``/``, so that none is taken for a word."""
    whole = f"^{letters.replace(MARKER, '')[:LETTERS]}$"
    for length in range(1, LONGEST_RUN + 1):
        for start in range(len(whole) - length + 1):
            yield f"/{whole[start : start + length]}/"
