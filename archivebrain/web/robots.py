"""What crawlers are asked to leave alone: what has no text of its own, and what costs a search."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

# Queries are endless, the desk is the author's, and programs have their own addresses. Kept
# answers are no part of it: a crawler that may not read one would not see its "noindex".
LEFT_ALONE = ("/admin/", "/api/", "/mcp", "/keys/", "/search/", "/stream/")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Everything else may be read by anybody, and essays are what there is to read."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in LEFT_ALONE), "Allow: /"]
    told = f"# The essays, as a list for language models: {reverse('llms')}"
    return HttpResponse("\n".join([*lines, told, ""]), content_type="text/plain; charset=utf-8")
