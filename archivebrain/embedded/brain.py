"""This process's two embedded servers; nothing starts before one of them is joined."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

from archivebrain.embedded.home import Home, open_home
from archivebrain.embedded.postgres import Cluster
from archivebrain.embedded.valkey import Valkey


@dataclass(frozen=True, slots=True)
class Brain:
    """A home and the servers in it."""

    home: Home
    cluster: Cluster
    valkey: Valkey

    def leave(self) -> None:
        self.valkey.leave()
        self.cluster.leave()


@cache
def open_brain(path: Path, *, is_fast: bool = False) -> Brain:
    """One object per process, because each holds this process's place among the users."""
    home = open_home(path)
    return Brain(home, Cluster(home, is_fast=is_fast), Valkey(home))


def this_brain() -> Brain:
    """The brain that the settings name."""
    return open_brain(settings.ARCHIVEBRAIN_HOME, is_fast=settings.EMBEDDED_FAST)
