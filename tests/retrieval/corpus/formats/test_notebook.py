"""A notebook becomes prose and code, without pictures, widgets and tracebacks."""

import json
from pathlib import Path
from typing import Any

import pytest

from retrieval.corpus.documents import Refusal, SourceDocument, SourceFile
from retrieval.corpus.formats import Reading
from retrieval.corpus.formats.notebook import NOTEBOOK, read_notebook
from retrieval.corpus.sources import open_source
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.corpus.conftest import NOW

HOW = Reading(now=NOW)
WIDGET = "application_vnd.jupyter.widget-view+json"


def code(source: str, *outputs: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    return {
        "cell_type": "code", "source": source, "outputs": list(outputs), "metadata": metadata,
        "execution_count": None,
    }  # fmt: skip


def prose(*lines: str, kind: str = "markdown") -> dict[str, Any]:
    return {"cell_type": kind, "source": list(lines), "metadata": {}}


def printed(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def shown(**data: Any) -> dict[str, Any]:
    mime = {name.replace("_", "/", 1): value for name, value in data.items()}
    return {"output_type": "display_data", "metadata": {}, "data": mime}


def notebook(*cells: dict[str, Any], **metadata: Any) -> bytes:
    return json.dumps(
        {"nbformat": 4, "nbformat_minor": 4, "metadata": metadata, "cells": cells}
    ).encode()


def read(data: bytes, path: str = "loaves.ipynb") -> SourceDocument:
    document = read_notebook(SourceFile("/archive", path, data), HOW)
    assert isinstance(document, SourceDocument), document
    return document


def test_prose_code_and_what_it_printed_become_one_text() -> None:
    document = read(
        notebook(
            prose("# Counting loaves\n", "\n", "How many fit a morning?"),
            code("print(3)", printed("\x1b[31m3 loaves\x1b[0m\n")),
            code("1/0", {"output_type": "error", "ename": "ZeroDivisionError",
                         "evalue": "division by zero", "traceback": ["\x1b[0;31mTracing"]}),
            language_info={"name": "julia"},
        )
    )  # fmt: skip

    assert document.title == "Counting loaves"
    assert document.source_format == "notebook"
    assert document.body == (
        "# Counting loaves\n\nHow many fit a morning?\n\n```julia\nprint(3)\n```\n\n"
        "```text\n3 loaves\n```\n\n```julia\n1/0\n```\n\n"
        "```text\nZeroDivisionError: division by zero\n```"
    )
    assert document.dates.published_origin is DateOrigin.UNKNOWN


@pytest.mark.parametrize(
    "output",
    [
        shown(image_png="iVBORw0KGgo", text_plain="<Figure size 640x480 with 1 Axes>"),
        shown(
            **{"application_vnd.jupyter.widget-view+json": {}, "text_plain": "HBox(children=())"}
        ),
        shown(text_html="<b style='color:red'>3</b>"),
        shown(text_plain="<IPython.core.display.JSON object>"),
        shown(text_plain="[<matplotlib.lines.Line2D at 0x7fab>]"),
        shown(text_plain="<quay.Loaf object at 0x7fab>"),
    ],
    ids=["a picture", "a widget", "only HTML", "a stand-in", "a line", "an object"],
)
def test_what_is_no_text_leaves_nothing(output: dict[str, Any]) -> None:
    assert read(notebook(prose("Text."), code("plot()", output))).body == (
        "Text.\n\n```python\nplot()\n```"
    )


def test_a_table_that_is_also_text_is_kept_as_text() -> None:
    output = shown(text_html="<table></table>", text_plain="   a\n0  1")

    assert "   a\n0  1" in read(notebook(code("frame", output))).body


def test_prose_that_code_showed_is_kept_as_prose() -> None:
    output = shown(text_plain="<IPython.core.display.Markdown object>", text_markdown=["**Nine**"])

    assert read(notebook(code("show()", output))).body.endswith("```\n\n**Nine**")


def test_pictures_inside_of_prose_leave_their_description() -> None:
    data = "data:image/png;base64,iVBORw0KGgo="
    body = read(notebook(prose(f"![Loaves]({data}) <img alt='Rye' src=\"{data}\">"))).body

    assert body == "![Loaves]() <img alt='Rye' src=\"\">"


@pytest.mark.parametrize(
    "metadata", [{"draft": True}, {"status": "draft"}, {"nikola": {"status": "draft"}}]
)
def test_a_flag_in_its_metadata_closes_a_notebook(metadata: dict[str, Any]) -> None:
    document = read(notebook(prose("Text."), authors=[{"name": "Ada"}], **metadata))

    assert (document.visibility, document.authors) == (Visibility.DRAFT, ("Ada",))
    assert document.visibility_reason.startswith("front matter: ")


def test_of_a_long_output_the_beginning_is_kept() -> None:
    body = read(notebook(code("run()", printed("".join(f"line {n}\n" for n in range(500)))))).body

    assert "line 19\n…" in body
    assert "line 20" not in body


def test_cells_that_no_reader_sees_are_left_out() -> None:
    body = read(
        notebook(
            code("secret()", printed("whole cell"), tags=["remove-cell"]),
            code("setup()", printed("kept"), tags=["remove-input"]),
            code("loud()", printed("noise"), jupyter={"outputs_hidden": True}),
        )
    ).body

    assert body == "```text\nkept\n```\n\n```python\nloud()\n```"


def test_a_fence_inside_code_does_not_end_it() -> None:
    assert "````python\nx = '''```'''\n````" in read(notebook(code("x = '''```'''"))).body


def test_front_matter_in_the_first_cell_holds() -> None:
    first = prose("---\ntitle: Loaves\ndate: 2024-02-03\ndraft: true\n---", kind="raw")

    document = read(notebook(first, prose("Text.")))

    assert (document.title, document.visibility, document.body) == (
        "Loaves", Visibility.DRAFT, "\nText.",
    )  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'{"cells": 3, "nbformat": 4, "nbformat_minor": 4, "metadata": {}}',
     b'{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [{"cell_type": "code"}]}',
     b"\xff\xfe\x00", b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_notebook_is_refused_in_a_sentence(data: bytes) -> None:
    refused = read_notebook(SourceFile("/archive", "bad.ipynb", data), HOW)

    assert isinstance(refused, Refusal)
    assert refused.reason.startswith("it is no notebook")
    assert refused.closes


@pytest.mark.data
def test_real_notebooks_are_read_without_pictures_and_without_a_date(test_data: Path) -> None:
    with open_source(str(test_data / "data" / "notebooks")) as source:
        taken = NOTEBOOK.takes(source, source.names)
        documents = list(NOTEBOOK.read(source, taken, HOW))

    assert len(taken) == 26
    for document in documents:
        assert isinstance(document, SourceDocument), document
        assert document.dates.published is None
        assert "iVBORw0KGgo" not in document.body
        assert len(document.body) > 500
