"""A reader sees an answer come sentence by sentence, and hears it once; in a real browser."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.torch, pytest.mark.real_sockets]

QUESTION = "Why does frequency beat speed in a timetable?"


def ask(page: "Page", question: str) -> None:
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name="Ask").click()


def test_a_whole_answer_is_announced_without_its_quotations(page: "Page") -> None:
    page.goto("/stream/")
    ask(page, QUESTION)
    page.locator("article.turn .sources").wait_for()

    answer = page.locator("[data-answer]").first
    answer.locator(".cite").first.wait_for()
    announced = page.locator("#announcement").text_content() or ""
    quoted = answer.locator(".preview q").first.text_content() or ""
    assert announced.split()[:5] == answer.inner_text().split()[:5]
    assert announced.count(quoted) <= 1
    assert "source" not in announced


def test_a_verdict_and_the_wish_to_keep_an_answer_are_told_in_place(page: "Page") -> None:
    page.goto("/stream/")
    ask(page, QUESTION)
    turn = page.locator("article.turn")
    turn.locator(".thumbs").wait_for()
    page.get_by_label("Your question").fill("The next question")

    turn.get_by_text("It did not").click()
    turn.get_by_label("Something is missing").check()
    turn.get_by_role("button", name="Tell the author").click()
    turn.get_by_text("Thank you.").wait_for()
    turn.get_by_role("button", name="Keep this answer").click()
    address = turn.get_by_role("link", name="its own address")
    address.wait_for()

    assert page.locator("#announcement").text_content() == "This answer is kept."
    assert page.get_by_label("Your question").input_value() == "The next question"
    address.click()
    page.get_by_role("heading", name=QUESTION).wait_for()
    page.get_by_label("Evidence as it stood").locator("blockquote").first.wait_for()


def test_a_question_that_cannot_be_asked_is_told_and_announced(page: "Page") -> None:
    page.goto("/stream/")
    ask(page, "x" * 2001)

    page.locator(".turn-fault", has_text="2,001 characters").wait_for()
    assert "2,001 characters" in (page.locator("#announcement").text_content() or "")


@pytest.mark.parametrize("status", [200, 500, 502])
def test_a_page_that_is_no_answer_never_enters_this_one(
    browser: "Browser", brain: str, status: int
) -> None:
    context = browser.new_context(base_url=brain)
    page = context.new_page()
    page.goto("/stream/")
    whole = "<!doctype html><title>Elsewhere</title><main><h1>Another page</h1></main>"
    page.route(
        "**/stream/",
        lambda route: route.fulfill(status=status, content_type="text/html", body=whole),
    )
    ask(page, QUESTION)

    page.locator(".turn-fault", has_text="That did not work").wait_for()
    assert page.get_by_text("Another page").count() == 0
    assert "did not work" in (page.locator("#announcement").text_content() or "")
    assert page.get_by_label("Your question").input_value() == QUESTION
    context.close()
