"""Every word that a reader saw is there, whichever way Ghost stored the text."""

import json
from typing import Any

import pytest

from retrieval.corpus.formats.json_safety import JsonFault
from retrieval.corpus.formats.lexical import html_of_lexical, html_of_mobiledoc
from retrieval.markdown.from_html import to_markdown


def text(words: str, form: int = 0) -> dict[str, Any]:
    return {"type": "extended-text", "text": words, "format": form}


def shown(*nodes: dict[str, Any]) -> str:
    return to_markdown(html_of_lexical(json.dumps({"root": {"children": nodes}})))


@pytest.mark.parametrize(
    ("node", "markdown"),
    [
        ({"type": "paragraph", "children": [text("a "), text("b", 1), text(" c")]}, "a **b** c"),
        ({"type": "extended-heading", "tag": "h3", "children": [text("Head")]}, "### Head"),
        ({"type": "extended-quote", "children": [text("Said.")]}, "> Said."),
        ({"type": "codeblock", "code": "a < b", "language": "py"}, "```py\na < b\n```"),
        ({"type": "markdown", "markdown": "A *word*.[^1]\n\n[^1]: Note."},
         "A *word*.[^1]\n\n[^1]: Note."),
        ({"type": "html", "html": "<p>Raw.</p>"}, "Raw."),
        ({"type": "image", "src": "https://x.example/a.jpg", "alt": "An oar",
          "caption": "<b>Oar</b>"},
         "![An oar](https://x.example/a.jpg)\n\n**Oar**"),
        ({"type": "toggle", "heading": "Why?", "content": "<p>Oak.</p>"}, "#### Why?\n\nOak."),
        ({"type": "callout", "calloutText": "<p>Mind.</p>", "calloutEmoji": ""}, "> Mind."),
        ({"type": "bookmark", "url": "https://x.example/",
          "metadata": {"title": "A page", "description": "About."}, "caption": "Read it."},
         "[A page](https://x.example/)\n\nAbout.\n\nRead it."),
        ({"type": "email", "html": "<p>Only in mails.</p>"}, ""),
        ({"type": "html", "html": "Hidden.", "visibility": {"web": {"nonMember": False}}}, ""),
        ({"type": "a-later-card", "heading": "Later", "text": "words"}, "Later\n\nwords"),
        ({"type": "a-later-block", "children": [text("inside")]}, "inside"),
        ({"type": "link", "url": "https://x.example/", "children": [text("there")]},
         "[there](https://x.example/)"),
        ({"type": "list", "listType": "number", "children": [
            {"type": "listitem", "children": [text("one"), {"type": "linebreak"}]}]}, "1. one"),
        ({"type": "button", "buttonText": "Go", "buttonUrl": "https://x.example/"},
         "[Go](https://x.example/)"),
    ],
)  # fmt: skip
def test_a_node_shows_its_words(node: dict[str, Any], markdown: str) -> None:
    assert shown(node).strip() == markdown


def test_a_mobiledoc_shows_marks_lists_atoms_and_cards() -> None:
    document = {
        "markups": [["em"], ["a", ["href", "https://x.example/"]], ["script"]],
        "atoms": [["soft-return", "", {}], ["mention", "Ann", {}]],
        "cards": [["markdown", {"markdown": "## Oars"}], ["email", {"html": "mail"}], ["hr"]],
        "sections": [
            [1, "p", [[0, [], 0, "a "], [0, [0, 1], 2, "b"], [1, [], 0, 0], [1, [2], 1, 1]]],
            [3, "ol", [[[0, [], 0, "one"]], [[0, [], 0, "two"]]]],
            [10, 0],
            [10, 1],
            [10, 2],
            [1, "pull-quote", [[0, [0], 0, "open"]]],
            [99, "?"],
        ],
    }

    markdown = to_markdown(html_of_mobiledoc(json.dumps(document)))

    assert "*[b](https://x.example/)*" in markdown
    assert "Ann" in markdown
    assert "1. one\n2. two" in markdown
    assert "## Oars" in markdown
    assert "> *open*" in markdown
    assert "mail" not in markdown


@pytest.mark.parametrize(
    "written",
    [
        "{}", "[]", "{", '{"sections": [[10, 3]]}', '{"sections": [1]}', '{"root": 3}',
        '{"sections": [[1, "p", [[0, [9], 0, "a"]]]]}', '{"sections": [[3, "ul", 4]]}',
    ],
)  # fmt: skip
def test_damage_is_a_fault_and_no_crash(written: str) -> None:
    with pytest.raises(JsonFault):
        html_of_mobiledoc(written)
    with pytest.raises(JsonFault):
        html_of_lexical(written)


def test_a_card_named_again_and_again_does_not_fill_the_memory() -> None:
    document = {"cards": [["html", {"html": "x" * 1_000_000}]], "sections": [[10, 0]] * 10_000}

    with pytest.raises(JsonFault, match="larger"):
        html_of_mobiledoc(json.dumps(document))
