"""The RateLimit header fields (draft-ietf-httpapi-ratelimit-headers, RFC 9651 syntax); pure.

The draft has expired before and may change: nothing else knows its names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """``quota`` units in ``seconds``; the name is what a client reads."""

    name: str
    quota: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What is left of a policy, and the seconds until more comes back."""

    policy: Policy
    remaining: int
    wait: int


def fields(standings: Sequence[Standing], *, retry_after: int = 0) -> Mapping[str, str]:
    """The headers of one reply; ``retry_after`` only where it was refused."""
    found = {
        "RateLimit-Policy": ", ".join(_policy(one.policy) for one in standings),
        "RateLimit": ", ".join(_standing(one) for one in standings),
    }
    return {**found, "Retry-After": str(retry_after)} if retry_after else found


def _policy(policy: Policy) -> str:
    return f'"{policy.name}";q={policy.quota};w={policy.seconds}'


def _standing(standing: Standing) -> str:
    return f'"{standing.policy.name}";r={standing.remaining};t={standing.wait}'
