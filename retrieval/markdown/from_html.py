"""HTML becomes Markdown that shows its readers the same words, no fewer and no others."""

from retrieval.markdown.html.attributes import spell_out
from retrieval.markdown.html.blocks import Page
from retrieval.markdown.html.footnotes import find_footnotes
from retrieval.markdown.html.seen import words_of
from retrieval.markdown.html.tree import Element, HtmlFault, parse_html

__all__ = ["HtmlFault", "markdown_of", "to_markdown", "words_in"]


def to_markdown(html: str, *, base_url: str = "") -> str:
    """A page, or a piece of one, as Markdown; raises ``HtmlFault``.

    Scripts, menus and what is hidden are left out. Links are made whole with ``base_url``.
    """
    root = parse_html(html)
    return "" if root is None else markdown_of(root, base_url=base_url)


def markdown_of(element: Element, *, base_url: str = "") -> str:
    """An element of a parsed page as Markdown, and nothing of what stands around it."""
    spell_out(element)
    return Page(element, find_footnotes(element), base_url).markdown(element)


def words_in(html: str) -> str:
    """What is seen of a page, as one run of text; its Markdown takes longer to read again."""
    root = parse_html(html)
    if root is None:
        return ""
    spell_out(root)
    return words_of(root).strip()
