"""Keeps a work without a single word from readers: there is nothing in it to read or to cite."""

import re
from dataclasses import replace

from retrieval.corpus.documents import SourceDocument
from retrieval.markdown import readable
from retrieval.types import Visibility

NO_TEXT = "it has no text"
# A picture's address counts: who publishes a photograph shows something.
_SHOWN = re.compile(r"\w")


def without_empty_pages(work: SourceDocument) -> SourceDocument:
    """The work, private where it would be public and shows readers nothing."""
    if _SHOWN.search(readable(work.body)):
        return work
    if work.visibility is not Visibility.PUBLIC:
        return replace(work, warnings=(*work.warnings, f"{NO_TEXT}."))
    warning = f"{NO_TEXT}, so it is private; write one and import it again."
    return replace(
        work,
        visibility=Visibility.PRIVATE,
        visibility_reason=f"import: {NO_TEXT}",
        warnings=(*work.warnings, warning),
    )
