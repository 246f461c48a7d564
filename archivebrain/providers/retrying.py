"""How long a model is waited for, and which failures are worth another try."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from archivebrain.providers.base import ProviderFailed

T = TypeVar("T")

READ_SECONDS = 45.0
TOTAL_SECONDS = 60.0
# A reader waits through no more: later the answer is made of quotes.
RETRY_WINDOW_SECONDS = 20.0
RETRIES = 2
FIRST_PAUSE_SECONDS = 0.5

# What a code or the name of a field looks like; a sentence, an address or a key does not.
CODE = re.compile(r"[a-z_]{1,40}|\d{1,6}", re.IGNORECASE)
NO_CODE = "no code"


class PassingFailure(ProviderFailed):
    """A failure that may be over in a moment: overload, a refused connection, a limit."""


@dataclass(frozen=True, slots=True)
class Patience:
    """What one draft may take, in seconds, and how often it is tried again."""

    read_seconds: float = READ_SECONDS
    total_seconds: float = TOTAL_SECONDS
    retry_window_seconds: float = RETRY_WINDOW_SECONDS
    retries: int = RETRIES
    first_pause_seconds: float = FIRST_PAUSE_SECONDS


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment, on the monotonic clock, at which a draft has taken too long."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        return cls(time.monotonic() + seconds)

    def left(self) -> float:
        return self.at - time.monotonic()

    def check(self, provider: str) -> None:
        if self.left() <= 0:
            raise ProviderFailed(f"{provider}: no complete answer within the time for one draft.")


def persist(attempt: Callable[[], T], patience: Patience) -> T:
    """Try again after passing failures, as long as the pause fits the retry window."""
    window = Deadline.after(patience.retry_window_seconds)
    for tries in range(patience.retries):
        try:
            return attempt()
        except PassingFailure as failure:
            pause = pause_before_retry(failure, tries=tries, patience=patience)
            if pause > window.left():
                raise
            time.sleep(pause)
    return attempt()


def pause_before_retry(failure: ProviderFailed, *, tries: int, patience: Patience) -> float:
    """What the provider asked for, else twice as long each time; never all at once."""
    jitter = random.uniform(1.0, 1.5)  # noqa: S311 -- spreads load, guards nothing
    backoff = patience.first_pause_seconds * 2.0**tries * jitter
    return max(failure.retry_after or 0.0, backoff)


def seconds_in(header: str | None) -> float | None:
    """A ``Retry-After`` in seconds; dates and nonsense count as not said."""
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def cause_of(error: Exception) -> str:
    """The kind of fault beneath a client's own, for the log."""
    return type(error.__cause__ or error).__name__


def codes(*said: object) -> str:
    """What of a provider's own words may be logged: codes, numbers and the names of fields.

    Free text is dropped whole: it may repeat the question, withheld words or a key.
    """
    words = (str(one) for one in said if one is not None)
    return ", ".join(dict.fromkeys(word for word in words if CODE.fullmatch(word)))
