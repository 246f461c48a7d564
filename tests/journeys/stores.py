"""Everywhere that a word could have been kept: each table's rows, and each key of Redis."""

from typing import Any

import redis
from django.db import connection

from archivebrain.embedded.redis import redis_url


def tables_with(words: str) -> set[str]:
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            name = connection.ops.quote_name(table)
            cursor.execute(
                f"SELECT count(*) FROM {name} AS r WHERE r::text ILIKE %s",  # noqa: S608  # names from the catalogue
                [f"%{words}%"],
            )
            if cursor.fetchone()[0]:
                found.add(table)
    return found


def redis_dump() -> bytes:
    """Every key with its value, whatever its type: caches, counters and Celery's queues."""
    with redis.Redis.from_url(redis_url()) as client:
        return b"\n".join(key + b"=" + _value(client, key) for key in client.scan_iter())


def _value(client: Any, key: bytes) -> bytes:
    match client.type(key):
        case b"string":
            return bytes(client.get(key) or b"")
        case b"list":
            return b"\n".join(client.lrange(key, 0, -1))
        case b"hash":
            return repr(client.hgetall(key)).encode()
        case b"set":
            return repr(client.smembers(key)).encode()
        case b"zset":
            return repr(client.zrange(key, 0, -1)).encode()
        case other:
            raise AssertionError(f"{key!r} is of the type {other!r}, which nobody looks into")


def forget_answers() -> None:
    """No answer of an earlier test is found again."""
    with redis.Redis.from_url(redis_url()) as client:
        for key in client.scan_iter("answer:*"):
            client.delete(key)
