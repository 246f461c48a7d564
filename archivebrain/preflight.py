"""What `serve` asks before it starts anything, so that a refusal is one sentence."""

import errno
import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import redis
from django.conf import settings
from django.db import OperationalError, connection

from archivebrain.embedded.home import EmbeddedError, Home

EMBEDDED_ENGINE = "archivebrain.embedded.backend"


def has_embedded_database() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"] == EMBEDDED_ENGINE)


def check_port(host: str, port: int) -> None:
    """Refuse a port that the web process could not open."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        raise EmbeddedError(_port_sentence(host, port, fault)) from fault


def _port_sentence(host: str, port: int, fault: OSError) -> str:
    if fault.errno == errno.EADDRINUSE:
        return (
            f"PORT={port} is taken on {host}: end the program that uses it, or choose "
            f"another, as in PORT={port % 65535 + 1}."
        )
    if fault.errno == errno.EACCES:
        return f"PORT={port} needs special rights: choose one above 1023, as in PORT=8000."
    return f"--host {host} is no address of this machine: try 127.0.0.1 or 0.0.0.0."


@contextmanager
def take_turn(home: Home) -> Iterator[None]:
    """Let one `serve` at a time run a home: a second would run every schedule twice."""
    folder = home.folder(home.files / "serve")
    lock = home.open_file(folder / "lock", os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as fault:
        raise EmbeddedError(
            f"ARCHIVEBRAIN_HOME={str(home.path)!r} is already served by another process: "
            "stop that one, or choose another home and PORT."
        ) from fault
    finally:
        os.close(lock)


def check_external_servers() -> None:
    """Name an external server that cannot be used, before Django shows a traceback."""
    if not has_embedded_database():
        _check_database()
    if settings.REDIS_URL:
        _check_redis()


def _check_database() -> None:
    query = "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"
    try:
        with connection.cursor() as cursor:
            cursor.execute(query)
            has_vector = cursor.fetchone() is not None
    except OperationalError as fault:
        raise EmbeddedError(
            f"DATABASE_URL cannot be reached ({_first_line(fault)}): start that server, "
            "correct the address, or unset it to use the embedded one."
        ) from fault
    if not has_vector:
        raise EmbeddedError(
            "DATABASE_URL names a PostgreSQL without the extension pgvector: install it "
            "there, or unset the variable to use the embedded one."
        )


def _check_redis() -> None:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=5)
    try:
        client.ping()
    except redis.RedisError as fault:
        raise EmbeddedError(
            f"REDIS_URL cannot be reached ({_first_line(fault)}): start that server, "
            "correct the address, or unset it to use the embedded one."
        ) from fault
    finally:
        client.close()


def _first_line(fault: Exception) -> str:
    return str(fault).strip().split("\n", 1)[0].rstrip(".")
