"""Opens a folder, a zip, a file or an address: names what it holds, and reads it piece by piece.

Never leaves the source: links that point out of it and names that climb out are refused.
No size that a file states is believed; bytes are counted as they are read.
"""

import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Self, TypeAlias

from retrieval.corpus.addresses import fetch_source
from retrieval.corpus.documents import Refusal, Skip, SourceFile
from retrieval.fetching import FetchFault, client_of_settings

MARKDOWN_SUFFIXES = frozenset(
    {".md", ".markdown", ".mdown", ".mdx", ".mkd", ".mkdn", ".mkdown", ".qmd", ".rmd"}
)
HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
NOTEBOOK_SUFFIXES = frozenset({".ipynb"})
EXPORT_SUFFIXES = frozenset({".xml", ".rss", ".atom", ".json", ".csv"})
ZIP_SUFFIXES = frozenset({".zip"})
SUFFIXES = MARKDOWN_SUFFIXES | HTML_SUFFIXES | NOTEBOOK_SUFFIXES | EXPORT_SUFFIXES
# Texts of these kinds are named, so that nobody misses them.
_UNREAD_SUFFIXES = frozenset({
    ".adoc", ".asciidoc", ".doc", ".docx", ".epub", ".njk", ".odt", ".org", ".rst", ".rtf", ".tex",
    ".textile", ".txt", ".zip",
})  # fmt: skip
_WHY_UNREAD = "texts of this kind are not read; save it as Markdown or HTML."
_WHY_UNOPENED = "a zip inside another source is not opened; import it by itself."
_DAMAGED_ZIP = "it is no zip that can be opened: damaged, or not the whole of it; make it again."
# They are no texts, but may say who may see those around them.
SETTINGS_FILES = frozenset(
    {"_config.yml", "_config.yaml", "hugo.json"}
    | {f"{name}.{suffix}" for name in ("hugo", "config") for suffix in ("toml", "yaml", "yml")}
)
MAX_ESSAY_BYTES = 5_000_000
MAX_EXPORT_BYTES = 40_000_000
MAX_SOURCE_BYTES = 150_000_000
MAX_ZIP_ENTRIES = 20_000
# Enough to tell one kind of file from another.
PEEK_BYTES = 4096
_UNSEEN_FOLDERS = frozenset({"node_modules", "__MACOSX"})

Found: TypeAlias = SourceFile | Refusal | Skip
# Up to so many bytes of one entry, or why there are none.
ReadBytes: TypeAlias = Callable[[int], bytes | Refusal | Skip]


class SourceFault(Exception):
    """A source of which nothing can be read; the message is a sentence for the author."""


@dataclass(slots=True)
class Source:
    """What one SOURCE holds, named before any of it is read.

    ``root``: the absolute folder or zip. ``entries``: what stands below it, in the order of
    path parts. ``whole``: whether all of it is looked through, so that what is not found is
    gone. ``address``: where it was fetched; empty for what lies on this machine.
    """

    root: str
    entries: Mapping[str, ReadBytes]
    whole: bool = True
    address: str = ""
    left_bytes: int = field(default_factory=lambda: MAX_SOURCE_BYTES, init=False)

    @classmethod
    def of(cls, root: str, name: str, given: bytes | Refusal | Skip, *, address: str = "") -> Self:
        """One file that somebody else has read."""
        return cls(root, {name: lambda limit: given}, whole=False, address=address)

    @property
    def names(self) -> tuple[str, ...]:
        """Of all that may be a text; settings are only asked for what they say of one."""
        return tuple(name for name in self.entries if not _is_settings(name))

    def peek(self, name: str) -> bytes:
        """How a file begins; empty where it cannot be read."""
        head = self.entries[name](PEEK_BYTES)
        return head[:PEEK_BYTES] if isinstance(head, bytes) else b""

    def read(self, name: str) -> Found:
        """One file with all its bytes; raises ``SourceFault`` when all together are too many."""
        limit = _limit_of(name)
        data = self.entries[name](limit + 1)
        if not isinstance(data, bytes):
            return data
        if suffix_of(name) in _UNREAD_SUFFIXES:
            is_zip = suffix_of(name) in ZIP_SUFFIXES
            return Skip(self.root, name, _WHY_UNOPENED if is_zip else _WHY_UNREAD)
        if len(data) > limit:
            return Refusal(self.root, name, _too_large(limit))
        self.left_bytes -= len(data)
        if self.left_bytes < 0:
            raise SourceFault(
                f"{shown(self.root)}: it holds more than {MAX_SOURCE_BYTES // 1_000_000} MB of "
                "text; import it in parts."
            )
        return SourceFile(self.root, name, data, self.address)


@contextmanager
def open_source(source: str) -> Iterator[Source]:
    """A source to read from while the context lasts; raises ``SourceFault``."""
    with ExitStack() as kept:
        yield _opened(source, kept)


def _opened(source: str, kept: ExitStack) -> Source:
    try:
        if "://" in source:
            return _fetched(fetch_source(source, client=client_of_settings()), kept)
        path = Path(source).expanduser().resolve(strict=True)
        if path.is_dir():
            return Source(str(path), _entries_of_folder(path))
        if path.suffix.lower() in SUFFIXES:
            entries = {path.name: partial(_file_bytes, path.parent, path)}
            return Source(str(path.parent), entries, whole=False)
        if zipfile.is_zipfile(path):
            return Source(str(path), _entries_of_zip(str(path), path, kept))
        if path.suffix.lower() in ZIP_SUFFIXES:
            raise SourceFault(f"{shown(source)}: {_DAMAGED_ZIP}")
    except FetchFault as fault:
        raise SourceFault(f"{shown(source)}: {fault}") from fault
    except (OSError, RuntimeError, ValueError, zipfile.BadZipFile) as fault:
        raise SourceFault(f"{shown(source)}: {reason_of(fault)}") from fault
    raise SourceFault(
        f"{shown(source)}: it is neither a folder, a zip nor a file of a kind that is read "
        f"({', '.join(sorted(SUFFIXES))})."
    )


def _fetched(file: SourceFile, kept: ExitStack) -> Source:
    if suffix_of(file.path) in ZIP_SUFFIXES:
        root = f"{file.root}/{file.path}"
        # What lies on the web is never gone because it was not found there today.
        return Source(root, _entries_of_zip(root, BytesIO(file.data), kept), whole=False)
    return Source.of(file.root, file.path, file.data, address=file.address)


def reason_of(fault: Exception) -> str:
    if isinstance(fault, FileNotFoundError):
        return "there is no such file or folder; check the spelling."
    if isinstance(fault, PermissionError):
        return "you may not read it; give yourself the right to, and import again."
    words = fault.strerror if isinstance(fault, OSError) else str(fault)
    return f"it cannot be read ({words}); mend that, and import again."


def shown(path: str) -> str:
    """A path that can be printed, whatever bytes it has."""
    return path.encode("utf-8", "backslashreplace").decode()


def suffix_of(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def _limit_of(name: str) -> int:
    # A notebook is mostly pictures, which are not read as text.
    large = EXPORT_SUFFIXES | NOTEBOOK_SUFFIXES
    return MAX_EXPORT_BYTES if suffix_of(name) in large else MAX_ESSAY_BYTES


def _too_large(limit: int) -> str:
    what = "export" if limit == MAX_EXPORT_BYTES else "essay"
    return (
        f"it is larger than {limit // 1_000_000} MB, which no {what} is; "
        "split it, or take it out of the folder."
    )


def _is_unseen(name: str) -> bool:
    return name.startswith(".") or name in _UNSEEN_FOLDERS


def _entries_of_folder(root: Path) -> dict[str, ReadBytes]:
    faults: list[OSError] = []
    files: list[Path] = []
    for folder, folders, names in os.walk(root, onerror=faults.append):
        folders[:] = [name for name in folders if not _is_unseen(name)]
        # A linked folder is named like a file; the walk itself never follows it.
        links = [name for name in folders if Path(folder, name).is_symlink()]
        files += [Path(folder, name) for name in (*filter(_is_wanted, names), *links)]
    unread = {
        _below(root, Path(fault.filename)): _refusing(
            Refusal(str(root), _below(root, Path(fault.filename)), reason_of(fault))
        )
        for fault in faults
    }
    files.sort(key=lambda path: path.relative_to(root).parts)
    return unread | {_below(root, path): partial(_file_bytes, root, path) for path in files}


def _refusing(refusal: Refusal) -> ReadBytes:
    return lambda limit: refusal


def _below(root: Path, path: Path) -> str:
    return shown(path.relative_to(root).as_posix())


def _file_bytes(root: Path, path: Path, limit: int) -> bytes | Refusal | Skip:
    name = _below(root, path)
    try:
        str(path.relative_to(root)).encode()
        if path.is_symlink():
            return _what_is_linked(root, path)
        if not stat.S_ISREG(path.stat().st_mode):
            return Refusal(str(root), name, "it is not a regular file; take it out of the folder.")
        with path.open("rb") as file:
            return file.read(limit)
    except UnicodeEncodeError:
        return Refusal(str(root), name, "its name is not UTF-8; rename it.")
    except OSError as fault:
        return Refusal(str(root), name, reason_of(fault))


def _what_is_linked(root: Path, path: Path) -> Refusal | Skip:
    target = path.resolve()
    if not target.exists():
        reason = "it is a link that points at nothing; mend or remove it."
    elif not target.is_relative_to(root):
        reason = "it is a link that leaves the folder; put the file itself there."
    else:
        return Skip(str(root), _below(root, path), "it is a link to what this folder holds anyway.")
    return Refusal(str(root), _below(root, path), reason)


def _entries_of_zip(root: str, file: Path | BytesIO, kept: ExitStack) -> dict[str, ReadBytes]:
    """Reads in memory only; nothing of a zip is ever written to disk."""
    opened = kept.enter_context(zipfile.ZipFile(file))
    infos = sorted(opened.infolist(), key=lambda info: _name_in_zip(info).split("/"))
    if len(infos) > MAX_ZIP_ENTRIES:
        raise ValueError(f"it holds more than {MAX_ZIP_ENTRIES:,} entries")
    overlapping = _overlapping(infos)
    entries: dict[str, ReadBytes] = {}
    for info in infos:
        name = shown(_name_in_zip(info).replace("\\", "/"))
        if info.is_dir() or not _is_wanted(name):
            continue
        reason = _refusal_of(info, name, overlapping=overlapping)
        if name in entries:
            reason, name = "the zip holds it twice; make the zip again.", f"{name} (again)"
        reading = partial(_member_bytes, opened, info, (root, name))
        entries[name] = _refusing(Refusal(root, name, reason)) if reason else reading
    return entries


def _name_in_zip(info: zipfile.ZipInfo) -> str:
    """Some write names in UTF-8 and do not say so; read as promised they are gibberish."""
    if info.flag_bits & 0x800:  # It says so.
        return info.filename
    try:
        return info.filename.encode("cp437").decode()
    except UnicodeError:
        return info.filename


def _is_wanted(name: str) -> bool:
    parts = PurePosixPath(name).parts
    is_read = suffix_of(name) in SUFFIXES | _UNREAD_SUFFIXES or _is_settings(name)
    return is_read and not any(_is_unseen(part) for part in parts if part != "..")


def _is_settings(name: str) -> bool:
    return PurePosixPath(name).name in SETTINGS_FILES


def _overlapping(infos: list[zipfile.ZipInfo]) -> frozenset[str]:
    """Entries whose packed bytes are another's too: a bomb is made so."""
    placed = sorted(infos, key=lambda info: info.header_offset)
    return frozenset(
        later.filename
        for one, later in pairwise(placed)
        if one.header_offset + one.compress_size > later.header_offset
    )


def _refusal_of(info: zipfile.ZipInfo, name: str, *, overlapping: frozenset[str]) -> str:
    """Why a member of a zip is not even opened; empty where it may be."""
    if name.startswith("/") or ".." in name.split("/") or ":" in name.split("/")[0]:
        return "its name leads out of the zip; make the zip again."
    if stat.S_ISLNK(info.external_attr >> 16):
        return "it is a link inside a zip; put the file itself there."
    if info.flag_bits & 1:
        return "it is locked with a password; unlock it, and import again."
    if info.filename in overlapping:
        return "its bytes overlap those of another entry; make the zip again."
    if suffix_of(name) in ZIP_SUFFIXES:
        return "it is a zip inside a zip; unpack it, and import it by itself."
    return ""


def _member_bytes(
    opened: zipfile.ZipFile, info: zipfile.ZipInfo, place: tuple[str, str], limit: int
) -> bytes | Refusal:
    try:
        # The header's size may lie, so no more than the limit is ever unpacked.
        with opened.open(info) as member:
            return member.read(limit)
    except (OSError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error) as fault:
        reason = f"it cannot be unpacked ({fault}); make the zip again."
        return Refusal(*place, reason)
