"""Ghost's cards as HTML: every word that a reader of the page saw, none that only mails hold."""

import html
import re
from collections.abc import Callable, Mapping
from typing import Any

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from retrieval.corpus.formats.json_safety import JsonFault

Card = Mapping[str, Any]
_MAIL_ONLY = frozenset({"email", "email-cta", "paywall"})
_MOST_BRACKETS = 20_000
# What Ghost takes out of a page before it sends it; one that is left open hides all below.
_GATED = re.compile(
    r"<!--\s*kg-gated-block:begin(?P<rule>[^<>]*)-->.*?(?:<!--\s*kg-gated-block:end\s*-->|\Z)",
    re.DOTALL,
)
_FOR_ALL = "nonMember:true"
# What a card that came later is likely to keep its words in.
_WORDY = ("heading", "header", "title", "text", "html", "content", "description", "caption")


def card_html(kind: str, card: Card) -> str:
    """Empty for a card without words, or that is shown in mails alone."""
    if kind in _MAIL_ONLY or not _is_shown(card):
        return ""
    return _CARDS.get(kind, _unknown)(card)


def without_gated(page: str) -> str:
    """A page as it is kept, without the cards in it that members alone are sent."""
    return _GATED.sub(lambda one: one[0] if _FOR_ALL in one["rule"] else "", page)


def _is_shown(card: Card) -> bool:
    """A card may be kept from the web, or from readers who pay nothing."""
    visibility = card.get("visibility")
    web = visibility.get("web") if isinstance(visibility, dict) else None
    if isinstance(web, dict):
        return bool(web.get("nonMember", True))
    if isinstance(visibility, dict):
        return bool(visibility.get("showOnWeb", True))
    return True


def _text(card: Card, *names: str) -> str:
    """The first of these fields that holds something, as HTML."""
    return next((str(card[name]) for name in names if card.get(name)), "")


def _plain(card: Card, *names: str) -> str:
    return html.escape(_text(card, *names), quote=False)


def _paragraphs(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts if text)


def _captioned(inner: str, card: Card) -> str:
    caption = _text(card, "caption")
    return f"<figure>{inner}{f'<figcaption>{caption}</figcaption>' if caption else ''}</figure>"


def _image(card: Card) -> str:
    address = html.escape(_text(card, "src"))
    return _captioned(f'<img src="{address}" alt="{html.escape(_text(card, "alt"))}">', card)


def _gallery(card: Card) -> str:
    images = card.get("images")
    shown = [one for one in images if isinstance(one, dict)] if isinstance(images, list) else []
    return _captioned("".join(_image(one) for one in shown), card)


def _code(card: Card) -> str:
    language = html.escape(_text(card, "language"))
    marked = f' class="language-{language}"' if language else ""
    return _captioned(f"<pre><code{marked}>{_plain(card, 'code')}</code></pre>", card)


def _markdown(card: Card) -> str:
    if _text(card, "markdown").count("[") > _MOST_BRACKETS:
        raise JsonFault("a Markdown card in it has more brackets than any essay.")
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)
    shown = str(reader.render(_text(card, "markdown")))
    # The plug-in's own line above the notes.
    return re.sub(r'<hr class="footnotes-sep"[^>]*>', "", shown)


def _unknown(card: Card) -> str:
    return _paragraphs(*(text for name in _WORDY if isinstance(text := card.get(name), str)))


def _callout(card: Card) -> str:
    emoji = _plain(card, "calloutEmoji")
    return f"<blockquote>{_paragraphs(emoji)}{_text(card, 'calloutText')}</blockquote>"


def _toggle(card: Card) -> str:
    return f"<h4>{_text(card, 'heading')}</h4>{_text(card, 'content')}"


def _bookmark(card: Card) -> str:
    inner = card.get("metadata")
    about: Card = inner if isinstance(inner, dict) else card
    address = html.escape(_text(card, "url"))
    title = _plain(about, "title") or address
    more = (_plain(about, "description"), _plain(about, "author"), _plain(about, "publisher"))
    return _captioned(f'<p><a href="{address}">{title}</a></p>{_paragraphs(*more)}', card)


def _embed(card: Card) -> str:
    """Post cards hold their words in their own HTML; a player has none, and leaves its address."""
    address = html.escape(_text(card, "url"))
    inner = _text(card, "html")
    words = inner if "<blockquote" in inner else ""
    return _captioned(words or f'<p><a href="{address}">{address}</a></p>', card)


def _button(card: Card) -> str:
    address = html.escape(_text(card, "buttonUrl"))
    text = _plain(card, "buttonText")
    return f'<p><a href="{address}">{text}</a></p>' if text else ""


def _header(card: Card) -> str:
    title = _text(card, "header", "heading")
    heading = f"<h2>{title}</h2>" if title else ""
    return heading + _paragraphs(_text(card, "subheader", "subheading")) + _button(card)


def _product(card: Card) -> str:
    title = _text(card, "productTitle")
    heading = f"<h4>{title}</h4>" if title else ""
    button = {"buttonText": card.get("productButton"), "buttonUrl": card.get("productUrl")}
    return heading + _text(card, "productDescription") + _button(button)


def _call_to_action(card: Card) -> str:
    shown = _text(card, "textValue") + (_button(card) if card.get("showButton", True) else "")
    return _paragraphs(_text(card, "sponsorLabel")) + shown


def _file(card: Card) -> str:
    title = _plain(card, "fileTitle", "title")
    return _paragraphs(title, _plain(card, "fileCaption"), _plain(card, "fileName"))


_CARDS: dict[str, Callable[[Card], str]] = {
    "image": _image,
    "gallery": _gallery,
    "code": _code,
    "codeblock": _code,
    "markdown": _markdown,
    "card-markdown": _markdown,
    "html": lambda card: _text(card, "html"),
    "callout": _callout,
    "toggle": _toggle,
    "bookmark": _bookmark,
    "embed": _embed,
    "button": _button,
    "header": _header,
    "signup": lambda card: _header(card) + _paragraphs(_text(card, "disclaimer")),
    "product": _product,
    "call-to-action": _call_to_action,
    "file": _file,
    "video": lambda card: _captioned("", card),
    "audio": lambda card: _paragraphs(_plain(card, "title")),
    "hr": lambda card: "<hr>",
    "horizontalrule": lambda card: "<hr>",
}
