"""A reader of somebody else's site opens the button there and reads a cited answer."""

import json
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from archivebrain.answering.citations import marked
from archivebrain.answering.types import AnswerSentence
from tests.journeys.hosts import Host, page_with, served_host

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.torch, pytest.mark.real_sockets]

QUESTION = "Why does frequency beat speed in a timetable?"
UNCOVERED = "What does the author think of Kubernetes operators?"
BUTTON = "Ask the author"
# The first answer waits for the model to load, beside whatever else the machine does.
PATIENCE_MS = 90_000
NAMES = "Object.getOwnPropertyNames(window).sort()"


@dataclass(slots=True)
class Visit:
    """One reader on one page, with every request and every line of the console since it began."""

    page: "Page"
    asked: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)

    def open(self) -> None:
        self.page.get_by_role("button", name=BUTTON).click()
        self.page.get_by_role("dialog", name=BUTTON).wait_for()

    def ask(self, question: str) -> "Locator":
        self.page.get_by_label("Your question").fill(question)
        self.page.keyboard.press("Enter")
        turn = self.page.locator(".turn").filter(
            has=self.page.get_by_role("heading", name=question)
        )
        turn.wait_for(timeout=PATIENCE_MS)
        return turn


Visiting = Callable[..., Visit]


@pytest.fixture
def visit(browser: "Browser") -> Iterator[Visiting]:
    """Opens a host's page as a reader with a browser of their own would."""
    with ExitStack() as closing:

        def visited(host: Host, *, script: str = "", **kind: Any) -> Visit:
            context = browser.new_context(**kind)
            closing.callback(context.close)
            if script:
                context.add_init_script(script)
            seen = Visit(context.new_page())
            seen.page.on("request", lambda sent: seen.asked.append(sent.url))
            seen.page.on("console", lambda line: seen.console.append(line.text))
            seen.page.on("pageerror", lambda error: seen.console.append(str(error)))
            seen.page.goto(host.origin)
            return seen

        yield visited


@pytest.fixture
def host(listed_host: Host, brain: str) -> Host:
    """The site that the brain lists, with the tag of docs/widget.md and the strictest policy."""
    listed_host.page = page_with(tag(brain))
    listed_host.policy = strict(brain, connect=brain)
    return listed_host


def tag(brain: str, attributes: str = "") -> str:
    return f'<script src="{brain}/widget.js" defer {attributes}></script>'


def strict(brain: str, *, connect: str) -> str:
    return (
        f"default-src 'none'; script-src {brain}; connect-src {connect}; img-src data:; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


def told_by_the_api(brain: str, question: str) -> Any:
    body = json.dumps({"question": question}).encode()
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{brain}/api/v1/ask", data=body, headers=headers)  # noqa: S310
    with urllib.request.urlopen(asked) as reply:  # noqa: S310 - our own address
        return json.load(reply)


def answers(reader: Visit, document: Any) -> None:
    """From now on this reader gets this document, whatever they ask."""
    allowed = {"Access-Control-Allow-Origin": "*"}
    reader.page.route("**/api/v1/ask", lambda route: route.fulfill(json=document, headers=allowed))


def test_under_the_strictest_policy_nothing_is_asked_before_a_question_and_the_apis_answer_comes(
    visit: Visiting, host: Host, brain: str
) -> None:
    reader = visit(host)
    reader.open()
    assert [url for url in reader.asked if url.startswith(brain)] == [f"{brain}/widget.js"]

    turn = reader.ask(QUESTION)

    told = told_by_the_api(brain, QUESTION)
    shown = " ".join(turn.locator(".answer").all_text_contents())
    assert "".join(shown.split()) == "".join(told["answer"].translate({91: "", 93: ""}).split())
    cites = turn.locator(".answer a").all()
    assert {cite.get_attribute("href") for cite in cites} == {
        one["deep_link"] for one in told["citations"]
    }
    assert {(cite.get_attribute("rel"), cite.get_attribute("target")) for cite in cites} == {
        ("noopener", "_blank")
    }
    assert reader.console == []


def test_the_host_keeps_its_globals_and_two_tags_make_one_button(
    visit: Visiting, host: Host, brain: str
) -> None:
    host.page = page_with("")
    before = visit(host).page.evaluate(NAMES)
    host.page = page_with(tag(brain) * 2)

    reader = visit(host)
    reader.open()
    reader.ask(QUESTION)

    assert reader.page.evaluate(NAMES) == before
    assert reader.page.locator("archivebrain-widget").count() == 1


def test_the_panel_takes_the_focus_announces_once_and_gives_the_focus_back(
    visit: Visiting, host: Host
) -> None:
    reader = visit(host)
    page = reader.page
    page.get_by_role("button", name=BUTTON).focus()
    page.keyboard.press("Enter")
    assert page.get_by_label("Your question").evaluate("box => box.matches(':focus')")

    page.locator("[role=status]").evaluate(
        "said => new MutationObserver(seen => said.dataset.times = "
        "Number(said.dataset.times || 0) + seen.filter(one => one.addedNodes.length).length)"
        ".observe(said, {childList: true})"
    )
    turn = reader.ask(QUESTION)
    said = page.locator("[role=status]")
    assert said.get_attribute("data-times") == "1"
    answer = turn.locator(".answer").first.evaluate("one => one.textContent")
    assert said.evaluate("one => one.textContent").split()[:5] == answer.split()[:5]

    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    assert page.get_by_role("button", name=BUTTON).evaluate("one => one.matches(':focus')")


def test_a_citation_shows_its_quote_on_focus_and_escape_puts_that_away_first(
    visit: Visiting, host: Host
) -> None:
    reader = visit(host)
    reader.open()
    cite = reader.ask(QUESTION).locator(".answer a").first
    preview = reader.page.get_by_role("tooltip")
    assert preview.count() == 0

    cite.focus()
    assert preview.locator("q").text_content()

    reader.page.keyboard.press("Escape")
    assert preview.count() == 0
    assert reader.page.get_by_role("dialog").count() == 1


def test_a_citation_opens_the_quoted_essay_in_a_tab_of_its_own(visit: Visiting, host: Host) -> None:
    reader = visit(host)
    reader.open()
    cite = reader.ask(QUESTION).locator(".answer a").first

    with reader.page.context.expect_page() as opened:
        cite.click()

    opened.value.wait_for_load_state()
    assert "/essays/" in opened.value.url
    assert opened.value.evaluate("window.opener") is None


def test_what_the_writing_does_not_cover_is_said_without_a_source(
    visit: Visiting, host: Host
) -> None:
    reader = visit(host)
    reader.open()
    turn = reader.ask(UNCOVERED)

    assert turn.locator(".answer").text_content() == "The writing does not cover that."
    assert turn.locator("a").count() == 0


def test_why_an_answer_did_not_serve_is_told_in_a_fixed_reason(visit: Visiting, host: Host) -> None:
    reader = visit(host)
    reader.open()
    turn = reader.ask(UNCOVERED)

    turn.get_by_role("button", name="It did not").click()
    with reader.page.expect_response("**/api/v1/feedback") as sent:
        turn.get_by_role("button", name="The writing does answer this").click()

    turn.get_by_text("Thank you.").wait_for()
    assert sent.value.status == 200
    posted = sent.value.request.post_data_json or {}
    assert (posted.get("verdict"), UNCOVERED in str(sent.value.json())) == ("wrong", False)
    assert reader.console == []


def test_a_follow_up_is_made_whole_from_the_panels_own_questions_and_shows_what_was_searched(
    visit: Visiting, host: Host
) -> None:
    reader = visit(host)
    reader.open()
    reader.ask("What did the author think of electric bicycles in 2021?")
    sent = []
    reader.page.on("request", lambda one: sent.append(one.post_data_json))

    turn = reader.ask("And before that?")

    whole = "What did the author think of electric bicycles before 2021?"
    assert turn.locator(".where", has_text="Searched for").text_content() == (
        f"Searched for: {whole}"
    )
    assert [one["conversation"] for one in sent] == [
        [{"question": "What did the author think of electric bicycles in 2021?"}]
    ]

    reader.ask("And in 2021?")
    assert sent[-1]["conversation"][-1] == {"question": whole}


def test_a_quota_that_is_spent_is_told_with_the_wait(visit: Visiting, host: Host) -> None:
    reader = visit(host)
    headers = {"Retry-After": "90", "Access-Control-Expose-Headers": "Retry-After"}
    reader.page.route(
        "**/api/v1/ask",
        lambda route: route.fulfill(
            status=429, body="{}", headers={**headers, "Access-Control-Allow-Origin": "*"}
        ),
    )
    reader.open()
    reader.page.get_by_label("Your question").fill(QUESTION)
    reader.page.keyboard.press("Enter")

    reader.page.locator(".fault", has_text="Try again in 2 minutes").wait_for()
    assert reader.page.get_by_label("Your question").input_value() == QUESTION


def test_without_a_connection_the_question_is_kept_and_the_reader_told(
    visit: Visiting, host: Host
) -> None:
    reader = visit(host)
    reader.open()
    reader.page.context.set_offline(True)
    reader.page.get_by_label("Your question").fill(QUESTION)
    reader.page.keyboard.press("Enter")

    reader.page.locator(".fault", has_text="You are offline").wait_for()
    assert reader.page.get_by_label("Your question").input_value() == QUESTION


@pytest.mark.parametrize("why", ["a policy without connect-src", "an origin that is not listed"])
def test_where_a_page_may_not_ask_a_link_leads_to_the_brains_own_page(
    visit: Visiting, host: Host, brain: str, why: str
) -> None:
    with served_host() as stranger:
        stranger.page = host.page
        host.policy = strict(brain, connect="'none'")
        reader = visit(host if why.startswith("a policy") else stranger)
        reader.open()
        reader.page.get_by_label("Your question").fill(QUESTION)
        reader.page.keyboard.press("Enter")

        link = reader.page.locator(".fault a")
        link.wait_for()

    assert link.get_attribute("href") == f"{brain}/"


def test_the_tag_sets_label_corner_and_language(visit: Visiting, host: Host, brain: str) -> None:
    host.page = page_with(
        tag(brain, 'data-label="Frag &lt;b&gt;Ada" data-position="left" data-lang="de"')
    )
    page = visit(host).page
    button = page.get_by_role("button", name="Frag <b>Ada")
    place = button.bounding_box()
    assert place
    assert place["x"] < 40

    button.click()
    assert page.get_by_label("Ihre Frage").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_panel_fits_every_screen_in_both_schemes(
    visit: Visiting, host: Host, width: int, scheme: str
) -> None:
    reader = visit(host, viewport={"width": width, "height": 740}, color_scheme=scheme)
    reader.open()
    reader.ask(QUESTION)
    panel = reader.page.get_by_role("dialog")

    place = panel.bounding_box()
    assert place
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= width
    assert place["y"] >= 0
    assert place["y"] + place["height"] <= 740
    assert panel.evaluate("one => one.scrollWidth <= one.clientWidth")
    size = reader.page.get_by_label("Your question").evaluate(
        "box => getComputedStyle(box).fontSize"
    )
    assert size == "16px", "A smaller field makes phones zoom in."


def test_reduced_motion_is_no_motion(visit: Visiting, host: Host) -> None:
    reader = visit(host, reduced_motion="reduce")
    reader.open()

    assert reader.page.get_by_role("dialog").evaluate("one => one.getAnimations().length") == 0


def test_what_an_author_wrote_is_shown_as_written_and_never_taken_for_a_marker_or_markup(
    visit: Visiting, host: Host, brain: str
) -> None:
    written = "See [1] and ![an image](x) in <b onclick='x'>bold</b> \\(x\\) [2]."
    told = told_by_the_api(brain, QUESTION)
    reader = visit(host)
    answers(reader, {**told, "answer": marked(AnswerSentence(written, (1,)))})
    reader.open()

    answer = reader.ask(QUESTION).locator(".answer")

    assert answer.text_content() == f"{written} 1"
    assert answer.locator("a").all_text_contents() == ["1"]
    assert answer.locator("b, img").count() == 0


def test_a_live_fact_and_a_correction_are_told_once_and_a_view_without_a_date_says_so(
    visit: Visiting, host: Host, brain: str
) -> None:
    live, corrected = "From outside: 12 degrees.", "This is an earlier view."
    view = {"stance": "Heat is patient.", "dated": None, "label": "current", "url": brain}
    told = {
        **told_by_the_api(brain, QUESTION),
        "answer": f"Heat. {corrected}\n\n{live}",
        "live": {"text": "12 degrees.", "source": "Weather", "fetched": "2026-06-15"},
        "corrections": [corrected],
        "positions": [view],
        "degraded": ["redis"],
    }
    reader = visit(host)
    answers(reader, told)
    reader.open()

    words = reader.ask(QUESTION).text_content() or ""

    assert (words.count("12 degrees."), words.count(corrected)) == (1, 1)
    assert "more simply than usual" not in words
    assert "date not stated: Heat is patient." in words


@pytest.mark.data
def test_a_hostile_theme_neither_hides_the_button_nor_is_covered_by_it(
    visit: Visiting, host: Host, brain: str, test_data: Path
) -> None:
    theme = (test_data / "bugcases/WI-01/host.html").read_text()
    place = "<!-- WIDGET SCRIPT TAG GOES HERE, TWICE -->"
    assert place in theme
    host.policy = ""
    host.page = theme.replace(place, "")
    colour = "getComputedStyle(document.getElementById('probe')).color"
    before = visit(host).page.evaluate(colour)
    host.page = theme.replace(place, tag(brain) * 2)

    reader = visit(host)
    button = reader.page.get_by_role("button", name=BUTTON)

    size = button.bounding_box()
    assert size
    assert size["width"] < 400
    assert min(size["width"], size["height"]) >= 44
    style = "one => [getComputedStyle(one).borderRadius, getComputedStyle(one).backgroundColor]"
    assert button.evaluate(style) == ["22px", "rgb(11, 85, 99)"]
    assert button.count() == 1
    over_the_link = (
        "document.getElementById('link') === document.elementFromPoint(...(box => "
        "[box.x + 5, box.y + 5])(document.getElementById('link').getBoundingClientRect()))"
    )
    assert reader.page.evaluate(over_the_link)
    reader.open()
    assert reader.page.evaluate(over_the_link)
    layer = reader.page.locator("archivebrain-widget")
    assert layer.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    panel = reader.page.get_by_role("dialog").bounding_box()
    assert panel
    on_top = f"document.elementFromPoint({panel['x'] + 20}, {panel['y'] + 5}).localName"
    assert reader.page.evaluate(on_top) == "archivebrain-widget"
    assert reader.page.evaluate(colour) == before
    reader.ask(QUESTION)


@pytest.mark.data
def test_each_paragraph_takes_its_direction_from_its_first_strong_letter(
    visit: Visiting, host: Host, brain: str, test_data: Path
) -> None:
    case = test_data / "bugcases/WI-07"
    messages = json.loads((case / "messages.json").read_text())["messages"]
    expected = json.loads((case / "expected.json").read_text())["expect"]
    reader = visit(host)
    told = told_by_the_api(brain, QUESTION)
    reader.open()
    wrong = {}
    for message in messages:
        answers(reader, {**told, "answer": message["text"].replace("[S", "[")})
        turn = reader.ask(message["name"])
        drawn = turn.locator(".answer")
        direction = drawn.evaluate("one => getComputedStyle(one).direction")
        if direction != expected["direction"][message["name"]]:
            wrong[message["name"]] = direction
        for cite in turn.locator(".cite").all():
            assert cite.evaluate("one => getComputedStyle(one).direction") == "ltr"

    assert set(wrong) <= set(expected["hard"])
