"""The one script that another site adds; the same bytes for everybody."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

SCRIPT = "archivebrain/widget.js"
HEADERS = {
    # Kept for a day and then asked for again: a changed script reaches every site by itself.
    "Cache-Control": "public, max-age=86400, stale-while-revalidate=604800",
    # Sites that isolate themselves (COEP) or pin the script (SRI) may load it too.
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",
    "X-Content-Type-Options": "nosniff",
}


# The validator is made before the compression, whose bytes differ each time.
@require_safe
@gzip_page
@conditional_page
def script(request: HttpRequest) -> HttpResponse:
    """The widget, with a validator, so that asking again costs no bytes."""
    return HttpResponse(_bytes(), content_type="text/javascript; charset=utf-8", headers=HEADERS)


@cache
def _bytes() -> bytes:
    found = finders.find(SCRIPT)
    if found is None:
        raise FileNotFoundError(SCRIPT)
    return Path(found).read_bytes()
