"""Questions asked in vain on given days."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from gaps.models import Gap, GapGroup, MonthlyRank
from retrieval.embedders.base import EmbedderUnavailable

AskInVain = Callable[..., Gap]


@pytest.fixture
def ask_in_vain(db: None) -> AskInVain:
    """Keeps a question as if it had been declined at noon on a day of March 2026."""

    def ask(
        question: str, *, day: int = 9, month: int = 3, surface: str = "page", **fields: Any
    ) -> Gap:
        gap = Gap.objects.create(question=question, reason="name", surface=surface, **fields)
        gap.asked_at = datetime(2026, month, day, 12, tzinfo=UTC)
        gap.save(update_fields=["asked_at"])
        return gap

    return ask


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedding model cannot be loaded."""

    def unavailable() -> None:
        raise EmbedderUnavailable("The model is not there. Run `make setup`.")

    monkeypatch.setattr("gaps.reading.get_embedder", unavailable)
    monkeypatch.setattr("retrieval.search.get_embedder", unavailable)


def groups_of(*gaps: Gap) -> list[int | None]:
    return [Gap.objects.get(pk=gap.pk).group_id for gap in gaps]


def ranks() -> list[tuple[int, int, int, int]]:
    """(group, asked, days, surfaces) of each rank, best first."""
    return list(
        MonthlyRank.objects.best_first().values_list(
            "group_id", "asked_count", "day_count", "surface_count"
        )
    )


def state() -> list[Any]:
    """Everything that triage and the author may change."""
    return [list(model.objects.order_by("pk").values()) for model in (Gap, GapGroup, MonthlyRank)]
