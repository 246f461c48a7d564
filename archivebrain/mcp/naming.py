"""What the tool that answers is called after the author; pure."""

import re
import unicodedata

from retrieval.types import UNNAMED_AUTHOR

MOST_CHARACTERS = 40
_OTHER = re.compile(r"[^a-z0-9]")


def ask_tool_of(author: str) -> str:
    """``ask_`` and the name in lower-case ASCII; empty where no name is left."""
    name = _OTHER.sub("_", unicodedata.normalize("NFC", author).lower())[:MOST_CHARACTERS]
    return "" if author == UNNAMED_AUTHOR or not name.strip("_") else f"ask_{name}"
