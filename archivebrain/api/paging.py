"""One part of a list, with the addresses of the parts beside it."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import QuerySet
from rest_framework.request import Request

from archivebrain.api.base import Values


def part_of(
    rows: Sequence[Any] | QuerySet[Any],
    document: Callable[[Any], dict[str, Any]],
    wanted: Values,
    request: Request,
    *,
    count: int,
) -> dict[str, Any]:
    """The rows that were wanted, each as its document; ``wanted`` is the checked query.

    The neighbours' addresses repeat all of it.
    """
    limit, offset = wanted["limit"], wanted["offset"]

    def link(start: int) -> str:
        query = urlencode({**wanted, "offset": start})
        return f"{settings.ARCHIVEBRAIN_SITE_URL}{request.path}?{query}"

    return {
        "count": count,
        "next": link(offset + limit) if offset + limit < count else None,
        "previous": link(max(0, offset - limit)) if offset else None,
        "results": [document(row) for row in rows[offset : offset + limit]],
    }
