"""A delivery is trusted only with the right secret, body, id and time."""

import base64
import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import pytest

from archivebrain.api.signatures import NotSigned, check

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
BODY = b'{"type": "essay.withdrawn"}'


def headers(*, sent: datetime = NOW, body: bytes = BODY, key: bytes = b"k" * 32) -> dict[str, str]:
    stamp = str(int(sent.timestamp()))
    digest = hmac.new(key, b".".join((b"msg-1", stamp.encode(), body)), hashlib.sha256).digest()
    return {
        "webhook-id": "msg-1",
        "webhook-timestamp": stamp,
        "webhook-signature": "v1," + base64.b64encode(digest).decode(),
    }


def test_the_right_signature_vouches_for_id_and_time() -> None:
    signed = check(headers(), BODY, secret=SECRET, now=NOW)

    assert (signed.delivery_id, signed.sent_at) == ("msg-1", NOW)


def test_one_of_several_signatures_is_enough_while_a_secret_changes() -> None:
    both = headers()
    both["webhook-signature"] = f"v1,b2xk v1a,b2xk {both['webhook-signature']}"

    assert check(both, BODY, secret=SECRET, now=NOW).delivery_id == "msg-1"


@pytest.mark.parametrize("minutes", [-5, 5])
def test_five_minutes_are_tolerated_either_way_and_no_second_more(minutes: int) -> None:
    sent = NOW + timedelta(minutes=minutes)
    beyond = sent + timedelta(seconds=minutes // 5)

    assert check(headers(sent=sent), BODY, secret=SECRET, now=NOW).sent_at == sent
    with pytest.raises(NotSigned, match="five minutes"):
        check(headers(sent=beyond), BODY, secret=SECRET, now=NOW)


@pytest.mark.parametrize(
    "wrong",
    [
        headers(key=b"x" * 32),
        headers(body=b"another"),
        {**headers(), "webhook-id": "msg-2"},
        {**headers(), "webhook-timestamp": str(int(NOW.timestamp()) + 1)},
        {**headers(), "webhook-timestamp": "soon"},
        {**headers(), "webhook-timestamp": "9" * 40},
        {**headers(), "webhook-signature": "v1,é"},
        {**headers(), "webhook-signature": ""},
        {**headers(), "webhook-id": ""},
        {},
    ],
)
def test_anything_else_is_not_signed(wrong: dict[str, str]) -> None:
    with pytest.raises(NotSigned):
        check(wrong, BODY, secret=SECRET, now=NOW)
