"""The whole brain in one command: servers, migrations, web, worker and beat, watched.

Ctrl-C stops everything in order. After a `kill -9` of anything, what is left is restarted
by this supervisor, or adopted by the next one.
"""

import http.client
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from celery.beat import EmbeddedService
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.urls import Resolver404, resolve

from archivebrain.celery import app
from archivebrain.embedded.brain import Brain, this_brain
from archivebrain.embedded.children import Child, Say
from archivebrain.embedded.home import EmbeddedError
from archivebrain.preflight import (
    check_external_servers,
    check_port,
    has_embedded_database,
    take_turn,
)

WATCH_SECONDS = 0.5
READY_SECONDS = 60.0
# The web process lets open answers finish for five seconds.
STOP_SECONDS = 10.0
GRACE_SECONDS = "5"
# The import, the sweep and the feeds, of each of which one runs at a time, leave one free.
WORKER_THREADS = "4"
PAGES = {
    "/": "ask",
    "/search/": "search",
    "/evolution/": "how views changed",
    "/admin/": "the author's desk",
}


@dataclass(frozen=True, slots=True)
class Service:
    """What one `serve` was asked for."""

    host: str
    port: int
    has_worker: bool = True

    @property
    def address(self) -> str:
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"


def serve(service: Service, *, say: Say) -> None:
    """Run until told to stop; every way out stops what was started."""
    stopping = _stop_on_signal()
    with ExitStack() as stack:
        brain = this_brain()
        # Before the port, which a brain that is served already holds too.
        stack.enter_context(take_turn(brain.home))
        check_port(service.host, service.port)
        stack.callback(_leave, brain, say)
        _start_servers(brain, say)
        children = _children(service, say)
        stack.enter_context(_running(children, say))
        beat = stack.enter_context(_beat(brain)) if service.has_worker else None
        if _wait_until_ready(service, children, stopping):
            _announce(service, say)
        _watch(brain, children, beat, stopping, say)


def _stop_on_signal() -> threading.Event:
    stopping = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, lambda *_: stopping.set())
    return stopping


def _start_servers(brain: Brain, say: Say) -> None:
    if brain.home.notice:
        say("home", brain.home.notice)
    check_external_servers()
    if has_embedded_database():
        brain.cluster.join()
    call_command("migrate", verbosity=0, interactive=False)
    say("postgres", "ready, migrated")
    if not settings.REDIS_URL:
        brain.valkey.join()
        _requeue_unfinished(say)
    say("redis", "ready")


def _requeue_unfinished(say: Say) -> None:
    """Put back the tasks of a killed worker: no worker of this home runs now."""
    with app.connection_for_write() as connection:
        # Redis' own channel, which the stubs do not know.
        channel: Any = connection.default_channel
        tags = [tag.decode() for tag in channel.client.hkeys(channel.unacked_key)]
        for tag in tags:
            channel.qos.restore_by_tag(tag)
    if tags:
        say("worker", f"{len(tags)} unfinished tasks put back")


def _children(service: Service, say: Say) -> list[Child]:
    web = (
        *("-m", "uvicorn", "archivebrain.asgi:application", "--lifespan", "on"),
        *("--host", service.host, "--port", str(service.port)),
        *("--log-level", "warning", "--timeout-graceful-shutdown", GRACE_SECONDS),
        # Whose address a proxy may tell is TRUSTED_PROXIES' to say, and no default's.
        "--no-proxy-headers",
    )
    worker = (
        # Celery warns root on every start; our messages are JSON, which runs no code.
        *("-W", "ignore::UserWarning:celery.platforms"),
        *("-m", "celery", "-q", "-A", "archivebrain.celery", "worker"),
        *("--pool", "threads", "-c", WORKER_THREADS, "-l", "warning"),
        *("--without-gossip", "--without-mingle"),
    )
    arguments = {"web": web, "worker": worker} if service.has_worker else {"web": web}
    return [
        Child(
            name,
            (sys.executable, *argument),
            folder=settings.BASE_DIR,
            environment={
                "ARCHIVEBRAIN_PROCESS": name,
                "ARCHIVEBRAIN_HOME": str(settings.ARCHIVEBRAIN_HOME),
                "PORT": str(service.port),
            },
            say=say,
        )
        for name, argument in arguments.items()
    ]


@contextmanager
def _running(children: list[Child], say: Say) -> Iterator[None]:
    try:
        for child in children:
            child.start()
        yield
    finally:
        for child in children:
            child.ask_to_stop()
        for child in children:
            child.stop(seconds=STOP_SECONDS)
            say(child.name, "stopped")


@contextmanager
def _beat(brain: Brain) -> Iterator[Callable[[], bool]]:
    """Beat as a thread of this process: a killed worker can never leave a second one."""
    folder = brain.home.folder(brain.home.files / "beat")
    for file in folder.iterdir():
        # Left by root or by its user, whose files the other cannot open.
        if file.stat().st_uid != os.geteuid():
            file.unlink()
    beat: Any = EmbeddedService(app, thread=True, schedule_filename=str(folder / "schedule"))
    beat.daemon = True
    beat.start()
    try:
        yield beat.is_alive
    finally:
        beat.stop()


def _wait_until_ready(service: Service, children: list[Child], stopping: threading.Event) -> bool:
    attempts = int(READY_SECONDS / 0.1)
    for _ in range(attempts):
        if stopping.wait(0.1):
            return False
        if _is_answering(service):
            return True
        for child in children:
            child.restart_if_ended()
    raise EmbeddedError(
        f"The web process did not answer on {service.address} within "
        f"{READY_SECONDS:.0f} seconds: read its lines above."
    )


def _is_answering(service: Service) -> bool:
    """Whether the web process speaks HTTP; what it says is the reader's business."""
    link = http.client.HTTPConnection(service.address, timeout=2)
    try:
        link.request("GET", "/healthz", headers={"Host": service.address})
        link.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        link.close()
    return True


def _announce(service: Service, say: Say) -> None:
    for path, purpose in PAGES.items():
        with suppress(Resolver404):
            resolve(path)
            say("serve", f"http://{service.address}{path}  {purpose}")
    say("serve", "Ctrl-C stops everything.")


def _watch(
    brain: Brain,
    children: list[Child],
    beat: Callable[[], bool] | None,
    stopping: threading.Event,
    say: Say,
) -> None:
    database = [brain.cluster] if has_embedded_database() else []
    servers = [*database, *([] if settings.REDIS_URL else [brain.valkey])]
    while not stopping.wait(WATCH_SECONDS):
        for server in servers:
            if not server.is_answering():
                say(server.name, "does not answer; starting it again")
                server.revive()
        for child in children:
            child.restart_if_ended()
        if beat is not None and not beat():
            raise EmbeddedError("The beat thread ended: read its lines above, then start again.")


def _leave(brain: Brain, say: Say) -> None:
    connections.close_all()
    app.close()
    brain.leave()
    say("serve", "stopped")
