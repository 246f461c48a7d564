"""The language-model seam: what the engine asks of whoever writes a draft."""

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from archivebrain.providers.types import Brief, Draft, DraftSentence, Usage

# What writes where ANSWER_MODEL names no model; a server of one's own has no usual one.
DEFAULT_MODELS = MappingProxyType({"anthropic": "claude-sonnet-5-5"})

# Is given all finished sentences of a draft each time that there is one more.
Hear = Callable[[Sequence[DraftSentence]], None]


class ProviderFailed(Exception):
    """No complete draft came: the provider is down, cut off, out of budget or misconfigured.

    ``retry_after``: seconds to wait if the provider said so. ``usage``: what was charged
    nonetheless. The message is for the log
    and the operator; readers are told only that answers are made of quotes for now.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.usage = Usage()


class ReplyCut(ProviderFailed):
    """A reply that did not fit into its room, and may fit into more."""


class Provider(Protocol):
    """Writes a draft from a brief, or raises ``ProviderFailed``; keeps nothing."""

    name: str
    model: str

    def draft(self, brief: Brief) -> Draft: ...


@runtime_checkable
class Streaming(Provider, Protocol):
    """A provider that can be heard while it writes.

    What ``hear`` raises ends the writing and is passed on.
    """

    def draft_aloud(self, brief: Brief, hear: Hear) -> Draft: ...
