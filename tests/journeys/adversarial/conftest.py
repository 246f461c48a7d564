"""The archive and the model of the adversarial cases, kept for all of them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import override_settings
from pytest_httpserver import HTTPServer

from archivebrain.answering import circuits
from archivebrain.evaluation.throwaway import FREE
from tests.journeys.adversarial.archive import AUTHOR, SITE, Archive, Setup, emptied
from tests.journeys.adversarial.cases import FIXTURES, Case
from tests.journeys.adversarial.model import ScriptedModel, served

SETTINGS = {
    **{name: value for name, value in FREE.items() if name != "REDIS_URL"},
    "ALLOWED_HOSTS": ["localhost", "testserver"],
    "ARCHIVEBRAIN_AUTHOR": AUTHOR,
    "ARCHIVEBRAIN_SITE_URL": SITE,
    "ANSWER_BACKGROUND": True,
}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Cases with the same archive stand together, so that it is made once for all of them."""
    places = [place for place, item in enumerate(items) if "answered_by" in _fixtures(item)]
    ours = sorted((items[place] for place in places), key=lambda item: repr(_setup(item)))
    for place, item in zip(places, ours, strict=True):
        items[place] = item


def _fixtures(item: pytest.Item) -> list[str]:
    return list(getattr(item, "fixturenames", ()))


def _setup(item: pytest.Item) -> Setup:
    return Setup.of(item.callspec.params["case"])  # type: ignore[attr-defined]  # parametrised


@pytest.fixture(scope="module")
def archive(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Archive]:
    """Committed rows, because some surfaces answer in a thread of their own."""
    with django_db_blocker.unblock(), override_settings(**SETTINGS):
        yield Archive(tmp_path_factory.mktemp("adversarial"))
        emptied()


@pytest.fixture(autouse=True)
def _closed_circuits() -> None:
    """What a model of one case failed at is not held against the next one's."""
    circuits._circuit.cache_clear()


@pytest.fixture
def model(httpserver: HTTPServer) -> ScriptedModel:
    return served(httpserver)


@pytest.fixture
def answered_by(
    model: ScriptedModel, settings: Any, tmp_path: Path
) -> Callable[[Case], ScriptedModel]:
    """Lets the case's own model and its live source answer, or the extractive one."""

    def prepare(case: Case) -> ScriptedModel:
        if case.draft is not None or "fault" in case.setup:
            settings.ANSWER_PROVIDER, settings.ANSWER_MODEL = "openai", "scripted"
            settings.OPENAI_BASE_URL = model.url
            model.draft, model.fails = case.draft or "", "fault" in case.setup
        else:
            settings.ANSWER_PROVIDER = "extractive"
        if "live" in case.setup:
            settings.LIVE_PROVIDER = "scripted"
            settings.LIVE_FACTS = live_facts(case, tmp_path)
        return model

    return prepare


def live_facts(case: Case, folder: Path) -> Path:
    """The case's fact as an operator's file has it, under the name that it begins with."""
    text, _, source = FIXTURES["live"][case.setup["live"]].rpartition("Source: ")
    name = " ".join(text.split()[:2]).strip(",")
    file = folder / "live.yaml"
    fact = {"about": [name], "text": text.strip(), "source": source.strip(" .")}
    file.write_text(yaml.safe_dump({"facts": [fact]}))
    return file
