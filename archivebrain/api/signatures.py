"""Standard Webhooks: whether a delivery was signed by who knows the secret; pure.

What is signed is ``id.timestamp.body``; a signature lives for five minutes, so that a
delivery that was overheard is soon worth nothing.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

TOLERANCE = timedelta(minutes=5)
ID_CHARACTERS = 128
PREFIX = "whsec_"
VERSION = "v1"


class NotSigned(ValueError):
    """The delivery is not to be trusted; the text is a sentence for who sent it."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What a signature vouches for beside the body."""

    delivery_id: str
    sent_at: datetime


def check(headers: Mapping[str, str], body: bytes, *, secret: str, now: datetime) -> Signed:
    """Raises ``NotSigned``; a delivery that is too old is told so only if it was ours."""
    delivery_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (0 < len(delivery_id) <= ID_CHARACTERS and delivery_id.isprintable()):
        raise NotSigned(f"Send a webhook-id of 1 to {ID_CHARACTERS} characters.")
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= len("9999999999")):
        raise NotSigned("Send webhook-timestamp in whole seconds since 1970.")
    expected = signature(delivery_id, timestamp, body, secret=secret)
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in given):
        raise NotSigned("No signature in webhook-signature fits the body and PUBLISH_SECRET.")
    sent_at = datetime.fromtimestamp(int(timestamp), UTC)
    if abs(now - sent_at) > TOLERANCE:
        raise NotSigned("webhook-timestamp is more than five minutes off. Sign it again.")
    return Signed(delivery_id, sent_at)


def signature(delivery_id: str, timestamp: str, body: bytes, *, secret: str) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    text = f"{delivery_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, text, hashlib.sha256).digest()
    return f"{VERSION},{base64.b64encode(digest).decode()}"
