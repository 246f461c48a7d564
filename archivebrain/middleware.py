"""What every request passes: UTF-8 alone, no key in an address, nothing from elsewhere."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse

from archivebrain.access.key_form import holds_key
from archivebrain.access.principals import KEY_IN_ADDRESS
from archivebrain.api import problems
from archivebrain.api.problems import Kind, Problem

# Nothing from elsewhere, nothing inline: a script smuggled into an essay cannot run.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)


def in_utf_8(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Read every form and address as UTF-8, whatever charset a header claims.

    Django would else decode by that name, and some that Python knows decode no text at all.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        request.encoding = "utf-8"
        return get_response(request)

    return respond


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the policy to every response that has none of its own."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return respond


def keys_stay_out_of_addresses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse a key in a path or query, good or not, before anything can write it down."""

    def respond(request: HttpRequest) -> HttpResponse:
        address = request.get_full_path()
        # As it was written too: of "%ab_live_", decoding takes two characters of the key.
        if holds_key(address) or holds_key(unquote(address)):
            return _refused()
        return get_response(request)

    return respond


def _refused() -> HttpResponse:
    response = problems.respond(Problem(Kind.KEY_IN_URL, KEY_IN_ADDRESS))
    # Django would log the path of a 400 as a warning.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response
