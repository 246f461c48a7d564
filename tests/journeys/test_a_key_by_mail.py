"""Somebody asks for a key, opens the mail's link, and their program may ask more."""

import json
import re
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.torch, pytest.mark.real_sockets]

PATIENCE_SECONDS = 60.0


READER = "reader@example.org"


def link_in(mailbox: Path, *, to: str) -> str:
    """The link of the last mail to one reader, once the worker has sent it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        # In the order in which they came: a newer link takes the place of an older one.
        files = sorted(mailbox.iterdir(), key=lambda path: path.stat().st_mtime)
        mails = [path.read_text() for path in files]
        text = "".join(mail for mail in mails if f"To: {to}" in mail)
        if found := re.findall(r"http://\S+/keys/[\w-]{43}/", text):
            return str(found[-1])
        time.sleep(0.1)
    raise AssertionError("No mail arrived.")


def search(brain: str, key: str) -> tuple[int, str]:
    """The status of a program's search, and the policy that it is told."""
    asked = urllib.request.Request(  # noqa: S310 - our own address
        f"{brain}/api/v1/search?q=bread", headers={"Authorization": f"Bearer {key}"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=30) as reply:  # noqa: S310 - our own address
            assert json.load(reply)["results"]
            return reply.status, reply.headers["RateLimit-Policy"]
    except urllib.error.HTTPError as refused:
        return refused.code, ""


def test_a_key_is_asked_for_by_mail_shown_once_and_opens_the_api(
    page: "Page", brain: str, mailbox: Path
) -> None:
    page.goto("/keys/")
    assert not page.get_by_label("list for news").is_checked()
    page.get_by_label("Your e-mail address").fill(READER)
    page.get_by_role("button", name="Send the link").click()
    page.get_by_role("heading", name="Your request is noted").wait_for()

    page.goto(link_in(mailbox, to=READER))
    page.get_by_role("button", name="Make my key").click()
    key = page.locator(".secret code").inner_text()

    assert search(brain, key) == (200, '"burst";q=600;w=60, "day";q=20000;w=86400')
    assert search(brain, key[:-1] + ("x" if key[-1] != "x" else "y"))[0] == 401


@pytest.mark.parametrize("width", [390, 1280])
def test_the_key_page_does_not_scroll_sideways(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/keys/")

    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
