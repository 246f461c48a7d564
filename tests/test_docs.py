"""The docs cannot lag where a list can be checked: variables, commands, addresses, links."""

import re
from pathlib import Path

import pytest
from django.core.management import BaseCommand, get_commands, load_command_class
from django.urls import URLPattern, get_resolver

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
OUR_APPS = {"archivebrain", "ledger", "gaps", "retrieval"}


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def variables() -> set[str]:
    """What settings.py reads from the environment."""
    return set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', text_of("archivebrain/settings.py")))


def test_every_variable_has_a_row_in_its_page_and_no_row_is_stale() -> None:
    documented = set(re.findall(r"^\| `([A-Z_]+)`", text_of("docs/settings.md"), re.MULTILINE))

    assert documented == variables() | {"ARCHIVEBRAIN_TEST_DATA", "ARCHIVEBRAIN_TEST_HOME"}


def test_every_command_of_ours_is_documented() -> None:
    ours = {name for name, app in get_commands().items() if app in OUR_APPS}
    page = text_of("docs/commands.md")

    assert {name for name in ours if f"`{name}" not in page} == set()


def test_every_option_of_our_commands_is_documented_in_its_row() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` (.*)$", text_of("docs/commands.md"), re.MULTILINE))
    usual = {option for action in parser_of("check", BaseCommand()) for option in action}
    missing = {
        f"{name} {options[-1]}"
        for name, app in get_commands().items()
        if app in OUR_APPS
        for options in parser_of(name, load_command_class(app, name))
        if not usual.intersection(options) and f"`{options[-1]}`" not in rows.get(name, "")
    }

    assert missing == set()


def parser_of(name: str, command: BaseCommand) -> list[list[str]]:
    """The spellings of each option that a command takes."""
    parser = command.create_parser("manage.py", name)
    return [list(action.option_strings) for action in parser._actions if action.option_strings]


def test_every_page_address_is_documented() -> None:
    page = text_of("docs/commands.md")
    routes = [
        f"{resolver.pattern if pattern is not resolver else ''}{pattern.pattern}"
        for resolver in get_resolver().url_patterns
        for pattern in getattr(resolver, "url_patterns", [resolver])
        if isinstance(pattern, URLPattern) and "admin" not in str(getattr(resolver, "pattern", ""))
    ]

    shown = [re.sub(r"<\w+:", "<", route) for route in routes]
    assert [route for route in shown if f"`/{route}`" not in page] == []


@pytest.mark.parametrize("page", [*sorted(DOCS.rglob("*.md")), ROOT / "README.md"], ids=str)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))

    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_every_decision_is_listed_and_says_when_to_think_again() -> None:
    pages = sorted(DOCS.glob("decisions/0*.md"))
    index = text_of("docs/decisions/README.md")

    assert [page.name for page in pages if page.name not in index] == []
    assert [page.name for page in pages if "## Reconsider when" not in page.read_text()] == []


def test_direct_dependencies_are_bounded_on_both_sides() -> None:
    from scripts.requirements import lines

    loose = [
        line
        for line in lines(["embeddings", "onnx", "dev"])
        if "==" not in line and not re.search(r">=.*,<", line)
    ]

    assert loose == []
