"""The first visit: what it loads, what it shows, and what a second run leaves alone."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archivebrain.demonstration import (
    ACCOUNT,
    QUESTIONS,
    ask_questions,
    is_prepared,
    make_account,
    remind,
)

pytestmark = pytest.mark.django_db


def test_the_account_opens_the_desk_with_the_password_that_was_shown(client: Client) -> None:
    said: list[str] = []
    assert not is_prepared()

    make_account(said.append)

    found = re.search(r"opens with (\w+) and (\S+) \(shown this once\)", said[0])
    assert found
    assert client.login(username=found[1], password=found[2])
    assert client.get("/admin/").status_code == 200
    assert is_prepared()


def test_a_second_run_names_the_account_and_no_password() -> None:
    said: list[str] = []
    User.objects.create_superuser(ACCOUNT, password="kept to themselves")

    remind(said.append)

    assert f"changepassword {ACCOUNT}" in said[0]
    assert "kept to themselves" not in said[0]


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_its_questions_show_an_answer_a_change_of_mind_and_a_refusal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ask_questions(print)

    told = re.split(r"\n> .*\n", capsys.readouterr().out)[1:]
    assert len(told) == len(QUESTIONS) == 3
    answered, changed, declined = told
    assert "What a Library Is For (" in answered
    assert len(set(re.findall(r"\[\d\] .* \((\d{4})-", changed))) > 1
    assert declined.strip() == "The writing does not cover that."
