"""System checks on the model that answers: what it lacks, and what it may cost.

A model without a key stops nothing: the brain answers in quotes, and says so.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from archivebrain.answering.budget import own_prices
from archivebrain.providers import model_of, unusable
from archivebrain.providers.prices import CHARGING, price_of

QUOTES = "Until then every answer is made of quotes alone."


@register
def the_model_can_be_asked(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Only looks at what is set: no server is asked."""
    lacking = unusable(settings.ANSWER_PROVIDER)
    return [Warning(f"{lacking} {QUOTES}", id="archivebrain.W001")] if lacking else []


@register
def what_answers_cost_is_known(
    app_configs: Sequence[Any] | None, **kwargs: Any
) -> list[CheckMessage]:
    """A budget cannot be kept with a model of unknown price, and no budget is no ceiling."""
    if settings.ANSWER_PROVIDER not in CHARGING or unusable(settings.ANSWER_PROVIDER):
        return []
    model = model_of(settings.ANSWER_PROVIDER)
    is_known = price_of(model, own_prices()) is not None
    has_budget = settings.MONTHLY_BUDGET_USD is not None or settings.DAILY_BUDGET_USD is not None
    if has_budget and not is_known:
        sentence = (
            f"A budget is set, and nobody has said what {model} costs. Add it to MODEL_PRICES, as "
            f"{model}=3/15, or {model}=0/0 if it is your own. {QUOTES}"
        )
        return [Warning(sentence, id="archivebrain.W002")]
    if is_known and not has_budget:
        sentence = f"Answers by {model} may cost any sum. Set MONTHLY_BUDGET_USD to the most."
        return [Warning(sentence, id="archivebrain.W003")]
    return []
