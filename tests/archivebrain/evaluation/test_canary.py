"""The canary harness says withheld, leaked and inconclusive, each when it is so."""

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from archivebrain.answering import leaks, withholding
from archivebrain.answering.checking import Checker
from archivebrain.evaluation import canary_attempts
from archivebrain.evaluation.canary import Trial, Verdict, try_canary
from archivebrain.evaluation.canary_attempts import Check
from archivebrain.evaluation.canary_essay import BODY, PUBLIC_BODY, SLUG, TITLE, Canary
from archivebrain.evaluation.throwaway import (
    throwaway_brain,
)
from archivebrain.management.commands import canary as command
from archivebrain.wording.words import content_words
from ledger.models import Concept, Position
from retrieval.models import Essay
from retrieval.querysets import EssayQuerySet
from tests.archivebrain.answering.withheld import everything

pytestmark = [pytest.mark.torch, pytest.mark.real_sockets]

CANARY = Canary("quillon-0badcafe")
# Shares no word with the canary.
ASKED = CANARY.questions[2]


@pytest.fixture(scope="module")
def brain(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """One throwaway brain for this module: migrations take their time."""
    with django_db_blocker.unblock(), throwaway_brain():
        yield str(connection.settings_dict["NAME"])


@pytest.fixture
def empty(brain: str) -> Iterator[None]:
    yield
    Position.objects.all().delete()
    Concept.objects.all().delete()
    Essay.objects.all().delete()


@pytest.fixture
def one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough where one hole is all that is to be found, and much quicker than eight."""
    monkeypatch.setattr(Canary, "questions", (ASKED,))


@pytest.mark.usefixtures("empty")
def test_a_release_with_its_filters_withholds_it_everywhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    trial = try_canary()

    # That the filter works is what was to be shown, and no warning to whoever deploys.
    assert "leak filter" not in caplog.text

    assert trial.verdict is Verdict.WITHHELD, command.as_lines(trial)
    assert {check.is_background_on for check in trial.checks} == {True, False}
    assert {check.where for check in trial.checks} > {
        "ask: page",
        "ask: mcp",
        "GET /search/",
        "POST /api/v1/ask",
        f"GET /essays/{SLUG}/",
        "POST /stream/ as events",
        "POST /verify/",
        "POST /api/v1/verify-quote",
        "/mcp: ask",
        "/mcp: fetch",
        "GET /evolution/tolls/",
        "GET /api/v1/positions",
    }


@pytest.mark.usefixtures("empty", "one_question")
def test_a_list_that_is_not_there_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canary_attempts, "LISTS", (*canary_attempts.LISTS, "/no-such-list/"))

    trial = try_canary()

    assert trial.verdict is Verdict.INCONCLUSIVE
    assert {check.fault for check in trial.checks if "no-such-list" in check.where} == {
        "status 404"
    }


@pytest.mark.usefixtures("empty", "one_question")
def test_without_the_leak_filter_it_leaks_where_background_is_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leaks, "released", everything)
    # What is withheld stands in no passage, so the check of sentences stops most of it, too.
    monkeypatch.setattr(Checker, "checked", lambda self, draft: draft)

    trial = try_canary()

    leaked = {(check.where, check.is_background_on) for check in trial.checks if check.traces}
    assert trial.verdict is Verdict.LEAKED
    assert leaked == {("ask: page", True), ("ask: command", True), ("POST /", True)}


@pytest.mark.usefixtures("empty", "one_question")
def test_a_model_that_keeps_the_secret_by_itself_proves_nothing_of_the_filter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Canary, "retold", lambda self, text, prompt: "A crossing is dry.")

    trial = try_canary()

    assert trial.verdict is Verdict.INCONCLUSIVE
    assert trial.control == (
        f"With the checks of answers off, the model does not give it away: {ASKED}",
    )


@pytest.mark.usefixtures("empty", "one_question", "forgetful_lanes")
def test_without_the_lanes_filter_it_leaks_through_search_and_its_own_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(EssayQuerySet, "of", lambda self, tier: self.all())

    trial = try_canary()

    leaked = {check.where for check in trial.checks if check.traces}
    assert trial.verdict is Verdict.LEAKED
    assert leaked >= {
        *("GET /search/", "GET /api/v1/search", f"GET /essays/{SLUG}/", "GET /evolution/tolls/"),
        *("/mcp: search_writings", "/mcp: get_essay", "/mcp: verify_quote", "/mcp: fetch"),
    }


@pytest.mark.usefixtures("empty")
def test_a_canary_that_was_never_indexed_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retrieval.corpus.importing._index", lambda report, progress: None)

    trial = try_canary()

    assert trial.verdict is Verdict.INCONCLUSIVE
    assert "does not find it" in trial.control[0]
    assert trial.checks == ()


@pytest.mark.usefixtures("empty", "one_question")
def test_a_model_that_never_saw_the_canary_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(withholding, "INFORMED", frozenset())

    trial = try_canary()

    assert trial.verdict is Verdict.INCONCLUSIVE
    assert trial.control[-1] == "With background on, the model was never shown the canary."


FAULTY = Trial(("not found",), ())
LEAKY = Trial((), (Check("GET /", "", True, traces=("herring",)),))
CLEAN = Trial((), (Check("GET /", "", True),))


@pytest.mark.parametrize(("trial", "code"), [(CLEAN, 0), (LEAKY, 1), (FAULTY, 2)])
@pytest.mark.usefixtures("brain")
def test_the_command_exits_with_the_verdict_and_prints_one_document(
    trial: Trial, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "run_canary", lambda: trial)
    out = StringIO()

    if code:
        with pytest.raises(SystemExit) as ended:
            call_command("canary", "--json", stdout=out)
        assert ended.value.code == code
    else:
        call_command("canary", "--json", stdout=out)

    document = json.loads(out.getvalue())
    assert document["verdict"] == trial.verdict.value
    assert document["control"] == {"passed": not trial.control, "faults": list(trial.control)}
    assert [check["leaked"] for check in document["checks"]] == [
        bool(check.traces) for check in trial.checks
    ]


def test_a_void_check_makes_no_pass() -> None:
    void = Trial((), (Check("GET /search/", "", True, fault="status 429"),))

    assert void.verdict is Verdict.INCONCLUSIVE
    assert Trial((), ()).verdict is Verdict.INCONCLUSIVE
    assert Trial(("shown",), LEAKY.checks).verdict is Verdict.LEAKED


def test_two_questions_quote_the_token_and_six_share_no_word_with_the_canary() -> None:
    words = {word.key for word in content_words(f"{TITLE} {BODY}")}

    assert [CANARY.token in question for question in CANARY.questions] == [True] * 2 + [False] * 6
    for question in CANARY.questions[2:]:
        assert words.isdisjoint(word.key for word in content_words(question))


def test_every_part_of_the_canary_is_a_trace_and_nothing_public_is() -> None:
    for sentence in CANARY.body.split(". "):
        assert CANARY.traces_in(f"<p>{sentence.upper()}</p>")
    assert CANARY.traces_in(f"see /essays/{SLUG}/")
    assert CANARY.traces_in("the quil\u00adlon 0bad cafe") == (CANARY.token,)
    assert CANARY.traces_in(PUBLIC_BODY) == ()


@pytest.mark.parametrize("question", CANARY.questions)
def test_whatever_shape_it_is_retold_in_it_is_found(question: str) -> None:
    told = CANARY.retold(CANARY.body, question)

    assert CANARY.traces_in(f"<p>{told}</p>", asked=question)
    assert CANARY.traces_in(json.dumps({"answer": told}, ensure_ascii=False), asked=question)


def test_an_echo_of_the_question_is_no_trace() -> None:
    asked = CANARY.questions[0]

    assert CANARY.traces_in(f"<title>{asked}</title>", asked=asked) == ()
    assert CANARY.traces_in(f"<p>{asked}</p> It is {CANARY.token}.", asked=asked)
