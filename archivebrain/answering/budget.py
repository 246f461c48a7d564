"""Pays for calls of models: the most that one may cost is set aside before it is made.

What is spent is the sum of rows in PostgreSQL, so that it outlives Redis and is one for all
processes. A budget that cannot be asked, or a model of unknown price under one, pays nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from archivebrain.answering.spending import Budget, Spent, refusal
from archivebrain.models import ModelCall, Purpose
from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.fitting import tokens_about
from archivebrain.providers.prices import CHARGING, Price, price_of
from archivebrain.providers.prompts import room_for
from archivebrain.providers.types import Brief, Usage
from retrieval.locks import SPENDING_LOCK


class Payee(Protocol):
    """Whoever is paid for a call: a provider, a judge, a source of live facts."""

    name: str
    model: str


class NotPaid(ProviderFailed):
    """A call that was not made, because nothing may be spent on it."""


@dataclass(slots=True)
class Bill:
    """What a call was charged; ``usage`` None as long as nobody knows."""

    usage: Usage | None = None
    price: Price | None = None

    def priced(self, usage: Usage) -> Usage:
        """The usage with what it cost; this is then the bill."""
        if self.price:
            usage = replace(usage, cost_usd=float(round(self.price.cost(usage), 6)))
        self.usage = usage
        return usage


@contextmanager
def paying(payee: Payee, purpose: Purpose, *, most: Usage) -> Iterator[Bill]:
    """A call is made within, and the bill told of it; raises ``NotPaid`` before it is made.

    ``most``: what it may come to. A call that fails costs what its failure says; one that ends
    in any other way, what was set aside for it.
    """
    if payee.name not in CHARGING:
        yield Bill()
        return
    price = price_of(payee.model, own_prices())
    call = _set_aside(payee, purpose, most, price)
    bill = Bill(price=price)
    try:
        yield bill
    except ProviderFailed as failure:
        failure.usage = bill.priced(failure.usage)
        raise
    finally:
        if bill.usage is not None:
            _settle(call, bill.usage, price)


def most_for(brief: Brief) -> Usage:
    """What one reply may come to."""
    return Usage(min(tokens_about(brief), settings.QUESTION_TOKENS), room_for(brief))


def own_prices() -> dict[str, Price]:
    return {name: Price.of(*amounts) for name, amounts in settings.MODEL_PRICES.items()}


def budget() -> Budget:
    return Budget(settings.MONTHLY_BUDGET_USD, settings.DAILY_BUDGET_USD)


def spent(today: date) -> Spent:
    """By readers' questions, in this month and on this day."""
    calls = ModelCall.objects.of_readers()
    return Spent(
        calls.dollars(first=today.replace(day=1), last=today),
        calls.dollars(first=today, last=today),
    )


def _set_aside(payee: Payee, purpose: Purpose, most: Usage, price: Price | None) -> ModelCall:
    now = timezone.now()
    cost = price.cost(most) if price else None
    call = ModelCall(
        called_at=now,
        day=timezone.localdate(now),
        purpose=purpose,
        provider=payee.name,
        model=payee.model,
        cost_usd=cost,
    )
    with transaction.atomic():
        if budget().is_set and purpose is not Purpose.EVALUATION:
            _check(call)
        call.save()
    return call


def _check(call: ModelCall) -> None:
    """Nobody else sets anything aside until this call's row is there to be counted."""
    if call.cost_usd is None:
        raise NotPaid(
            f"A budget is set, and nobody has said what {call.model} costs: add it to "
            f"MODEL_PRICES, as {call.model}=3/15."
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SPENDING_LOCK])
    reason = refusal(budget(), spent(call.day), most=call.cost_usd)
    if reason:
        raise NotPaid(reason)


def _settle(call: ModelCall, usage: Usage, price: Price | None) -> None:
    ModelCall.objects.filter(pk=call.pk).update(
        input_tokens=usage.input_tokens,
        written_tokens=usage.written_tokens,
        cached_tokens=usage.cached_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=price.cost(usage) if price else None,
        is_settled=True,
    )
