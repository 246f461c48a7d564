"""One part of a list, with the addresses of the parts beside it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from rest_framework.request import Request

from archivebrain.api.base import Values

Row = TypeVar("Row")


def part_of(
    rows: Sequence[Row],
    *,
    count: int,
    wanted: Values,
    request: Request,
    document: Callable[[Row], dict[str, Any]],
) -> dict[str, Any]:
    """``wanted``: the checked query, ``limit`` and ``offset`` in it; neighbours repeat it."""
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
