"""A kept answer tells what it rested on, what became of that, and nothing that was withdrawn."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core import signing
from django.db import IntegrityError, connection, transaction

from archivebrain.answering import keeping
from archivebrain.answering.keeping import SealBroken, delete, delete_secret, expire, keep, sealed
from archivebrain.answering.reverifying import look_again, reverify_behind, state_of
from archivebrain.answering.types import Answer, AnswerSentence, Citation, Status
from archivebrain.celery import app
from archivebrain.models.kept import KeptAnswer, State
from archivebrain.providers.types import Usage, Verdict
from ledger.models import Concept, Position
from retrieval.models import Essay

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
RIVER = "The river is patient and keeps its own hours."
HEAT = "Heat asks for time, as bread does, and gets it."


def citation(n: int, slug: str, quote: str) -> Citation:
    own = f"https://brain.example/essays/{slug}/"
    return Citation(n, slug, slug.title(), own, own, "", date(2019, 5, 2), quote)


ANSWER = Answer(
    id="0" * 31 + "1",
    status=Status.ANSWERED,
    text="",
    sentences=(
        AnswerSentence(f"“{HEAT}”", (2,), verdict=Verdict.VERBATIM),
        AnswerSentence("Heat is patient, and so is the river.", (2, 4), paragraph=1),
    ),
    citations=(citation(2, "heat", HEAT), citation(4, "river", RIVER)),
    degraded=(),
    usage=Usage(),
    took_ms=1,
    versions={"index": "abc", "provider": "extractive"},
    corrections=("She reversed that in 2021.",),
)


@pytest.fixture
def _essays(db: None) -> None:
    for slug, body in (("heat", HEAT), ("river", RIVER)):
        Essay.objects.create(
            slug=slug,
            title=slug.title(),
            body=f"Before. *{body[:4]}*{body[4:]} After.",
            visibility="public",
        )


@pytest.fixture
def kept(_essays: None) -> KeptAnswer:
    return keep(sealed("Is the river patient?", ANSWER), now=NOW)


def states() -> dict[int, str]:
    reverify_behind(now=NOW)
    return dict(KeptAnswer.objects.get().evidence.values_list("n", "state"))


def rows_as_text() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT r::text FROM archivebrain_keptanswer r")
        answers = cursor.fetchall()
        cursor.execute("SELECT r::text FROM archivebrain_keptevidence r")
        return repr(answers + cursor.fetchall())


@pytest.mark.parametrize(
    ("body", "state", "now"),
    [
        (f"Before. {RIVER}", State.STANDS, ""),
        ("The river is *patient*\nand keeps its own hours.", State.STANDS, ""),
        (
            "The river is not patient and keeps its own hours. More.",
            State.CHANGED,
            "The river is not patient and keeps its own hours",
        ),
        ("Nothing of this kind.", State.CHANGED, ""),
        (f"<!-- {RIVER} --> Nothing else.", State.CHANGED, ""),
        ("", State.CHANGED, ""),
        (None, State.WITHDRAWN, ""),
    ],
)
def test_what_became_of_a_quotation(body: str | None, state: State, now: str) -> None:
    assert state_of(RIVER, body) == (state, now)


def test_only_an_answer_with_sources_can_be_kept() -> None:
    assert sealed("?", ANSWER)
    assert sealed("?", replace(ANSWER, status=Status.DECLINED)) == ""
    assert sealed("?", replace(ANSWER, citations=())) == ""


def test_nothing_is_kept_but_what_was_sealed_here() -> None:
    seal = sealed("?", ANSWER)
    other = signing.dumps({"id": "x"}, salt="another purpose")

    for forged in ("", "x", seal[:-1], seal.replace(seal[5], "!", 1), other):
        with pytest.raises(SealBroken, match="Ask again"):
            keep(forged, now=NOW)


def test_a_page_that_lay_open_for_days_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    seal = sealed("?", ANSWER)
    monkeypatch.setattr(keeping, "SEALED_FOR", timedelta(seconds=-1))

    with pytest.raises(SealBroken, match="more than a day old"):
        keep(seal, now=NOW)


def test_an_answer_is_kept_once_with_its_evidence_as_it_stood(kept: KeptAnswer) -> None:
    again = keep(sealed("Is the river patient?", ANSWER), now=NOW)

    assert again.pk == kept.pk
    assert [one.quote for one in again.evidence.all()] == [HEAT, RIVER]
    assert set(states().values()) == {"stands"}
    assert again.versions == ANSWER.versions
    assert again.corrections == list(ANSWER.corrections)


@pytest.mark.usefixtures("_essays")
def test_addresses_and_long_numbers_of_a_reader_are_not_kept() -> None:
    seal = sealed("Is it patient? Write to ada@example.org or 0664 1234567.\x00", ANSWER)

    question = keep(seal, now=NOW).question

    assert "ada@" not in question
    assert "1234567" not in question


@pytest.mark.usefixtures("kept")
def test_changed_words_are_told_with_the_new_ones_until_they_are_back() -> None:
    Essay.objects.filter(slug="river").update(body=RIVER.replace("is", "is not", 1))
    assert states() == {2: "stands", 4: "changed"}
    changed = KeptAnswer.objects.get().evidence.get(n=4)
    assert changed.quote == RIVER
    assert "is not patient" in changed.now

    Essay.objects.filter(slug="river").update(body=RIVER)
    assert states() == {2: "stands", 4: "stands"}


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("visibility", ["draft", "unlisted", "private", None])
def test_of_a_withdrawn_essay_the_row_holds_a_number_and_nothing_else(
    visibility: str | None,
) -> None:
    # The control: its words are there.
    assert RIVER in rows_as_text()
    river = Essay.objects.filter(slug="river")
    river.update(visibility=visibility) if visibility else river.delete()

    # The page does not wait for the task.
    unsaved = KeptAnswer.objects.get()
    assert [one.quote for one in look_again(unsaved)] == [HEAT, ""]
    assert [one["text"] for one in unsaved.sentences] == [f"“{HEAT}”", ""]
    assert states() == {2: "stands", 4: "withdrawn"}
    stored = rows_as_text().lower()
    assert HEAT.lower() in stored
    for told in ("keeps its own hours", "essays/river", "so is the river", "reversed that"):
        assert told not in stored


@pytest.mark.usefixtures("kept")
def test_a_withdrawn_row_with_words_cannot_be_stored() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        KeptAnswer.objects.get().evidence.filter(n=4).update(state="withdrawn")


@pytest.fixture
def view(_essays: None) -> Position:
    concept = Concept.objects.create(slug="rivers", name="Rivers")
    return Position.objects.create(
        key="r-1",
        concept=concept,
        stance="Rivers are patient.",
        essay_slug="river",
        dated=date(2019, 5, 2),
        basis="published",
        receipt=RIVER,
    )


def test_a_view_that_was_given_up_says_so_with_the_new_one(view: Position) -> None:
    kept = keep(sealed("Is the river patient?", ANSWER), now=NOW)
    assert [(one["label"], one["state"]) for one in kept.positions] == [("current", "stands")]

    Position.objects.create(
        key="r-2",
        concept=view.concept,
        stance="Rivers are in a hurry.",
        essay_slug="heat",
        dated=date(2021, 5, 2),
        basis="published",
        receipt=HEAT,
        supersedes=view,
        change="reversed",
    )
    reverify_behind(now=NOW)

    [position] = KeptAnswer.objects.get().positions
    assert (position["stance"], position["state"]) == ("Rivers are patient.", "changed")
    assert (position["now"], position["instead"]) == ("reversed", ["Rivers are in a hurry."])

    Essay.objects.filter(slug="heat").update(visibility="private")
    reverify_behind(now=NOW)
    assert "in a hurry" not in rows_as_text()


@pytest.mark.usefixtures("view")
def test_a_view_whose_essay_is_withdrawn_leaves_the_row() -> None:
    keep(sealed("Is the river patient?", ANSWER), now=NOW)
    Essay.objects.filter(slug="river").update(visibility="private")

    reverify_behind(now=NOW)

    assert [one["state"] for one in KeptAnswer.objects.get().positions] == ["withdrawn"]
    assert "Rivers are patient" not in rows_as_text()


@pytest.mark.usefixtures("kept")
def test_only_what_an_older_archive_verified_is_verified_again() -> None:
    assert reverify_behind(now=NOW) == 0

    Essay.objects.filter(slug="river").update(title="Another")

    assert reverify_behind(now=NOW) == 1
    assert reverify_behind(now=NOW) == 0


def test_who_kept_an_answer_can_delete_it_and_nobody_else(kept: KeptAnswer) -> None:
    assert not delete(kept.answer_id, delete_secret("1" * 32))
    assert not delete(kept.answer_id, "ü")
    assert KeptAnswer.objects.exists()

    assert delete(kept.answer_id, delete_secret(kept.answer_id))
    assert not KeptAnswer.objects.exists()


@pytest.mark.usefixtures("kept")
def test_after_its_year_an_answer_goes() -> None:
    assert expire(now=NOW + timedelta(days=365)) == 0
    assert expire(now=NOW + timedelta(days=366)) == 1
    assert rows_as_text() == "[]"


def test_the_beat_verifies_each_minute_and_expires() -> None:
    entries: dict[str, Any] = {one["task"]: one for one in app.conf.beat_schedule.values()}
    assert entries["archivebrain.answering.tasks.reverify_kept_answers"]["schedule"] == 60.0
    assert "archivebrain.answering.tasks.expire_kept_answers" in entries
