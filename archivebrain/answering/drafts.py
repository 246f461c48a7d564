"""Obtains the draft of an answer: a model's, or quotes alone where none can be had."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archivebrain.answering import budget
from archivebrain.answering.circuits import circuit_of
from archivebrain.models import Purpose
from archivebrain.providers import get_provider
from archivebrain.providers.base import Hear, Provider, ProviderFailed, ReplyCut, Streaming
from archivebrain.providers.extractive import Extractive
from archivebrain.providers.prices import CHARGING
from archivebrain.providers.types import Brief, Draft, DraftSentence, Usage

PROVIDER_DOWN = "provider"

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Ears:
    """Whoever hears a draft while it is written; keeps apart what they raise.

    A reader who left, or a check of ours that broke, is no failure of the provider.
    """

    hear: Hear
    fault: Exception | None = None

    def __call__(self, drafted: Sequence[DraftSentence]) -> None:
        try:
            self.hear(drafted)
        except Exception as fault:
            self.fault = fault
            raise


def obtain(
    brief: Brief,
    provider: Provider | None,
    hear: Hear | None = None,
    *,
    purpose: Purpose = Purpose.ANSWER,
) -> tuple[Draft, tuple[str, ...]]:
    """The provider's draft, or quotes with the word for ``degraded`` where it fails in any way.

    ``provider``: another than the configured one. What ``hear`` raises is passed on.
    """
    if not brief.sources:
        # Nothing was found: there is nothing that a model could be asked to read.
        return Extractive().draft(brief), ()
    ears = Ears(hear) if hear else None
    try:
        return _paid(provider or get_provider(), brief, ears, purpose), ()
    except Exception as fault:  # a model may fail in any way, and the brain stays
        if ears and ears.fault:
            raise ears.fault from fault
        # A failure of ours holds no words of a reader's; of any other only the kind is told.
        told, charged = type(fault).__name__, Usage()
        if isinstance(fault, ProviderFailed):
            told, charged = str(fault), fault.usage
        log.warning("The answer is made of quotes alone: %s", told)
        return replace(Extractive().draft(brief), usage=charged), (PROVIDER_DOWN,)


def _paid(provider: Provider, brief: Brief, ears: Ears | None, purpose: Purpose) -> Draft:
    """What the provider wrote, if need be on its second try, with what both cost."""
    try:
        return _called(provider, brief, ears, purpose)
    except ReplyCut as cut:
        longer = replace(brief, has_more_room=True)
        try:
            draft = _called(provider, longer, ears, purpose)
        except ProviderFailed as failure:
            failure.usage += cut.usage
            raise
        return replace(draft, usage=cut.usage + draft.usage)


def _called(provider: Provider, brief: Brief, ears: Ears | None, purpose: Purpose) -> Draft:
    """One call, if it may be made."""
    if provider.name not in CHARGING:
        return _written(provider, brief, ears)
    circuit = circuit_of(provider)
    circuit.check(provider.name)
    with budget.paying(provider, purpose, most=budget.most_for(brief)) as bill:
        with circuit.watched(lambda: not (ears and ears.fault)):
            draft = _written(provider, brief, ears)
        return replace(draft, usage=bill.priced(draft.usage))


def _written(provider: Provider, brief: Brief, ears: Ears | None) -> Draft:
    if ears and isinstance(provider, Streaming):
        return provider.draft_aloud(brief, ears)
    return provider.draft(brief)
