"""Reads JSON that may be hostile: counted before it is built, so that no list fills the memory."""

import json
import re
from typing import Any

MAX_VALUES = 1_000_000
MAX_DEPTH = 64
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NEITHER_MARK_NOR_COMMA = bytes(set(range(256)) - set(b"[]{},"))
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


# One picture sign among the letters would make the whole text four times as large.
_NARROW = re.compile(rb"[\xf0-\xf4][\x80-\xbf]{3}")


class JsonFault(ValueError):
    """Why a JSON file is refused, as a sentence for the author; ``line`` counts from 1."""

    def __init__(self, reason: str, *, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def load_json(data: bytes) -> Any:
    """The value that a whole file holds."""
    _look_through(data)
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        narrow = _NARROW.sub(_escaped, data) if encoding.startswith("utf-8") else data
        return json.loads(narrow.decode(encoding))
    except json.JSONDecodeError as fault:
        raise JsonFault(
            f"it is not whole or not valid JSON ({fault.msg}); export it again.", line=fault.lineno
        ) from fault
    except UnicodeDecodeError as fault:
        raise JsonFault(f"its {encoding} text is damaged; export it again.") from fault
    except (RecursionError, ValueError) as fault:
        raise JsonFault("it holds values that no export needs; export it again.") from fault


def _escaped(sign: re.Match[bytes]) -> bytes:
    """As JSON writes a sign beyond its sixteen bits."""
    pair = sign[0].decode("utf-8", "replace").encode("utf-16-be")
    return b"\\u%b\\u%b" % (pair[:2].hex().encode(), pair[2:].hex().encode())


def _look_through(data: bytes) -> None:
    marks = _STRING.sub(b"", data).translate(None, _NEITHER_MARK_NOR_COMMA)
    if len(marks) > MAX_VALUES:
        raise JsonFault(f"it holds more than {MAX_VALUES:,} values; split it.")
    depth = 0
    for mark in marks:
        depth += (mark in b"[{") - (mark in b"]}")
        if depth > MAX_DEPTH:
            raise JsonFault(f"it is nested more than {MAX_DEPTH} deep, which no export is.")
