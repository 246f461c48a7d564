"""Finds the Markdown files of a folder, a zip or a single file, and reads their bytes.

Never leaves the source: links that point out of it and names that climb out are refused.
"""

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from retrieval.corpus.documents import Refusal, Skip, SourceFile

SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mdx"})
MAX_FILE_BYTES = 5_000_000
MAX_ZIP_BYTES = 500_000_000
_UNSEEN_FOLDERS = frozenset({"node_modules", "__MACOSX"})
_TOO_LARGE = (
    f"it is larger than {MAX_FILE_BYTES // 1_000_000} MB, which no essay is; "
    "split it, or take it out of the folder."
)

Found: TypeAlias = SourceFile | Refusal | Skip


@dataclass(frozen=True, slots=True)
class Source:
    """A source that can be read: its absolute path, and what stands in it, read as it is asked.

    ``whole``: whether all of ``root`` is looked through, so that what is not found is gone.
    """

    root: str
    found: Iterator[Found]
    whole: bool = True


class SourceFault(Exception):
    """A source of which nothing can be read; the message is a sentence for the author."""


def open_source(source: str) -> Source:
    """A source whose files come in the order of their path parts; raises SourceFault."""
    if "://" in source:
        raise SourceFault(
            f"{shown(source)}: this version reads files and folders; download it first."
        )
    try:
        path = Path(source).expanduser().resolve(strict=True)
        if path.is_dir():
            return Source(str(path), _walk_folder(path))
        if path.suffix.lower() in SUFFIXES:
            return Source(str(path.parent), iter([_read_file(path.parent, path)]), whole=False)
        if zipfile.is_zipfile(path):
            return Source(str(path), _walk_zip(path, zipfile.ZipFile(path)))
    except (OSError, RuntimeError, ValueError, zipfile.BadZipFile) as fault:
        raise SourceFault(f"{shown(source)}: {reason_of(fault)}") from fault
    raise SourceFault(
        f"{shown(source)}: it is neither a folder, a zip nor a Markdown file "
        f"({', '.join(sorted(SUFFIXES))})."
    )


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


def _walk_folder(root: Path) -> Iterator[Found]:
    faults: list[OSError] = []
    files: list[Path] = []
    for folder, folders, names in os.walk(root, onerror=faults.append):
        links = [name for name in folders if Path(folder, name).is_symlink()]
        folders[:] = [name for name in folders if not _is_unseen(name)]
        # A linked folder is named like a file; the walk itself never follows it.
        wanted = [name for name in names if PurePosixPath(name).suffix.lower() in SUFFIXES]
        files += [Path(folder, name) for name in (*wanted, *links) if not _is_unseen(name)]
    for fault in faults:
        yield Refusal(str(root), _below(root, Path(fault.filename)), reason_of(fault))
    for path in sorted(files, key=lambda path: path.relative_to(root).parts):
        yield _read_file(root, path)


def _is_unseen(name: str) -> bool:
    return name.startswith(".") or name in _UNSEEN_FOLDERS


def _below(root: Path, path: Path) -> str:
    return shown(path.relative_to(root).as_posix())


def _read_file(root: Path, path: Path) -> Found:
    name = _below(root, path)
    try:
        path.name.encode()
        if path.is_symlink():
            return _read_link(root, path)
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            return Refusal(str(root), name, "it is not a regular file; take it out of the folder.")
        if about.st_size > MAX_FILE_BYTES:
            return Refusal(str(root), name, _TOO_LARGE)
        return SourceFile(str(root), name, path.read_bytes())
    except UnicodeEncodeError:
        return Refusal(str(root), name, "its name is not UTF-8; rename it.")
    except OSError as fault:
        return Refusal(str(root), name, reason_of(fault))


def _read_link(root: Path, path: Path) -> Refusal | Skip:
    target = path.resolve()
    if not target.exists():
        reason = "it is a link that points at nothing; mend or remove it."
    elif not target.is_relative_to(root):
        reason = "it is a link that leaves the folder; put the file itself there."
    else:
        return Skip(str(root), _below(root, path), "it is a link to what this folder holds anyway.")
    return Refusal(str(root), _below(root, path), reason)


def _walk_zip(archive: Path, opened: zipfile.ZipFile) -> Iterator[Found]:
    """Reads in memory only; nothing of a zip is ever written to disk."""
    left, seen = MAX_ZIP_BYTES, set[str]()
    with opened:
        for info in sorted(opened.infolist(), key=lambda info: info.filename.split("/")):
            name = info.filename.replace("\\", "/")
            parts = PurePosixPath(name).parts
            if PurePosixPath(name).suffix.lower() not in SUFFIXES or info.is_dir():
                continue
            if any(_is_unseen(part) for part in parts if part != ".."):
                continue
            reason = "the zip holds it twice; make the zip again." if name in seen else ""
            found = _read_member(opened, info, reason=reason or _refusal_of(info, name))
            seen.add(name)
            left -= len(found) if isinstance(found, bytes) else 0
            if left < 0:
                raise SourceFault(
                    f"{archive}: it unpacks to more than {MAX_ZIP_BYTES // 1_000_000} MB; split it."
                )
            yield _as_found(str(archive), name, found)


def _as_found(root: str, name: str, found: bytes | str) -> Found:
    if isinstance(found, str):
        return Refusal(root, shown(name), found)
    return SourceFile(root, name, found)


def _refusal_of(info: zipfile.ZipInfo, name: str) -> str:
    """Why a member of a zip is not even opened; empty where it may be."""
    if name.startswith("/") or ".." in name.split("/") or ":" in name.split("/")[0]:
        return "its name leads out of the zip; make the zip again."
    if stat.S_ISLNK(info.external_attr >> 16):
        return "it is a link inside a zip; put the file itself there."
    return ""


def _read_member(opened: zipfile.ZipFile, info: zipfile.ZipInfo, *, reason: str) -> bytes | str:
    """The member's bytes, or the sentence that refuses it."""
    if reason:
        return reason
    try:
        # The header's size may lie, so no more than the limit is ever unpacked.
        with opened.open(info) as member:
            data = member.read(MAX_FILE_BYTES + 1)
    except (OSError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error) as fault:
        return f"it cannot be unpacked ({fault}); make the zip again."
    return _TOO_LARGE if len(data) > MAX_FILE_BYTES else data
