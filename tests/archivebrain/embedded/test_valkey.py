"""The embedded Valkey is shared like the cluster, and started by whoever asks first."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from archivebrain.embedded.home import open_home
from archivebrain.embedded.redis import broker_url, redis_url
from archivebrain.embedded.valkey import Valkey
from tests.archivebrain.embedded.homes import CHECKOUT, run_python, wait_for

pytestmark = pytest.mark.real_sockets
USER = """
import pathlib, sys
from archivebrain.embedded.home import open_home
from archivebrain.embedded.valkey import Valkey
Valkey(open_home(pathlib.Path(sys.argv[1]))).join()
print("joined", flush=True)
sys.stdin.readline()
"""


def test_the_last_process_out_stops_the_server(home_folder: Path) -> None:
    valkey = Valkey(open_home(home_folder))
    valkey.join()
    other = run_python(USER, home_folder)
    assert other.stdout is not None
    assert other.stdout.readline() == "joined\n"

    valkey.leave()
    assert valkey.is_answering()

    other.communicate("\n", timeout=30)
    assert valkey.processes() == []


def test_what_is_on_disk_survives_a_kill(home_folder: Path) -> None:
    valkey = Valkey(open_home(home_folder))
    valkey.join()
    with redis.Redis.from_url(valkey.url) as client:
        client.set("kept", "yes")
        client.execute_command("WAITAOF", 1, 0, 5000)

        valkey.kill()
        wait_for(lambda: not valkey.is_answering())
        valkey.join()

        assert client.get("kept") == b"yes"
    valkey.leave()


def test_only_its_user_may_enter_the_socket_folder(home_folder: Path) -> None:
    valkey = Valkey(open_home(home_folder))
    valkey.join()

    assert valkey.socket.parent.stat().st_mode & 0o077 == 0
    valkey.leave()


def test_an_external_address_is_used_as_it_is(settings: object) -> None:
    settings.REDIS_URL = "redis://elsewhere:6379/1"  # type: ignore[attr-defined]

    assert redis_url() == broker_url() == "redis://elsewhere:6379/1"


def test_a_socket_is_written_for_celery_in_its_own_way(settings: object) -> None:
    settings.REDIS_URL = "unix:///run/brain/valkey?db=3"  # type: ignore[attr-defined]

    assert broker_url() == "redis+socket:///run/brain/valkey?virtual_host=3"


def test_reading_the_settings_starts_nothing(home_folder: Path) -> None:
    code = "import django; django.setup(); from archivebrain.celery import app; app.conf"
    environment = {
        **os.environ,
        "ARCHIVEBRAIN_HOME": str(home_folder),
        "DJANGO_SETTINGS_MODULE": "archivebrain.settings",
    }

    subprocess.run(
        (sys.executable, "-c", code), cwd=CHECKOUT, env=environment, check=True, timeout=60
    )

    assert not (home_folder / "postgres").exists()
    assert not (home_folder / "valkey").exists()
