"""Facts from a file, found by the names that a question has in it."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from archivebrain.answering.live_sources import LookupFailed, Scripted, get_live_source
from archivebrain.providers.types import LiveFact

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
FACTS = """facts:
  - {about: [Marrowby, the upper town], text: Ida Quell is mayor of Marrowby., source: Town hall}
  - {about: [dairy], text: The dairy is closed., source: Gazette}
"""


@pytest.fixture
def source(tmp_path: Path) -> Scripted:
    path = tmp_path / "live.yaml"
    path.write_text(FACTS)
    return Scripted(path)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is mayor of marrowby?", "Town hall"),
        ("Who runs the upper town?", "Town hall"),
        ("Any news of the dairy?", "Gazette"),
        ("Any news of dairymen?", None),
    ],
)
def test_a_whole_name_in_the_question_finds_its_fact(
    source: Scripted, question: str, told: str | None
) -> None:
    found = source.find(question, now=NOW)

    assert (found.source if found else None) == told


def test_a_fact_bears_the_time_at_which_it_was_looked_up(source: Scripted) -> None:
    assert source.find("Marrowby", now=NOW) == LiveFact(
        "Ida Quell is mayor of Marrowby.", "Town hall", NOW
    )


def test_a_file_that_is_gone_or_faulty_is_a_failed_lookup(source: Scripted) -> None:
    source.path.write_text("facts: [{about: [x], text: y}]")
    with pytest.raises(LookupFailed, match="has no source"):
        source.find("x", now=NOW)

    source.path.unlink()
    with pytest.raises(LookupFailed, match="LIVE_FACTS"):
        source.find("x", now=NOW)


def test_no_source_is_the_default(settings: Any, tmp_path: Path) -> None:
    assert get_live_source() is None

    settings.LIVE_PROVIDER, settings.LIVE_FACTS = "scripted", tmp_path
    assert isinstance(get_live_source(), Scripted)
