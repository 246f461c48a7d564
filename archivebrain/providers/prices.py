"""What a model charges for the tokens that it reads and writes; pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

from archivebrain.providers.types import Usage

# Whose answers cost money, unless their model's price is said to be nothing.
CHARGING = frozenset(("anthropic", "openai"))

MILLION = Decimal(1_000_000)
# As the vendors reckon where they do not say otherwise: what is put into their cache costs a
# quarter more than reading it, and what comes from there a tenth.
WRITTEN_SHARE, CACHED_SHARE = Decimal("1.25"), Decimal("0.1")
# A name may go on with the day of a release, and is the same model.
RELEASE = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens: read, written, and read by way of the vendor's cache."""

    read: Decimal
    wrote: Decimal
    into_cache: Decimal
    from_cache: Decimal

    @classmethod
    def of(
        cls,
        read: str | Decimal,
        wrote: str | Decimal,
        into_cache: str | Decimal | None = None,
        from_cache: str | Decimal | None = None,
    ) -> "Price":
        """The last two, where they are not given, are the usual shares of the first."""
        first = Decimal(read)
        return cls(
            first,
            Decimal(wrote),
            first * WRITTEN_SHARE if into_cache is None else Decimal(into_cache),
            first * CACHED_SHARE if from_cache is None else Decimal(from_cache),
        )

    def cost(self, usage: Usage) -> Decimal:
        """In US dollars."""
        plain = usage.input_tokens - usage.written_tokens - usage.cached_tokens
        return (
            plain * self.read
            + usage.written_tokens * self.into_cache
            + usage.cached_tokens * self.from_cache
            + usage.output_tokens * self.wrote
        ) / MILLION


_OPUS_5, _OPUS_4, _SONNET_4 = Price.of("5", "25"), Price.of("15", "75"), Price.of("3", "15")

# As the vendors' pages of prices had them in November 2026, for prompts as short as ours.
# OpenAI charges nothing for putting a prompt into its cache.
PRICES: Mapping[str, Price] = MappingProxyType(
    {
        "claude-fable-5": Price.of("10", "50"),
        "claude-fable-5-1": Price.of("10", "50", from_cache="0.25"),
        "claude-opus-5-5": Price.of("4", "20"),
        **dict.fromkeys(("claude-opus-5", "claude-opus-4-8", "claude-opus-4-7"), _OPUS_5),
        **dict.fromkeys(("claude-opus-4-6", "claude-opus-4-5"), _OPUS_5),
        **dict.fromkeys(("claude-opus-4-1", "claude-opus-4"), _OPUS_4),
        **dict.fromkeys(("claude-sonnet-5-5", "claude-sonnet-5"), Price.of("2", "10")),
        **dict.fromkeys(("claude-sonnet-4-6", "claude-sonnet-4-5", "claude-sonnet-4"), _SONNET_4),
        "claude-haiku-5-5": Price.of("0.10", "0.50"),
        "claude-haiku-4-5": Price.of("1", "5"),
        "gpt-5.4": Price.of("2.50", "15", "2.50", "0.25"),
        "gpt-5.4-mini": Price.of("0.75", "4.50", "0.75", "0.075"),
        "gpt-5": Price.of("1.25", "10", "1.25", "0.125"),
        "gpt-5-mini": Price.of("0.25", "2", "0.25", "0.025"),
        "gpt-5-nano": Price.of("0.05", "0.40", "0.05", "0.005"),
        "gpt-4.1": Price.of("2", "8", "2", "0.50"),
        "gpt-4.1-mini": Price.of("0.40", "1.60", "0.40", "0.10"),
        "gpt-4o": Price.of("2.50", "10", "2.50", "1.25"),
        "gpt-4o-mini": Price.of("0.15", "0.60", "0.15", "0.075"),
    }
)


def price_of(model: str, own: Mapping[str, Price]) -> Price | None:
    """What the operator says it costs, else what the table says; None where neither knows.

    No price is taken over from a model of a like name: it would be a guess at money.
    """
    for table in (own, PRICES):
        for name, price in table.items():
            if model == name or (model.startswith(name) and RELEASE.fullmatch(model, len(name))):
                return price
    return None
