"""What every address of the API shares: strict input, no cookies, one way to fail."""

from typing import Any, TypeVar

from django.http import HttpRequest, QueryDict
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from archivebrain.access.limits import READ, Verdict, give_back, spend
from archivebrain.access.principals import principal_of
from archivebrain.api.parsing import MAX_BODY_BYTES, check_length
from archivebrain.api.problems import Kind, Problem, Refused, costs_nothing

Values = dict[str, Any]


class Strict(serializers.Serializer[Any]):
    """Refuses what it does not know: a field that is misspelt would else be ignored."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) else []
        if unknown:
            known = ", ".join(self.fields)
            raise serializers.ValidationError(
                dict.fromkeys(unknown, f"There is no such field. Known are: {known}.")
            )
        return super().to_internal_value(data)


class NoFields(Strict):
    """For addresses that take nothing."""


Input = TypeVar("Input", bound=Strict)


class ApiView(APIView):
    """One address; a subclass names what it takes and translates."""

    max_body_bytes = MAX_BODY_BYTES
    # In units of the caller's quota.
    cost = READ
    verdict: Verdict | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_length(request.headers, limit=self.max_body_bytes)
        self.principal = principal_of(request.META)
        self.verdict = spend(self.principal, self.cost)
        if not self.verdict.is_allowed:
            raise Refused(too_many(self.verdict))

    def handle_exception(self, exc: Exception) -> Response:
        """Tells the fault; who got no answer has not paid for one."""
        if self.verdict and self.verdict.is_allowed and costs_nothing(exc):
            give_back(self.principal, self.cost)
        return super().handle_exception(exc)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Says what is left of the quota."""
        if self.verdict:
            for name, value in self.verdict.headers.items():
                response.headers[name] = value
        return super().finalize_response(request, response, *args, **kwargs)

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        takes = " or ".join(
            name for name in self.allowed_methods if name not in {"HEAD", "OPTIONS"}
        )
        raise Refused(Problem(Kind.METHOD, f"This address takes {takes}, not {request.method}."))

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        return Response(status=204, headers={"Allow": ", ".join(self.allowed_methods)})


def too_many(verdict: Verdict) -> Problem:
    wait = verdict.retry_after
    return Problem(Kind.LIMITED, f"Come back in {wait} seconds.", headers=verdict.headers)


def body_of(request: Request, kind: type[Input]) -> Values:
    """The checked fields of the body; raises ``ValidationError``."""
    query_of(request, NoFields)
    if not isinstance(request.data, dict):
        raise serializers.ValidationError("Send one JSON object.")
    return _checked(kind, request.data)


def query_of(request: Request, kind: type[Input]) -> Values:
    """The checked parameters of the address; raises ``ValidationError``."""
    return _checked(kind, _each_once(request.query_params))


def _each_once(parameters: QueryDict) -> Values:
    twice = [name for name, values in parameters.lists() if len(values) > 1]
    if twice:
        raise serializers.ValidationError(dict.fromkeys(twice, "Write this once."))
    return parameters.dict()


def _checked(kind: type[Input], data: Any) -> Values:
    serializer = kind(data=data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
