"""How well refusals are told from answers, and the weights that help to tell them.

``python -m bench.refusals`` prints precision and recall; ``--fit`` first writes the weights
anew from the seen openings; ``--xstest FILE`` adds what XSTest's judged answers come to.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

from archivebrain.answering.refusal_likelihood import CONSTANT, WEIGHTS_FILE, features
from archivebrain.answering.refusal_reading import Sentence, read
from archivebrain.answering.refusals import PREAMBLE_SENTENCES, after_denial, declines

OPENINGS = Path("tests/archivebrain/answering/openings.yaml")
_MARKER = re.compile(r"\s*\[S[^\]]*\]")
# A feature that fewer openings have says more about them than about refusals.
_RARE = 3
# The strength of the penalty on weights (smaller is fewer weights), as scikit-learn counts it.
_FREEDOM = 0.3

Labelled = tuple[str, bool]


def labelled(part: str) -> Iterator[Labelled]:
    """The openings of a part, each with whether it declines."""
    openings = yaml.safe_load(OPENINGS.read_text(encoding="utf-8"))[part]
    for kind, is_refusal in (("declines", True), ("answers", False)):
        yield from ((text, is_refusal) for text in openings[kind])


def judged(path: Path) -> Iterator[tuple[str, str]]:
    """XSTest's answers to safe prompts: the opening and the label of its human judges."""
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        yield record["opening"], record["label"]


def figures(pairs: Iterable[Labelled]) -> str:
    counts = Counter((declines(text), expected) for text, expected in pairs)
    right, false, missed = counts[True, True], counts[True, False], counts[False, True]
    precision, recall = right / (right + false), right / (right + missed)
    return f"precision {precision:.3f}, recall {recall:.3f} of {counts.total():,}"


def fit() -> dict[str, float]:
    """Weights from the seen openings alone, few of them: most are driven to nothing."""
    # Only here: serving needs the weights and not what fits them.
    from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415

    examples = [example for text, kind in labelled("seen") for example in _told(text, kind)]
    spread = Counter(feature for sentence, _ in examples for feature in features(sentence))
    rows = [
        dict.fromkeys((one for one in features(sentence) if one and spread[one] >= _RARE), 1)
        for sentence, _ in examples
    ]
    vectors = DictVectorizer()
    table = vectors.fit_transform(rows)
    # The solver takes no wider ones.
    table.indices, table.indptr = table.indices.astype("int32"), table.indptr.astype("int32")
    model = LogisticRegression(
        l1_ratio=1, solver="liblinear", C=_FREEDOM, max_iter=500, random_state=0
    ).fit(table, [kind for _, kind in examples])
    named = zip(vectors.feature_names_, model.coef_[0], strict=True)
    weights = {name: round(float(weight), 2) for name, weight in named if abs(weight) >= 0.01}
    return {CONSTANT: round(float(model.intercept_[0]), 2), **weights}


def _told(text: str, is_refusal: bool) -> Iterator[tuple[Sentence, bool]]:
    """The sentence that tells what the opening is: its denial, or else its first."""
    opening = read(_MARKER.sub("", text))
    denials = [
        sentence
        for place, sentence in enumerate(opening[:PREAMBLE_SENTENCES])
        if after_denial(sentence, opens=not place) is not None
    ]
    if is_refusal:
        yield (denials or opening)[0], True
    elif opening and not denials:
        yield opening[0], False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--xstest", type=Path)
    asked = parser.parse_args()
    if asked.fit:
        WEIGHTS_FILE.write_text(json.dumps(fit(), indent=0, sort_keys=True) + "\n")
        sys.stdout.write(f"Wrote {WEIGHTS_FILE.name}; run again to measure it.\n")
        return
    for part in ("seen", "unseen"):
        sys.stdout.write(f"{part}: {figures(labelled(part))}\n")
    if asked.xstest:
        totals, told = Counter[str](), Counter[str]()
        for text, label in judged(asked.xstest):
            totals[label] += 1
            told[label] += declines(text)
        for label, total in sorted(totals.items()):
            sys.stdout.write(f"XSTest {label}: {told[label]} of {total} decline\n")


if __name__ == "__main__":
    main()
