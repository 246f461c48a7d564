"""The secrets that a home keeps: each made once, and whole or not at all."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path


def kept_secret(home: Path, name: str = "secret_key") -> str:
    """Read the home's secret, or make it; raises OSError where neither can be done."""
    home.mkdir(parents=True, exist_ok=True)
    kept = home / name
    with suppress(FileNotFoundError):
        if secret := kept.read_text(encoding="utf-8").strip():
            return secret
        # A disk that was full left it empty.
        kept.unlink()
    _make(kept)
    return kept.read_text(encoding="utf-8")


def _make(kept: Path) -> None:
    with tempfile.NamedTemporaryFile("w", dir=kept.parent, prefix=f".{kept.name}") as unfinished:
        if os.geteuid() == 0:
            # Root's first command must not lock a home's owner out of it.
            owner = kept.parent.stat()
            os.fchown(unfinished.fileno(), owner.st_uid, owner.st_gid)
        unfinished.write(secrets.token_urlsafe(48))
        unfinished.flush()
        # A link is whole, and of two first starts at once the second keeps the first's.
        with suppress(FileExistsError):
            os.link(unfinished.name, kept)
