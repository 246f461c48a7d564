"""Unpacks what was sent compressed, and counts it while it grows."""

import zlib
from collections.abc import Iterable

from retrieval.fetching.faults import FetchFault

# gzip and zlib alike, told apart by how they begin.
_EITHER = 32 + zlib.MAX_WBITS
GZIP_MARK = b"\x1f\x8b"


def read_body(chunks: Iterable[bytes], *, encoding: str, limit: int) -> bytes:
    """All of a body, unpacked; raises ``FetchFault`` as soon as it is larger than ``limit``."""
    if encoding in {"", "identity"}:
        return _counted(chunks, limit)
    if encoding not in {"gzip", "x-gzip", "deflate"}:
        raise FetchFault(f"it is packed as {encoding[:40]!r}, which was not asked for.")
    return unpacked(chunks, limit=limit)


def unpacked(chunks: Iterable[bytes], *, limit: int) -> bytes:
    """What gzip or zlib packed, in one piece or in several one after the other."""
    data, packed = bytearray(), 0
    unpacker = zlib.decompressobj(_EITHER)
    try:
        for chunk in chunks:
            packed += len(chunk)
            _check(packed, limit)
            while chunk:
                if unpacker.eof:
                    unpacker = zlib.decompressobj(_EITHER)
                data += unpacker.decompress(chunk, limit + 1 - len(data))
                _check(len(data), limit)
                chunk = unpacker.unused_data
    except zlib.error as fault:
        raise FetchFault(f"it cannot be unpacked ({fault}).") from fault
    if not unpacker.eof:
        raise FetchFault("it ends in the middle of what was packed; try again.")
    return bytes(data)


def _counted(chunks: Iterable[bytes], limit: int) -> bytes:
    data = bytearray()
    for chunk in chunks:
        data += chunk
        _check(len(data), limit)
    return bytes(data)


def _check(size: int, limit: int) -> None:
    if size > limit:
        raise FetchFault(f"it is larger than {limit // 1_000_000} MB.")
