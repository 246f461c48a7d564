"""Failures that other tools really had with such texts, and three archives of real authors."""

import html
import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from retrieval.chunking import Piece, chunk
from retrieval.fingerprints import chunk_key
from retrieval.markdown import headings, plain, readable, render, searchable
from retrieval.markdown.parsing import Block, parse

pytestmark = pytest.mark.data
DATA = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", "/nowhere"))
DIALECTS = ("FM-01", "FM-07", "FM-09", "FM-11", "FM-13")
TITLE = "A title that no case has"


def count_tokens(texts: Sequence[str]) -> list[int]:
    """As the case EM-01 says where no model is at hand: a token for three characters."""
    return [-(-len(text) // 3) + 2 for text in texts]


def cases(kind: str) -> list[Any]:
    files = sorted((DATA / "bugcases").glob("*/expected.json"))
    loaded = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [pytest.param(case, id=case["id"]) for case in loaded if case["kind"] == kind]


def body_of(file: Path) -> str:
    """The text below the front matter, which the importer takes off."""
    text = file.read_text(encoding="utf-8")
    for fence in ("---\n", "+++\n"):
        if text.startswith(fence):
            return text.split(f"\n{fence}", 1)[1]
    return text


def folded(text: str) -> str:
    return " ".join(text.split())


def pieces_of(body: str, *, window: int = 1000, **options: Any) -> tuple[Piece, ...]:
    return chunk(body, title=TITLE, count_tokens=count_tokens, window_tokens=window, **options)


@pytest.mark.parametrize("case", cases("chunk"))
def test_a_chunking_case_comes_out_as_expected(case: dict[str, Any]) -> None:
    for document in case["expect"]["documents"]:
        body = body_of(DATA / "bugcases" / case["id"] / document["match"]["file"])
        pieces = pieces_of(body, max_chars=case["settings"]["max_chars"])

        check_document(document, body, pieces)
        check_sizes(document, pieces)
        for section in document.get("sections", ()):
            check_section(section, pieces)


def check_document(document: dict[str, Any], body: str, pieces: Sequence[Piece]) -> None:
    found = [[heading.level, heading.text] for heading in headings(body)]
    assert found == document.get("headings", found)
    assert not {text for _, text in found} & set(document.get("must_not_be_heading", ()))
    joined = "\n".join(piece.text for piece in pieces)
    letters = iter("".join(joined.split()))
    assert all(letter in letters for letter in "".join(readable(body).split()))
    places = [joined.index(part) for part in document.get("in_order", ())]
    assert places == sorted(places)
    assert all(part in joined for part in document.get("must_contain_exact", ()))
    search_text = "\n".join(piece.embedded for piece in pieces)
    assert all(part in search_text for part in document.get("search_text_must_contain", ()))
    assert not any(part in search_text for part in document.get("must_not_contain", ()))


def check_sizes(document: dict[str, Any], pieces: Sequence[Piece]) -> None:
    sizes = document.get("chunks", {})
    assert len(pieces) >= sizes.get("min_count", 1)
    assert max(len(piece.text) for piece in pieces) <= sizes.get("every_body_max_chars", 10**6)
    for line in document.get("whole_lines", ()):
        assert any(own.startswith(line) for piece in pieces for own in piece.text.split("\n"))
    for piece in pieces:
        if "row_prefix" in document and document["row_prefix"] in piece.text:
            assert all(part in piece.text for part in document["repeat_with_rows"])


def check_section(section: dict[str, Any], pieces: Sequence[Piece]) -> None:
    path = tuple(section["heading_path"])
    depth = len(path) if section.get("match_prefix") else None
    text = folded("\n".join(p.text for p in pieces if p.heading_path[:depth] == path))
    assert all(part in text for part in section.get("must_contain", ()))
    assert not any(part in text for part in section.get("must_not_contain", ()))


@pytest.mark.parametrize(
    "case", [case for case in cases("import") if case.values[0]["id"] in DIALECTS]
)
def test_a_dialect_case_shows_what_readers_see_and_nothing_else(case: dict[str, Any]) -> None:
    for document in case["expect"]["documents"]:
        name = document["match"].get("file", case["inputs"][0])
        body = body_of(DATA / "bugcases" / case["id"] / name)
        found = [[heading.level, heading.text] for heading in headings(body)]
        text = folded("\n".join(piece.text for piece in pieces_of(body)))
        words = folded("\n".join(piece.plain for piece in pieces_of(body)))

        assert found == document.get("headings", found)
        for part in (*document.get("must_contain", ()), *document.get("should_contain", ())):
            assert part in text
            assert part in words
        assert not any(part in text for part in document.get("must_not_contain", ()))


@pytest.mark.parametrize("case", cases("embedding_window"))
def test_the_last_line_of_a_long_section_is_inside_some_window(case: dict[str, Any]) -> None:
    body = body_of(DATA / "bugcases" / case["id"] / case["inputs"][0])
    window = case["settings"]["model_window_tokens"]

    pieces = pieces_of(body, window=window)

    assert max(count_tokens([piece.embedded for piece in pieces])) <= window
    fact = case["expect"]["the_chunk_with"]["text"]
    assert any(fact in piece.embedded for piece in pieces)


@pytest.mark.parametrize("case", cases("identity"))
def test_keys_are_short_distinct_and_stable(case: dict[str, Any]) -> None:
    given = json.loads((DATA / "bugcases" / case["id"] / "slugs.json").read_text("utf-8"))
    parts = [(slug, n) for slug in given["slugs"] for n in given["chunk_ordinals"]]

    keys = [chunk_key(slug, "0" * 64, number) for slug, number in parts]

    assert len(set(keys)) == len(parts)
    assert keys == [chunk_key(slug, "0" * 64, number) for slug, number in parts]
    assert all(len(key.encode()) <= 64 and key.isascii() for key in keys)


@pytest.mark.parametrize("case", cases("render_direction"))
def test_direction_marks_hide_no_word_from_search(case: dict[str, Any]) -> None:
    asked = json.loads((DATA / "bugcases" / case["id"] / "messages.json").read_text("utf-8"))

    (piece,) = pieces_of(asked["search"]["doc"])

    assert piece.text == asked["search"]["doc"]
    assert all(searchable(query) in piece.embedded for query in asked["search"]["queries"])


def archive_files() -> list[Any]:
    found = sorted((DATA / "data" / "archives").glob("*/**/*.md*"))
    return [file for file in found if file.suffix in (".md", ".mdx")]


def prose_of(blocks: Sequence[Block]) -> Iterator[str]:
    """All that is no code, inline code left out."""
    for block in blocks:
        if block.children:
            yield from prose_of(block.children)
        elif block.kind not in ("fence", "code_block"):
            yield "".join(t.content for t in block.inline if t.type != "code_inline")


CALL = re.compile(r"\{\{ ?[\w\"$.]|\{%|<!--|^(?:import|export) .* from ['\"]|<[A-Z]\w+ [a-z]+=")
DANGER = re.compile(r"<(?:script|img|iframe|style|svg)|<[^>]* on\w+=|href=\"javascript:", re.I)


@pytest.mark.archives
def test_no_archive_loses_text_or_shows_a_template_call() -> None:
    files = archive_files()
    assert len(files) > 1000

    for file in files:
        body = body_of(file)
        text = readable(body)
        pieces = pieces_of(body, window=256)
        letters = iter("".join("".join(piece.text.split()) for piece in pieces))

        assert max((p.token_count for p in pieces), default=0) <= 256, file
        assert all(letter in letters for letter in "".join(text.split())), file
        assert all(piece.plain for piece in pieces), file
        shown = [prose for prose in prose_of(parse(text).blocks) if CALL.search(prose)]
        # One post shows its readers braces, and protects them with raw.
        assert not shown or "{% raw" in body, (file, shown)
        assert not DANGER.search(render(body)), file


@pytest.mark.archives
def test_every_quotable_line_of_an_archive_stands_on_its_page() -> None:
    # A footnote's number stands on the page and in no quote.
    tags = re.compile(r"<sup[^>]*><a [^>]*>\[\d+(?::\d+)?\]</a></sup>|<[^>]+>")
    for file in archive_files()[::25]:
        body = body_of(file)
        page = "".join(html.unescape(tags.sub("", render(body))).split())
        lines = [line for line in plain(readable(body)).split("\n") if " | " not in line]

        missing = [line for line in lines if "".join(line.split()) not in page]

        assert not missing, (file, missing[:3])
