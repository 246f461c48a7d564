"""Reads a body strictly: UTF-8 JSON of a stated and bounded length, whatever headers claim."""

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from archivebrain.api.problems import Kind, Problem, Refused

# The longest question in six-byte escapes, and room for the rest.
MAX_BODY_BYTES = 64_000


class StrictJSON(BaseParser):
    """JSON is UTF-8; a charset in the header is not asked."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return json.loads(stream.read().decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as fault:
            raise ParseError(f"The body cannot be read: {_words_of(fault)}.") from fault


def _words_of(fault: Exception) -> str:
    if not isinstance(fault, json.JSONDecodeError):
        return "it is no JSON in UTF-8"
    if not fault.doc.strip():
        return "it is empty; send one JSON object"
    return f"it is no JSON from line {fault.lineno}, column {fault.colno} on"


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


class AlwaysJSON(BaseContentNegotiation):
    """Everything here is JSON, whatever a client would rather have."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)


def check_length(headers: Mapping[str, str], *, limit: int) -> None:
    """Refuse a body before it is read; raises ``Refused``."""
    stated = headers.get("Content-Length", "")
    if "Transfer-Encoding" in headers and not stated:
        raise Refused(Problem(Kind.LENGTH, "State the length of the body in Content-Length."))
    if stated.isascii() and stated.isdecimal() and int(stated) > limit:
        raise Refused(
            Problem(Kind.TOO_LARGE, f"The body has {int(stated):,} bytes; send at most {limit:,}.")
        )
