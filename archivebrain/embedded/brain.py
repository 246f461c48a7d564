"""This process's two embedded servers; asking for one starts or joins it."""

from functools import cache
from pathlib import Path

from archivebrain.embedded.home import Home, open_home
from archivebrain.embedded.postgres import Cluster
from archivebrain.embedded.valkey import Valkey


@cache
def home_at(path: Path) -> Home:
    return open_home(path)


@cache
def cluster_at(path: Path, *, is_fast: bool = False) -> Cluster:
    return Cluster(home_at(path), is_fast=is_fast)


@cache
def valkey_at(path: Path) -> Valkey:
    return Valkey(home_at(path))
