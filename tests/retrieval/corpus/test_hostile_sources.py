"""Sources made to harm are refused by name, in little memory and time; what is sound is read."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
# Of the processor's time, so that a busy machine fails nothing.
MAX_MEGABYTES, MAX_SECONDS = 300, 10

Make = Callable[[Path], Path]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one process tells of all of them, read one after the other."""
    sources = {name: make(tmp_path_factory.mktemp("hostile")) for name, make in HOSTILE.items()}
    done = subprocess.run(
        [sys.executable, "-m", "tests.retrieval.corpus.reading_alone", *map(str, sources.values())],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "archivebrain.settings"},
        capture_output=True,
        check=True,
        text=True,
    )
    by_path = json.loads(done.stdout)
    return {name: by_path[str(path)] for name, path in sources.items()}


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return path


def bomb(folder: Path) -> Path:
    zeros = b"0" * 6_000_000
    return zipped(folder / "a.zip", {f"{number:03}.md": zeros for number in range(40)})


def export_bomb(folder: Path) -> Path:
    spaces = b"<rss>" + b" " * 39_000_000
    return zipped(folder / "a.zip", {f"{number:03}.xml": spaces for number in range(5)})


def written(name: str, data: bytes) -> Make:
    def write(folder: Path) -> Path:
        (folder / name).write_bytes(data)
        (folder / "sound.md").write_text("A sound text beside it.")
        return folder

    return write


LAUGHS = b"<!DOCTYPE l [" + b"".join(
    b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10 if n else b"ha" * 10) for n in range(12)
) + b"]><rss><channel><title>&e11;</title></channel></rss>"  # fmt: skip

FIELDS = (
    b'<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><wp:post_type>post'
    b"</wp:post_type><wp:status>publish</wp:status>"
    + b"<wp:postmeta><wp:meta_key>a</wp:meta_key></wp:postmeta>" * 340_000
    + b"</item></channel></rss>"
)
TAGS = b"<rss><channel>%b</channel></rss>" % b"".join(
    b"<item><guid>%d</guid><description><![CDATA[%b]]></description></item>"
    % (n, b"<b>x</b>" * 9000)
    for n in range(22)
)

HOSTILE: dict[str, Make] = {
    "a bomb of pages": bomb,
    "a bomb of exports": export_bomb,
    "entities that expand": written("a.xml", LAUGHS),
    "a file read by an entity": written(
        "a.xml", b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><rss>&x;</rss>'
    ),
    "XML without end": written("a.xml", b"<rss>" + b"<a>" * 3_000_000),
    "an export of one post's fields": written("a.xml", FIELDS),
    "a feed of tags": written("a.xml", TAGS),
    "one giant attribute": written("a.xml", b'<rss a="' + b"x" * 30_000_000 + b'"/>'),
    "JSON without end": written("a.json", b"[" * 20_000_000),
    "HTML without end": written("a.html", b"<html><body>" + b"<div>" * 900_000 + b"Text."),
    "a page of one giant line": written("a.html", b"<html><p>" + b"word " * 900_000),
    "a notebook without end": written("a.ipynb", b'{"cells": ' + b"[" * 5_000_000),
    "quotes in quotes": written("a.md", b"> " * 100_000 + b"Text."),
    "brackets without end": written("a.md", b"[" * 100_000 + b"](x)"),
    "brackets that never close": written("a.md", b"[a" * 2_000_000),
    "objects that never close": written("a.mdx", b"export const meta = {\n" * 100_000),
    "a long text without a title": written("a.md", b"Some prose stands here.\n\n" * 190_000),
    "a table of very many rows": written("a.csv", b"title,url\n" + b"a,b\n" * 3_000_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_ends_soon_in_little_memory_with_a_reason(name: str, told: dict[str, Any]) -> None:
    outcome = told[name]

    assert outcome["megabytes"] < MAX_MEGABYTES, outcome
    assert outcome["seconds"] < MAX_SECONDS, outcome
    assert outcome["reasons"] or outcome["outcomes"]["SourceDocument"] > 1, outcome
    if "bomb" not in name:
        assert outcome["outcomes"]["SourceDocument"] >= 1
