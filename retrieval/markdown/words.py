"""The words of Markdown without its marks; typography, numbers and order stay."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser

from markdown_it.token import Token

from retrieval.markdown.parsing import Block, parse

# Characters that steer the direction of writing or a line break: seen by nobody.
_INVISIBLE = dict.fromkeys(
    (
        *(0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
)
_SPACES = re.compile(r"[^\S\n]+")
# Between the cells of a row, which is one line.
CELL_JOINT = " | "
_LINE_TAGS = {"br", "p", "div", "li", "tr", "figcaption", "figure", "blockquote", "table", "ul"}
_LINE_TAGS |= {"ol", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "hr", "caption", "pre"}
_CELL_TAGS = {"td", "th"}
_UNSEEN_TAGS = {"script", "style", "template"}


def plain(markdown: str) -> str:
    """The words of readable Markdown: paragraphs apart by a blank line, code as it stands.

    Expects what ``readable`` gives. Table rows are lines whose cells stand apart by `` | ``.
    """
    return join_blocks(parse(markdown).blocks)


def searchable(text: str) -> str:
    """The copy used for search: odd spaces are one space, direction marks are gone."""
    return _SPACES.sub(" ", text.translate(_INVISIBLE))


def join_blocks(blocks: Sequence[Block], between: str = "\n\n") -> str:
    return between.join(words for block in blocks if (words := block_words(block)))


def block_words(block: Block) -> str:
    match block.kind:
        case "fence" | "code_block":
            return block.content.strip("\n")
        case "math_block" | "math_block_label":
            return f"$${block.content}$$"
        case "html_block":
            return html_words(block.content)
        case "heading":
            return without_anchor(inline_words(block.inline))[0]
        case "tr":
            return CELL_JOINT.join(inline_words(cell.inline) for cell in block.children)
        case "table" | "thead" | "tbody" | "opening_rows":
            return join_blocks(block.children, "\n")
        case "bullet_list" | "ordered_list" | "list_item" if block.is_tight:
            return join_blocks(block.children, "\n")
    if block.children:
        return join_blocks(block.children)
    return inline_words(block.inline)


def inline_words(tokens: Sequence[Token]) -> str:
    """The words of a paragraph: soft line ends are spaces, a picture is its description."""
    words = "".join(map(_token_words, tokens, [*tokens[1:], None]))
    return "\n".join(line.strip(" ") for line in words.split("\n") if line.strip(" "))


def _token_words(token: Token, following: Token | None) -> str:
    match token.type:
        case "text" | "code_inline" | "text_special":
            return token.content
        case "softbreak":
            return " "
        case "hardbreak":
            # A line that goes on in lower case is the same sentence, broken for looks.
            goes_on = following is not None and following.content[:1].islower()
            return " " if goes_on else "\n"
        case "image":
            return f"\n{inline_words(token.children or ())}\n"
        case "math_inline":
            return f"${token.content}$"
        case "math_inline_double":
            return f"$${token.content}$$"
        case "html_inline":
            return "\n" if token.content.lower().startswith("<br") else ""
    return ""


def without_anchor(heading: str) -> tuple[str, str]:
    """A heading's words and the anchor that its author wrote behind them, if any.

    Read are ``Title (#anchor)`` and ``Title {#anchor .class}``.
    """
    for opening, closing in (("(#", ")"), ("{", "}")):
        at = heading.rfind(opening)
        if at < 0 or not heading.endswith(closing):
            continue
        names = heading[at + 1 : -1].split()
        if names and all(name[0] in "#." and len(name) > 1 for name in names):
            anchors = [name[1:] for name in names if name[0] == "#"]
            return heading[:at].rstrip(), anchors[0] if anchors else ""
    return heading, ""


def html_words(html: str) -> str:
    """What a browser shows of a piece of HTML, a line for each row, item or paragraph."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (_SPACES.sub(" ", line).strip(" |") for line in "".join(reader.parts).split("\n"))
    return "\n".join(line for line in lines if line)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.unseen = 0
        self.verbatim = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in _UNSEEN_TAGS
        self.verbatim += tag == "pre"
        self._separate(tag)
        if tag in _CELL_TAGS:
            self.parts.append(CELL_JOINT)

    def handle_endtag(self, tag: str) -> None:
        self.unseen = max(0, self.unseen - (tag in _UNSEEN_TAGS))
        self.verbatim = max(0, self.verbatim - (tag == "pre"))
        self._separate(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._separate(tag)

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.parts.append(data if self.verbatim else data.replace("\n", " "))

    def _separate(self, tag: str) -> None:
        if tag in _LINE_TAGS:
            self.parts.append("\n")
