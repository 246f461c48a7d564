"""The desk says what answers cost: by day, in a plot, and against the budget."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from archivebrain.models import ModelCall, Purpose

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/archivebrain/modelcall/"


def call(day: date, cost: str | None, **given: Any) -> None:
    price = None if cost is None else Decimal(cost)
    fields: dict[str, Any] = {"purpose": Purpose.ANSWER, "is_settled": True, **given}
    ModelCall.objects.create(
        called_at=timezone.now(), day=day, provider="anthropic", model="m", cost_usd=price,
        input_tokens=9000, cached_tokens=700, output_tokens=120, **fields,
    )  # fmt: skip


def test_without_a_call_it_says_so(admin_client: Client) -> None:
    page = admin_client.get(ADDRESS).content.decode()

    assert "<h1>What do the answers cost?</h1>" in page
    assert "No model was asked in the last 30 days." in page
    assert "without a ceiling" in page


def test_each_day_is_a_bar_and_a_row_with_what_it_cost(admin_client: Client, settings: Any) -> None:
    settings.MONTHLY_BUDGET_USD = Decimal(20)
    today = timezone.localdate()
    call(today, "0.021")
    call(today, "0.04", purpose=Purpose.EVALUATION)
    call(today, None)
    call(today - timedelta(days=3), "0.05", is_settled=False)
    call(today - timedelta(days=40), "7")

    response = admin_client.get(ADDRESS)

    first, second = response.context["days"]
    assert (first["day"], first["dollars"], first["for_readers"]) == (
        *(today, Decimal("0.061")),
        Decimal("0.021"),
    )
    assert (first["count"], first["unpriced"], first["read"], first["cached"]) == (
        3,
        1,
        27000,
        2100,
    )
    assert second["dollars"] == Decimal("0.05")
    plot = response.context["plot"]
    assert [(bar.day, bar.strong, bar.pale) for bar in plot.bars] == [
        (today - timedelta(days=3), 50.0, 50.0),
        (today, 21.0, 61.0),
    ]
    page = response.content.decode()
    assert plot.top == 10
    assert "10 ¢" in page
    assert "0.0210 dollars of 4.00" in page
    assert "at most 0.0500" in page
    assert "price not known" in page


def test_a_day_of_a_dollar_and_more_is_drawn_in_dollars(admin_client: Client) -> None:
    call(timezone.localdate(), "1.50")

    response = admin_client.get(ADDRESS)

    assert response.context["plot"].top == 2
    assert "2 $" in response.content.decode()


def test_nothing_can_be_written_there(admin_client: Client) -> None:
    assert admin_client.get(f"{ADDRESS}add/").status_code == 403
