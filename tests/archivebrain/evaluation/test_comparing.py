"""Two runs side by side: what was gained, what was lost, what no longer compares."""

from dataclasses import replace
from typing import Any

from archivebrain.evaluation.comparing import Comparison, Figures, compare


def verdict(name: str, **changes: Any) -> dict[str, Any]:
    well = {
        "id": name, "digest": f"digest of {name}", "search_hit": True, "ask_hit": True,
        "wrong_decline": False, "wrong_answer": None, "unsaid": [], "forbidden": [],
        "loose_quotes": [],
    }  # fmt: skip
    return well | changes


EARLIER = Figures(
    cases_digest="1",
    gates=[{"name": "ask hits", "count": 1, "total": 3}],
    latency_ms={"ask": {"p50": 40.0, "p95": 80.0}},
    versions={"index": "a", "recipe": "r"},
    verdicts=[verdict("g-1", ask_hit=False), verdict("g-2"), verdict("g-3"), verdict("g-4")],
)
LATER = Figures(
    cases_digest="2",
    gates=[{"name": "ask hits", "count": 2, "total": 3}],
    latency_ms={"ask": {"p50": 50.0, "p95": 90.0}},
    versions={"index": "b", "recipe": "r"},
    verdicts=[
        verdict("g-1"),
        verdict("g-2", wrong_decline=True, ask_hit=False),
        verdict("g-3", digest="other words"),
        verdict("g-5"),
    ],
)


def test_cases_gates_times_and_versions_are_told_from_earlier_to_later() -> None:
    assert compare(EARLIER, LATER) == Comparison(
        is_by_case=True,
        are_same_cases=False,
        gates={"ask hits": ("1 of 3", "2 of 3")},
        latency_ms={"ask p50": (40.0, 50.0), "ask p95": (80.0, 90.0)},
        versions={"index": ("a", "b")},
        gained=("g-1 (ask hit)",),
        lost=("g-2 (ask hit)", "g-2 (wrong decline)"),
        not_compared=("g-3", "g-4", "g-5"),
    )


def test_words_and_quotes_count_as_lost_too() -> None:
    later = replace(
        EARLIER,
        verdicts=[verdict("g-2", unsaid=["x"]), verdict("g-3", forbidden=["y"]),
                  verdict("g-4", loose_quotes=[{"slug": "a", "quote": "b"}])],
    )  # fmt: skip

    assert compare(EARLIER, later).lost == (
        "g-2 (unsaid)",
        "g-3 (forbidden)",
        "g-4 (loose quotes)",
    )


def test_of_the_holdout_only_totals_are_compared() -> None:
    comparison = compare(replace(EARLIER, verdicts=[]), replace(LATER, verdicts=[]))

    assert not comparison.is_by_case
    assert (comparison.gained, comparison.lost, comparison.not_compared) == ((), (), ())
    assert comparison.gates == {"ask hits": ("1 of 3", "2 of 3")}


def test_a_run_that_was_just_made_equals_itself_as_it_was_kept() -> None:
    just_made = replace(EARLIER, verdicts=[{**one, "unsaid": ()} for one in EARLIER.verdicts])

    comparison = compare(EARLIER, just_made)

    assert (comparison.gained, comparison.lost) == ((), ())
