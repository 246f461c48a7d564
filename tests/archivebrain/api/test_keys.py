"""Asking for a key tells nobody who has one, and a key opens what its holder may ask."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from archivebrain.access.key_form import new_key
from archivebrain.access.principals import digest_of
from archivebrain.models import ApiKey, KeyHolder, KeyRequest

pytestmark = pytest.mark.django_db


def asked(client: Client, email: str, *, address: str) -> Any:
    return client.post(
        "/api/v1/keys", {"email": email}, content_type="application/json", REMOTE_ADDR=address
    )


@pytest.fixture
def held_key() -> str:
    key = new_key()
    holder = KeyHolder.objects.create(email="known@example.org", person="p" * 64)
    ApiKey.objects.create(
        holder=holder,
        public_id=key.public_id,
        digest=digest_of(key),
        last_characters=key.text[-4:],
        expires_at=timezone.now() + timedelta(days=1),
    )
    return key.text


@pytest.fixture
def address() -> str:
    """One that no earlier run has asked for a mail from."""
    moment = timezone.now()
    return f"10.{moment.hour}.{moment.minute}.{moment.microsecond % 250}"


@pytest.mark.usefixtures("held_key")
def test_the_reply_is_the_same_for_a_holder_and_a_stranger(client: Client, address: str) -> None:
    replies = [
        asked(client, email, address=address)
        for email in ("known@example.org", "stranger@example.org")
    ]

    assert {reply.status_code for reply in replies} == {202}
    assert len({reply.content for reply in replies}) == 1
    assert KeyRequest.objects.count() == 2


@pytest.mark.parametrize("email", ["", "nobody", "a@b.org, c@d.org", "a@b.org\nBcc: c@d.org"])
def test_what_is_no_single_address_is_a_422(client: Client, email: str, address: str) -> None:
    assert asked(client, email, address=address).status_code == 422
    assert not KeyRequest.objects.exists()


def test_too_many_mails_from_one_address_are_a_429(client: Client, address: str) -> None:
    replies = [asked(client, "a@b.org", address=address) for _ in range(6)]

    assert [reply.status_code for reply in replies] == [202] * 5 + [429]
    assert int(replies[-1].headers["Retry-After"]) > 0


def test_a_key_has_a_quota_of_its_own_and_a_spent_one_is_a_429(
    client: Client, settings: Any, held_key: str
) -> None:
    settings.KEY_UNITS_PER_MINUTE = 2
    bearer = {"Authorization": f"Bearer {held_key}"}

    replies = [client.get("/api/v1/concepts", headers=bearer) for _ in range(3)]

    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert replies[-1].headers["Content-Type"] == "application/problem+json"
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(replies[-1].headers)
    assert client.get("/api/v1/concepts").status_code == 200


def test_a_wrong_key_is_a_401_and_a_key_in_an_address_a_400(client: Client, held_key: str) -> None:
    wrong = client.get("/api/v1/concepts", headers={"Authorization": f"Bearer {held_key}x"})
    shown = client.get("/api/v1/concepts", {"key": held_key})

    assert (wrong.status_code, shown.status_code) == (401, 400)
    assert wrong.headers["WWW-Authenticate"].startswith("Bearer")
    assert held_key not in shown.content.decode()
