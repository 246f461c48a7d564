"""The API described: an OpenAPI document for programs, a page for people."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.api.base import ApiView, NoFields, query_of
from archivebrain.api.problems import Kind

METHODS = ("get", "post")


@cache
def schema() -> dict[str, Any]:
    """The whole document; it changes only with the code and the settings."""
    generator: Any = SchemaGenerator  # which comes without types
    document: dict[str, Any] = generator().get_schema(request=None, public=True)
    return document


class Schema(ApiView):
    """The OpenAPI document of this API."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        query_of(request, NoFields)
        return Response(schema(), content_type="application/vnd.oai.openapi+json")


class Docs(ApiView):
    """Every address and every kind of problem on one page; scripts can try them out."""

    @extend_schema(exclude=True)
    def get(self, request: HttpRequest) -> HttpResponse:
        context = {"operations": _operations(), "kinds": list(Kind)}
        return render(request, "api/docs.html", context)


def _operations() -> list[dict[str, str]]:
    return [
        {"method": method.upper(), "path": path, "summary": operations[method]["summary"]}
        for path, operations in schema()["paths"].items()
        for method in METHODS
        if method in operations
    ]
