"""Failures that other importers really had with such sources: none of them is ours."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import as_json
from retrieval.markdown import headings, plain, readable
from retrieval.models import Chunk, Essay
from tests.retrieval.corpus.conftest import NOW

DATA = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", "/nowhere"))
COVERED = (
    "FE-01", "FE-03", "FE-05", "FM-01", "FM-03", "FM-05", "FM-07", "FM-09", "FM-11", "FM-13",
    "GS-01", "GS-03", "GS-05", "ID-03", "NB-01", "WP-01", "WP-03", "WP-05",
)  # fmt: skip
pytestmark = [pytest.mark.data, pytest.mark.django_db, pytest.mark.torch]


def cases() -> list[Any]:
    files = [DATA / "bugcases" / name / "expected.json" for name in COVERED]
    return [
        pytest.param(json.loads(file.read_text(encoding="utf-8")), id=file.parent.name)
        for file in files
        if file.exists()
    ]


def imported(case: Mapping[str, Any]) -> dict[str, Any]:
    settings = case.get("settings", {})
    now = datetime.fromisoformat(settings["now"]) if "now" in settings else NOW
    author = {"author": settings["main_author"]} if "main_author" in settings else {}
    folder = DATA / "bugcases" / case["id"]
    # A folder is imported as one, as its author would.
    is_folder = len(case["inputs"]) > 1 or "/" in case["inputs"][0]
    names = [""] if is_folder else case["inputs"]
    report = import_sources(
        [str(folder / name) for name in names],
        options=ImportOptions(now=now, **author),
        progress=lambda *_: None,
    )
    return as_json(report)


@pytest.mark.parametrize("case", cases())
def test_a_case_that_failed_elsewhere_comes_out_as_expected(case: dict[str, Any]) -> None:
    told = imported(case)
    expected = case["expect"]

    documents = told["documents"]
    assert len(documents) == expected.get("document_count", len(documents))
    if "each_file_any_of" in expected:
        assert not [one for one in documents if one["visibility"] == "public"]
        named = {one["file"] for one in (*told["refused"], *told["warnings"])}
        assert set(case["inputs"]) <= named
    if "public_count" in expected:
        seen = [one for one in documents if one["visibility"] == "public"]
        assert len(seen) == expected["public_count"]
    for wanted in expected.get("documents", ()):
        check_document(wanted, the_one(wanted["match"], documents))
    check_report(expected, told)
    for secret in expected.get("nowhere_stored", ()):
        assert secret not in json.dumps(told, ensure_ascii=False)
        assert not [row for row in rows() if secret in row]


def the_one(match: Mapping[str, str], documents: list[dict[str, Any]]) -> dict[str, Any]:
    names = {"url": "canonical_url", "guid": "source_id"}
    (found,) = (
        one
        for one in documents
        if all(match_of(one[names.get(key, key)], key, value) for key, value in match.items())
    )
    return found


def match_of(held: str, key: str, wanted: str) -> bool:
    return f"/{held}".endswith(f"/{wanted}") if key == "file" else held == wanted


def check_document(wanted: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    essay = Essay.objects.get(slug=told["slug"])
    for name in ("title", "slug", "published", "updated"):
        if name in wanted:
            assert told[name] == wanted[name], name
    if "visibility" in wanted:
        assert (told["visibility"] == "public") is (wanted["visibility"] == "public")
    if wanted.get("visibility") == "private":
        assert told["visibility_reason"]
    if "authors" in wanted:
        assert list(told["authors"]) == wanted["authors"]
    if wanted.get("by_main_author") is False:
        assert told["visibility"] == "private"
    if "summary" in wanted:
        assert told["description"] == wanted["summary"]
    if "content_kind" in wanted:
        assert told["doc_type"] == wanted["content_kind"]
    assert set(wanted.get("tags_include", ())) <= set(told["tags"])
    if "published_year" in wanted:
        assert told["published"].startswith(str(wanted["published_year"]))
    check_places(wanted, essay)
    check_text(wanted, essay)


def check_places(wanted: Mapping[str, Any], essay: Essay) -> None:
    if "published_instant" in wanted:
        assert essay.published_at == datetime.fromisoformat(wanted["published_instant"])
    places = essay.publications.all()
    for title in wanted.get("other_titles", ()):
        assert title in {place.title for place in places} | likely_titles(essay)
    for url in wanted.get("known_urls_include", ()):
        assert url in {place.url for place in places} | likely_addresses(essay)


def likely_titles(essay: Essay) -> set[str]:
    """Of copies that say nothing of their original: proposed, until the author joins them."""
    return {likely.copy.title for likely in essay.likely_copies.all()}


def likely_addresses(essay: Essay) -> set[str]:
    return {likely.copy.canonical_url for likely in essay.likely_copies.all()}


def check_text(wanted: Mapping[str, Any], essay: Essay) -> None:
    found = [[heading.level, heading.text] for heading in headings(readable(essay.body))]
    assert found == wanted.get("headings", found)
    assert all(one in found for one in wanted.get("headings_include", ()))
    text = folded(plain(readable(essay.body)))
    for part in wanted.get("must_contain", ()):
        assert folded(part) in text, part
    for part in wanted.get("must_not_contain", ()):
        assert folded(part) not in text, part
    for part in wanted.get("must_not_be_heading", ()):
        assert part not in {heading for _, heading in found}
    assert len(text) <= wanted.get("max_text_chars", len(text))
    for row in wanted.get("table_rows", ()):
        assert re.search(r"\|\s*" + r"\s*\|\s*".join(map(re.escape, row)) + r"\s*\|", essay.body)


def check_report(expected: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    messages = [f"{one['file']} {one['message']}" for one in told["warnings"]]
    for wanted in expected.get("warnings", ()):
        assert [line for line in messages if all(word in line for word in wanted["mentions"])]
    skips = [f"{one['file']} {one['reason']}" for one in told["skipped"]]
    for wanted in expected.get("skipped", ()):
        assert [line for line in skips if all(str(word) in line for word in wanted.values())]
    refused = [f"{one['file']} {one['reason']}" for one in told["refused"]]
    for name in expected.get("refused_entries_mention", ()):
        assert [line for line in refused if name in line], name
    files = {one["file"] for one in told["documents"]}
    assert not files & set(expected.get("no_document_from", ()))


def folded(text: str) -> str:
    return " ".join(text.split())


def rows() -> Iterator[str]:
    for essay in Essay.objects.values():
        yield repr(essay)
    for chunk in Chunk.objects.values():
        yield repr(chunk)
