"""What answers cost is set aside before the call, written down after it, and never passed."""

import threading
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from archivebrain.answering import budget
from archivebrain.answering.budget import NotPaid, paying
from archivebrain.answering.drafts import obtain
from archivebrain.models import ModelCall, Purpose
from archivebrain.providers.base import ProviderFailed, ReplyCut
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence, Usage
from tests.archivebrain.providers.conftest import brief

__all__ = ["brief"]

# By the prices below: two dollars for what is read, one for what is written.
MOST = Usage(1_000_000, 100_000)
PRICE = (Decimal(2), Decimal(10))


class Model:
    """A model that costs money and is asked by no network."""

    name, model = "openai", "ours"

    def __init__(self, fails: Exception | None = None) -> None:
        self.fails = fails
        self.drafts = 0

    def draft(self, brief: Brief) -> Draft:
        self.drafts += 1
        if self.fails:
            raise self.fails
        said = DraftSentence("Heat is patient.", (Cite(1),))
        return Draft((said,), self.name, self.model, usage=Usage(500_000, 10_000))


@pytest.fixture(autouse=True)
def priced(settings: Any) -> Any:
    settings.MODEL_PRICES = {"ours": PRICE}
    return settings


def charged(usage: Usage) -> ProviderFailed:
    failure = ProviderFailed("cut off")
    failure.usage = usage
    return failure


@pytest.mark.django_db
def test_an_answers_tokens_and_cost_are_its_own_and_a_row(brief: Brief) -> None:
    draft, degraded = obtain(brief, Model())

    assert degraded == ()
    assert draft.usage == Usage(500_000, 10_000, cost_usd=1.1)
    (call,) = ModelCall.objects.all()
    assert (call.input_tokens, call.output_tokens, call.cost_usd) == (
        500_000,
        10_000,
        Decimal("1.1"),
    )
    assert (call.purpose, call.provider, call.model, call.is_settled) == (
        *("answer", "openai", "ours"),
        True,
    )


@pytest.mark.django_db
def test_without_money_quotes_are_given_and_no_model_is_asked(brief: Brief, priced: Any) -> None:
    priced.MONTHLY_BUDGET_USD = Decimal(0)
    model = Model()

    draft, degraded = obtain(brief, model)

    assert (draft.provider, degraded, model.drafts) == ("extractive", ("provider",), 0)
    assert not ModelCall.objects.exists()


@pytest.mark.django_db
def test_a_model_of_unknown_price_is_not_asked_under_a_budget_and_is_named(
    brief: Brief, priced: Any, caplog: pytest.LogCaptureFixture
) -> None:
    priced.MODEL_PRICES = {}
    obtain(brief, free := Model())
    priced.DAILY_BUDGET_USD = Decimal(1000)

    _, degraded = obtain(brief, refused := Model())

    assert (free.drafts, refused.drafts, degraded) == (1, 0, ("provider",))
    assert "MODEL_PRICES, as ours=3/15" in caplog.text
    assert ModelCall.objects.get().cost_usd is None


@pytest.mark.django_db
def test_a_failure_costs_what_it_was_charged(brief: Brief) -> None:
    obtain(brief, Model(fails=charged(Usage(100_000, 0))))

    call = ModelCall.objects.get()
    assert (call.cost_usd, call.input_tokens, call.is_settled) == (Decimal("0.2"), 100_000, True)


class Long(Model):
    """A model whose reply is cut off as often as ``cuts`` says."""

    def __init__(self, cuts: int) -> None:
        super().__init__()
        self.cuts = cuts

    def draft(self, brief: Brief) -> Draft:
        draft = super().draft(brief)
        if self.drafts <= self.cuts:
            failure = ProviderFailed("cut off") if brief.has_more_room else ReplyCut("cut off")
            failure.usage = draft.usage
            raise failure
        return draft


@pytest.mark.django_db
@pytest.mark.parametrize(("cuts", "degraded"), [(1, ()), (2, ("provider",))])
def test_a_reply_that_was_cut_off_is_asked_for_once_more_and_both_are_paid(
    brief: Brief, cuts: int, degraded: tuple[str, ...]
) -> None:
    draft, without = obtain(brief, Long(cuts))

    assert without == degraded
    assert draft.usage == Usage(1_000_000, 20_000, cost_usd=2.2)
    assert [call.cost_usd for call in ModelCall.objects.all()] == [Decimal("1.1")] * 2


@pytest.mark.django_db
def test_the_second_try_too_must_fit_the_budget(brief: Brief, priced: Any) -> None:
    priced.DAILY_BUDGET_USD = Decimal("1.1")
    model = Long(cuts=1)

    draft, degraded = obtain(brief, model)

    assert (model.drafts, degraded, draft.usage.cost_usd) == (1, ("provider",), 1.1)


@pytest.mark.django_db
def test_what_ends_in_a_way_nobody_knows_costs_what_was_set_aside(brief: Brief) -> None:
    obtain(brief, Model(fails=RuntimeError("boom")))

    call, most = ModelCall.objects.get(), budget.most_for(brief)
    price = budget.own_prices()["ours"]
    assert (call.cost_usd, call.is_settled) == (price.cost(most), False)
    assert budget.spent(timezone.localdate()).day == price.cost(most) > 0


@pytest.mark.django_db
def test_only_this_month_and_this_day_count_and_only_for_readers(priced: Any) -> None:
    today = timezone.localdate().replace(day=15)
    for day, purpose, cost in (
        (today, Purpose.ANSWER, 1),
        (today, Purpose.JUDGE, 2),
        (today, Purpose.EVALUATION, 400),
        (today.replace(day=1), Purpose.LIVE, 4),
        (today.replace(day=1) - timedelta(days=1), Purpose.ANSWER, 800),
    ):
        ModelCall.objects.create(
            called_at=timezone.now(), day=day, purpose=purpose, cost_usd=cost, is_settled=True
        )

    spent = budget.spent(today)

    assert (spent.month, spent.day) == (Decimal(7), Decimal(3))


@pytest.mark.django_db
def test_an_evaluation_is_written_down_and_not_stopped(brief: Brief, priced: Any) -> None:
    priced.MONTHLY_BUDGET_USD = Decimal(0)

    _, degraded = obtain(brief, Model(), purpose=Purpose.EVALUATION)

    assert degraded == ()
    assert ModelCall.objects.get().purpose == Purpose.EVALUATION


@pytest.mark.django_db(transaction=True)
def test_however_many_ask_at_once_no_more_is_set_aside_than_there_is(priced: Any) -> None:
    priced.MONTHLY_BUDGET_USD = priced.DAILY_BUDGET_USD = Decimal("10")
    asking, at_once = 12, threading.Barrier(12)
    ended: list[str] = []

    def ask() -> None:
        at_once.wait()
        try:
            with paying(Model(), Purpose.ANSWER, most=MOST) as bill:
                bill.priced(MOST)
            ended.append("paid")
        except NotPaid:
            ended.append("refused")
        finally:
            connection.close()

    in_threads(ask, asking)

    # Three dollars each: the fourth would be one too many.
    assert sorted(ended) == ["paid"] * 3 + ["refused"] * 9
    assert budget.spent(timezone.localdate()).day == 9


def in_threads(run: Callable[[], None], count: int) -> None:
    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
