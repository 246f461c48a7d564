"""Says in the schema what an address takes, gives and refuses."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiResponse, extend_schema

from archivebrain.api.base import Strict
from archivebrain.api.problems import CONTENT_TYPE, Kind
from archivebrain.api.shapes import ProblemShape, Shape

Method = TypeVar("Method", bound=Callable[..., Any])
# What a program should have a branch for; all others are told as "default".
USUAL = (Kind.INVALID, Kind.LIMITED, Kind.UNAVAILABLE)


def described(
    gives: type[Shape],
    *,
    summary: str,
    body: type[Strict] | None = None,
    query: type[Strict] | None = None,
    status: int = 200,
) -> Callable[[Method], Method]:
    return extend_schema(
        operation_id=summary.lower().replace(" ", "_"),
        summary=summary,
        request=body,
        parameters=[query] if query else [],
        responses={
            status: gives,
            **{(kind.status, CONTENT_TYPE): _refusal(kind.title) for kind in USUAL},
            ("default", CONTENT_TYPE): _refusal("Any other failure"),
        },
    )


def _refusal(words: str) -> OpenApiResponse:
    return OpenApiResponse(ProblemShape, description=words)
