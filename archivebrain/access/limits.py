"""How much a principal may ask: one burst and one day, counted in Redis for all processes.

While Redis is down each process counts for itself, with the same quotas: readers are served,
and one brain with one web process lets nobody ask more than before.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache

from django.conf import settings
from django.utils.crypto import salted_hmac
from limits.storage import MemoryStorage, RedisStorage
from redis.exceptions import ConnectionError as RedisIsDown

from archivebrain.access.counters import Counter
from archivebrain.access.principals import Principal
from archivebrain.access.ratelimit_fields import Policy, Standing, fields
from archivebrain.access.windows import Window
from archivebrain.embedded.redis import QuickRedis, quick_redis

# What each kind of question costs, in units.
READ, SEARCH, ASK = 1, 1, 10
MINUTE, DAY = 60, 86_400
REDIS_DOWN = "redis"


@dataclass(frozen=True, slots=True)
class Verdict:
    """``headers`` belong on the reply, whether allowed or not; refused is 429.

    ``degraded``: what was down while it was counted.
    """

    is_allowed: bool
    headers: Mapping[str, str]
    retry_after: int
    degraded: tuple[str, ...] = ()


def spend(principal: Principal, cost: int) -> Verdict:
    """Take units from every policy, or from none; never waits for a Redis that is down."""
    return spend_from(policies_for(principal), principal, cost)


def spend_from(policies: Sequence[Policy], spender: Principal, cost: int) -> Verdict:
    """The same for other policies than a principal's own, such as those of mail."""
    bucket = _bucket(spender)
    try:
        redis = quick_redis()
        with redis.asked():
            return _spent(_shared(redis), policies, bucket, cost)
    except RedisIsDown:
        return replace(_spent(_own(), policies, bucket, cost), degraded=(REDIS_DOWN,))


def give_back(principal: Principal, cost: int) -> None:
    """Return what ``spend`` took from somebody whom our side failed."""
    give_back_to(policies_for(principal), principal, cost)


def give_back_to(policies: Sequence[Policy], spender: Principal, cost: int) -> None:
    """Return what ``spend_from`` took."""
    bucket = _bucket(spender)
    try:
        redis = quick_redis()
        with redis.asked():
            _put_back(_shared(redis), policies, bucket, cost)
    except RedisIsDown:
        _put_back(_own(), policies, bucket, cost)


@contextmanager
def given_back_on_failure(principal: Principal, cost: int) -> Iterator[None]:
    """Who got no answer has not paid for one, whether our side failed or nothing could be asked."""
    try:
        yield
    except BaseException:
        give_back(principal, cost)
        raise


def policies_for(principal: Principal) -> tuple[Policy, ...]:
    if principal.kind == "key":
        return (
            Policy("burst", settings.KEY_UNITS_PER_MINUTE, MINUTE),
            Policy("day", settings.KEY_UNITS_PER_DAY, DAY),
        )
    return (
        Policy("burst", settings.ADDRESS_UNITS_PER_MINUTE, MINUTE),
        Policy("day", settings.ADDRESS_UNITS_PER_DAY, DAY),
    )


def _spent(counter: Counter, policies: Sequence[Policy], bucket: str, cost: int) -> Verdict:
    """Look at all, then take from each; what one of them took is put back if another refuses."""
    windows = [counter.window(policy, bucket) for policy in policies]
    if any(window.wait_for(cost) for window in windows):
        return _verdict(policies, windows, cost, is_allowed=False)
    taken: list[Policy] = []
    for policy in policies:
        if not counter.take(policy, bucket, cost):
            # Another request was faster between the look and the taking.
            _put_back(counter, taken, bucket, cost)
            seen = [counter.window(one, bucket) for one in policies]
            return _verdict(policies, seen, cost, is_allowed=False)
        taken.append(policy)
    # What is left is told as it was seen: another look would take as long as the first.
    return _verdict(policies, [window.after(cost) for window in windows], cost, is_allowed=True)


def _put_back(counter: Counter, policies: Sequence[Policy], bucket: str, cost: int) -> None:
    for policy in policies:
        counter.put_back(policy, bucket, cost)


def _verdict(
    policies: Sequence[Policy], windows: Sequence[Window], cost: int, *, is_allowed: bool
) -> Verdict:
    retry_after = 0 if is_allowed else max(1, *(window.wait_for(cost) for window in windows))
    standings = [
        Standing(policy, window.remaining, window.wait_for(_wished(window, policy, cost)))
        for policy, window in zip(policies, windows, strict=True)
    ]
    return Verdict(is_allowed, fields(standings, retry_after=retry_after), retry_after)


def _wished(window: Window, policy: Policy, cost: int) -> int:
    """What the wait is told for: this request once more, or one unit above what is left."""
    return cost if window.remaining < cost else min(window.remaining + 1, policy.quota)


def _bucket(spender: Principal) -> str:
    """Redis holds no address and no key, only what they are hashed to."""
    text = f"{spender.kind}:{spender.identity}"
    return salted_hmac("archivebrain.access.limits", text, algorithm="sha256").hexdigest()[:32]


@cache
def _shared(redis: QuickRedis) -> Counter:
    return Counter(RedisStorage("redis://", connection_pool=redis.client.connection_pool))


@cache
def _own() -> Counter:
    return Counter(MemoryStorage())
