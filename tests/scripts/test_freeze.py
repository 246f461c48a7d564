"""Which packages a frozen list names: those that are needed here, through every extra."""

import re
import sys

from packaging.requirements import Requirement

from scripts.freeze import LEFT_OUT, installed_versions, needs_of
from scripts.requirements import lines


def test_a_need_counts_where_its_marker_holds() -> None:
    needs = needs_of(
        [
            "always>=1",
            'never; python_version < "3"',
            f'here; sys_platform == "{sys.platform}"',
            'wanted; extra == "redis"',
            'unwanted; extra == "sqs"',
        ],
        {"redis"},
    )

    assert [need.name for need in needs] == ["always", "here", "wanted"]


def test_without_extras_no_need_of_an_extra_counts() -> None:
    assert needs_of(['wanted; extra == "redis"'], set()) == []


def test_what_the_project_names_is_in_the_list_and_so_is_what_that_needs() -> None:
    versions = installed_versions()

    direct = {re.sub(r"[-_.]+", "-", Requirement(line).name).lower() for line in lines([])}
    assert direct <= set(versions)
    # Through celery's extra and through Django, which the project does not name.
    assert {"kombu", "sqlparse"} <= set(versions)
    assert {"torch"} == LEFT_OUT
