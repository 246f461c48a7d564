"""Who may come in at all: which hosts are ours, and which sites' pages may call."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

ANYONE = "*"


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
