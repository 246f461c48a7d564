"""Every way to fail, as one kind of document: application/problem+json (RFC 9457)."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.template.loader import render_to_string
from django.views import defaults
from rest_framework import exceptions

from archivebrain import request_ids
from archivebrain.access.principals import KeyRefused
from archivebrain.answering.types import QuestionFault
from archivebrain.api.sentences import in_our_words

CONTENT_TYPE = "application/problem+json"
OURS = "/api/"
SHOWN_FIELD_CHARACTERS = 60

log = logging.getLogger(__name__)


class Kind(Enum):
    """A kind of problem: its status and its title. Its name ends the document's ``type``."""

    MALFORMED = (400, "The request cannot be read")
    KEY_IN_URL = (400, "A key stands in the address")
    UNAUTHORISED = (401, "The credentials are not valid")
    FORBIDDEN = (403, "This is not allowed")
    MISSING = (404, "There is nothing at this address")
    METHOD = (405, "This address does not take that method")
    CONFLICT = (409, "This was done before")
    LENGTH = (411, "The length of the body is not stated")
    TOO_LARGE = (413, "The body is too large")
    MEDIA_TYPE = (415, "The body is not JSON")
    INVALID = (422, "The request says something that cannot be done")
    LIMITED = (429, "Too many requests")
    FAULT = (500, "Something broke here")
    UNAVAILABLE = (503, "This cannot be answered now")

    def __init__(self, status: int, title: str) -> None:
        self.status = status
        self.title = title

    @property
    def slug(self) -> str:
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class FieldFault:
    """What is wrong with one field of a request; an empty name means the whole of it."""

    field: str
    detail: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One failure, told in a sentence; ``headers`` go with the response."""

    kind: Kind
    detail: str
    errors: tuple[FieldFault, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


class Refused(Exception):
    """Raised where a view cannot go on; carries what to tell the program."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


MISSING = Problem(Kind.MISSING, "Nothing public is here. The addresses stand in /api/v1/docs.")
FAULT = Problem(Kind.FAULT, "The fault is ours and was written down under this request_id.")
UNAVAILABLE = Problem(
    Kind.UNAVAILABLE,
    "The database does not answer. Try again shortly.",
    headers={"Retry-After": "5"},
)
# What cannot be read or done, and what our side fails at. A 404 is an answer, and is paid for.
UNPAID = frozenset(
    {
        *(Kind.MALFORMED, Kind.TOO_LARGE, Kind.MEDIA_TYPE, Kind.INVALID),
        *(Kind.FAULT, Kind.UNAVAILABLE),
    }
)
NO_JSON = Problem(Kind.MEDIA_TYPE, "Send JSON, with Content-Type: application/json.")
# Exceptions that are told alike, whatever they say themselves.
_ALIKE: dict[type[Exception], Problem] = {
    Http404: MISSING,
    exceptions.NotFound: MISSING,
    exceptions.UnsupportedMediaType: NO_JSON,
    OperationalError: UNAVAILABLE,
}


def document_of(problem: Problem) -> dict[str, object]:
    """The document itself; ``request_id`` is the only part that two equal failures differ in."""
    kind = problem.kind
    document: dict[str, object] = {
        "type": f"{settings.ARCHIVEBRAIN_SITE_URL}/api/v1/docs#{kind.slug}",
        "title": kind.title,
        "status": kind.status,
        "detail": problem.detail,
        "request_id": request_ids.current(),
    }
    if problem.errors:
        document["errors"] = [{"field": one.field, "detail": one.detail} for one in problem.errors]
    return document


def respond(problem: Problem) -> HttpResponse:
    # In ASCII: the name of an unknown field may hold half a character.
    return JsonResponse(
        document_of(problem),
        status=problem.kind.status,
        content_type=CONTENT_TYPE,
        headers=dict(problem.headers),
    )


def handle(fault: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """What a view's exception is told as; None lets a fault of ours reach ``broken``."""
    if isinstance(fault, OperationalError):
        log.error("A store failed while a program was answered: %s", type(fault).__name__)
    problem = _problem_of(fault)
    return respond(problem) if problem else None


def costs_nothing(fault: Exception) -> bool:
    """Whether who caused a view's exception gets back what was charged."""
    problem = _problem_of(fault)
    return problem is None or problem.kind in UNPAID


def _problem_of(fault: Exception) -> Problem | None:
    for kind, problem in _ALIKE.items():
        if isinstance(fault, kind):
            return problem
    match fault:
        case Refused():
            return fault.problem
        case KeyRefused():
            return Problem(Kind.UNAUTHORISED, str(fault), headers=fault.headers)
        case QuestionFault():
            return Problem(Kind.INVALID, str(fault), (FieldFault("question", str(fault)),))
        case exceptions.ValidationError():
            return _invalid(fault)
        case exceptions.MethodNotAllowed():
            return Problem(Kind.METHOD, str(fault.detail))
        case exceptions.ParseError():
            return Problem(Kind.MALFORMED, str(fault.detail))
    return None


def _invalid(fault: exceptions.ValidationError) -> Problem:
    errors = tuple(_field_faults(fault.detail, ""))
    first = errors[0]
    detail = f"{first.field}: {first.detail}" if first.field else first.detail
    return Problem(Kind.INVALID, detail, errors)


def _field_faults(detail: Any, name: str) -> Iterator[FieldFault]:
    """Each sentence under the dotted name of the field that it is about."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            own = "" if key == "non_field_errors" else str(key)[:SHOWN_FIELD_CHARACTERS]
            yield from _field_faults(inner, f"{name}.{own}".strip("."))
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        for inner in detail:
            yield from _field_faults(inner, name)
    else:
        yield FieldFault(name, in_our_words(str(detail)))


def malformed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: what could not be read before a view had it."""
    if not request.path.startswith(OURS):
        # Without a request: what a page else draws from it may be what could not be read.
        page = render_to_string("400.html", {"is_foreign_host": type(exception) is DisallowedHost})
        return HttpResponseBadRequest(page)
    return respond(Problem(Kind.MALFORMED, "The request cannot be read; see /api/v1/docs."))


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: the page for people, the document for programs."""
    if not request.path.startswith(OURS):
        return defaults.page_not_found(request, exception)
    return respond(MISSING)


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500: nothing of the fault itself is told to whoever asked."""
    if not request.path.startswith(OURS):
        return defaults.server_error(request)
    return respond(FAULT)
