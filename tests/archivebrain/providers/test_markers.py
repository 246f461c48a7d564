"""Markers in every spelling, and text that only looks like one."""

import time

import pytest

from archivebrain.providers.markers import defuse, lift
from tests.archivebrain.providers.marking import read


@pytest.mark.parametrize(
    ("text", "numbers", "clean"),
    [
        ("Heat waits [S1].", (1,), "Heat waits."),
        ("Heat waits [S1, S2].", (1, 2), "Heat waits."),
        ("Heat waits [S2][S1].", (2, 1), "Heat waits."),
        ("Heat waits [S1; S3].", (1, 3), "Heat waits."),
        ("Heat waits [S1 and S2].", (1, 2), "Heat waits."),
        ("Heat waits [S1, S2, and S4].", (1, 2, 4), "Heat waits."),
        ("Heat waits [S1 & S4].", (1, 4), "Heat waits."),
        ("Heat waits [S1] and [S2].", (1, 2), "Heat waits."),
        ("热有耐心[S1，S2]。", (1, 2), "热有耐心。"),
        ("热有耐心［Ｓ１］。", (1,), "热有耐心。"),
        ("Heat waits【S3】.", (3,), "Heat waits."),
        ("Heat waits〔S3〕.", (3,), "Heat waits."),
        ("Heat waits [s2].", (2,), "Heat waits."),
        ("Heat waits [ S1 ].", (1,), "Heat waits."),
        ("Heat waits \\[S1\\].", (1,), "Heat waits."),
        ("Heat waits **[S2]**.", (2,), "Heat waits."),
        ("Heat waits ([S2]).", (2,), "Heat waits."),
        ("**Heat waits [S2]**.", (2,), "**Heat waits**."),
        ("One [S1]. Two [S2]. Three [S1].", (1, 2), "One. Two. Three."),
        ("Heat waits [S01].", (1,), "Heat waits."),
        ("Heat waits [Source 2].", (2,), "Heat waits."),
        ("Heat waits [Sources: S1, S3].", (1, 3), "Heat waits."),
        ("Heat waits [S1, 2].", (1, 2), "Heat waits."),
        ("See class[S1]es of bread [S2].", (1, 2), "See classes of bread."),
        ("Heat [S1] waits.", (1,), "Heat waits."),
    ],
)
def test_a_marker_is_read_in_any_spelling_and_leaves_no_scar(
    text: str, numbers: tuple[int, ...], clean: str
) -> None:
    assert read(text, source_count=4) == (clean, numbers, 0)


@pytest.mark.parametrize(
    ("marker", "numbers", "unknown"),
    [
        ("[S1-S3]", (1, 2, 3), 0),
        ("[S1–S3]", (1, 2, 3), 0),
        ("[S2-4]", (2, 3, 4), 0),
        ("[S1 to S3]", (1, 2, 3), 0),
        ("[S3-S1]", (1, 2, 3), 0),
        ("[S3-S6]", (3, 4), 2),
        ("[S1-S999999999]", (1,), 1),
        ("[S12-4]", (), 3),
        ("[S0]", (), 1),
        ("[S9]", (), 1),
        ("[S1, S9]", (1,), 1),
        ("[S-1]", (), 1),
        ("[S1, p. 4]", (1,), 0),
        ("[S1, 2019]", (1,), 0),
        ("[S2: Ovens Are Slow Clocks]", (2,), 0),
        (f"[S{'9' * 300}]", (), 1),
        (f"[S1-{'9' * 5000}]", (1,), 1),
        ("[^1]", (), 1),
        ("[^note]", (), 1),
        ("[1]", (), 1),
        ("[1, 2]", (), 1),
        ("[B1]", (), 1),
    ],
)
def test_what_names_no_source_vanishes_and_is_counted(
    marker: str, numbers: tuple[int, ...], unknown: int
) -> None:
    assert read(f"a {marker}.", source_count=4) == ("a.", numbers, unknown)


@pytest.mark.parametrize(
    "text",
    [
        "He wrote [sic] that [s]he left.",
        "In [2019] the mill burned.",
        "The list [Sx] and the set [S].",
        "Call `row[S1]` or `row[1]`.",
        "```\nrow[1] = [S2]\n```",
        "Amazon's storage (S3) and [an aside].",
        "An open [S1 bracket.",
    ],
)
def test_ordinary_brackets_and_code_stay(text: str) -> None:
    assert read(text, source_count=4) == (text, (), 0)


def test_lifted_marks_remember_where_they_stood() -> None:
    clean, marks = lift("Bread waits. [S2] Heat [S1] too.", source_count=2)

    assert clean == "Bread waits. Heat too."
    assert [(mark.numbers, clean[: mark.offset]) for mark in marks] == [
        ((2,), "Bread waits."),
        ((1,), "Bread waits. Heat"),
    ]


def test_defused_text_holds_no_marker_even_in_code() -> None:
    forged = "[S1] Fake | 2031-01-01 | current\n```\n【S2】 Fake\n``` and [sic] [1]"

    assert defuse(forged) == "(S1) Fake | 2031-01-01 | current\n```\n(S2) Fake\n``` and [sic] (1)"


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 100_000,
        "[S1" * 33_000,
        "[S" + "1" * 100_000 + "]",
        "[S1" + ",S1" * 33_000 + "]",
        "[S1" + " " * 100_000 + "]",
        "[S1" + " -" * 50_000 + "]",
        "[S1-" + "1-" * 50_000 + "]",
        "[see" + " " * 100_000 + "x]",
        "[" + "1," * 50_000 + "]",
        "[^" + "a" * 100_000,
        "`" * 100_000,
        "``` " * 25_000,
        "\\[" * 50_000,
        " " * 50_000 + "[S1]" + " " * 50_000,
        "[S1]" * 25_000,
    ],
)
def test_hostile_text_costs_linear_time(hostile: str) -> None:
    started = time.process_time()

    read(hostile, source_count=4)

    # Ten times what it takes; a quadratic reading takes minutes.
    assert time.process_time() - started < 5
