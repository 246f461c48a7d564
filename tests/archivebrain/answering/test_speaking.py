"""A sentence is told once, as soon as it is checked, and never one that a check takes out."""

from collections.abc import Sequence
from datetime import date

import pytest

from archivebrain.answering.engine import ask
from archivebrain.answering.grounding import grounded
from archivebrain.answering.speaking import Speaker, Spoken
from archivebrain.answering.types import AnswerSentence, Citation, Question, Status
from archivebrain.providers.base import Hear, ProviderFailed
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence
from tests.archivebrain.answering.passages import source

FIRST = DraftSentence("Heat is patient.", (Cite(1),))
SECOND = DraftSentence("Rope is a debt.", (Cite(2),))
SOURCES = (source(1, "Heat is patient."), source(2, "Rope is the oldest debt.", slug="ropes"))


def check(drafted: Sequence[DraftSentence]) -> object:
    draft = Draft(tuple(drafted), "openai", "model")
    return grounded(draft, SOURCES, rows=(), site_url="https://brain.example")


def told_by(*drafts: Sequence[DraftSentence]) -> list[str]:
    told: list[Spoken] = []
    speaker = Speaker(told.append)
    for drafted in drafts:
        speaker.hear(drafted, check)  # type: ignore[arg-type]  # what grounded() gives
    return [one.markdown for one in told]


def test_each_sentence_is_told_once_with_its_number() -> None:
    assert told_by([], [FIRST], [FIRST], [FIRST, SECOND]) == [
        "Heat is patient. [1]",
        "Rope is a debt. [2]",
    ]


def test_a_sentence_that_nothing_bears_out_is_not_told() -> None:
    assert told_by([DraftSentence("Water boils.")], [DraftSentence("Water boils."), FIRST]) == [
        "Heat is patient. [1]"
    ]


def test_an_opening_that_declines_is_not_told() -> None:
    refusal = DraftSentence("The passages do not mention heat.", (Cite(1),))

    assert told_by([refusal], [refusal, FIRST]) == []


def test_a_draft_begun_anew_is_told_only_where_it_agrees() -> None:
    assert told_by([FIRST], [SECOND], [FIRST, SECOND]) == [
        "Heat is patient. [1]",
        "Rope is a debt. [2]",
    ]


def test_citations_go_out_with_the_sentence_that_bears_them() -> None:
    told: list[Spoken] = []
    cited = Citation(1, "heat", "Heat", "u", "d", "", date(2020, 5, 1), "Heat is patient.")

    Speaker(told.append).tell([AnswerSentence("Heat is patient.", (1,))], [cited])

    assert told == [
        Spoken(AnswerSentence("Heat is patient.", (1,)), "Heat is patient. [1]", (cited,))
    ]


class Aloud:
    """A model that is heard while it writes, and may break off."""

    name, model = "anthropic", "aloud"

    def __init__(self, *, breaks_off: bool = False) -> None:
        self.breaks_off = breaks_off
        self.heard_before_the_end = 0

    def draft(self, brief: Brief) -> Draft:
        return self.draft_aloud(brief, lambda so_far: None)

    def draft_aloud(self, brief: Brief, hear: Hear) -> Draft:
        said = (
            DraftSentence("Frequency beats speed.", (Cite(1),)),
            DraftSentence("A timetable is a promise.", (Cite(1),)),
        )
        hear(said[:1])
        if self.breaks_off:
            raise ProviderFailed("cut off")
        return Draft(said, self.name, self.model)


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_all_that_was_told_is_the_answer() -> None:
    told: list[Spoken] = []

    answer = ask(Question("Why does frequency beat speed?"), provider=Aloud(), listen=told.append)

    assert tuple(one.sentence for one in told) == answer.sentences
    assert answer.text == " ".join(one.markdown for one in told)


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
def test_a_draft_that_breaks_off_is_followed_by_quotes_and_never_passes_for_whole() -> None:
    told: list[Spoken] = []

    answer = ask(
        Question("Why does frequency beat speed in a timetable?"),
        provider=Aloud(breaks_off=True),
        listen=told.append,
    )

    assert (answer.status, answer.degraded) == (Status.ANSWERED, ("provider",))
    assert told[0].sentence not in answer.sentences
