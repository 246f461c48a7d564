"""PostgreSQL as Django knows it, but its host is this home's embedded cluster."""

from functools import cache
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from django.db.utils import OperationalError

from archivebrain.embedded.brain import this_brain
from archivebrain.embedded.home import EmbeddedError
from archivebrain.embedded.postgres import Cluster


class DatabaseWrapper(base.DatabaseWrapper):
    """Starts or joins the cluster whenever a connection is about to be made.

    A pool makes its own, with what it was told in the beginning.
    """

    def get_connection_params(self) -> dict[str, Any]:
        if self.alias in self._connection_pools:  # type: ignore[attr-defined]  # unknown to its stubs
            return super().get_connection_params()
        try:
            connection = _running_cluster().connection
        except EmbeddedError as fault:
            raise OperationalError(str(fault)) from fault
        return {**super().get_connection_params(), **connection}


def _running_cluster() -> Cluster:
    cluster = this_brain().cluster
    cluster.join()
    _ensure_database(cluster, str(settings.DATABASES["default"]["NAME"]))
    return cluster


@cache
def _ensure_database(cluster: Cluster, name: str) -> None:
    cluster.ensure_database(name)
