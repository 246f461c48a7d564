"""What a reader may see of a model's text: no reasoning, no links, no HTML; pure."""

import html
import re
from collections.abc import Iterator, Sequence

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

from archivebrain.providers.addresses import without_addresses

CODE = re.compile(r"`{3}(?:[^`]|`(?!``))*+`{3}|`[^`\n]++`")
REASONING = re.compile(
    r"[<\[◁](?P<close>/)?(?:\w{1,10}:)?(?:think|thinking|thought|thoughts|reasoning|analysis"
    r"|scratchpad|reflection)[>\]▷]",
    re.IGNORECASE,
)
# The template of some open models: only what follows the last "final" is for the reader.
CHANNEL = re.compile(r"<\|channel\|>(\w+)[^<]{0,80}<\|message\|>")
CONTROL = re.compile(r"<\|[\w-]{1,30}\|>")

# Control, direction-changing, tag and private-use characters carry no words.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ue000-\uf8ff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)

MARKDOWN = MarkdownIt("commonmark").enable("table")


def visible(text: str) -> str | None:
    """The text without its reasoning; None if nothing is left or it never ended.

    Everything up to the last closing tag outside code goes, whether or not it was opened.
    A tag that stays open hides the rest, and then the reply counts as failed.
    """
    final = last_channel(text)
    if final is None:
        return None
    code = [match.span() for match in CODE.finditer(final)]
    tags = [tag for tag in REASONING.finditer(final) if not inside(code, tag.start())]
    closing = [tag.end() for tag in tags if tag["close"]]
    end = closing[-1] if closing else 0
    if any(not tag["close"] and tag.start() >= end for tag in tags):
        return None
    return final[end:].strip() or None


def last_channel(text: str) -> str | None:
    channels = list(CHANNEL.finditer(text))
    if not channels:
        return CONTROL.sub("", text)
    if channels[-1][1].lower() != "final":
        return None
    return CONTROL.sub("", text[channels[-1].end() :])


def inside(spans: Sequence[tuple[int, int]], place: int) -> bool:
    return any(start <= place < end for start, end in spans)


def without_unseen(text: str) -> str:
    return UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def paragraphs(text: str) -> tuple[str, ...]:
    """The text's blocks as plain words, each on one line; inline code keeps its marks.

    Links become their words; addresses, images and HTML go.
    """
    words = (" ".join(without_addresses(block).split()) for block in blocks(text))
    return tuple(block for block in words if block)


def blocks(text: str) -> Iterator[str]:
    for token in MARKDOWN.parse(text):
        if token.type == "inline":
            yield "".join(map(inline_words, token.children or ()))
        elif token.type == "html_block":
            yield html.unescape(nh3.clean(token.content, tags=set()))
        elif token.type == "fence":
            yield " ".join(f"`{line.strip()}`" for line in token.content.splitlines() if line)
        elif token.type == "code_block":
            yield token.content


def inline_words(token: Token) -> str:
    if token.type == "text":
        return token.content
    if token.type == "code_inline":
        return f"`{token.content}`"
    return " " if token.type in ("softbreak", "hardbreak") else ""
