"""Takes out of Markdown what readers never see: templates, comments, imports and tags."""

from retrieval.markdown.comments import without_comments
from retrieval.markdown.components import without_components
from retrieval.markdown.hiding import without_hidden
from retrieval.markdown.templates import without_templates


def readable(body: str) -> str:
    """The body as its readers get it, still Markdown; code stays byte for byte.

    Gone are template calls, shortcodes and Liquid tags (what ``raw`` protects stays),
    comments, HTML that hides its words, scripts, MDX imports and exports, and JSX tags
    (their children stay).
    """
    text = body.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "�")
    return without_components(without_hidden(without_comments(without_templates(text))))
