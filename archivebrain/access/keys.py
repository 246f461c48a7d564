"""A key's life: asked for by mail, given out once, at most three a person, revoked."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from archivebrain.access.emails import clean_address, link_digest, person_of
from archivebrain.access.key_form import Key, new_key
from archivebrain.access.limits import READ, Verdict, spend, spend_from
from archivebrain.access.principals import Principal, digest_of
from archivebrain.access.ratelimit_fields import Policy
from archivebrain.access.tasks import send_link
from archivebrain.models.access import ApiKey, KeyHolder, KeyRequest

KEY_LIFE = timedelta(days=365)
MOST_LIVE_KEYS = 3
FROM_ONE_ADDRESS = (Policy("mail", 5, 3600),)

log = logging.getLogger(__name__)


class KeysClosed(Exception):
    """503: while nothing can be counted, no key is given out."""

    def __init__(self) -> None:
        super().__init__("Keys cannot be given out just now. Try again in a few minutes.")


class LinkSpent(Exception):
    """410: a link that is unknown, used or too old; nobody is told which."""

    def __init__(self) -> None:
        super().__init__("This link was used, or is older than half an hour. Ask for a new one.")


class TooManyKeys(Exception):
    """409: a person holds as many live keys as they may; ``keys`` are those."""

    def __init__(self, keys: Sequence[ApiKey]) -> None:
        super().__init__(f"You hold {len(keys)} keys. Choose the one that a new key replaces.")
        self.keys = keys


def request_key(email: str, *, wants_list: bool, principal: Principal) -> Verdict:
    """Note a wish for a key; the mail goes out later, and nothing here tells who is known.

    ``principal``: who asks, for the limit on mails. Raises ``EmailFault`` and ``KeysClosed``.
    """
    address = clean_address(email)
    verdict = spend_from(FROM_ONE_ADDRESS, principal, 1)
    if verdict.degraded:
        raise KeysClosed
    if verdict.is_allowed:
        request = KeyRequest.objects.create(email=address, wants_list=wants_list)
        transaction.on_commit(partial(_queue, request.pk), robust=True)
    return verdict


def check_link(token: str) -> None:
    """Raises ``LinkSpent``; changes nothing, because mail scanners open links too."""
    if not _open_requests(token).exists():
        raise LinkSpent


def issue(token: str, *, principal: Principal, replaces: str = "") -> Key:
    """Use up a link and make the key that it stands for.

    ``replaces``: the public id of the person's key that is revoked for it. Raises
    ``LinkSpent``, ``KeysClosed``, and ``TooManyKeys``, which leaves the link good.
    """
    if spend(principal, READ).degraded:
        raise KeysClosed
    with transaction.atomic():
        # Of many who use one link at once, the first locks it and the others find it used.
        request = _open_requests(token).select_for_update().first()
        if request is None:
            raise LinkSpent
        holder = _holder_of(request)
        revoke(holder.keys.filter(public_id=replaces))
        live = list(ApiKey.objects.live(timezone.now()).filter(holder=holder).order_by("pk"))
        if len(live) >= MOST_LIVE_KEYS:
            raise TooManyKeys(live)
        request.used_at = timezone.now()
        request.save(update_fields=["used_at"])
        return _made_for(holder)


def revoke(keys: QuerySet[ApiKey]) -> int:
    """Make keys void from this moment; how many were not so before."""
    return keys.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())


def _open_requests(token: str) -> QuerySet[KeyRequest]:
    return KeyRequest.objects.filter(
        link_digest=link_digest(token), used_at__isnull=True, link_expires_at__gt=timezone.now()
    )


def _holder_of(request: KeyRequest) -> KeyHolder:
    """The person of a proved address, locked; their consent dates from this proof."""
    holder, _ = KeyHolder.objects.select_for_update().get_or_create(
        person=person_of(request.email), defaults={"email": request.email}
    )
    if request.wants_list and holder.consented_at is None:
        holder.consented_at = timezone.now()
        holder.save(update_fields=["consented_at"])
    return holder


def _made_for(holder: KeyHolder) -> Key:
    key = new_key()
    ApiKey.objects.create(
        holder=holder,
        public_id=key.public_id,
        digest=digest_of(key),
        last_characters=key.text[-4:],
        expires_at=timezone.now() + KEY_LIFE,
    )
    return key


def _queue(request_id: int) -> None:
    try:
        send_link.delay(request_id=request_id)
    except OperationalError:
        log.warning("A mail with a link waits for the next sweep: the queue is down.")
