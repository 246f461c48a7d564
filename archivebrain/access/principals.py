"""Who asks: the holder of a key, or an address; nothing else tells two readers apart."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.conf import settings
from django.utils import timezone

from archivebrain.access.addresses import client_network
from archivebrain.access.key_form import Key, holds_key, read_key
from archivebrain.models.access import DIGEST_CHARACTERS, ApiKey, KeyState

BAD_KEY = "This key is not valid. Ask for one at /keys/."
SPENT_KEY = "This key is {state}. Ask for a new one at /keys/."
KEY_IN_ADDRESS = (
    "A key does not belong in an address, where it is kept and passed on: send it as "
    "Authorization: Bearer. Take this one back and ask for another."
)
NO_DIGEST = "0" * DIGEST_CHARACTERS


class KeyRefused(Exception):
    """401: a key that opens nothing; the text is a sentence for whoever sent it."""

    status = 401
    headers: Mapping[str, str] = {"WWW-Authenticate": 'Bearer error="invalid_token"'}


class KeyInAddress(Exception):
    """400: a key in an address, good or not; the text is a sentence for whoever sent it."""

    status = 400

    def __init__(self) -> None:
        super().__init__(KEY_IN_ADDRESS)


@dataclass(frozen=True, slots=True)
class Principal:
    """``identity``: a key's public id, or an IPv4 address or IPv6 network.

    ``typing``: an address whose searches were not sent, only typed; counted apart.
    """

    kind: Literal["address", "key", "typing"]
    identity: str


def principal_of(meta: Mapping[str, Any]) -> Principal:
    """The key in ``Authorization: Bearer``, or else the address.

    ``meta``: as Django's ``request.META``; of it REMOTE_ADDR, HTTP_X_FORWARDED_FOR,
    HTTP_AUTHORIZATION and QUERY_STRING are read. Raises ``KeyRefused`` for a key that is not
    good: falling back to the address would hide a revoked key from its holder.
    """
    if holds_key(str(meta.get("QUERY_STRING", ""))):
        raise KeyInAddress
    scheme, _, credential = str(meta.get("HTTP_AUTHORIZATION", "")).partition(" ")
    if scheme.lower() != "bearer":
        return visitor(meta)
    row = _live_row(credential.strip())
    row.note_use(timezone.localdate())
    return Principal("key", row.public_id)


def visitor(meta: Mapping[str, Any]) -> Principal:
    """The address alone, for pages: a browser has no key."""
    network = client_network(
        str(meta.get("REMOTE_ADDR", "")),
        str(meta.get("HTTP_X_FORWARDED_FOR", "")),
        trusted_proxies=settings.TRUSTED_PROXIES,
    )
    return Principal("address", network)


def digest_of(key: Key) -> str:
    """What is stored of a key: without the pepper, which no database holds, it proves nothing."""
    return hmac.new(settings.KEY_PEPPER.encode(), key.text.encode(), hashlib.sha256).hexdigest()


def _live_row(credential: str) -> ApiKey:
    """One sentence for an unknown, mistyped and wrong key; more only to who knows the secret."""
    key = read_key(credential) or Key(credential, "")
    row = ApiKey.objects.filter(public_id=key.public_id).first()
    if not hmac.compare_digest(digest_of(key), row.digest if row else NO_DIGEST) or row is None:
        raise KeyRefused(BAD_KEY)
    state = row.state(timezone.now())
    if state is not KeyState.LIVE:
        raise KeyRefused(SPENT_KEY.format(state=state.value))
    return row
