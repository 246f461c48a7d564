"""The command as the author types it."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from gaps import deciding
from gaps.recording import remember
from tests.gaps.conftest import AskInVain, groups_of, state

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.torch,
    pytest.mark.usefixtures("sample_archive", "no_model"),
]


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("triage_gaps", *arguments, stdout=out)
    return out.getvalue()


def document(*arguments: str) -> Any:
    return json.loads(printed("--json", *arguments))


def test_one_document_holds_the_ranking_and_beside_it_what_is_decided_or_left_out(
    ask_in_vain: AskInVain,
) -> None:
    trains = ask_in_vain("Night trains to Zürich?")
    dismissed = ask_in_vain("Should a town own its bakery?", day=10)
    ask_in_vain("trams")
    printed("--month", "2026-03")
    deciding.dismiss([groups_of(dismissed)[0] or 0], now=timezone.now())

    told = document("--month", "2026-03")

    assert list(told) == [
        "month", "asked", "grouped", "new_groups", "ranking", "others", "degraded",
    ]  # fmt: skip
    assert (told["month"], told["asked"], told["degraded"]) == ("2026-03", 3, ["embeddings"])
    (first,) = told["ranking"]
    assert (first["rank"], first["group"], first["asked"]) == (1, groups_of(trains)[0], 1)
    assert first["questions"] == ["Night trains to Zürich?"]
    parts = first["parts"]
    assert first["score"] == pytest.approx(
        parts["demand"] * parts["spread"] * parts["on_topic"], abs=0.01
    )
    reasons = {(one["standing"], one["left_out"]) for one in told["others"]}
    assert reasons == {("dismissed", None), ("open", "one word")}


def test_this_month_is_meant_where_none_is_named() -> None:
    remember("Night trains to Zürich?", reason="name", surface="page")

    told = document()

    assert told["month"] == f"{timezone.localdate():%Y-%m}"
    assert told["asked"] == 1


def test_a_second_run_changes_nothing(ask_in_vain: AskInVain) -> None:
    ask_in_vain("Night trains to Zürich?")
    first = printed("--month", "2026-03")
    before = state()

    assert printed("--month", "2026-03") == first
    assert state() == before


def test_a_question_that_was_erased_since_is_shown_no_more(ask_in_vain: AskInVain) -> None:
    erased = ask_in_vain("Night trains to Zürich?")
    printed("--month", "2026-03")
    erased.delete()

    assert printed("--month", "2026-03").startswith("2026-03: 0 questions asked in vain")


def test_the_terminal_shows_the_words_and_the_parts(ask_in_vain: AskInVain) -> None:
    ask_in_vain("Night trains to Zürich?")

    told = printed("--month", "2026-03")

    assert told.startswith("2026-03: 1 question asked in vain, in 1 group; 1 ranked")
    assert "  1. Night trains to Zürich?\n" in told
    assert "(asked 1)" in told
    assert "by words alone" in told


@pytest.mark.parametrize("month", ["2026-13", "March", "2026-3"])
def test_what_is_no_month_is_refused_in_words(month: str) -> None:
    with pytest.raises(CommandError, match="Write it as 2026-03"):
        printed("--month", month)
