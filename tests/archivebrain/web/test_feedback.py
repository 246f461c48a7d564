"""Two buttons under an answer: a verdict is kept, no words are, and no ranking learns of it."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from archivebrain.models import Feedback
from archivebrain.models.feedback import Reason

ANSWER = "0123456789abcdef0123456789abcdef"
ROOT = Path(__file__).parents[3]


@pytest.mark.django_db
def test_a_verdict_is_kept_and_a_second_one_takes_its_place(client: Client) -> None:
    client.post("/feedback/", {"answer": ANSWER, "verdict": "right"})
    response = client.post(
        "/feedback/", {"answer": ANSWER, "verdict": "wrong", "reasons": ["outdated", "misquoted"]}
    )

    kept = Feedback.objects.get()
    assert "Thank you" in response.content.decode()
    assert (kept.verdict, kept.reasons) == ("wrong", ["misquoted", "outdated"])


@pytest.mark.django_db
def test_reasons_that_were_ticked_before_the_answer_was_found_good_are_not_kept(
    client: Client,
) -> None:
    client.post("/feedback/", {"answer": ANSWER, "verdict": "right", "reasons": ["outdated"]})

    assert Feedback.objects.get().reasons == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"answer": "my own words", "verdict": "right"},
        {"answer": f"{ANSWER}\n", "verdict": "right"},
        {"answer": ANSWER, "verdict": "my own words"},
        {"answer": ANSWER, "verdict": "wrong", "reasons": "my own words"},
    ],
)
def test_no_words_of_a_readers_can_be_left_behind(client: Client, sent: dict[str, Any]) -> None:
    response = client.post("/feedback/", sent, headers={"HX-Request": "true"})

    assert response.status_code == 422
    assert "no verdict on an answer" in response.content.decode()
    assert not Feedback.objects.exists()


def test_every_reason_can_be_ticked_on_the_page_and_in_every_language_of_the_widget() -> None:
    page = render_to_string("answers/_feedback.html", {"answer": ANSWER})
    widget = (ROOT / "archivebrain/static/archivebrain/widget.js").read_text()

    for reason in Reason:
        assert f'value="{reason.value}"' in page
        assert f'"{reason.value}"' in widget
    told = re.findall(r"^ +reasons: (\[.*\]),$", widget, re.MULTILINE)
    assert [len(json.loads(words)) for words in told] == [len(Reason)] * 4


def test_ranking_cannot_learn_from_feedback_for_retrieval_may_not_import_what_keeps_it() -> None:
    """``lint-imports`` holds the contract in every run; here it is held to be there."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]

    layers = [one["layers"] for one in contracts if one.get("layers", [""])[0] == "archivebrain"]
    assert layers == [["archivebrain", "ledger | gaps", "retrieval"]]
    named = [*ROOT.glob("retrieval/**/*.py"), *ROOT.glob("ledger/**/*.py")]
    assert named
    assert not [path for path in named if "feedback" in path.read_text().lower()]
