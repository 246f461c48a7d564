"""Only the words meant for a reader come through."""

import time

import pytest

from archivebrain.providers.visible import paragraphs, visible, without_unseen


@pytest.mark.parametrize(
    "reply",
    [
        "Heat is patient.",
        "<think>private plan</think>\n\nHeat is patient.",
        "private plan\n</think>\nHeat is patient.",
        "<THINK>private plan</THINK>Heat is patient.",
        "<think>one</think> <think>two</think> Heat is patient.",
        "<thinking>private</thinking>Heat is patient.",
        "<reasoning>private</reasoning>Heat is patient.",
        "[THINK]private[/THINK]Heat is patient.",
        "◁think▷private◁/think▷Heat is patient.",
        "<|channel|>analysis<|message|>private<|end|><|start|>assistant"
        "<|channel|>final<|message|>Heat is patient.<|return|>",
    ],
)
def test_reasoning_is_cut_up_to_its_last_closing_tag(reply: str) -> None:
    assert visible(reply) == "Heat is patient."


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " \n",
        "<think>plan that never ends",
        "Heat is <think>patient",
        "<think>a</think> Heat <think>b",
        "<think>plan</think>",
        "<think>stray ` tick</think> and `code`",
        "<|channel|>analysis<|message|>private",
    ],
)
def test_a_reply_without_a_visible_end_counts_as_failed(reply: str) -> None:
    assert visible(reply) is None


def test_a_tag_that_is_written_about_in_code_stays() -> None:
    reply = "The tag is written `</think>` in that essay."

    assert visible(reply) == reply


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("See [the oven](https://evil.example/x) now.", "See the oven now."),
        ("See [the oven][1] now.\n\n[1]: https://evil.example/x", "See the oven now."),
        ("See https://evil.example/x?a=1. Bread waits.", "See . Bread waits."),
        ("See <https://evil.example/x> now.", "See now."),
        ("See www.evil.example/x now.", "See now."),
        ("See evil.example.com/x?leak=1 now.", "See now."),
        ("Write mailto:a@b.example now.", "Write now."),
        ("Book at ferrydeals.example now.", "Book at now."),
        ("Bread ![alt](https://evil.example/p.png) waits.", "Bread waits."),
        ("Bread <b>waits</b><img src=x onerror=alert(1)>.", "Bread waits."),
        ("<div>Bread waits.</div>", "Bread waits."),
        ("<script>alert(1)</script>", None),
        ("**Bread** *waits*.", "Bread waits."),
        ("# Bread", "Bread"),
        ("Call `row[1]` on .NET, C++ and Node.js.", "Call `row[1]` on .NET, C++ and Node.js."),
        ("Bread\nwaits.", "Bread waits."),
    ],
)
def test_links_images_and_html_come_down_to_their_words(text: str, words: str | None) -> None:
    assert paragraphs(text) == ((words,) if words else ())


def test_characters_that_nobody_sees_go() -> None:
    assert without_unseen("Bread\u202e wai\u200bts\u200f.\x1b\r\n\ue000") == "Bread waits.\n"


def test_every_block_is_a_paragraph() -> None:
    text = "One.\n\n- Two\n- Three\n\n> Four\n\n```\nfive\n```\n\n| a | b |\n|---|---|\n| c | d |"

    assert paragraphs(text) == (
        "One.", "Two", "Three", "Four", "`five`", "a", "b", "c", "d",
    )  # fmt: skip


@pytest.mark.parametrize(
    "hostile",
    ["http://" * 14_000, "<think>" * 14_000, "a." * 50_000 + "com/", "`" * 50_000, "(" * 50_000],
)
def test_hostile_text_is_read_in_time(hostile: str) -> None:
    started = time.process_time()

    visible(hostile)
    paragraphs(hostile)

    assert time.process_time() - started < 5
