"""A changed view is answered as one: what holds now, what was held before, and when it turned."""

from datetime import date

import pytest

from archivebrain.answering.engine import ask
from archivebrain.answering.types import Answer, Question, Status
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence
from ledger.models import Concept, Position
from tests.ledger.rows import CHEATING, GETS_USED

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive", "ebike_rows")]

ASKED = "What does the author think of electric bikes?"


@pytest.fixture
def ebike_rows(db: None) -> None:
    concept = Concept.objects.create(slug="e-bikes", name="E-bikes", aliases=["electric bikes"])
    earlier = Position.objects.create(
        key="eb-2018",
        concept=concept,
        stance="An electric bicycle is cheating.",
        essay_slug="ebikes-are-cheating",
        dated=date(2018, 5, 20),
        receipt=CHEATING,
    )
    Position.objects.create(
        key="eb-2021",
        concept=concept,
        stance="An electric bicycle is the bicycle that gets used.",
        essay_slug="ebikes-i-was-wrong",
        dated=date(2021, 5, 16),
        receipt=GETS_USED,
        supersedes=earlier,
        change="reversed",
    )


class Forgetful:
    """A model that tells an earlier view as if it were held today."""

    name, model = "openai", "forgetful"

    def draft(self, brief: Brief) -> Draft:
        (old,) = [one.number for one in brief.sources if CHEATING in one.passage.plain]
        said = DraftSentence("To the author, an electric bicycle is a moped.", (Cite(old),))
        return Draft((said,), self.name, self.model)


def asked(text: str = ASKED, *, as_of: date | None = None) -> Answer:
    return ask(Question(text, as_of=as_of))


def test_the_view_of_today_comes_first_and_the_earlier_one_is_told_as_such() -> None:
    answer = asked()

    assert [sentence.text for sentence in answer.sentences] == [
        f"“{GETS_USED}” (16 May 2021, current view)",
        f"“{CHEATING}” (20 May 2018, since reversed)",
    ]
    assert [one.slug for one in answer.citations] == ["ebikes-i-was-wrong", "ebikes-are-cheating"]


def test_the_positions_stand_beside_the_answer_oldest_first() -> None:
    positions = asked().positions

    assert [(one.dated, one.label.value) for one in positions] == [
        (date(2018, 5, 20), "reversed"),
        (date(2021, 5, 16), "current"),
    ]
    assert positions[0].url.endswith("/evolution/e-bikes/")


def test_on_an_earlier_day_the_earlier_view_was_the_view() -> None:
    answer = asked(as_of=date(2019, 1, 1))

    assert answer.sentences[0].text == (f"“{CHEATING}” (20 May 2018, current view)")
    assert [one.label.value for one in answer.positions] == ["current"]


def test_what_a_view_does_not_cover_is_still_declined() -> None:
    answer = asked("What does the author think of electric bikes in Reykjavik?")

    assert answer.status is Status.DECLINED
    assert answer.positions == ()


def test_an_earlier_view_told_as_current_is_corrected_before_it_goes_out() -> None:
    answer = ask(Question(ASKED), provider=Forgetful())

    told = "This is an earlier view, of 20 May 2018; it was reversed on 16 May 2021."
    assert answer.corrections == (told,)
    assert [sentence.text for sentence in answer.sentences][1] == told
    assert told in answer.text


def test_the_ledger_is_part_of_what_an_answer_was_made_of() -> None:
    before = asked().versions["ledger"]
    Position.objects.filter(key="eb-2021").update(stance="It is the bicycle that people ride.")

    assert asked().versions["ledger"] != before


@pytest.mark.django_db
def test_a_row_of_a_withheld_essay_shows_nowhere() -> None:
    from retrieval.models import Essay

    Essay.objects.filter(slug="ebikes-are-cheating").update(visibility="draft")
    answer = asked()

    assert [one.label.value for one in answer.positions] == ["current"]
    assert CHEATING not in answer.text
