"""Jupyter notebooks: prose, code and short text outputs; no picture, no widget, no traceback."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import nbformat
from nbformat import NotebookNode, ValidationError

from retrieval.corpus.documents import Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats.base import OneByOne, Reading
from retrieval.corpus.formats.markdown import read_markdown
from retrieval.corpus.front_matter import FrontMatter
from retrieval.corpus.sources import MAX_ESSAY_BYTES, NOTEBOOK_SUFFIXES
from retrieval.corpus.visibility import Claim, front_claims, most_private

NAME = "notebook"
# A longer output is a log or a table of data, and its beginning says what it was.
OUTPUT_LINES, OUTPUT_CHARACTERS = 20, 1200
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
# What stands for a picture or an object that only its own page could show.
_STAND_IN = re.compile(
    r"\[?<(?:[\w.]*(?:Figure|Axes|Image|Widget|HTML|Audio|Video)[\w.]*\b.*"
    r"|[\w. ]+ (?:object|at 0x[0-9a-f]+|object at 0x[0-9a-f]+))>\]?",
    re.DOTALL,
)
_EMBEDDED = re.compile(r"data:[\w.+/-]+(?:;[\w=-]+)*;base64,[\w+/=%-]*")
_WIDGET = "application/vnd.jupyter.widget-view+json"
# What the tools that publish notebooks leave out.
_UNSEEN_TAGS = frozenset({"remove-cell", "remove_cell", "hide-cell", "exclude"})
_UNSEEN_INPUT = frozenset({"remove-input", "remove_input"})
_UNSEEN_OUTPUT = frozenset({"remove-output", "remove_output"})
_FENCES = re.compile(r"`{3,}")


def read_notebook(file: SourceFile, how: Reading) -> SourceDocument | Refusal | Skip:
    """One essay; front matter may stand in the first cell, as Quarto writes it."""
    try:
        text = file.data.decode("utf-8-sig")
        notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
        markdown = "\n\n".join(filter(None, _cells(notebook)))
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        ValidationError,
    ) as fault:
        told = str(fault).partition("\n")[0][:200]
        reason = f"it is no notebook that can be read ({told})."
        return Refusal(file.root, file.path, reason, closes=True)
    if len(markdown) > MAX_ESSAY_BYTES:
        return Refusal(file.root, file.path, "its text is longer than any essay; split it.")
    read = read_markdown(replace(file, data=markdown.encode()), how)
    if not isinstance(read, SourceDocument):
        return read
    return _with_metadata(read, notebook.metadata, how.now)


def _with_metadata(read: SourceDocument, metadata: NotebookNode, now: datetime) -> SourceDocument:
    """With what a notebook says of itself outside of its cells: it may close, and never opens."""
    tables = [metadata, metadata.get("nikola")]
    values = (pair for table in tables if isinstance(table, dict) for pair in table.items())
    said = FrontMatter(tuple(values))
    decision = most_private(
        [Claim(read.visibility, read.visibility_reason), *front_claims(said, now=now)]
    )
    written = metadata.get("title")
    return replace(
        read,
        title=written if isinstance(written, str) and written.strip() else read.title,
        authors=read.authors or said.names("authors", "author"),
        visibility=decision.visibility,
        visibility_reason=decision.reason,
        warnings=(*read.warnings, *decision.warnings),
        source_format=NAME,
    )


def _cells(notebook: NotebookNode) -> Iterator[str]:
    metadata = notebook.metadata
    language = metadata.get("language_info", {}).get("name") or metadata.get("kernelspec", {}).get(
        "language", ""
    )
    for cell in notebook.cells:
        tags = {str(tag) for tag in cell.get("metadata", {}).get("tags", ())}
        if tags & _UNSEEN_TAGS:
            continue
        if cell.cell_type == "code":
            yield from _code(cell, language or "python", tags)
        else:
            yield _EMBEDDED.sub("", cell.source).strip("\n")


def _code(cell: NotebookNode, language: str, tags: set[str]) -> Iterator[str]:
    hidden = cell.metadata.get("jupyter", {})
    if cell.source.strip() and not tags & _UNSEEN_INPUT and not hidden.get("source_hidden"):
        yield _fenced(cell.source, language)
    if not tags & _UNSEEN_OUTPUT and not hidden.get("outputs_hidden"):
        for output in cell.get("outputs", ()):
            yield _shown(output)


def _shown(output: NotebookNode) -> str:
    """An output in Markdown where it is some, else its words as code; empty for pictures."""
    prose = _joined(output.get("data", {}).get("text/markdown", ""))
    if prose and len(prose) <= OUTPUT_CHARACTERS:
        return _EMBEDDED.sub("", prose).strip("\n")
    words = _shortened(_ANSI.sub("", _words_of(output)))
    return _fenced(words, "text") if words else ""


def _words_of(output: NotebookNode) -> str:
    """An output as text; empty for what only a picture or a widget shows."""
    if output.output_type == "stream":
        return _joined(output.text)
    if output.output_type == "error":
        return f"{output.ename}: {output.evalue}"
    data = output.get("data", {})
    words = _joined(data.get("text/plain", ""))
    return "" if _WIDGET in data or _STAND_IN.fullmatch(words.strip()) else words


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _shortened(words: str) -> str:
    words = words.strip("\n").rstrip()
    kept = "\n".join(words[:OUTPUT_CHARACTERS].split("\n")[:OUTPUT_LINES])
    return kept if kept == words else f"{kept.rstrip()}\n…"


def _fenced(text: str, language: str) -> str:
    longest = max((len(found) for found in _FENCES.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


NOTEBOOK = OneByOne(NAME, NOTEBOOK_SUFFIXES, lambda file, how: [read_notebook(file, how)])
