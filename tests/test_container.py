"""The container set-up, shown without an engine: linted, checked, and its commands run."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from archivebrain.embedded.home import open_home
from archivebrain.embedded.postgres import Cluster
from archivebrain.embedded.valkey import Valkey
from archivebrain.serving import WORKER_THREADS
from tests.archivebrain.embedded.conftest import make_folder  # noqa: F401 # a fixture
from tests.archivebrain.embedded.homes import MakeFolder, free_port, status_of, wait_for

CHECKOUT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
# Read by the images of PostgreSQL and by compose itself, not by us.
NOT_OURS = {"POSTGRES_PASSWORD", "BIND"}


def compose() -> dict[str, Any]:
    text = (CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def image_commands() -> list[list[str]]:
    """What the image's health check and then its web process run."""
    text = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
    found = re.findall(r"^\s*(?:HEALTHCHECK.*)?CMD (\[.*\])$", text, re.MULTILINE)
    return [json.loads(command) for command in found]


def test_the_dockerfile_passes_its_linter() -> None:
    subprocess.run((BIN / "hadolint", "Dockerfile"), cwd=CHECKOUT, check=True)


def test_the_compose_file_follows_the_compose_specification() -> None:
    checker = (BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec")
    subprocess.run((*checker, "docker-compose.yml"), cwd=CHECKOUT, check=True)


def test_every_variable_of_the_containers_is_read_by_the_settings() -> None:
    settings = (CHECKOUT / "archivebrain" / "settings.py").read_text(encoding="utf-8")
    example = (CHECKOUT / ".env.example").read_text(encoding="utf-8")
    brain = [s for s in compose()["services"].values() if s["image"] == "archivebrain"]
    named = {name for service in brain for name in service["environment"]}
    named |= set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))

    unread = {name for name in named - NOT_OURS if f'"{name}"' not in settings}

    assert unread == set()


def test_an_import_leaves_the_worker_threads_as_it_does_in_serve() -> None:
    command = compose()["services"]["worker"]["command"]

    assert command[command.index("-c") + 1] == WORKER_THREADS
    assert int(WORKER_THREADS) > 1


def test_nothing_runs_as_root_and_every_service_is_watched() -> None:
    services = compose()["services"]

    assert "\nUSER 10001\n" in (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
    assert [name for name, service in services.items() if service.get("user")] == []
    watched = {name for name, service in services.items() if "healthcheck" in service}
    # web is watched by the image's own check.
    assert watched == set(services) - {"web"}


@pytest.fixture
def external(make_folder: MakeFolder) -> Iterator[dict[str, str]]:  # noqa: F811
    """A PostgreSQL and a Valkey that know nothing of the brain that uses them."""
    servers = open_home(make_folder())
    cluster, valkey = Cluster(servers, is_fast=True), Valkey(servers)
    cluster.join()
    cluster.ensure_database("archivebrain")
    valkey.join()
    folder = quote(cluster.connection["host"], safe="")
    yield {
        "DATABASE_URL": f"postgres://postgres@{folder}:5432/archivebrain",
        "REDIS_URL": valkey.url,
        "SECRET_KEY": "for this test alone",
        "ARCHIVEBRAIN_HOME": str(make_folder()),
        "PATH": f"{BIN}:{os.environ['PATH']}",
    }
    valkey.leave()
    cluster.leave()


@pytest.mark.real_sockets
def test_the_commands_of_the_image_run_against_external_servers(
    external: dict[str, str],
) -> None:
    services = compose()["services"]
    health, web = image_commands()
    port, home = free_port(), external["ARCHIVEBRAIN_HOME"]
    environment = {**os.environ, **external, "PORT": str(port)}

    def fitted(command: list[str]) -> list[str]:
        swap = {"8000": str(port), "/home/archivebrain/brain/schedule": f"{home}/schedule"}
        return [swap.get(word, word) for word in command]

    def succeeds(command: list[str]) -> bool:
        ended = subprocess.run(
            fitted(command), cwd=CHECKOUT, env=environment, check=False, timeout=60
        )
        return ended.returncode == 0

    assert succeeds(services["migrate"]["command"])
    running = [
        subprocess.Popen(
            fitted(command), cwd=CHECKOUT, env={**environment, "ARCHIVEBRAIN_PROCESS": name}
        )
        for name, command in (
            ("web", web),
            ("worker", services["worker"]["command"]),
            ("shell", services["beat"]["command"]),
        )
    ]
    try:
        wait_for(lambda: status_of(port) == 200, seconds=60)
        assert succeeds(health)
        wait_for(lambda: succeeds(services["worker"]["healthcheck"]["test"][1:]))
        wait_for(lambda: any(Path(home).glob("schedule*")))
    finally:
        for process in running:
            process.send_signal(signal.SIGTERM)
        for process in running:
            process.wait(30)
    assert not (Path(home) / "postgres").exists()
    assert not (Path(home) / "valkey").exists()
