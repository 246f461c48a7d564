"""The desk for keys: revoked at once, exported without formulas, listed in few queries."""

import csv
import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from archivebrain.models.access import ApiKey, KeyHolder

pytestmark = pytest.mark.django_db

KEYS, HOLDERS = "/admin/archivebrain/apikey/", "/admin/archivebrain/keyholder/"


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("author"))
    return client


def holder_of(email: str, *, keys: int = 1, consents: bool = False) -> KeyHolder:
    holder = KeyHolder.objects.create(
        email=email, person=email, consented_at=timezone.now() if consents else None
    )
    for number in range(keys):
        ApiKey.objects.create(
            holder=holder,
            public_id=f"{holder.pk:04}{number:04}",
            last_characters="1234",
            expires_at="2099-01-01T00:00Z",
        )
    return holder


def act(desk: Client, address: str, action: str, rows: Any) -> Any:
    chosen = [row.pk for row in rows]
    return desk.post(address, {"action": action, "_selected_action": chosen}, follow=True)


def table(reply: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(reply.content.decode())))


def test_an_author_revokes_the_chosen_keys(desk: Client) -> None:
    holder_of("a@example.org", keys=2)

    reply = act(desk, KEYS, "revoke_keys", ApiKey.objects.all())

    assert "2 keys revoked." in reply.content.decode()
    assert not ApiKey.objects.live(timezone.now()).exists()


def test_no_key_can_be_written_at_the_desk(desk: Client) -> None:
    assert desk.get(f"{KEYS}add/").status_code == 403
    key = holder_of("a@example.org").keys.get()

    assert desk.post(f"{KEYS}{key.pk}/change/", {"revoked_at": ""}).status_code == 403


def test_owners_are_exported_without_anything_that_opens(desk: Client) -> None:
    holder_of("a@example.org")

    header, row = table(act(desk, KEYS, "export_owners", ApiKey.objects.all()))

    assert header == ["email", "key", "state", "created", "expires", "last used on"]
    assert row[:3] == ["a@example.org", str(ApiKey.objects.get()), "live"]


@pytest.mark.parametrize("sign", ["=", "+", "-"])
def test_an_address_that_looks_like_a_formula_is_exported_as_text(desk: Client, sign: str) -> None:
    holder_of(f"{sign}cmd@example.org", consents=True)

    rows = table(act(desk, HOLDERS, "export_consents", KeyHolder.objects.all()))

    assert rows[1][0] == f"'{sign}cmd@example.org"


def test_only_who_consented_is_exported_for_the_list(desk: Client) -> None:
    holder_of("yes@example.org", consents=True)
    holder_of("no@example.org")

    rows = table(act(desk, HOLDERS, "export_consents", KeyHolder.objects.all()))

    assert [row[0] for row in rows] == ["email", "yes@example.org"]


@pytest.mark.parametrize("address", [KEYS, HOLDERS])
def test_a_longer_list_asks_no_more_of_the_database(
    desk: Client, address: str, django_assert_max_num_queries: Any
) -> None:
    for number in range(8):
        holder_of(f"a{number}@example.org", keys=3)

    with django_assert_max_num_queries(7):
        assert desk.get(address).status_code == 200


def test_filters_show_what_they_say(desk: Client) -> None:
    holder_of("yes@example.org", consents=True)
    holder_of("no@example.org")
    ApiKey.objects.filter(holder__email="no@example.org").update(revoked_at=timezone.now())

    assert "no@example.org" not in desk.get(f"{HOLDERS}?list=on").content.decode()
    assert "no@example.org" not in desk.get(f"{KEYS}?state=live").content.decode()
    assert "yes@example.org" not in desk.get(f"{KEYS}?state=revoked").content.decode()


def test_deleting_a_person_deletes_their_keys(desk: Client) -> None:
    holder = holder_of("a@example.org")

    desk.post(f"{HOLDERS}{holder.pk}/delete/", {"post": "yes"})

    assert not ApiKey.objects.exists()
