"""A reader asks, follows a citation to the very words, and asks again; in a real browser."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.torch, pytest.mark.real_sockets]

QUESTION = "Why does frequency beat speed in a timetable?"


def ask(page: "Page", question: str) -> None:
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name="Ask").click()
    page.locator("article.turn h2", has_text=question).wait_for()


def test_an_answer_arrives_without_a_new_page_and_is_announced_once(page: "Page") -> None:
    page.goto("/")
    page.evaluate("window.arrived = true")

    ask(page, QUESTION)

    assert page.evaluate("window.arrived"), "The page was loaded anew."
    announced = page.locator("#announcement").inner_text()
    quoted = page.locator("[data-answer]").first.inner_text()
    assert announced
    assert announced.split()[:5] == quoted.split()[:5]
    assert page.get_by_label("Your question").input_value() == ""


def test_a_citation_shows_its_exact_words_on_focus_and_hides_them_on_escape(page: "Page") -> None:
    page.goto("/")
    ask(page, QUESTION)
    cite = page.locator(".cite").first
    preview = cite.locator(".preview")
    assert not preview.is_visible()

    cite.locator("a").focus()
    assert preview.is_visible()
    assert preview.locator("q").inner_text()

    page.keyboard.press("Escape")
    assert not preview.is_visible()


def test_a_quotation_beside_a_wide_page_covers_no_word_of_the_answer(page: "Page") -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/")
    ask(page, QUESTION)
    cite = page.locator(".cite").first

    cite.locator("a").focus()

    note = cite.locator(".preview").bounding_box()
    turn = page.locator(".turn").bounding_box()
    assert note
    assert turn
    assert turn["x"] + turn["width"] <= note["x"]
    assert note["x"] + note["width"] <= 1280


def test_a_citation_leads_to_the_heading_that_holds_the_words(page: "Page") -> None:
    page.goto("/")
    ask(page, QUESTION)
    quote = page.locator(".cite .preview q").first.text_content()
    target = page.locator(".cite a").first.get_attribute("href")
    assert target
    assert "#" in target

    page.goto(target)

    assert quote
    assert quote in page.locator(".prose").inner_text().replace("\n", " ")
    anchor = target.split("#", 1)[1].split(":~:", 1)[0]
    assert not anchor or page.locator(f"[id='{anchor}']").count() == 1


def test_a_second_question_stands_above_the_first(page: "Page") -> None:
    page.goto("/")
    ask(page, QUESTION)
    ask(page, "How often should bread be folded?")

    assert page.locator("article.turn").count() == 2
    assert page.locator("article.turn h2").first.inner_text() == "How often should bread be folded?"


def test_a_question_over_the_limit_shows_its_fault_in_the_page(page: "Page") -> None:
    page.goto("/")
    page.get_by_label("Your question").fill("x" * 2001)

    # Chromium reports the 422 itself as a console error; that is the status doing its work.
    with page.expect_response(lambda reply: reply.status == 422):
        page.get_by_role("button", name="Ask").click()

    page.locator(".turn-fault").wait_for()
    assert "2,000" in page.locator(".turn-fault").inner_text()


def test_search_results_arrive_in_place_and_their_address_can_be_kept(page: "Page") -> None:
    page.goto("/search/")
    page.get_by_label("What to look for").fill("sourdough and temperature")
    page.get_by_role("button", name="Search").click()

    page.locator(".found-passage").first.wait_for()

    assert "q=sourdough" in page.url
    assert "Bread Is a Clock" in page.locator(".found").inner_text()


def test_a_reply_that_never_comes_is_a_fault_that_everybody_sees(
    browser: "Browser", brain: str
) -> None:
    context = browser.new_context(base_url=brain)
    cut_off = context.new_page()
    cut_off.goto("/")
    context.set_offline(True)
    cut_off.get_by_label("Your question").fill(QUESTION)
    cut_off.get_by_role("button", name="Ask").click()

    cut_off.locator(".turn-fault", has_text="did not work").wait_for()
    assert cut_off.get_by_label("Your question").input_value() == QUESTION
    context.close()


def test_without_javascript_the_same_question_gets_the_same_answer(
    browser: "Browser", brain: str
) -> None:
    context = browser.new_context(base_url=brain, java_script_enabled=False)
    plain = context.new_page()
    plain.goto("/")
    plain.get_by_label("Your question").fill(QUESTION)
    plain.get_by_role("button", name="Ask").click()

    assert plain.locator("article.turn h2").inner_text() == QUESTION
    assert plain.locator(".cite").count() >= 1
    context.close()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["/", "/search/?q=bread", "/essays/", "/essays/bread-is-a-clock/"])
def test_no_page_scrolls_sideways(page: "Page", width: int, path: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(path)

    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_follow_up_leans_on_the_page_and_on_nothing_kept_elsewhere(page: "Page") -> None:
    page.goto("/")
    ask(page, "What does the author think of electric bikes?")

    ask(page, "And in 2018?")

    searched = page.locator("article.turn .searched")
    assert searched.inner_text() == (
        "Searched for: What does the author think of electric bikes in 2018?"
    )
    page.reload()
    ask(page, "And in 2018?")
    assert searched.count() == 0
