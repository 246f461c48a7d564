"""A reader types, moves through what is found by the keyboard, and goes back; in a browser."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.torch, pytest.mark.real_sockets]

WAIT_MS = 350


def test_a_reader_types_moves_opens_and_goes_back(page: "Page") -> None:
    page.goto("/search/")
    page.keyboard.press("/")
    page.keyboard.type("kitchen temperat")
    page.locator(".found mark", has_text="kitchen").first.wait_for()
    assert page.url.endswith("?q=kitchen+temperat")
    page.locator("#announcement", has_text="found.").wait_for()

    page.keyboard.press("ArrowDown")
    page.keyboard.press("j")
    page.keyboard.press("k")
    first = page.locator("[data-result]").first
    assert first.evaluate("link => link === document.activeElement")
    leads_to = (first.get_attribute("href") or "").split("#")[0]
    page.keyboard.press("Enter")
    page.wait_for_url(f"{leads_to}**")

    page.go_back()
    field = page.get_by_label("What to look for")
    assert field.input_value() == "kitchen temperat"
    page.locator(".found").wait_for()

    page.keyboard.press("Escape")
    page.locator(".found").wait_for(state="detached")
    assert field.input_value() == ""
    assert page.url.endswith("/search/")


def test_an_older_reply_never_overwrites_a_newer_one(page: "Page") -> None:
    page.goto("/search/")

    def late(route: "Route") -> None:
        page.wait_for_timeout(4 * WAIT_MS)
        route.continue_()

    page.route("**/search/?q=rope*", late)
    field = page.get_by_label("What to look for")
    with page.expect_request("**/search/?q=rope*"):
        field.press_sequentially("rope")
    field.fill("timetable")
    page.locator(".found mark", has_text="timetable").first.wait_for()
    page.wait_for_timeout(5 * WAIT_MS)

    assert page.locator(".found mark", has_text="timetable").count()
    assert page.url.endswith("?q=timetable")


def test_a_filter_narrows_what_stands_there_and_its_address_can_be_kept(page: "Page") -> None:
    page.goto("/search/?q=bicycle")
    page.get_by_label("Year").select_option("2021")
    page.wait_for_url("**/search/?q=bicycle&year=2021")

    assert {text[-4:] for text in page.locator(".found time").all_inner_texts()} == {"2021"}
    page.reload()
    assert page.get_by_label("Year").input_value() == "2021"
    page.go_back()
    page.wait_for_url("**/search/?q=bicycle")
    page.wait_for_function("document.querySelector('[name=year]').value === ''")
