"""Reads environment variables strictly; an unreadable value stops the start.

Pure: values in, values out. Every reader raises ``SettingError`` with one line that
names the variable, the value and what may be written instead.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})


class SettingError(SystemExit):
    """A variable that cannot be read; as an exit it prints one line, no traceback."""

    def __init__(self, name: str, value: str, mend: str) -> None:
        super().__init__(f"{name}={value!r} cannot be used: {mend}")


@dataclass(frozen=True, slots=True)
class Environment:
    """The variables of one process; an empty one counts as unset."""

    values: Mapping[str, str]

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(name, "").strip() or default

    def integer(self, name: str, default: int, *, low: int, high: int) -> int:
        raw = self.text(name)
        if not raw:
            return default
        if not (raw.isascii() and raw.isdecimal()) or not low <= int(raw) <= high:
            raise SettingError(name, raw, f"write a whole number from {low} to {high}.")
        return int(raw)

    def switch(self, name: str, *, default: bool) -> bool:
        raw = self.text(name).lower()
        if not raw:
            return default
        if raw not in TRUE_WORDS | FALSE_WORDS:
            raise SettingError(name, raw, "write on or off.")
        return raw in TRUE_WORDS

    def choice(self, name: str, default: str, *, options: Sequence[str]) -> str:
        raw = self.text(name, default)
        if raw not in options:
            raise SettingError(name, raw, f"write one of {', '.join(options)}.")
        return raw

    def names(self, name: str, default: Sequence[str] = ()) -> list[str]:
        raw = self.text(name)
        return [part.strip() for part in raw.split(",") if part.strip()] or list(default)

    def path(self, name: str, default: Path) -> Path:
        return Path(self.text(name, str(default))).expanduser().absolute()

    def web_address(self, name: str, default: str) -> str:
        raw = self.text(name, default).rstrip("/")
        parts = urlsplit(raw)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SettingError(name, raw, "write a whole address, as https://example.org.")
        return raw

    def redis(self, name: str) -> str:
        raw = self.text(name)
        if raw and urlsplit(raw).scheme not in {"redis", "rediss", "unix"}:
            raise SettingError(name, raw, "write redis://host:port/0.")
        return raw

    def database(self, name: str) -> dict[str, Any] | None:
        """Django's connection fields from ``postgres://user:secret@host:port/name?sslmode=…``."""
        raw = self.text(name)
        if not raw:
            return None
        parts = urlsplit(raw)
        if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
            shown = raw if "@" not in raw else "(hidden)"
            raise SettingError(name, shown, "write postgres://user:password@host:5432/name.")
        try:
            port = str(parts.port or "")
        except ValueError:
            raise SettingError(name, "(hidden)", "its port is no number.") from None
        return {
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": _host_of(parts.netloc),
            "PORT": port,
            "OPTIONS": dict(parse_qsl(parts.query)),
        }


def _host_of(netloc: str) -> str:
    """The host as written: ``hostname`` would lower-case an encoded socket folder."""
    host = netloc.rpartition("@")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return unquote(host.partition(":")[0])


def current() -> Environment:
    return Environment(os.environ)
