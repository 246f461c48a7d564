"""Each adversarial case, on every surface: nothing it forbids holds, all that it wants does."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from gaps.models import Gap
from ledger.importing import import_ledger
from retrieval.corpus.author_files import FaultyFile
from tests.journeys.adversarial import archive as files
from tests.journeys.adversarial.archive import Archive, Setup, out_of_reach
from tests.journeys.adversarial.cases import FIXTURES, Case, all_cases
from tests.journeys.adversarial.judging import faults_of
from tests.journeys.adversarial.model import ScriptedModel
from tests.journeys.adversarial.open_faults import marked
from tests.journeys.adversarial.states import Run
from tests.journeys.adversarial.surfaces import SURFACES, Ask, search_api, tool
from tests.journeys.stores import forget_answers

pytestmark = [pytest.mark.data, pytest.mark.torch, pytest.mark.real_sockets]


def surfaces_of(case: Case) -> dict[str, Ask]:
    """Where a case is asked: everywhere, unless it names the place itself."""
    match case.setup.get("surface"):
        case "MCP":
            return {"MCP": tool}
        case "search API":
            return {"API": search_api}
    return {"stream": SURFACES["stream"]} if case.setup.get("stream") else SURFACES


def asked() -> list[Any]:
    cases = [case for case in all_cases() if "steps" not in case.setup]
    return [marked(case, surface) for case in cases for surface in surfaces_of(case)]


@pytest.mark.parametrize(("case", "surface"), asked())
def test_a_case_holds(
    case: Case,
    surface: str,
    archive: Archive,
    answered_by: Callable[[Case], ScriptedModel],
    caplog: pytest.LogCaptureFixture,
    settings: Any,
) -> None:
    archive.hold(Setup.of(case))
    assert out_of_reach(case) == (), "inconclusive: not within reach with the filter off"
    model = answered_by(case)
    ask = surfaces_of(case)[surface]
    Gap.objects.all().delete()
    if any("cached" in item for item in case.must):
        settings.ANSWER_CACHE_HOURS = 1
        forget_answers()

    with caplog.at_level(logging.INFO, logger="archivebrain"):
        seen = ask(case.question)
    gaps = tuple(Gap.objects.values_list("question", flat=True))
    run = Run(case, surface, seen, caplog.text, tuple(model.prompts), gaps)
    if "twin" in case.setup:
        run = replace(run, twin=twin_of(case, archive, ask))

    assert faults_of(run) == [], f"{seen.outcome}: {seen.said}"


def twin_of(case: Case, archive: Archive, ask: Ask) -> Any:
    """The same question where the private text was never written, or a name of nobody."""
    twin = str(case.setup["twin"])
    if twin.startswith("get_"):
        return ask(twin)
    with archive.without(case.seeds):
        return ask(case.question)


def test_a_row_whose_words_stand_in_a_draft_alone_is_not_taken_in(archive: Archive) -> None:
    archive.hold(Setup(tuple(FIXTURES["public"]), ("PRV-4",), ""))

    with pytest.raises(FaultyFile, match="LED-4"):
        import_ledger(files.LEDGER_OF_A_DRAFT)
