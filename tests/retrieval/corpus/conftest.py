"""A document to compare with, and folders written for one test."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from retrieval.corpus.documents import Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats import Reading
from retrieval.corpus.formats.markdown import read_markdown

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)

Read = Callable[..., SourceDocument]
Write = Callable[[Mapping[str, str | bytes]], Path]


@pytest.fixture
def read() -> Read:
    """Reads a text as the file of an archive; it must be a document."""

    def read(text: str | bytes, path: str = "posts/page.md", **options: Any) -> SourceDocument:
        document = outcome_of(text, path, **options)
        assert isinstance(document, SourceDocument), document
        return document

    return read


def outcome_of(
    text: str | bytes, path: str = "posts/page.md", root: str = "/archive", **options: Any
) -> SourceDocument | Refusal | Skip:
    data = text.encode() if isinstance(text, str) else text
    return read_markdown(SourceFile(root, path, data), Reading(now=NOW, **options))


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files below a folder and gives the folder."""

    def write(files: Mapping[str, str | bytes]) -> Path:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path

    return write
