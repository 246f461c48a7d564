"""The answer cache: the same answer to the same question, and never one of yesterday's archive."""

import time
import uuid
from dataclasses import fields, replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.management import call_command

from archivebrain.answering import caching
from archivebrain.answering.engine import ask
from archivebrain.answering.release import WITHHELD
from archivebrain.answering.types import (
    Answer,
    AnswerSentence,
    Citation,
    Finished,
    Question,
    StatedPosition,
    Status,
    Surface,
)
from archivebrain.embedded.redis import quick_redis
from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.types import (
    UNWILLING,
    Brief,
    Check,
    Cite,
    Draft,
    DraftSentence,
    LiveFact,
    Usage,
)
from gaps.models import Gap
from ledger.models import Concept, Position
from ledger.types import Label, Lifecycle
from retrieval.models import Essay, GlossaryTerm
from retrieval.types import Visibility
from tests.recorded import cases, expected, inputs
from tests.retrieval.conftest import MakeEssay

COVERED = "Why does frequency beat speed in a timetable?"
FINISHED = Finished(
    Answer(
        id="first",
        status=Status.ANSWERED,
        text="Frequency wins. [1]",
        sentences=(AnswerSentence("Frequency wins.", (1,)),),
        citations=(
            Citation(1, "tt", "T", "https://a/tt", "https://a/tt#x", "", date(2018, 11, 18), "Q"),
        ),
        degraded=(),
        usage=Usage(10, 20, 0.5),
        took_ms=900,
        versions={"index": "i", "ledger": "l", "prompt": "p", "provider": "s", "model": "m"},
        positions=(
            StatedPosition(
                "trams", "Trams", "Good.", None, Lifecycle.HELD, Label.CURRENT, "https://a/t"
            ),
        ),
        suggestions=("What of trams?",),
        searched_for="What of trams?",
    ),
    reason="",
    declined_parts=("What of orchids?",),
)


class Counting:
    """A provider that counts what it is asked, and may fail, or be another model."""

    name = "counting"

    def __init__(self, *, model: str = "one", fails: bool = False, said: str = "") -> None:
        self.model = model
        self.said = said
        self.fails = fails
        self.drafts = 0

    def draft(self, brief: Brief) -> Draft:
        self.drafts += 1
        if self.fails:
            raise ProviderFailed("cut off")
        said = DraftSentence(self.said or "Frequency" + "!" * self.drafts, (Cite(1),))
        return Draft((said,), self.name, self.model, usage=Usage(7, 7, 0.1))


@pytest.fixture(autouse=True)
def _cache_of_its_own(settings: Any) -> None:
    """Another secret leads to other names: no test and no earlier run is met."""
    settings.SECRET_KEY = uuid.uuid4().hex
    settings.ANSWER_CACHE_HOURS = 24


def asked(provider: Counting, text: str = COVERED, **given: Any) -> Answer:
    return ask(Question(text, **given), provider=provider)


@pytest.mark.django_db
class TestAnEntry:
    """What is kept, and where."""

    def test_every_field_comes_back_as_it_was(self) -> None:
        place = caching.place_of(Question(COVERED), None)

        caching.keep(place, FINISHED)

        assert caching.find(place) == FINISHED
        assert {one.name for one in fields(FINISHED.answer)} >= {"positions", "suggestions"}

    def test_redis_holds_no_word_of_question_or_answer_and_forgets_in_a_day(self) -> None:
        place = caching.place_of(Question(COVERED), None)
        caching.keep(place, FINISHED)

        with quick_redis().asked() as redis:
            assert place is not None
            stored, lifetime = redis.get(place.name), redis.ttl(place.name)
        assert isinstance(stored, bytes)
        assert len(stored) > 100
        for word in (b"orchids", b"timetable", b"Frequency", b"answered"):
            assert word not in stored + place.name.encode()
        assert 86_000 < int(str(lifetime)) <= 86_400

    @pytest.mark.parametrize("damage", [b"", b"x", b"gAAAAA"])
    def test_a_damaged_entry_is_none(self, damage: bytes) -> None:
        place = caching.place_of(Question(COVERED), None)
        caching.keep(place, FINISHED)
        with quick_redis().asked() as redis:
            assert place is not None
            whole = redis.get(place.name)
            assert isinstance(whole, bytes)
            redis.set(place.name, damage or whole[:40] + whole[41:], ex=60)

        assert caching.find(place) is None

    @pytest.mark.parametrize(
        "lesser",
        [
            replace(FINISHED, answer=replace(FINISHED.answer, degraded=("provider",))),
            replace(FINISHED, answer=replace(FINISHED.answer, degraded=("redis",))),
            replace(
                FINISHED,
                answer=replace(FINISHED.answer, live=LiveFact("x", "y", datetime.now(UTC))),
            ),
            replace(FINISHED, reason=UNWILLING),
            replace(FINISHED, reason=WITHHELD),
            replace(FINISHED, answer=replace(FINISHED.answer, corrections=("A year was mended.",))),
            replace(FINISHED, answer=replace(FINISHED.answer, checks={Check.LEAK_BLOCKED: 1})),
            replace(FINISHED, answer=replace(FINISHED.answer, checks={Check.UNMAPPED_MARKER: 2})),
        ],
        ids=[
            *("provider down", "redis down", "live", "unwilling"),
            *("withheld", "corrected", "filtered", "markers that name nothing"),
        ],
    )
    def test_less_than_the_best_answer_is_not_kept(self, lesser: Finished) -> None:
        place = caching.place_of(Question(COVERED), None)

        caching.keep(place, lesser)

        assert caching.find(place) is None

    @pytest.mark.parametrize(
        ("setting", "value"),
        [
            ("ANSWER_MODEL", "another"),
            ("ANSWER_PROVIDER", "openai"),
            ("OPENAI_BASE_URL", "http://another"),
            ("EMBEDDING_MODEL", "another"),
            ("EMBED_BACKEND", "onnx-int8"),
            ("ARCHIVEBRAIN_AUTHOR", "Another"),
            ("ARCHIVEBRAIN_SITE_URL", "https://another.example"),
            ("SECRET_KEY", "another"),
        ],
    )
    def test_whatever_shapes_an_answer_is_part_of_its_name(
        self, settings: Any, setting: str, value: str
    ) -> None:
        caching.keep(caching.place_of(Question(COVERED), None), FINISHED)
        setattr(settings, setting, value)

        assert caching.find(caching.place_of(Question(COVERED), None)) is None

    def test_other_words_and_another_date_are_other_questions(self) -> None:
        caching.keep(caching.place_of(Question(COVERED), None), FINISHED)

        for other in (Question(f"{COVERED} Why not?"), Question(COVERED, as_of=date(2019, 1, 1))):
            assert caching.find(caching.place_of(other, None)) is None

    def test_code_between_question_and_answer_is_part_of_the_name(
        self, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for folder in caching.SHAPING:
            (tmp_path / folder).mkdir(parents=True)
        rules = tmp_path / caching.SHAPING[0] / "refusals.py"
        monkeypatch.setattr(caching, "ROOT", tmp_path)
        stamps = []
        for text in ("one", "two"):
            rules.write_text(text)
            caching.code_stamp.cache_clear()
            stamps.append(caching.code_stamp())
        caching.code_stamp.cache_clear()

        assert stamps[0] != stamps[1]

    def test_an_archive_that_changed_while_an_answer_was_made_keeps_nothing(self) -> None:
        place = caching.place_of(Question(COVERED), None)
        Essay.objects.create(title="New", slug="new", body="Text.")

        caching.keep(place, FINISHED)

        assert caching.find(place) is None

    @pytest.mark.parametrize("change", ["a view given up in a draft", "a term explained elsewhere"])
    def test_what_stands_beside_the_essays_shapes_an_answer_too(self, change: str) -> None:
        Essay.objects.create(slug="trams", title="Trams", body="Good.", visibility="public")
        Essay.objects.create(slug="draft", title="Draft", body="No more.", visibility="draft")
        concept = Concept.objects.create(slug="trams", name="Trams")
        held = Position.objects.create(
            key="one", concept=concept, stance="Good.", essay_slug="trams", receipt="Good.",
            basis="undated",
        )  # fmt: skip
        GlossaryTerm.objects.create(term="Tram", definition="d", essays=["trams"])
        caching.keep(caching.place_of(Question(COVERED), None), FINISHED)
        assert caching.find(caching.place_of(Question(COVERED), None)) == FINISHED

        if "draft" in change:
            Position.objects.create(
                key="two", concept=concept, stance="Bad.", essay_slug="draft", receipt="No more.",
                basis="undated", supersedes=held, change="reversed",
            )  # fmt: skip
        else:
            GlossaryTerm.objects.update(essays=["elsewhere"])

        assert caching.find(caching.place_of(Question(COVERED), None)) is None

    def test_no_hours_mean_no_cache(self, settings: Any) -> None:
        settings.ANSWER_CACHE_HOURS = 0

        assert caching.place_of(Question(COVERED), None) is None
        assert caching.find(None) is None
        place = caching.place_of(Question(COVERED), Counting())
        caching.keep(place, FINISHED)
        assert place is not None, "The model's answer has a name while it is made."
        assert caching.find(place) is None
        assert caching.resting() == ()


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
class TestAnAnswerAgain:
    """What a reader meets."""

    def test_the_same_question_is_answered_alike_without_asking_the_model(self) -> None:
        provider = Counting()

        first, second = asked(provider), asked(provider, f"  {COVERED.upper()}\u200b ")

        assert provider.drafts == 1
        assert second == replace(first, id=second.id, took_ms=second.took_ms, usage=Usage())
        assert second.id != first.id

    def test_another_model_answers_for_itself(self) -> None:
        asked(Counting(model="one"))
        other = Counting(model="two")

        asked(other)

        assert other.drafts == 1

    def test_hiding_an_essay_takes_effect_at_once(self) -> None:
        provider = Counting()
        cited = asked(provider).citations[0].slug

        Essay.objects.filter(slug=cited).update(visibility=Visibility.DRAFT)
        after = asked(provider)

        assert provider.drafts == 2
        assert cited not in {citation.slug for citation in after.citations}

    def test_an_edit_of_an_essay_leads_to_a_new_answer(self) -> None:
        provider = Counting()
        cited = asked(provider).citations[0].slug
        essay = Essay.objects.get(slug=cited)
        essay.body += "\n\nFrequency is what people notice, I now add."
        essay.save()
        call_command("index")

        asked(provider)

        assert provider.drafts == 2

    def test_a_kept_decline_is_a_gap_each_time(self) -> None:
        for _ in range(2):
            assert ask(Question("How do I repot an orchid?")).status is Status.DECLINED

        assert Gap.objects.count() == 2
        assert len(set(Gap.objects.values_list("question", "reason", "surface"))) == 1

    def test_a_kept_answer_leaves_its_open_half_open_each_time(self) -> None:
        question = Question("How do I sharpen a kitchen knife, and what of Kubernetes?")

        first, second = ask(question), ask(question)

        assert second.text == first.text
        assert [gap.reason for gap in Gap.objects.all()] == ["half", "half"]

    def test_quotes_in_place_of_a_failed_model_are_not_given_again(self) -> None:
        asked(Counting(fails=True))
        provider = Counting()

        answer = asked(provider)

        assert provider.drafts == 1
        assert answer.degraded == ()

    @pytest.mark.usefixtures("silent_redis")
    def test_a_redis_that_never_answers_costs_a_moment_and_is_named(self) -> None:
        asked(Counting(), "What of trams?")
        quick_redis()._resting_until = 0.0

        started = time.perf_counter()
        assert caching.find(caching.place_of(Question(COVERED), None)) is None
        assert time.perf_counter() - started < 0.5
        assert asked(Counting()).degraded == ("redis",)


# Whose question a recorded one is; the author's own terminal may be told by drafts.
ASKED_AS = {"author": Surface.COMMAND, "anonymous": Surface.API}


@pytest.mark.data
@pytest.mark.django_db
@pytest.mark.parametrize("case", cases("cache_scope"))
def test_recorded_questions_meet_only_answers_that_are_theirs(
    make_essay: MakeEssay, settings: Any, case: str
) -> None:
    settings.ANSWER_BACKGROUND = True
    for slug in ("e1", "e2"):
        make_essay(slug, f"The wheel of {slug} turns. A wheel is a promise to come round again.")
    concept = Concept.objects.create(slug="wheel", name="Wheel")
    for key in ("a1", "a3"):
        Position.objects.create(
            key=key, concept=concept, stance=f"The wheel turns for {key}.", essay_slug="e1",
            receipt="The wheel of e1 turns.", basis="undated",
        )  # fmt: skip
    provider = Counting(said="A wheel is a promise to come round again.")
    wanted = expected(case)["expect"]

    for event in inputs(case)[0]:
        if event["do"] == "set_draft":
            Essay.objects.filter(slug=event["essay"]).update(visibility=Visibility.DRAFT)
        if event["do"] == "retract":
            Position.objects.filter(key=event["row"]).update(retracted_on=date(2020, 1, 1))
        if event["do"] != "ask":
            continue
        before = provider.drafts
        # A surface that hands answers on to programs is given what everybody is.
        surface = ASKED_AS.get(event["as"], Surface.MCP)
        answer = asked(provider, event["q"], surface=surface)
        hit = wanted["cache_hit"].get(str(event["step"]))
        assert hit is None or hit is (provider.drafts == before), event["step"]
        if event["step"] > 4:
            assert "e2" not in {citation.slug for citation in answer.citations}, event["step"]
            assert "e2" not in answer.text, event["step"]
        if event["step"] > 6:
            held = {one.stance for one in answer.positions if one.lifecycle is Lifecycle.HELD}
            assert "The wheel turns for a3." not in held, event["step"]
