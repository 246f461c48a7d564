"""PostgreSQL as Django knows it, but its host is this home's embedded cluster."""

from functools import cache
from select import select
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from django.db.utils import OperationalError
from psycopg.pq import TransactionStatus

from archivebrain.embedded.brain import this_brain
from archivebrain.embedded.home import EmbeddedError
from archivebrain.embedded.postgres import Cluster

FAILED = TransactionStatus.INERROR


class DatabaseWrapper(base.DatabaseWrapper):
    """Starts or joins the cluster whenever a connection is about to be made."""

    def get_connection_params(self) -> dict[str, Any]:
        try:
            connection = _running_cluster().connection
        except EmbeddedError as fault:
            raise OperationalError(str(fault)) from fault
        return {**super().get_connection_params(), **connection}

    def is_usable(self) -> bool:
        """A server on this machine that is gone has closed the socket: no need to ask it.

        Nor whether a transaction has failed: until it is rolled back, nothing can be asked.
        """
        if self.connection.closed or self.connection.info.transaction_status == FAILED:
            return False
        readable, _, _ = select([self.connection.fileno()], [], [], 0)
        return not readable


def _running_cluster() -> Cluster:
    cluster = this_brain().cluster
    cluster.join()
    _ensure_database(cluster, str(settings.DATABASES["default"]["NAME"]))
    return cluster


@cache
def _ensure_database(cluster: Cluster, name: str) -> None:
    cluster.ensure_database(name)
