"""The key pages: one reply whatever the address, a button behind the link, the key once."""

import re
import uuid
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from archivebrain.access.emails import person_of, send_waiting
from archivebrain.models.access import ApiKey, KeyHolder, KeyRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(reader: Any) -> Client:
    number = int(reader.identity[:8], 16)
    return Client(REMOTE_ADDR=f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1")


def link_from_mail() -> str:
    send_waiting()
    (link,) = re.findall(r"(/keys/[\w-]{43}/)", str(mail.outbox[-1].body))
    return str(link)


def new_address() -> str:
    return f"reader-{uuid.uuid4().hex[:12]}@example.org"


def test_known_and_unknown_addresses_get_the_same_reply(client: Client) -> None:
    known = new_address()
    KeyHolder.objects.create(email=known, person=person_of(known))

    replies = [client.post("/keys/", {"email": email}) for email in (known, new_address())]

    assert [reply.status_code for reply in replies] == [202, 202]
    assert replies[0].content == replies[1].content
    assert known not in replies[0].content.decode()


def test_a_site_that_sends_no_mail_says_so_before_and_after(client: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    form = client.get("/keys/").content.decode()
    reply = client.post("/keys/", {"email": new_address()}).content.decode()
    asked = {"email": new_address()}
    by_api = client.post("/api/v1/keys", asked, content_type="application/json").json()["detail"]

    for told in (form, reply, by_api):
        assert "This site sends no mail yet: the link stands in the lines" in told
    assert "Look into your mail" not in reply


def test_a_site_that_sends_mail_says_nothing_of_it(client: Client) -> None:
    assert "sends no mail" not in client.get("/keys/").content.decode()


def test_the_box_for_the_authors_list_is_there_and_not_ticked(client: Client) -> None:
    page = client.get("/keys/").content.decode()

    assert re.search(r'<input[^>]+name="wants_list"[^>]+type="checkbox"', page)
    assert "checked" not in page


@pytest.mark.parametrize("ticked", [True, False])
def test_the_box_is_kept_with_the_request(client: Client, ticked: bool) -> None:
    client.post("/keys/", {"email": new_address(), **({"wants_list": "on"} if ticked else {})})

    assert KeyRequest.objects.get().wants_list is ticked


def test_what_is_no_address_is_a_422_that_keeps_what_was_typed(client: Client) -> None:
    reply = client.post("/keys/", {"email": "<b>nobody"})

    assert reply.status_code == 422
    assert 'value="&lt;b&gt;nobody"' in reply.content.decode()
    assert not KeyRequest.objects.exists()


def test_the_sixth_wish_in_an_hour_is_a_429(client: Client) -> None:
    codes = [client.post("/keys/", {"email": new_address()}).status_code for _ in range(6)]

    assert codes == [202] * 5 + [429]


@pytest.mark.usefixtures("no_redis")
def test_while_nothing_can_be_counted_the_page_says_so(client: Client) -> None:
    assert client.post("/keys/", {"email": new_address()}).status_code == 503


def test_opening_the_link_changes_nothing_and_the_button_shows_the_key_once(
    client: Client,
) -> None:
    client.post("/keys/", {"email": new_address()})
    link = link_from_mail()
    for _ in range(5):
        assert client.get(link).status_code == 200
    assert not ApiKey.objects.exists()

    shown = client.post(link)

    (key,) = re.findall(r"ab_live_\w{58}", shown.content.decode())
    assert "no-store" in shown.headers["Cache-Control"]
    assert shown.headers["Referrer-Policy"] == "same-origin"
    assert key.startswith(f"ab_live_{ApiKey.objects.get().public_id}_")
    assert [client.post(link).status_code, client.get(link).status_code] == [410, 410]


def test_the_button_needs_our_own_form(client: Client) -> None:
    client.post("/keys/", {"email": new_address()})
    link = link_from_mail()
    strict = Client(enforce_csrf_checks=True)

    assert strict.post(link).status_code == 403
    assert not ApiKey.objects.exists()


def test_a_person_with_three_keys_is_asked_which_one_to_replace(client: Client) -> None:
    email = new_address()
    client.post("/keys/", {"email": email})
    link = link_from_mail()
    holder = KeyHolder.objects.create(email=email, person=person_of(email))
    for name in ("aaaaaaaa", "bbbbbbbb", "cccccccc"):
        ApiKey.objects.create(
            holder=holder, public_id=name, last_characters="1234", expires_at="2099-01-01T00:00Z"
        )

    full = client.post(link)
    made = client.post(link, {"replaces": "bbbbbbbb"})

    assert full.status_code == 409
    assert full.content.decode().count('type="radio"') == 3
    assert made.status_code == 200
    assert ApiKey.objects.get(public_id="bbbbbbbb").revoked_at is not None


def test_a_forged_host_is_not_written_into_the_mail(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]

    client.post("/keys/", {"email": new_address()}, headers={"Host": "evil.example"})
    send_waiting()

    assert "evil.example" not in str(mail.outbox[-1].body)
    assert settings.ARCHIVEBRAIN_SITE_URL in str(mail.outbox[-1].body)
