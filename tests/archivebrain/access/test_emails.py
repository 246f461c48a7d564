"""Mail with a link: to one plain address, seldom, and without a stranger's words."""

import logging
import re
import uuid
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.utils import timezone

from archivebrain.access import emails
from archivebrain.access.emails import (
    EmailFault,
    clean_address,
    person_of,
    send_link,
    send_waiting,
)
from archivebrain.access.principals import Principal
from archivebrain.access.ratelimit_fields import Policy
from archivebrain.models.access import KeyHolder, KeyRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def address() -> str:
    """Somebody to whom no test has written."""
    return f"reader-{uuid.uuid4().hex[:12]}@example.org"


def wish(address: str, **given: Any) -> KeyRequest:
    return KeyRequest.objects.create(email=address, **given)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        (" Ann.B+x@Example.ORG ", "Ann.B+x@example.org"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ａnn@example.org", "ann@example.org"),
    ],
)
def test_an_address_is_written_in_one_way(typed: str, address: str) -> None:
    assert clean_address(typed) == address


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ann", "ann@", "@example.org", "ann@localhost", '"a b"@example.org'),
        *("a@example.org, b@example.org", "a@example.org\nBcc: b@example.org", "a@b@example.org"),
        *(f"{'a' * 250}@example.org", "ann@exa mple.org", "ann@-.org"),
        f"a@{'.'.join(['ü' * 40] * 6)}.example",
    ],
)
def test_what_is_no_single_plain_address_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(EmailFault, match=r"\.$"):
        clean_address(typed)


def test_the_ways_to_write_one_address_are_one_person() -> None:
    assert person_of("Ann.B+news@gmail.com") == person_of("annb@googlemail.com")
    assert person_of("ann+x@example.org") == person_of("ANN@example.org")
    assert person_of("a.nn@example.org") != person_of("ann@example.org")


def test_the_mail_holds_a_link_and_nothing_from_the_request(address: str) -> None:
    send_link(wish(address).pk)

    (sent,) = mail.outbox
    assert sent.to == [address]
    assert re.search(r"http://\S+/keys/[\w-]{43}/\s", str(sent.body))
    assert address not in f"{sent.subject} {sent.body}"


def test_the_table_does_not_hold_the_links_secret(address: str) -> None:
    request = wish(address)
    send_link(request.pk)

    (token,) = re.findall(r"/keys/([\w-]{43})/", str(mail.outbox[0].body))
    row = KeyRequest.objects.filter(pk=request.pk).values().get()
    assert token not in str(row)


def test_a_request_is_mailed_once_however_often_its_task_runs(address: str) -> None:
    request = wish(address)

    for _ in range(3):
        send_link(request.pk)

    assert len(mail.outbox) == 1


def test_one_person_gets_one_mail_in_ten_minutes_whatever_the_spelling(address: str) -> None:
    local = address.split("@")[0]

    for spelling in (address, f"{local}+a@example.org", f"{local.upper()}@example.org"):
        send_link(wish(spelling).pk)

    assert len(mail.outbox) == 1
    assert not KeyRequest.objects.filter(handled_at__isnull=True).exists()


def test_a_known_person_is_written_to_at_the_address_they_proved(address: str) -> None:
    KeyHolder.objects.create(email=address, person=person_of(address))
    local = address.split("@")[0]

    send_link(wish(f"{local}+other@example.org").pk)

    assert mail.outbox[0].to == [address]


def test_a_mail_server_that_is_down_is_tried_again_and_costs_the_person_nothing(
    address: str, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    request = wish(address)
    with caplog.at_level(logging.INFO):
        send_link(request.pk)
    request.refresh_from_db()
    assert request.handled_at is None
    assert address not in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    send_waiting()

    assert [sent.to for sent in mail.outbox] == [[address]]


def test_a_long_outage_of_the_mail_server_loses_no_mail(
    address: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emails, "EVERYBODY", Principal("address", address))
    monkeypatch.setattr(emails, "TO_EVERYBODY", (Policy("mail", 2, 3600),))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    request = wish(address)
    for _ in range(4):
        send_link(request.pk)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    send_waiting()

    assert [sent.to for sent in mail.outbox] == [[address]]


def test_a_full_hour_makes_a_request_wait_and_costs_its_person_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emails, "EVERYBODY", Principal("address", address))
    monkeypatch.setattr(emails, "TO_EVERYBODY", (Policy("mail", 1, 3600),))
    send_link(wish(f"first-{address}").pk)
    second = wish(address)
    send_link(second.pk)
    second.refresh_from_db()
    assert second.handled_at is None
    assert len(mail.outbox) == 1
    monkeypatch.setattr(emails, "EVERYBODY", Principal("address", f"another hour, {address}"))

    send_waiting()

    assert [sent.to for sent in mail.outbox[1:]] == [[address]]


def test_a_request_is_forgotten_after_a_day(address: str) -> None:
    old, fresh = wish(address), wish(f"b-{address}", handled_at=timezone.now())
    KeyRequest.objects.filter(pk=old.pk).update(requested_at=timezone.now() - timedelta(hours=25))

    send_waiting()

    assert list(KeyRequest.objects.all()) == [fresh]
    assert mail.outbox == []


@pytest.mark.usefixtures("no_redis")
def test_while_nothing_can_be_counted_no_mail_goes_out(address: str) -> None:
    request = wish(address)

    send_link(request.pk)

    request.refresh_from_db()
    assert mail.outbox == []
    assert request.handled_at is None


@pytest.mark.django_db(transaction=True)
def test_a_link_opens_the_moment_it_is_mailed(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    request = KeyRequest.objects.create(email=address)
    seen: list[bool] = []

    def look() -> None:
        seen.append(KeyRequest.objects.filter(link_expires_at__isnull=False).exists())
        connection.close()

    def follow(sent: EmailMessage) -> int:
        reader = Thread(target=look)
        reader.start()
        reader.join()
        return 1

    monkeypatch.setattr(EmailMessage, "send", follow)

    send_link(request.pk)

    assert seen == [True]
