"""Who asks: a key by its whole secret, an address by its network, and nobody by halves."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from archivebrain.access.key_form import Key, new_key
from archivebrain.access.principals import (
    KeyInAddress,
    KeyRefused,
    Principal,
    digest_of,
    principal_of,
    visitor,
)
from archivebrain.models.access import ApiKey, KeyHolder

pytestmark = pytest.mark.django_db

BAD = "This key is not valid. Ask for one at /keys/."


def issued(*, days: int = 365, revoked: bool = False) -> tuple[Key, ApiKey]:
    key, now = new_key(), timezone.now()
    holder = KeyHolder.objects.create(email="a@example.org", person=key.public_id)
    row = ApiKey.objects.create(
        holder=holder,
        public_id=key.public_id,
        digest=digest_of(key),
        last_characters=key.text[-4:],
        expires_at=now + timedelta(days=days),
        revoked_at=now if revoked else None,
    )
    return key, row


def sent(credential: str, scheme: str = "Bearer") -> Principal:
    return principal_of(
        {"REMOTE_ADDR": "203.0.113.7", "HTTP_AUTHORIZATION": f"{scheme} {credential}"}
    )


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_a_key_is_known_by_its_public_id_and_its_day_of_use_is_kept(scheme: str) -> None:
    key, row = issued()

    assert sent(key.text, scheme) == Principal("key", key.public_id)
    row.refresh_from_db()
    assert row.last_used_on == timezone.localdate()


def test_without_a_key_the_address_asks() -> None:
    assert principal_of({"REMOTE_ADDR": "203.0.113.7"}) == Principal("address", "203.0.113.7")
    assert sent("dXNlcjpwYXNz", "Basic") == Principal("address", "203.0.113.7")


def test_a_page_never_reads_a_key() -> None:
    key, row = issued()
    meta = {"REMOTE_ADDR": "::1", "HTTP_AUTHORIZATION": f"Bearer {key.text}"}

    assert visitor(meta) == Principal("address", "::/64")
    row.refresh_from_db()
    assert row.last_used_on is None


def test_unknown_mistyped_and_wrong_keys_get_one_and_the_same_sentence() -> None:
    key, _ = issued()
    other = new_key()
    wrong_secret = other.text.replace(other.public_id, key.public_id)

    for credential in (other.text, wrong_secret, key.text[:-1], key.text + "x", "", "é"):
        with pytest.raises(KeyRefused) as refused:
            sent(credential)
        assert str(refused.value) == BAD


def test_a_right_checksum_on_a_wrong_secret_opens_nothing() -> None:
    """The digest decides: another key's secret under this key's public id is refused."""
    key, row = issued()
    stranger = new_key()
    ApiKey.objects.filter(pk=row.pk).update(public_id=stranger.public_id)

    with pytest.raises(KeyRefused):
        sent(stranger.text)
    with pytest.raises(KeyRefused):
        sent(key.text)


@pytest.mark.parametrize(
    ("days", "revoked", "word"), [(-1, False, "expired"), (365, True, "revoked")]
)
def test_who_knows_the_secret_is_told_why_it_opens_nothing(
    days: int, revoked: bool, word: str
) -> None:
    key, _ = issued(days=days, revoked=revoked)

    with pytest.raises(KeyRefused, match=word):
        sent(key.text)


def test_a_digest_is_no_key_and_another_pepper_makes_every_key_void(settings: Any) -> None:
    key, row = issued()
    with pytest.raises(KeyRefused):
        sent(row.digest)
    settings.KEY_PEPPER = "another"

    with pytest.raises(KeyRefused):
        sent(key.text)


def test_the_table_does_not_hold_the_secret() -> None:
    key, row = issued()

    stored = " ".join(str(value) for value in ApiKey.objects.values().get(pk=row.pk).values())
    assert key.text not in stored
    assert key.text[17:-6] not in stored


def test_a_key_in_an_address_is_refused_even_if_it_is_good() -> None:
    key, _ = issued()

    with pytest.raises(KeyInAddress, match="Authorization: Bearer"):
        principal_of({"REMOTE_ADDR": "::1", "QUERY_STRING": f"q=bread&key={key.text}"})
