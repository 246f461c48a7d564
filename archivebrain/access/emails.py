"""Mail with a link to a key: to whom, how often, and nothing in it that a stranger wrote."""

import hashlib
import hmac
import logging
import secrets
import unicodedata
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from archivebrain.access.limits import DAY, give_back_to, spend_from
from archivebrain.access.principals import Principal
from archivebrain.access.ratelimit_fields import Policy
from archivebrain.models.access import ADDRESS_CHARACTERS, KeyHolder, KeyRequest

LINK_MINUTES = 30
# Longer than any mail server is down; after it a request is forgotten, sent or not.
REQUEST_LIFE = timedelta(days=1)
TO_ONE_PERSON = (Policy("pause", 1, 600), Policy("day", 3, DAY), Policy("week", 5, 7 * DAY))
TO_EVERYBODY = (Policy("mail", 200, 3600),)
EVERYBODY = Principal("address", "mail to everybody")
NO_ADDRESS = "That is not an e-mail address to which a mail can be sent. Write one, as a@b.org."
GMAIL = frozenset({"gmail.com", "googlemail.com"})

# What stands in for a mail server: nothing of it leaves the machine.
_KEPT_HERE = {
    "django.core.mail.backends.console.EmailBackend": "in the lines that its worker prints",
    "django.core.mail.backends.filebased.EmailBackend": "in a folder on its server",
    "django.core.mail.backends.dummy.EmailBackend": "nowhere",
}

log = logging.getLogger(__name__)


class EmailFault(ValueError):
    """What was given is no single plain address; the text is a sentence for whoever gave it."""


def where_mail_stays() -> str:
    """Where a mail stands instead, for a site that sends none; empty where mails go out."""
    return _KEPT_HERE.get(settings.EMAIL_BACKEND, "")


def clean_address(text: str) -> str:
    """The address as it is written to; raises ``EmailFault``."""
    address = unicodedata.normalize("NFKC", text).strip()
    local, _, domain = address.rpartition("@")
    try:
        # A quoted local part may hold anything, another address included.
        if '"' in address or "." not in domain:
            raise EmailFault(NO_ADDRESS)
        validate_email(address)
        written = f"{local}@{domain.encode('idna').decode('ascii').lower()}"
    except (ValidationError, UnicodeError):
        raise EmailFault(NO_ADDRESS) from None
    # Measured last: in ASCII a domain is longer than it was typed.
    if len(written) > ADDRESS_CHARACTERS:
        raise EmailFault(NO_ADDRESS)
    return written


def person_of(address: str) -> str:
    """A keyed digest that all the ways to write one person's address share."""
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0]
    if domain in GMAIL:
        local, domain = local.replace(".", ""), "gmail.com"
    person = f"person:{local}@{domain}".encode()
    return hmac.new(settings.KEY_PEPPER.encode(), person, hashlib.sha256).hexdigest()


def link_digest(token: str) -> str:
    """256 random bits need no key and no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def send_waiting() -> None:
    """Send what a lost task or a mail server that was down left behind; forget the rest."""
    oldest = timezone.now() - REQUEST_LIFE
    KeyRequest.objects.filter(requested_at__lt=oldest).delete()
    waiting = KeyRequest.objects.filter(handled_at__isnull=True).order_by("pk")
    for request_id in list(waiting.values_list("pk", flat=True)[:100]):
        send_link(request_id)


def send_link(request_id: int) -> None:
    """Mail a fresh link for one request, unless that person has had enough mail.

    All that depends on an address happens here, where whoever asked cannot measure it.
    """
    token = _made_link(request_id)
    if token is None:
        return
    # The link is stored before it is mailed: a quick reader would else find it unknown.
    with transaction.atomic():
        request = _waiting(request_id).filter(link_digest=link_digest(token)).first()
        if request is not None and _send(request, token):
            request.handled_at = timezone.now()
            request.save()


@transaction.atomic
def _made_link(request_id: int) -> str | None:
    """The token of a link that now opens the request; None where nothing is to be mailed."""
    request = _waiting(request_id).first()
    if request is None or not _may_go_out(request):
        return None
    token = secrets.token_urlsafe(32)
    request.link_digest = link_digest(token)
    request.link_expires_at = timezone.now() + timedelta(minutes=LINK_MINUTES)
    request.save()
    return token


def _waiting(request_id: int) -> QuerySet[KeyRequest]:
    """The request if it waits for its mail and no other process is at it."""
    unlocked = KeyRequest.objects.select_for_update(skip_locked=True)
    return unlocked.filter(pk=request_id, handled_at__isnull=True)


def _may_go_out(request: KeyRequest) -> bool:
    """Whether one more mail is allowed, which is then counted.

    Who has had enough gets none; while the hour is full, or nothing can be counted, all wait.
    """
    person = _person(request)
    own = spend_from(TO_ONE_PERSON, person, 1)
    if own.degraded:
        return False
    if not own.is_allowed:
        log.warning("A mail with a link was not sent: its person has had enough.")
        request.handled_at = timezone.now()
        request.save()
        return False
    hour = spend_from(TO_EVERYBODY, EVERYBODY, 1)
    if hour.is_allowed and not hour.degraded:
        return True
    log.warning("A mail with a link waits for the next sweep: the hour has had enough.")
    give_back_to(TO_ONE_PERSON, person, 1)
    return False


def _person(request: KeyRequest) -> Principal:
    return Principal("address", person_of(request.email))


def _send(request: KeyRequest, token: str) -> bool:
    person = _person(request)
    known = KeyHolder.objects.filter(person=person.identity).first()
    context = {
        "author": settings.ARCHIVEBRAIN_AUTHOR,
        "site": settings.ARCHIVEBRAIN_SITE_URL,
        "link": settings.ARCHIVEBRAIN_SITE_URL + reverse("key-link", args=[token]),
        "minutes": LINK_MINUTES,
    }
    mail = EmailMessage(
        subject=f"Your key to the writing of {settings.ARCHIVEBRAIN_AUTHOR}",
        body=render_to_string("keys/mail.txt", context),
        # To a known person as they proved it, whatever variant was typed.
        to=[known.email if known else request.email],
    )
    try:
        mail.send()
    except (SMTPException, OSError) as fault:
        log.warning("A mail with a link waits for the next sweep: %s.", type(fault).__name__)
        give_back_to(TO_ONE_PERSON, person, 1)
        give_back_to(TO_EVERYBODY, EVERYBODY, 1)
        return False
    return True
