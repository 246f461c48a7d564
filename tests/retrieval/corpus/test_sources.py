"""A source is walked whole and never left; what cannot be read is named."""

import os
import stat
import zipfile
from pathlib import Path

import pytest

from retrieval.corpus import sources
from retrieval.corpus.documents import Refusal, Skip, SourceFile
from retrieval.corpus.sources import MAX_ESSAY_BYTES, Found, Source, SourceFault, open_source
from tests.retrieval.corpus.conftest import Write


def read_all(path: Path) -> list[Found]:
    with open_source(str(path)) as source:
        return [source.read(name) for name in source.names]


def names(found: list[Found]) -> list[str]:
    return [f"{type(item).__name__} {item.path}" for item in found]


def test_what_a_format_may_read_is_found_in_the_order_of_path_parts(write: Write) -> None:
    root = write(dict.fromkeys(
        ["b.md", "a/z.MD", "a-b/c.mdx", "a/d.markdown", "e.mdown", "no.png", ".hidden/a.md",
         "._b.md", "node_modules/a.md"], "Text."))  # fmt: skip

    with open_source(str(root)) as source:
        assert source.root == str(root)
        assert source.names == ("a/d.markdown", "a/z.MD", "a-b/c.mdx", "b.md", "e.mdown")


def test_a_text_of_another_kind_is_named_and_not_read(write: Write) -> None:
    root = write(
        {"a.mkdn": "Text.", "b.txt": "Text.", "c.org": "Text.", "d.docx": b"PK", "e.zip": b"PK"}
    )

    found = read_all(root)

    assert names(found) == [
        "SourceFile a.mkdn",
        "Skip b.txt",
        "Skip c.org",
        "Skip d.docx",
        "Skip e.zip",
    ]
    assert all("save it as Markdown" in one.reason for one in found[1:4] if isinstance(one, Skip))


def test_a_folder_whose_name_is_no_text_is_refused_file_by_file(write: Write) -> None:
    root = write({})
    os.mkdir(os.fsencode(root) + b"/b\xff")
    Path(os.fsdecode(os.fsencode(root) + b"/b\xff/a.md")).write_text("Text.")

    assert names(read_all(root)) == ["Refusal b\\udcff/a.md"]


def test_a_file_is_a_source_below_its_folder(write: Write) -> None:
    root = write({"a.md": "Text."})

    with open_source(str(root / "a.md")) as source:
        assert source.read("a.md") == SourceFile(str(root), "a.md", b"Text.")
        assert not source.whole


def test_links_are_never_followed(write: Write, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("Secret.")
    root = write({"a.md": "Text."})
    (root / "out.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside)
    (root / "in.md").symlink_to(root / "a.md")
    (root / "lost.md").symlink_to(root / "nowhere.md")

    assert names(read_all(root)) == [
        "SourceFile a.md", "Refusal folder", "Skip in.md", "Refusal lost.md", "Refusal out.md",
    ]  # fmt: skip


def test_a_file_over_the_limit_is_refused_unread(write: Write) -> None:
    root = write({"small.md": "Text."})
    with (root / "huge.md").open("wb") as huge:
        huge.truncate(50_000_000)

    refused = next(iter(read_all(root)))

    assert isinstance(refused, Refusal)
    assert "larger than 5 MB" in refused.reason


def test_what_is_no_regular_file_is_refused(write: Write) -> None:
    root = write({})
    os.mkfifo(root / "pipe.md")

    assert names(read_all(root)) == ["Refusal pipe.md"]


def test_a_name_that_is_no_text_is_refused_and_can_be_printed(write: Write) -> None:
    root = write({})
    (Path(os.fsdecode(os.fsencode(root) + b"/\xff.md"))).write_text("Text.")

    (refused,) = read_all(root)

    assert isinstance(refused, Refusal)
    assert str(refused) == "\\udcff.md: its name is not UTF-8; rename it."


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_named(write: Write) -> None:
    root = write({"a.md": "Text."})
    (root / "a.md").chmod(0)

    (refused,) = read_all(root)

    assert isinstance(refused, Refusal)
    assert "you may not read it" in refused.reason


@pytest.mark.parametrize("source", ["/no/such/folder", "bad\0name"])
def test_a_source_that_cannot_be_read_is_a_sentence(source: str) -> None:
    with pytest.raises(SourceFault, match=r"\.$"):
        read_all(Path(source))


def test_a_file_of_another_kind_is_no_source(write: Write) -> None:
    root = write({"page.docx": "Text."})

    with pytest.raises(SourceFault, match="neither a folder, a zip nor a file of a kind"):
        read_all(root / "page.docx")


def test_a_zip_is_read_in_memory_and_never_climbed_out_of(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("posts/b.md", "Text.")
        made.writestr("../climb.md", "Text.")
        made.writestr("/root.md", "Text.")
        made.writestr("__MACOSX/._b.md", "Text.")
        made.writestr(link, "posts/b.md")
        made.writestr("bomb.md", b"0" * (MAX_ESSAY_BYTES + 1))

    assert names(read_all(tmp_path / "a.zip")) == [
        "Refusal /root.md", "Refusal ../climb.md", "Refusal bomb.md", "Refusal link.md",
        "SourceFile posts/b.md",
    ]  # fmt: skip
    assert os.listdir(tmp_path) == ["a.zip"]


def test_names_in_utf8_are_read_so_though_the_zip_does_not_say_it(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("Café/naïve.md", "Text.")
    for header in (b"PK\x03\x04\x14\x00", b"PK\x01\x02\x14\x03\x14\x00"):
        marked = header + b"\x00\x08"
        assert marked in path.read_bytes()
        path.write_bytes(path.read_bytes().replace(marked, header + b"\x00\x00"))

    assert names(read_all(path)) == ["SourceFile Café/naïve.md"]


def test_a_damaged_zip_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("a.md", "Some text that is long enough.")
    path.write_bytes(path.read_bytes().replace(b"Some text", b"Same text"))

    (refused,) = read_all(path)

    assert isinstance(refused, Refusal)
    assert refused.reason.startswith("it cannot be unpacked (")
    assert refused.reason.endswith("; make the zip again.")


def test_a_zip_that_unpacks_to_too_much_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MAX_SOURCE_BYTES", 1_000_000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.md", b"0" * 600_000)
        made.writestr("b.md", b"0" * 600_000)

    with pytest.raises(SourceFault, match=r"it holds more than 1 MB of text; import it in parts\."):
        read_all(tmp_path / "a.zip")


def zip_of(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return path


def test_a_zip_inside_a_zip_and_a_name_twice_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("a.md", "One.")
        made.writestr("inner.zip", "PK")
        with pytest.warns(UserWarning, match="Duplicate name"):
            made.writestr("a.md", "Two.")

    assert names(read_all(path)) == [
        "SourceFile a.md", "Refusal a.md (again)", "Refusal inner.zip",
    ]  # fmt: skip


def test_entries_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "a.zip", {"a.md": b"0" * 90, "b.md": b"1" * 90})
    data = path.read_bytes()
    # The second entry is made to begin where the first does.
    place = data.rindex(b"PK\x01\x02") + 42
    path.write_bytes(data[:place] + bytes(4) + data[place + 4 :])

    refused = next(item for item in read_all(path) if isinstance(item, Refusal))

    assert "overlap" in refused.reason


def test_a_zip_of_very_many_entries_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MAX_ZIP_ENTRIES", 2)
    path = zip_of(tmp_path / "a.zip", {f"{number}.md": b"Text." for number in range(3)})

    with pytest.raises(SourceFault, match="more than 2 entries"):
        read_all(path)


def test_a_peek_reads_the_beginning_alone_and_costs_nothing(write: Write) -> None:
    root = write({"a.md": "0" * 9000})

    with open_source(str(root)) as source:
        assert source.peek("a.md") == b"0" * sources.PEEK_BYTES
        assert source.left_bytes == sources.MAX_SOURCE_BYTES


def test_a_file_that_was_fetched_tells_its_reader_where() -> None:
    source = Source.of("web:quay.example", "tides.html", b"<p>", address="https://quay.example/t")

    found = source.read("tides.html")

    assert isinstance(found, SourceFile)
    assert found.address == "https://quay.example/t"


def test_a_damaged_zip_is_named_as_one(tmp_path: Path) -> None:
    (tmp_path / "blog.zip").write_bytes(b"PK\x03\x04 and no more")

    with (
        pytest.raises(SourceFault, match="no zip that can be opened"),
        open_source(str(tmp_path / "blog.zip")),
    ):
        pass


@pytest.mark.parametrize(
    ("name", "words"), [("a.docx", "texts of this kind"), ("b.zip", "import it by itself")]
)
def test_what_is_not_read_is_told_what_its_own_kind_needs(
    tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / name).write_bytes(b"PK")

    with open_source(str(tmp_path)) as source:
        skipped = source.read(name)

    assert isinstance(skipped, Skip)
    assert words in skipped.reason
