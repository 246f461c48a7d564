"""How often the check of sentences errs, on SciFact: the table of docs/evaluation.md.

A claim stands for a sentence; its rationale, or the whole abstract, for what is cited.
``python -m bench.support``, with ``ARCHIVEBRAIN_TEST_DATA``.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
django.setup()

from django.conf import settings  # noqa: E402

from archivebrain.answering.checking import Outcome, Pending  # noqa: E402
from archivebrain.answering.support import Evidence, Said, authors_sentence  # noqa: E402
from archivebrain.providers.types import Verdict  # noqa: E402
from retrieval.embedders import embedder_named  # noqa: E402
from retrieval.sentences import split  # noqa: E402

# Every fifth claim chose none of our numbers.
APART = 5
# So far the rows are turned to lay beside a claim what is said of another.
TURN = 97


def rows_in(folder: Path) -> list[dict[str, Any]]:
    """The rows, each with its rationale and its abstract as evidence."""
    abstracts = {one["_id"]: one for one in _lines(folder / "corpus.jsonl")}
    rows = list(_lines(folder / "entailment.jsonl"))
    for row in rows:
        abstract = abstracts[row["doc_id"]]
        sentences = tuple(map(authors_sentence, split(abstract["text"])))
        row["the rationale"] = Evidence(tuple(map(authors_sentence, row["rationale"])))
        row["the abstract"] = Evidence(sentences, Said(abstract["title"]))
    return rows


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def verdicts(pairs: Sequence[Pending], *, is_embedded: bool) -> Counter[Verdict]:
    cosines: list[float] | list[None] = [None] * len(pairs)
    if is_embedded:
        embedder = embedder_named(settings.EMBEDDING_MODEL)
        claims, cited = zip(*(one.pair for one in pairs), strict=True)
        products = (embedder.embed(claims) * embedder.embed(cited)).sum(axis=1)
        cosines = [float(one) for one in products]
    return Counter(
        one.by_words if one.is_settled else one.verdict(cosine)
        for one, cosine in zip(pairs, cosines, strict=True)
    )


def table(rows: Sequence[dict[str, Any]], *, is_apart: bool) -> Iterator[str]:
    places = [at for at, row in enumerate(rows) if (int(row["claim_id"]) % APART == 0) == is_apart]
    for cited in ("the rationale", "the abstract"):
        for label, turn in (("SUPPORT", 0), ("CONTRADICT", 0), ("", TURN)):
            pairs = [
                Pending(
                    Outcome(None),
                    Said(rows[at]["claim"]),
                    rows[(at + turn) % len(rows)][cited],
                )
                for at in places
                if not label or rows[at]["label"] == label
            ]
            name = label.lower() or "of another claim"
            shares = [
                f"{1 - found[Verdict.NONE] / len(pairs):.2f}"
                for found in (verdicts(pairs, is_embedded=yes) for yes in (True, False))
            ]
            yield f"| {cited} | {name} | {len(pairs)} | {shares[0]} | {shares[1]} |\n"


def main() -> None:
    rows = rows_in(Path(os.environ["ARCHIVEBRAIN_TEST_DATA"]) / "data" / "retrieval" / "scifact")
    head = "| cited | pair | pairs | pass | pass without an embedder |\n|---|---|---:|---:|---:|\n"
    for is_apart in (False, True):
        sys.stdout.write(f"{'Apart' if is_apart else 'Chosen on'}:\n\n{head}")
        sys.stdout.writelines(table(rows, is_apart=is_apart))


if __name__ == "__main__":
    main()
