"""What a scope asks of a row that knows its essay or its visibility, as SQL."""

from functools import lru_cache
from typing import Any

from retrieval.models import Essay
from retrieval.querysets import TIERS
from retrieval.types import Scope, Tier

REMEMBERED = 500


# Spelling a query out takes longer than many a search in the database.
@lru_cache(maxsize=REMEMBERED)
def in_scope(scope: Scope, *, tier_alone: str = "") -> tuple[str, tuple[Any, ...]]:
    """A condition on ``essay_id``, with its parameters.

    ``tier_alone``: what the row itself says of its tier; it is enough where nothing else is
    asked, and spares looking at the essays.
    """
    if tier_alone and scope == Scope(tier=scope.tier):
        return tier_alone, ()
    sql, params = Essay.objects.within(scope).values("id").query.sql_with_params()
    return f"essay_id IN ({sql})", params


def in_tier(tier: Tier) -> str:
    """Written out, because a statement that knows it is planned once and well."""
    words = ", ".join(f"'{word}'" for word in TIERS[tier])
    return f"visibility IN ({words})"
