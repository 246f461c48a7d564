"""Withheld texts between search and answer: who is shown them, and that none comes out."""

from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from django.utils import timezone

from archivebrain.answering import leaks, release
from archivebrain.answering.checking import Checker
from archivebrain.answering.engine import ask
from archivebrain.answering.leaks import Release
from archivebrain.answering.texts import NOT_COVERED
from archivebrain.answering.types import Answer, Question, Status, Surface
from archivebrain.answering.withholding import background
from archivebrain.providers.extractive import Extractive
from archivebrain.providers.types import Brief, Check, Cite, Draft, DraftSentence, LiveFact
from retrieval.models import Essay
from retrieval.querysets import EssayQuerySet
from tests.archivebrain.answering.withheld import everything
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db

ASKED = "What is a rope worth?"
PUBLIC = "A rope is only as good as its splice, and a splice is worth an evening."
SECRET = "The rope works will be sold to Marwick Holdings on 14 October, rope and all."


class Leaker:
    """Says what it is told to, always with a marker of the first source, and keeps the brief."""

    name, model = "leaker", "none"

    def __init__(self, *said: str) -> None:
        self.said = said
        self.briefs: list[Brief] = []

    def draft(self, brief: Brief) -> Draft:
        self.briefs.append(brief)
        said = self.said or brief.background
        return Draft(tuple(DraftSentence(one, (Cite(1),)) for one in said), self.name, self.model)


@pytest.fixture
def archive(make_essay: MakeEssay, settings: Any) -> None:
    make_essay("splices", PUBLIC)
    make_essay("selling-the-ropewalk", SECRET, visibility="draft", title="Selling the Ropewalk")
    settings.ANSWER_BACKGROUND = True


def asked(leaker: Leaker, surface: Surface = Surface.PAGE) -> Answer:
    return ask(Question(ASKED, surface=surface), provider=leaker)


@pytest.mark.usefixtures("archive")
def test_a_model_is_shown_the_bare_words_of_drafts_and_nothing_that_leads_to_them() -> None:
    leaker = Leaker(PUBLIC)

    asked(leaker)

    assert leaker.briefs[0].background == (SECRET,)
    assert [one.passage.essay.slug for one in leaker.briefs[0].sources] == ["splices"]


@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize("surface", [Surface.STREAM, Surface.API, Surface.WIDGET, Surface.MCP])
def test_no_program_stream_widget_or_connector_is_ever_informed(surface: Surface) -> None:
    leaker = Leaker(PUBLIC)

    asked(leaker, surface)

    assert leaker.briefs[0].background == ()


@pytest.mark.usefixtures("archive")
def test_who_only_quotes_is_given_none() -> None:
    assert background(Question(ASKED, surface=Surface.PAGE), Extractive()) == ()
    assert background(Question(ASKED, surface=Surface.PAGE), None) == ()


@pytest.mark.usefixtures("archive")
def test_nothing_is_shown_while_the_switch_is_off(settings: Any) -> None:
    settings.ANSWER_BACKGROUND = False

    assert background(Question(ASKED, surface=Surface.PAGE), Leaker()) == ()


@pytest.mark.usefixtures("archive")
def test_private_essays_inform_nothing() -> None:
    Essay.objects.filter(slug="selling-the-ropewalk").update(visibility="private")

    assert background(Question(ASKED, surface=Surface.PAGE), Leaker()) == ()


@pytest.mark.usefixtures("archive")
def test_a_model_that_forgets_is_declined_like_any_question_without_an_answer() -> None:
    answer = asked(Leaker())

    assert (answer.status, answer.text, answer.citations) == (Status.DECLINED, NOT_COVERED, ())


@pytest.mark.usefixtures("archive")
def test_one_sentence_goes_and_the_others_keep_their_numbers() -> None:
    answer = asked(Leaker("A good splice is worth an evening.", "Marwick Holdings buys it all."))

    assert answer.status is Status.ANSWERED
    assert answer.text == "A good splice is worth an evening. [1]"


@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize("said", ["Read Selling the Ropewalk.", "See selling-the-ropewalk."])
def test_names_are_kept_even_where_nothing_was_shown(said: str) -> None:
    assert asked(Leaker(said), Surface.API).status is Status.DECLINED


@pytest.mark.usefixtures("archive")
def test_a_run_of_a_draft_is_kept_even_where_nothing_was_shown() -> None:
    assert asked(Leaker(SECRET), Surface.API).status is Status.DECLINED


@pytest.mark.usefixtures("archive")
def test_without_the_filter_the_same_answer_would_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "released", everything)
    monkeypatch.setattr(Checker, "checked", lambda self, draft: draft)

    assert "Marwick" in asked(Leaker()).text


@pytest.mark.usefixtures("archive")
def test_a_check_that_fails_lets_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> Release:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(leaks, "released", fails)

    assert asked(Leaker(PUBLIC)).status is Status.DECLINED


@pytest.mark.usefixtures("archive")
def test_a_check_that_hangs_lets_nothing_out_and_keeps_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_go = Event()
    monkeypatch.setattr(release, "SECONDS", 0.05)
    monkeypatch.setattr(leaks, "released", lambda *given: let_go.wait(10))

    answer = asked(Leaker(PUBLIC))
    let_go.set()

    assert answer.status is Status.DECLINED
    assert answer.checks == {Check.LEAK_BLOCKED: 1, Check.LEAK_UNCHECKED: 1}


@pytest.mark.usefixtures("archive")
def test_what_was_found_is_counted_by_the_name_of_the_check() -> None:
    answer = asked(Leaker("A good splice is worth an evening.", "Marwick Holdings buys it all."))

    assert answer.checks == {Check.LEAK_BLOCKED: 1, Check.LEAK_WORD: 1}


@pytest.mark.usefixtures("archive")
def test_a_live_fact_may_be_said_though_a_draft_has_its_words() -> None:
    leaker = Leaker(PUBLIC)
    asked(leaker)
    fact = LiveFact("Marwick Holdings makes rope.", "Harbour Gazette", timezone.now())
    draft = Draft((DraftSentence("Marwick Holdings makes rope."),), "leaker", "none")

    brief = replace(leaker.briefs[0], live=fact)

    assert release.without_leaks(draft, brief) is draft
    assert release.without_leaks(draft, leaker.briefs[0]).declined


@pytest.mark.usefixtures("archive")
def test_no_log_line_holds_withheld_words(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked(Leaker())
    monkeypatch.setattr(leaks, "released", lambda *given: 1 / 0)
    asked(Leaker())

    assert "leak filter" in caplog.text
    assert "Marwick" not in caplog.text


@pytest.mark.usefixtures("archive", "forgetful_lanes")
def test_a_search_that_forgot_its_filter_is_caught_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(EssayQuerySet, "within", lambda self, scope: self.all())

    answer = asked(Leaker(SECRET, "The ropewalk goes to Marwick."))

    assert answer.status is Status.DECLINED


@pytest.mark.usefixtures("archive")
def test_a_sentence_that_is_public_elsewhere_may_be_said(make_essay: MakeEssay) -> None:
    make_essay("public-twin", SECRET, title="A notice in the paper")
    brief = Brief(ASKED, "Ines", (), None, None, None, background=(SECRET,))  # type: ignore[arg-type]
    draft = Draft((DraftSentence(SECRET),), "leaker", "none")

    assert release.without_leaks(draft, brief) == draft


@pytest.mark.usefixtures("archive")
def test_quotes_pass_untouched() -> None:
    draft = Draft((DraftSentence(PUBLIC, (Cite(1),)),), Extractive.name, "none")
    leaker = Leaker(PUBLIC)
    asked(leaker)

    assert release.without_leaks(draft, leaker.briefs[0]) is draft
