"""The house keeps its shape: imports point down, rooms and functions stay small."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("archivebrain", "ledger", "gaps", "retrieval")
MOST_FILE_LINES = 400
MOST_FUNCTION_LINES = 60
MOST_PARAMETERS = 6
# Names that say nothing about what is inside.
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "services", "managers", "core"}


def sources() -> list[Path]:
    return [
        path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node


def test_imports_point_down_and_pure_modules_stay_pure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)

    assert lint_imports(cache_dir=str(tmp_path)) == EXIT_STATUS_SUCCESS


def test_no_file_is_too_long_to_read() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in sources()
        if (count := path.read_text(encoding="utf-8").count("\n")) > MOST_FILE_LINES
    }

    assert long == {}


def test_no_function_is_too_long_to_hold_in_mind() -> None:
    long = {
        where: lines
        for where, node in functions()
        if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > MOST_FUNCTION_LINES
    }

    assert long == {}


def test_no_signature_wants_to_be_an_object() -> None:
    wide = {
        where: width
        for where, node in functions()
        if (width := len(node.args.args) + len(node.args.kwonlyargs)) > MOST_PARAMETERS + 1
    }

    assert wide == {}


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sources()
        if (text := path.read_text(encoding="utf-8")).strip()
        and ast.get_docstring(ast.parse(text)) is None
    ]

    assert silent == []


def test_no_module_is_named_for_a_pattern() -> None:
    assert [path for path in sources() if path.stem in FORBIDDEN_NAMES] == []


def callers_of(name: str) -> set[str]:
    """The modules of the answer engine and its surfaces that call something by this name."""
    return {
        path.stem
        for path in sources()
        if path.is_relative_to(ROOT / "archivebrain")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", "") or getattr(node.func, "attr", "")) == name
    }


def test_a_draft_leaves_the_answer_engine_by_the_leak_filter_alone() -> None:
    """Only behind it is a draft made into a reply, and only of a reply an answer."""
    assert callers_of("grounded") == {"release"}
    assert callers_of("without_leaks") == {"release"}
    assert callers_of("Reply") <= {"grounding", "live"}
    assert callers_of("AnswerSentence") <= {"citations", "grounding", "live"}
    assert callers_of("Answer") == {"engine"}


def test_every_lock_in_the_database_takes_its_number_from_one_module() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in sources()}
    lockers = {
        path: text
        for path, text in texts.items()
        # The one that is handed its number by those who call it.
        if path.name != "turns.py" and ("advisory" in text or "only_one(" in text)
    }

    assert len(lockers) > 3
    assert [
        path for path, text in lockers.items() if "from retrieval.locks import" not in text
    ] == []
