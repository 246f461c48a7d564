"""FORMATS: what can be imported, the cleanest source of a text first."""

from retrieval.corpus.formats.base import Format, Read, Reading
from retrieval.corpus.formats.feed import FEED
from retrieval.corpus.formats.ghost import GHOST
from retrieval.corpus.formats.html import HTML
from retrieval.corpus.formats.listed import LIST
from retrieval.corpus.formats.markdown import MARKDOWN
from retrieval.corpus.formats.medium import MEDIUM
from retrieval.corpus.formats.notebook import NOTEBOOK
from retrieval.corpus.formats.sitemap import SITEMAP
from retrieval.corpus.formats.substack import SUBSTACK
from retrieval.corpus.formats.wordpress import WORDPRESS

__all__ = ["AUTO", "FORMATS", "Format", "Read", "Reading", "formats_called"]

# Each is asked in this order, and of two copies of a work the earlier one gives the text.
FORMATS: tuple[Format, ...] = (
    MARKDOWN, NOTEBOOK, WORDPRESS, GHOST, SUBSTACK, MEDIUM, FEED, HTML, SITEMAP, LIST,
)  # fmt: skip
AUTO = "auto"


def formats_called(name: str) -> tuple[Format, ...]:
    """The one format of that name, or all of them for ``auto``."""
    return tuple(one for one in FORMATS if name in {AUTO, one.name})
