"""ask(): from a question to a checked answer, over the sample archive and the real model."""

import json
import logging
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from archivebrain.answering.engine import ask
from archivebrain.answering.types import Answer, Question, QuestionFault, Status
from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.types import Brief, Check, Cite, Draft, DraftSentence
from gaps.models import Gap
from retrieval.markdown import plain, readable
from retrieval.models import Essay

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

COVERED = "Why does frequency beat speed in a timetable?"


class Scripted:
    """A provider that drafts what a test says, or fails as it says."""

    name = "scripted"
    model = "none"

    def __init__(
        self,
        *sentences: DraftSentence,
        fails: bool | Exception = False,
        unwilling: bool = False,
        unknown_markers: int = 0,
    ) -> None:
        self.sentences = sentences
        self.fails = fails
        self.unwilling = unwilling
        self.unknown_markers = unknown_markers

    def draft(self, brief: Brief) -> Draft:
        if self.fails:
            raise ProviderFailed("cut off") if self.fails is True else self.fails
        reason = "provider_refusal" if self.unwilling else ""
        return Draft(
            self.sentences,
            self.name,
            self.model,
            declined=self.unwilling,
            reason=reason,
            checks={Check.UNMAPPED_MARKER: self.unknown_markers},
        )


def asked(text: str, *, as_of: date | None = None) -> Answer:
    return ask(Question(text, as_of=as_of))


@pytest.mark.parametrize("who", ["Ada Keel", "Ada", "she"])
@override_settings(ARCHIVEBRAIN_AUTHOR="Ada Keel")
def test_a_question_names_the_author_as_readers_do(who: str) -> None:
    expected = asked("Why does the author say that frequency beats speed?")

    answer = asked(f"Why does {who} say that frequency beats speed?")

    assert answer.status is Status.ANSWERED
    assert answer.sentences == expected.sentences


def test_each_quotation_stands_in_its_essay_under_that_essays_date() -> None:
    answer = asked(COVERED)

    assert answer.status is Status.ANSWERED
    assert 1 <= len(answer.citations) <= 4
    for citation in answer.citations:
        essay = Essay.objects.public().get(slug=citation.slug)
        words = " ".join(plain(readable(essay.body)).split())
        assert " ".join(citation.quote.split()) in words
        assert citation.published == essay.published_on
        assert f"[{citation.n}]" in answer.text


def test_a_changed_view_is_answered_from_both_years() -> None:
    answer = asked("What does the author think of electric bikes?")

    years = {citation.published.year for citation in answer.citations if citation.published}
    assert {2018, 2021} <= years


@pytest.mark.parametrize(
    "question",
    [
        "What does the author think of Kubernetes?",
        "How do I repot an orchid?",
        "In 1931, what did the author think of trams?",
        "What was decided in the bakery co-operative vote?",
    ],
)
def test_what_the_public_writing_does_not_cover_is_declined_and_logged_once(question: str) -> None:
    answer = asked(question)

    assert answer.status is Status.DECLINED
    assert answer.citations == ()
    assert answer.text == "The writing does not cover that."
    assert [gap.question for gap in Gap.objects.all()] == [question]


def test_a_question_with_two_halves_answers_one_and_logs_the_other() -> None:
    answer = asked("How do I sharpen a kitchen knife, and what does he think of Kubernetes?")

    assert answer.status is Status.ANSWERED
    assert any(one.slug == "how-to-sharpen-a-kitchen-knife" for one in answer.citations)
    assert "Kubernetes" in Gap.objects.get().question
    assert Gap.objects.get().reason == "half"


def test_as_of_a_date_later_essays_do_not_exist() -> None:
    answer = asked("What does the author think of electric bikes?", as_of=date(2019, 1, 1))

    assert answer.citations
    assert all(one.published and one.published.year == 2018 for one in answer.citations)


@pytest.mark.parametrize("text", ["", " \n ", "\u200b", "x" * 2001])
def test_a_question_that_cannot_be_asked_is_a_sentence_and_no_gap(text: str) -> None:
    with pytest.raises(QuestionFault, match=r"\.$"):
        asked(text)

    assert not Gap.objects.exists()


@pytest.mark.parametrize("text", ["hi", "Hello there!", "thanks", "???", "to be or not to be"])
def test_what_asks_nothing_is_answered_by_the_site_itself(text: str) -> None:
    answer = asked(text)

    assert answer.citations == ()
    assert answer.versions["provider"] == ""
    assert not Gap.objects.exists()


def test_a_question_of_ordinary_words_is_searched_and_may_leave_a_gap() -> None:
    answer = asked("Why do you write?")

    assert answer.versions["provider"] == "extractive"
    assert Gap.objects.exists() is (answer.status is Status.DECLINED)


def test_a_failing_provider_leaves_quotes_and_says_that_it_was_down() -> None:
    answer = ask(Question(COVERED), provider=Scripted(fails=True))

    assert answer.status is Status.ANSWERED
    assert answer.degraded == ("provider",)
    assert answer.citations


def test_a_provider_that_fails_in_a_way_nobody_knows_leaves_quotes_and_no_words_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = ask(Question(COVERED), provider=Scripted(fails=RuntimeError(COVERED)))

    assert (answer.status, answer.degraded) == (Status.ANSWERED, ("provider",))
    assert answer.citations
    assert "RuntimeError" in caplog.text
    assert "timetable" not in caplog.text


def test_a_sentence_without_a_source_does_not_leave() -> None:
    grounded = DraftSentence("Frequency beats speed in a town.", (Cite(1),))
    invented = DraftSentence("The author also owns a tram.")

    answer = ask(Question(COVERED), provider=Scripted(grounded, invented))

    assert "tram" not in answer.text
    assert "Frequency beats speed" in answer.text


def test_a_source_that_was_never_shown_grounds_nothing() -> None:
    answer = ask(
        Question(COVERED), provider=Scripted(DraftSentence("Trams are late.", (Cite(99),)))
    )

    assert answer.status is Status.DECLINED


def test_half_an_answer_of_a_models_says_so_and_leaves_a_gap() -> None:
    half = DraftSentence("Frequency beats speed in a town.", (Cite(1),))
    denial = DraftSentence("The writing does not say how to repot an orchid.")

    answer = ask(
        Question("Why does frequency beat speed, and how do I repot an orchid?"),
        provider=Scripted(half, denial),
    )

    assert answer.text.endswith("The writing does not cover the rest of the question.")
    assert [(gap.question, gap.reason) for gap in Gap.objects.all()] == [
        ("how do I repot an orchid?", "half")
    ]


def test_a_model_that_forgot_its_markers_is_no_model_that_declined() -> None:
    ask(Question(COVERED), provider=Scripted(DraftSentence("Frequency beats speed.")))

    assert Gap.objects.get().reason == "uncited"


def test_markers_that_name_no_source_are_counted_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    provider = Scripted(DraftSentence("Frequency beats speed.", (Cite(1),)), unknown_markers=3)

    ask(Question(COVERED), provider=provider)

    assert "3 markers of a draft named no source." in caplog.messages


def test_a_refusal_with_markers_is_a_refusal() -> None:
    polite = DraftSentence("The passages do not mention timetables.", (Cite(1),))

    answer = ask(Question(COVERED), provider=Scripted(polite))

    assert answer.status is Status.DECLINED
    assert answer.citations == ()
    assert Gap.objects.get().reason == "in_words"


def test_a_model_that_would_not_answer_leaves_no_gap() -> None:
    answer = ask(Question(COVERED), provider=Scripted(unwilling=True))

    assert answer.status is Status.DECLINED
    assert not Gap.objects.exists()


def test_no_log_line_holds_the_questions_words(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        ask(Question("What of zyxomma dragonflies?"), provider=Scripted(fails=True))

    assert "made of quotes alone" in caplog.text, "The control: something was logged."
    assert "zyxomma" not in caplog.text


def test_the_command_prints_the_contracts_document_and_nothing_else() -> None:
    out = StringIO()

    call_command("ask", COVERED, "--json", stdout=out)

    document = json.loads(out.getvalue())
    assert set(document) == {
        *("id", "status", "answer", "citations", "positions", "live", "corrections"),
        *("degraded", "suggestions", "usage", "took_ms", "versions", "searched_for", "sentences"),
    }
    assert set(document["citations"][0]) == {
        *("n", "slug", "title", "url", "deep_link", "heading", "published", "quote"),
    }


def test_the_command_exits_3_when_it_declines() -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("ask", "How do I repot an orchid?", stdout=StringIO())

    assert ended.value.code == 3


def test_the_command_fails_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="question is empty"):
        call_command("ask", "")
