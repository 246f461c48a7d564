"""Keys for programs: asked for by mail, and shown once to whoever opens the mail's link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from archivebrain.access import keys
from archivebrain.access.emails import LINK_MINUTES, EmailFault, where_mail_stays
from archivebrain.access.principals import visitor
from archivebrain.web.limiting import refusal, with_headers


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The form, or one and the same reply whatever the address."""
    if request.method != "POST":
        return _form(request)
    typed, wants_list = request.POST.get("email", ""), "wants_list" in request.POST
    try:
        verdict = keys.request_key(typed, wants_list=wants_list, principal=visitor(request.META))
    except EmailFault as fault:
        return _form(request, fault=str(fault), typed=typed, status=422)
    except keys.KeysClosed as fault:
        return _form(request, fault=str(fault), typed=typed, status=503)
    if not verdict.is_allowed:
        response = _form(request, fault=refusal(verdict), typed=typed, status=429)
    else:
        told = {"minutes": LINK_MINUTES, "mail_stays": where_mail_stays()}
        response = render(request, "keys/sent.html", told, status=202)
    return with_headers(response, verdict)


@cache_control(no_store=True, private=True)
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A button, because mail scanners open links; only pressing it makes the key."""
    response = _issued(request, token) if request.method == "POST" else _button(request, token)
    # Not even our own pages learn the address; a form's post needs its origin.
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def _form(
    request: HttpRequest, *, fault: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "fault": fault,
        "typed": typed,
        "most": keys.MOST_LIVE_KEYS,
        "mail_stays": where_mail_stays(),
    }
    return render(request, "keys/page.html", context, status=status)


def _button(request: HttpRequest, token: str) -> HttpResponse:
    try:
        keys.check_link(token)
    except keys.LinkSpent as fault:
        return _refused(request, fault, status=410)
    return render(request, "keys/link.html")


def _issued(request: HttpRequest, token: str) -> HttpResponse:
    try:
        key = keys.issue(
            token,
            principal=visitor(request.META),
            replaces=request.POST.get("replaces", ""),
        )
    except keys.LinkSpent as fault:
        return _refused(request, fault, status=410)
    except keys.KeysClosed as fault:
        return _refused(request, fault, status=503)
    except keys.TooManyKeys as fault:
        context = {"fault": str(fault), "keys": fault.keys}
        return render(request, "keys/link.html", context, status=409)
    return render(request, "keys/issued.html", {"key": key.text, "days": keys.KEY_LIFE.days})


def _refused(request: HttpRequest, fault: Exception, *, status: int) -> HttpResponse:
    return render(request, "keys/refused.html", {"fault": str(fault)}, status=status)
