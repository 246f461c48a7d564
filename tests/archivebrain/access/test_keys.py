"""A key's life: asked for, given out once, at most three a person, revoked."""

import re
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from archivebrain.access import keys
from archivebrain.access.emails import EmailFault, link_digest, send_link
from archivebrain.access.key_form import Key
from archivebrain.access.principals import KeyRefused, Principal, principal_of
from archivebrain.models.access import ApiKey, KeyHolder, KeyRequest, KeyState

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> str:
    return f"reader-{uuid.uuid4().hex[:12]}@example.org"


def link_for(person: str, *, wants_list: bool = False) -> str:
    """A fresh link, as the mail holds it; the limits on mail have tests of their own."""
    token = uuid.uuid4().hex
    KeyRequest.objects.create(
        email=person,
        wants_list=wants_list,
        handled_at=timezone.now(),
        link_digest=link_digest(token),
        link_expires_at=timezone.now() + timedelta(minutes=30),
    )
    return token


def works(key: Key) -> bool:
    try:
        found = principal_of({"REMOTE_ADDR": "::1", "HTTP_AUTHORIZATION": f"Bearer {key.text}"})
    except KeyRefused:
        return False
    return found.identity == key.public_id


def test_a_keys_state_is_the_same_in_python_and_in_sql() -> None:
    now = timezone.now()
    holder = KeyHolder.objects.create(email="a@example.org", person="a")
    ends, ended = (now + timedelta(days=1), now - timedelta(days=1)), (None, now)
    for place, (expires_at, revoked_at) in enumerate(product((*ends, now), ended)):
        ApiKey.objects.create(
            holder=holder, public_id=str(place), expires_at=expires_at, revoked_at=revoked_at
        )

    for state in KeyState:
        found = set(ApiKey.objects.in_state(state, now))
        assert found == {key for key in ApiKey.objects.all() if key.state(now) is state} != set()


def test_a_wish_becomes_a_mail_and_its_link_a_key_that_works(
    person: str, reader: Principal, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as queued:
        assert keys.request_key(person, wants_list=False, principal=reader).is_allowed
    assert len(queued) == 1
    send_link(KeyRequest.objects.get().pk)
    (token,) = re.findall(r"/keys/([\w-]{43})/", str(mail.outbox[0].body))

    key = keys.issue(token, principal=reader)

    assert works(key)
    assert ApiKey.objects.get().holder.email == person


def test_what_is_no_address_costs_nothing_and_leaves_no_row(reader: Principal) -> None:
    with pytest.raises(EmailFault):
        keys.request_key("nobody", wants_list=False, principal=reader)

    assert not KeyRequest.objects.exists()


def test_one_address_may_ask_five_times_an_hour(reader: Principal) -> None:
    verdicts = [
        keys.request_key(f"a{n}@example.org", wants_list=False, principal=reader) for n in range(6)
    ]

    assert [verdict.is_allowed for verdict in verdicts] == [True] * 5 + [False]
    assert KeyRequest.objects.count() == 5


@pytest.mark.usefixtures("no_redis")
def test_while_nothing_can_be_counted_keys_are_closed(person: str, reader: Principal) -> None:
    with pytest.raises(keys.KeysClosed):
        keys.request_key(person, wants_list=False, principal=reader)
    with pytest.raises(keys.KeysClosed):
        keys.issue(link_for(person), principal=reader)

    assert not ApiKey.objects.exists()


def test_a_link_is_good_once(person: str, reader: Principal) -> None:
    token = link_for(person)
    keys.check_link(token)
    keys.issue(token, principal=reader)

    for use in (keys.check_link, lambda spent: keys.issue(spent, principal=reader)):
        with pytest.raises(keys.LinkSpent):
            use(token)
    assert ApiKey.objects.count() == 1


def test_a_link_is_good_for_half_an_hour(person: str, reader: Principal) -> None:
    token = link_for(person)
    KeyRequest.objects.update(link_expires_at=timezone.now())

    with pytest.raises(keys.LinkSpent):
        keys.issue(token, principal=reader)


def test_a_fourth_key_replaces_one_and_the_link_stays_good_until_then(
    person: str, reader: Principal
) -> None:
    held = [keys.issue(link_for(person), principal=reader) for _ in range(3)]
    token = link_for(person)
    with pytest.raises(keys.TooManyKeys) as full:
        keys.issue(token, principal=reader)
    assert [key.public_id for key in full.value.keys] == [key.public_id for key in held]

    fourth = keys.issue(token, principal=reader, replaces=held[1].public_id)

    assert [works(key) for key in (*held, fourth)] == [True, False, True, True]


def test_nobody_replaces_a_strangers_key(person: str, reader: Principal) -> None:
    strangers = keys.issue(link_for(f"other-{person}"), principal=reader)

    keys.issue(link_for(person), principal=reader, replaces=strangers.public_id)

    assert works(strangers)


def test_consent_is_a_box_that_was_ticked_and_an_address_that_was_proved(
    person: str, reader: Principal
) -> None:
    token = link_for(person, wants_list=True)
    assert not KeyHolder.objects.exists()

    keys.issue(token, principal=reader)
    first = KeyHolder.objects.get().consented_at
    keys.issue(link_for(person), principal=reader)

    assert first is not None
    assert KeyHolder.objects.get().consented_at == first


def test_without_the_box_there_is_no_consent(person: str, reader: Principal) -> None:
    keys.issue(link_for(person), principal=reader)

    assert KeyHolder.objects.get().consented_at is None


def test_a_revoked_key_opens_nothing_from_that_moment(person: str, reader: Principal) -> None:
    key = keys.issue(link_for(person), principal=reader)

    assert keys.revoke(ApiKey.objects.all()) == 1

    assert not works(key)
    assert keys.revoke(ApiKey.objects.all()) == 0


@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_one_link_at_once_one_gets_a_key(person: str, reader: Principal) -> None:
    token = link_for(person)
    barrier = threading.Barrier(12)

    def use(_: int) -> bool:
        barrier.wait()
        try:
            keys.issue(token, principal=reader)
        except keys.LinkSpent:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(12) as threads:
        won = sum(threads.map(use, range(12)))

    assert won == 1
    assert ApiKey.objects.count() == 1
