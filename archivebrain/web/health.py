"""Two answers for machines: is this process alive, and can it serve readers."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis, RedisError

from archivebrain.embedded.redis import redis_url

# A health check that hangs is worse than one that says no.
PATIENCE_SECONDS = 1.0


@never_cache
@require_safe
def alive(request: HttpRequest) -> JsonResponse:
    """This process answers; nothing else is asked."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Whether the stores answer. Without Redis readers are still served, so it only warns."""
    database, redis = _database_answers(), _redis_answers()
    body = {
        "status": "ok" if database else "unavailable",
        "database": "ok" if database else "down",
        "redis": "ok" if redis else "down",
    }
    return JsonResponse(body, status=200 if database else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM retrieval_essay LIMIT 1")
    except DatabaseError:
        return False
    return True


def _redis_answers() -> bool:
    try:
        with Redis.from_url(redis_url(), socket_timeout=PATIENCE_SECONDS) as client:
            return bool(client.ping())
    except RedisError:
        return False
