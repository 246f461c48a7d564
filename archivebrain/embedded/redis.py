"""This brain's Redis, an external one or our own Valkey: its address, and quick questions to it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisIsDown
from redis.exceptions import RedisError
from redis.retry import Retry

from archivebrain.embedded.brain import this_brain
from archivebrain.embedded.home import EmbeddedError

# A reader waits for these calls: the first one that gets no answer is the last for a while.
PATIENCE_SECONDS = 0.25
REST_SECONDS = 2.0


class QuickRedis:
    """One server, asked by callers that do without its answer rather than wait for it."""

    def __init__(self, url: str) -> None:
        self.client = Redis.from_url(
            url,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            # The library would try three times.
            retry=Retry(NoBackoff(), 0),
        )
        self._resting_until = 0.0

    @property
    def is_resting(self) -> bool:
        """Whether it failed a moment ago."""
        return time.monotonic() < self._resting_until

    @contextmanager
    def asked(self) -> Iterator[Redis]:
        """The client; any fault of the server's, and a pause after one, is ``RedisIsDown``."""
        if self.is_resting:
            raise RedisIsDown("Redis did not answer a moment ago.")
        try:
            yield self.client
        except RedisError as fault:
            self._resting_until = time.monotonic() + REST_SECONDS
            raise RedisIsDown(str(fault)) from fault


@cache
def _quick(url: str) -> QuickRedis:
    return QuickRedis(url)


@cache
def _embedded_url() -> str:
    """Joined once a process: who serves watches over it, and a reader does not wait for that."""
    return redis_url()


def quick_redis() -> QuickRedis:
    """Raises ``RedisIsDown`` only where the embedded server cannot be started."""
    return _quick(str(settings.REDIS_URL) or _embedded_url())


def redis_url() -> str:
    """Where to connect; starts or joins the embedded server if REDIS_URL is unset.

    A server that cannot be started is a Redis that is down: callers catch one error.
    """
    if settings.REDIS_URL:
        return str(settings.REDIS_URL)
    try:
        valkey = this_brain().valkey
        valkey.join()
    except EmbeddedError as fault:
        raise RedisIsDown(str(fault)) from fault
    return valkey.url


def broker_url() -> str:
    """The same address as Celery writes it."""
    url = redis_url()
    if not url.startswith("unix://"):
        return url
    path, _, query = url.removeprefix("unix://").partition("?")
    return f"redis+socket://{path}?{query.replace('db=', 'virtual_host=')}"
