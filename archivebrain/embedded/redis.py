"""The address of this brain's Redis: an external one, or our own Valkey, started."""

from django.conf import settings
from redis.exceptions import ConnectionError as RedisIsDown

from archivebrain.embedded.brain import this_brain
from archivebrain.embedded.home import EmbeddedError


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
