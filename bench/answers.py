"""Asks golden cases of the archive in this home and counts wrong refusals and wrong answers.

    python -m bench.answers OWN.yaml [--foreign OTHER.yaml ...]

Cases of OWN are about this archive; every question of a foreign file should be declined,
but for those that this archive happens to cover too, which are counted all the same.
"""

import argparse
import os
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import yaml


def cases_of(path: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load(Path(path).read_text(encoding="utf-8"))["cases"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("own")
    parser.add_argument("--foreign", nargs="*", default=[])
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
    django.setup()
    counts: Counter[str] = Counter()
    for case in cases_of(options.own):
        counts.update(outcome(case, is_own=True))
    for path in options.foreign:
        for case in cases_of(path):
            counts.update(outcome(case, is_own=False))
    for name, count in sorted(counts.items()):
        sys.stdout.write(f"{name}: {count}\n")


def outcome(case: dict[str, Any], *, is_own: bool) -> list[str]:
    """What one case adds to the counts; nothing is written to the gap log."""
    expects_answer = is_own and case["expect"] == "answer"
    group = "answerable" if expects_answer else "near miss" if is_own else "foreign"
    label = f"{case['split']}, {group}"
    cited = slugs_cited(case["question"])
    found = [label]
    if expects_answer and not cited:
        found.append(f"{label}, declined")
    if expects_answer and cited & {*case["sources"], *case.get("also_right", [])}:
        found.append(f"{label}, right source")
    if not expects_answer and cited:
        found.append(f"{label}, answered")
    return found


def slugs_cited(question: str) -> set[str]:
    """The essays that an answer cites; empty when it declines."""
    # Only now, because models can be imported only after the settings are read.
    transaction = import_module("django.db.transaction")
    types = import_module("archivebrain.answering.types")
    with transaction.atomic():
        answer = import_module("archivebrain.answering.engine").ask(types.Question(question))
        transaction.set_rollback(True)
    return {citation.slug for citation in answer.citations}


if __name__ == "__main__":
    main()
