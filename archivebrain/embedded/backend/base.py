"""PostgreSQL as Django knows it, but its host is this home's embedded cluster."""

from functools import cache
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from django.db.utils import OperationalError

from archivebrain.embedded.brain import cluster_at
from archivebrain.embedded.home import EmbeddedError
from archivebrain.embedded.postgres import Cluster


def embedded_cluster() -> Cluster:
    """The cluster of this home, running, with the project's database in it."""
    cluster = cluster_at(settings.ARCHIVEBRAIN_HOME, is_fast=settings.EMBEDDED_FAST)
    cluster.join()
    _ensure_database(cluster, settings.DATABASES["default"]["NAME"])
    return cluster


@cache
def _ensure_database(cluster: Cluster, name: str) -> None:
    cluster.ensure_database(name)


class DatabaseWrapper(base.DatabaseWrapper):
    """Starts or joins the cluster whenever a connection is about to be made."""

    def get_connection_params(self) -> dict[str, Any]:
        try:
            connection = embedded_cluster().connection
        except EmbeddedError as fault:
            raise OperationalError(str(fault)) from fault
        return {**super().get_connection_params(), **connection}
