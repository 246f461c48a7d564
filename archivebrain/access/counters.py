"""One place to count in, shared or a process's own; the only module that knows ``limits``' ways."""

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from archivebrain.access.ratelimit_fields import Policy
from archivebrain.access.windows import Window


class Counter:
    """Sliding windows of two counters: however much is spent, two small rows a bucket."""

    def __init__(self, storage: RedisStorage | MemoryStorage) -> None:
        self.storage = storage
        self.limiter = SlidingWindowCounterRateLimiter(storage)

    def window(self, policy: Policy, bucket: str) -> Window:
        key = _item(policy).key_for(bucket)
        previous, previous_left, current, current_left = self.storage.get_sliding_window(
            key, policy.seconds
        )
        return Window(
            quota=policy.quota,
            seconds=policy.seconds,
            previous=previous,
            previous_left=previous_left,
            current=current,
            # The library lets a counter live twice its window, so that it can become the earlier.
            current_left=max(0.0, current_left - policy.seconds),
        )

    def take(self, policy: Policy, bucket: str, units: int) -> bool:
        """All the units in one atomic step, or none."""
        return self.limiter.hit(_item(policy), bucket, cost=units)

    def put_back(self, policy: Policy, bucket: str, units: int) -> None:
        """The library has no word for it, but takes a negative number just as atomically."""
        self.limiter.hit(_item(policy), bucket, cost=-units)


def _item(policy: Policy) -> RateLimitItemPerSecond:
    return RateLimitItemPerSecond(policy.quota, policy.seconds, namespace=policy.name)
