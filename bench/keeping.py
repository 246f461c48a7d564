"""An embedder that keeps its vectors on disk, so that a second run pays for none again."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from retrieval.embedders.base import Embedder, Vectors

# A run that breaks off has kept what it paid for until then.
BATCH = 256


def cache_folder() -> Path:
    """Where figures may keep what is dear and can be made again."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "archivebrain" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@dataclass(frozen=True, slots=True)
class KeepingEmbedder:
    """Another embedder's vectors, by the text's hash, in one file for each fingerprint."""

    inner: Embedder
    folder: Path

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def fingerprint(self) -> str:
        return self.inner.fingerprint

    @property
    def dimensions(self) -> int:
        return self.inner.dimensions

    @property
    def window_tokens(self) -> int:
        return self.inner.window_tokens

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self.inner.count_tokens(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        keys = [sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
        with closing(sqlite3.connect(self.folder / f"{self.fingerprint}.sqlite")) as kept:
            kept.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, of BLOB)")
            missing = [at for at, key in enumerate(keys) if not _row(kept, key)]
            for first in range(0, len(missing), BATCH):
                batch = missing[first : first + BATCH]
                made = self.inner.embed([texts[at] for at in batch])
                rows = [(keys[at], one.tobytes()) for at, one in zip(batch, made, strict=True)]
                kept.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", rows)
                kept.commit()
            vectors = [np.frombuffer(_row(kept, key), dtype=np.float32) for key in keys]
        return np.array(vectors, dtype=np.float32).reshape(len(texts), self.dimensions)


def _row(kept: sqlite3.Connection, key: bytes) -> bytes:
    row = kept.execute("SELECT of FROM vector WHERE key = ?", [key]).fetchone()
    return bytes(row[0]) if row else b""
