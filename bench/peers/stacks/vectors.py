"""Vectors of texts, made once a machine by the model alone and lent to every stack.

So a run takes minutes, and what a stack needs for indexing beside the model can be seen.
Questions are always embedded by the stack itself.
"""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from typing import Any

import numpy as np
from speaking import counted_apart

FILE = os.environ["PEERS_VECTORS"]
BATCH = 128


def keep(texts: Sequence[str], encode: Callable[[list[str]], Any]) -> None:
    """Have those embedded that no earlier run has kept."""
    with closing(sqlite3.connect(FILE)) as kept:
        kept.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, of BLOB)")
        missing = [text for text in dict.fromkeys(texts) if not _row(kept, text)]
        for first in range(0, len(missing), BATCH):
            batch = missing[first : first + BATCH]
            made = np.asarray(encode(batch), dtype=np.float32)
            rows = [(_key(text), one.tobytes()) for text, one in zip(batch, made, strict=True)]
            kept.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", rows)
            kept.commit()


def lend() -> None:
    """Let ``SentenceTransformer.encode`` take several texts' vectors from the file."""
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415

    plain = SentenceTransformer.encode

    def encode(self: Any, *arguments: Any, **options: Any) -> Any:
        # Its first argument has had two names.
        named = options.get("inputs", options.get("sentences"))
        given = arguments[0] if arguments else named
        found = None if isinstance(given, str) else _kept(list(given))
        encode_here = plain if isinstance(given, str) else counted_apart(plain)
        return encode_here(self, *arguments, **options) if found is None else found

    SentenceTransformer.encode = encode


def _kept(texts: Sequence[str]) -> Any:
    """The vectors of all these texts, or None: one text alone may be a question."""
    if len(texts) < 2:
        return None
    with closing(sqlite3.connect(FILE)) as kept:
        rows = [_row(kept, text) for text in texts]
    if not all(rows):
        return None
    return np.array([np.frombuffer(row, dtype=np.float32) for row in rows])


def _row(kept: sqlite3.Connection, text: str) -> bytes:
    row = kept.execute("SELECT of FROM vector WHERE key = ?", [_key(text)]).fetchone()
    return bytes(row[0]) if row else b""


def _key(text: str) -> bytes:
    """Some stacks hand a text over in one line, which the model reads alike."""
    text = text.replace("\n", " ")
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
