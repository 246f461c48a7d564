"""A source is walked whole and never left; what cannot be read is named."""

import os
import stat
import zipfile
from pathlib import Path

import pytest

from retrieval.corpus import walking
from retrieval.corpus.documents import Refusal, SourceFile
from retrieval.corpus.walking import MAX_FILE_BYTES, SourceFault, open_source
from tests.retrieval.corpus.conftest import Write


def names(found: object) -> list[str]:
    return [f"{type(item).__name__} {item.path}" for item in found]  # type: ignore[attr-defined]


def test_markdown_is_found_in_the_order_of_path_parts(write: Write) -> None:
    root = write(dict.fromkeys(
        ["b.md", "a/z.MD", "a-b/c.mdx", "a/d.markdown", "e.mdown", "no.txt", ".hidden/a.md",
         "._b.md", "node_modules/a.md"], "Text."))  # fmt: skip

    source = open_source(str(root))

    assert source.root == str(root)
    assert [item.path for item in source.found] == [
        "a/d.markdown", "a/z.MD", "a-b/c.mdx", "b.md", "e.mdown",
    ]  # fmt: skip


def test_a_file_is_a_source_below_its_folder(write: Write) -> None:
    root = write({"a.md": "Text."})

    source = open_source(str(root / "a.md"))

    assert list(source.found) == [SourceFile(str(root), "a.md", b"Text.")]
    assert not source.whole


def test_links_are_never_followed(write: Write, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("Secret.")
    root = write({"a.md": "Text."})
    (root / "out.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside)
    (root / "in.md").symlink_to(root / "a.md")
    (root / "lost.md").symlink_to(root / "nowhere.md")

    found = open_source(str(root)).found

    assert names(found) == [
        "SourceFile a.md", "Refusal folder", "Skip in.md", "Refusal lost.md", "Refusal out.md",
    ]  # fmt: skip


def test_a_file_over_the_limit_is_refused_unread(write: Write) -> None:
    root = write({"small.md": "Text."})
    with (root / "huge.md").open("wb") as huge:
        huge.truncate(50_000_000)

    refused = next(iter(open_source(str(root)).found))

    assert isinstance(refused, Refusal)
    assert "larger than 5 MB" in refused.reason


def test_what_is_no_regular_file_is_refused(write: Write) -> None:
    root = write({})
    os.mkfifo(root / "pipe.md")

    assert names(open_source(str(root)).found) == ["Refusal pipe.md"]


def test_a_name_that_is_no_text_is_refused_and_can_be_printed(write: Write) -> None:
    root = write({})
    (Path(os.fsdecode(os.fsencode(root) + b"/\xff.md"))).write_text("Text.")

    (refused,) = open_source(str(root)).found

    assert isinstance(refused, Refusal)
    assert str(refused) == "\\udcff.md: its name is not UTF-8; rename it."


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_named(write: Write) -> None:
    root = write({"a.md": "Text."})
    (root / "a.md").chmod(0)

    (refused,) = open_source(str(root)).found

    assert isinstance(refused, Refusal)
    assert "you may not read it" in refused.reason


@pytest.mark.parametrize("source", ["/no/such/folder", "https://example.org/feed.xml", "bad\0name"])
def test_a_source_that_cannot_be_read_is_a_sentence(source: str) -> None:
    with pytest.raises(SourceFault, match=r"\.$"):
        open_source(source)


def test_a_file_of_another_kind_is_no_source(write: Write) -> None:
    root = write({"page.html": "<p>Text."})

    with pytest.raises(SourceFault, match="neither a folder, a zip nor a Markdown file"):
        open_source(str(root / "page.html"))


def test_a_zip_is_read_in_memory_and_never_climbed_out_of(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("posts/b.md", "Text.")
        made.writestr("../climb.md", "Text.")
        made.writestr("/root.md", "Text.")
        made.writestr("__MACOSX/._b.md", "Text.")
        made.writestr(link, "posts/b.md")
        made.writestr("bomb.md", b"0" * (MAX_FILE_BYTES + 1))

    source = open_source(str(tmp_path / "a.zip"))

    assert names(source.found) == [
        "Refusal /root.md", "Refusal ../climb.md", "Refusal bomb.md", "Refusal link.md",
        "SourceFile posts/b.md",
    ]  # fmt: skip
    assert os.listdir(tmp_path) == ["a.zip"]


def test_a_damaged_zip_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("a.md", "Some text that is long enough.")
    path.write_bytes(path.read_bytes().replace(b"Some text", b"Same text"))

    (refused,) = open_source(str(path)).found

    assert isinstance(refused, Refusal)
    assert refused.reason.startswith("it cannot be unpacked (")
    assert refused.reason.endswith("; make the zip again.")


def test_a_zip_that_unpacks_to_too_much_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walking, "MAX_ZIP_BYTES", 1_000_000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.md", b"0" * 600_000)
        made.writestr("b.md", b"0" * 600_000)

    with pytest.raises(SourceFault, match=r"it unpacks to more than 1 MB; split it\."):
        list(open_source(str(tmp_path / "a.zip")).found)
