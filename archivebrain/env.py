"""Reads environment variables strictly; an unreadable value stops the start.

Pure: values in, values out. Every reader raises ``SettingError`` with one line that
names the variable, the value and what may be written instead.
"""

import base64
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import dj_email_url
import psycopg
from psycopg.conninfo import make_conninfo

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})
# As Django matches them: a name, a name with its subdomains, a numeric address, or all.
# Lower case, without a path: browsers send nothing else.
_ORIGIN = re.compile(r"https?://[a-z0-9._-]+(:\d{1,5})?|https?://\[[0-9a-f:]+\](:\d{1,5})?")
# US dollars; a sum that is too small for six places is nothing.
_DOLLARS = re.compile(r"\d{1,9}(?:\.\d{1,6})?", re.ASCII)
_HOST_PATTERN = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9A-Fa-f:.]+\]")


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

    def dollars(self, name: str) -> Decimal | None:
        """An amount in US dollars; None where it is unset."""
        raw = self.text(name)
        if raw and not _DOLLARS.fullmatch(raw):
            raise SettingError(name, raw, "write US dollars, as 25 or 12.50.")
        return Decimal(raw) if raw else None

    def prices(self, name: str) -> dict[str, tuple[Decimal, ...]]:
        """Two or four amounts in US dollars by the name of a model, which may hold ``=`` itself."""
        raw = self.text(name)
        found: dict[str, tuple[Decimal, ...]] = {}
        for part in filter(None, map(str.strip, raw.split(","))):
            model, _, price = part.rpartition("=")
            amounts = price.split("/")
            if not model or len(amounts) not in (2, 4) or not all(map(_DOLLARS.fullmatch, amounts)):
                mend = (
                    "write model=in/out in US dollars a million tokens, as llama3.1=0/0, gpt=2/8."
                )
                raise SettingError(name, raw, mend)
            found[model.strip()] = tuple(map(Decimal, amounts))
        return found

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

    def hosts(self, name: str, default: Sequence[str] = ()) -> list[str]:
        raw = self.text(name)
        found = [part.strip() for part in raw.split(",") if part.strip()]
        if not all(map(_HOST_PATTERN.fullmatch, found)):
            mend = "write names without scheme and port, as in example.org, www.example.org."
            raise SettingError(name, raw, mend)
        return found or list(default)

    def path(self, name: str, default: Path) -> Path:
        raw = self.text(name, str(default))
        try:
            return Path(raw).expanduser().absolute()
        except RuntimeError:
            raise SettingError(name, raw, "no user is called so; write the whole path.") from None

    def web_address(self, name: str, default: str = "") -> str:
        raw = self.text(name, default).rstrip("/")
        parts = _split(raw)
        is_whole = parts.scheme in {"http", "https"} and parts.hostname
        # What is put behind an address must not land in its query.
        if raw and (not is_whole or re.search(r"[\s?#]", raw)):
            raise SettingError(name, _shown(raw), "write a whole address, as https://example.org.")
        return raw

    def origins(self, name: str) -> list[str]:
        """Origins as browsers write them, or ``*`` for any."""
        raw = self.text(name)
        found = [part.strip() for part in raw.split(",") if part.strip()]
        if not all(origin == "*" or _ORIGIN.fullmatch(origin) for origin in found):
            raise SettingError(
                name, raw, "write origins as https://example.org, with commas, or *."
            )
        return found

    def web_addresses(self, name: str) -> list[str]:
        """Whole addresses, a query included, parted by commas or spaces."""
        raw = self.text(name)
        found = [part for part in re.split(r"[\s,]+", raw) if part]
        for address in found:
            parts = _split(address)
            if parts.scheme not in {"http", "https"} or not parts.hostname:
                mend = "write whole addresses, as https://example.org/feed.xml, with commas."
                raise SettingError(name, _shown(raw), mend)
        return found

    def webhook_secret(self, name: str) -> str:
        """A secret as Standard Webhooks writes it; its value is never shown."""
        raw = self.text(name)
        try:
            length = len(base64.b64decode(raw.removeprefix("whsec_"), validate=True))
        except ValueError:
            length = 0
        if raw and not (raw.startswith("whsec_") and 24 <= length <= 64):
            mend = "write whsec_ and 32 random bytes in base64: openssl rand -base64 32."
            raise SettingError(name, "(hidden)", mend)
        return raw

    def redis(self, name: str) -> str:
        raw = self.text(name)
        parts = _split(raw)
        is_socket = parts.scheme == "unix" and parts.path
        is_server = parts.scheme in {"redis", "rediss"} and parts.hostname
        if raw and not is_socket and not (is_server and re.fullmatch(r"(/\d*)?", parts.path)):
            raise SettingError(name, _shown(raw), "write redis://host:port/0.")
        return raw

    def email(self, name: str) -> dict[str, Any]:
        """Django's EMAIL_ settings from ``smtp://user:secret@host:port/?tls=True`` and others."""
        raw = self.text(name, "console:")
        found: dict[str, Any] = {}
        if _split(raw).scheme:
            # A time-out that is no number is left unread, as an unknown scheme is.
            with suppress(ValueError):
                found = dj_email_url.parse(raw)
        if "EMAIL_BACKEND" not in found:
            mend = "write smtp://user:password@host:587/?tls=True, console: or file:///a/folder."
            raise SettingError(name, _shown(raw), mend)
        # The library takes the first slash off a folder's path.
        return found | {"EMAIL_FILE_PATH": urlsplit(raw).path, "EMAIL_TIMEOUT": 10}

    def database(self, name: str) -> dict[str, Any] | None:
        """Django's connection fields from ``postgres://user:secret@host:port/name?sslmode=…``."""
        raw = self.text(name)
        if not raw:
            return None
        parts = _split(raw)
        if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
            mend = "write postgres://user:password@host:5432/name."
            raise SettingError(name, _shown(raw), mend)
        return {
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": _host_of(parts.netloc),
            "PORT": str(parts.port or ""),
            "OPTIONS": _options(name, parts),
        }


def _split(raw: str) -> SplitResult:
    """The parts of an address; none of one whose host or port cannot be read."""
    try:
        parts = urlsplit(raw)
        # Reading the port is what finds one that is no number.
        return parts if parts.port != 0 else urlsplit("")
    except ValueError:
        return urlsplit("")


def _shown(raw: str) -> str:
    """An address as it may be printed: one that may hold a password is not."""
    return raw if "@" not in raw else "(hidden)"


def _options(name: str, parts: SplitResult) -> dict[str, Any]:
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    try:
        make_conninfo("", **options)
    except psycopg.ProgrammingError as fault:
        raise SettingError(name, "(hidden)", f"{str(fault).strip()}; leave that out.") from None
    return options


def _host_of(netloc: str) -> str:
    """The host as written: ``hostname`` would lower-case an encoded socket folder."""
    host = netloc.rpartition("@")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return unquote(host.partition(":")[0])


def current() -> Environment:
    return Environment(os.environ)
