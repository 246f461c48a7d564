"""System checks on the model that answers: what it lacks, and what it may cost.

A model without a key stops nothing: the brain answers in quotes, and says so.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from archivebrain.answering.budget import budget, own_prices
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
    """A budget cannot be kept with a model of unknown price."""
    if settings.ANSWER_PROVIDER not in CHARGING or unusable(settings.ANSWER_PROVIDER):
        return []
    model = model_of(settings.ANSWER_PROVIDER)
    if not budget().is_set or price_of(model, own_prices()):
        return []
    sentence = (
        f"A budget is set, and nobody has said what {model} costs. Add it to MODEL_PRICES, as "
        f"{model}=3/15, or {model}=0/0 if it is your own. {QUOTES}"
    )
    return [Warning(sentence, id="archivebrain.W002")]
