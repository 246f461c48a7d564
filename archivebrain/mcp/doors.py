"""Who may come in at all: which hosts are ours, and which sites' pages may call."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

ANYONE = "*"
PREFLIGHT_SECONDS = 600
SENT = (
    "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, "
    "Mcp-Name, Mcp-Session-Id, X-Request-ID"
)
SHOWN = "MCP-Protocol-Version, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate"


def is_our_host(request: HttpRequest) -> bool:
    """By ALLOWED_HOSTS, exactly as for pages: another name may be one rebound to us."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return True


def is_our_origin(request: HttpRequest) -> bool:
    """No origin (a program), this brain's own pages, or a site of CORS_ORIGINS."""
    origin = request.headers.get("Origin")
    if origin is None or ANYONE in settings.CORS_ORIGINS:
        return True
    site = urlsplit(settings.ARCHIVEBRAIN_SITE_URL)
    own = f"{site.scheme}://{site.netloc}".lower()
    here = f"{request.scheme}://{request.get_host()}".lower()
    return origin in {own, here, *settings.CORS_ORIGINS}


def is_preflight(request: HttpRequest) -> bool:
    """Whether a browser asks if a page may call, before it lets the page."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def permission(request: HttpRequest) -> dict[str, str]:
    """The headers by which a page of CORS_ORIGINS may call and read the reply; else none."""
    origin = request.headers.get("Origin", "")
    is_open = ANYONE in settings.CORS_ORIGINS
    if not origin or not (is_open or origin in settings.CORS_ORIGINS):
        return {}
    allowed = {"Access-Control-Allow-Origin": ANYONE if is_open else origin, "Vary": "Origin"}
    if not is_preflight(request):
        return {**allowed, "Access-Control-Expose-Headers": SHOWN}
    return {
        **allowed,
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": SENT,
        "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
    }
