"""Lets other sites' pages call what is public; cookies are never asked for."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

OURS = "/api/v1/"
# A foreign page may not have mails sent from its visitors' addresses, or publish.
CLOSED = ("/api/v1/keys", "/api/v1/publish")
ANYONE = "*"
PREFLIGHT_SECONDS = 600
METHODS = "GET, HEAD, POST, OPTIONS"
# By which the widget of another site says that it is one.
SURFACE_HEADER = "X-Surface"
SENT = f"Authorization, Content-Type, X-Request-ID, {SURFACE_HEADER}"
SHOWN = "RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"


def cross_origin(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer preflights, and name the origin that may read a response."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(OURS) or request.path.startswith(CLOSED):
            return get_response(request)
        is_preflight = (
            request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        )
        response = HttpResponse(status=204) if is_preflight else get_response(request)
        return _opened(response, _allowed(request), is_preflight=is_preflight)

    return respond


def _allowed(request: HttpRequest) -> str:
    """What the response may name: everyone, this origin, or nobody."""
    if ANYONE in settings.CORS_ORIGINS:
        return ANYONE
    origin = request.headers.get("Origin", "")
    return origin if origin in settings.CORS_ORIGINS else ""


def _opened(response: HttpResponse, allowed: str, *, is_preflight: bool) -> HttpResponse:
    if settings.CORS_ORIGINS and allowed != ANYONE:
        response.headers["Vary"] = ", ".join(filter(None, (response.get("Vary"), "Origin")))
    if not allowed:
        return response
    response.headers["Access-Control-Allow-Origin"] = allowed
    if is_preflight:
        response.headers["Access-Control-Allow-Methods"] = METHODS
        response.headers["Access-Control-Allow-Headers"] = SENT
        response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    else:
        response.headers["Access-Control-Expose-Headers"] = SHOWN
    return response
