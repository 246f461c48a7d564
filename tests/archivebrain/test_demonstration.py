"""The first visit: what it loads, what it shows, and what a second run leaves alone."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from archivebrain.demonstration import (
    ACCOUNT,
    QUESTIONS,
    SAMPLE,
    ask_questions,
    holds_other_essays,
    is_prepared,
    make_account,
    remind,
)
from retrieval.models import Essay

pytestmark = pytest.mark.django_db


def test_the_account_opens_the_desk_with_the_password_that_was_shown(client: Client) -> None:
    said: list[str] = []
    assert not is_prepared()

    make_account(said.append)

    found = re.search(r"the name (\w+) and the password (\S+) \(shown this once\)", said[0])
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


def test_the_sample_is_never_mixed_into_an_authors_own_essays() -> None:
    Essay.objects.create(
        slug="mine", title="Mine", body="Mine.", source_root=str(SAMPLE / "essays")
    )
    assert not holds_other_essays()

    Essay.objects.create(slug="own", title="Own", body="Own.", source_root="/home/ada/blog")

    with pytest.raises(CommandError, match=r"holds essays already.*make serve"):
        call_command("demo")
    assert not User.objects.exists()


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
