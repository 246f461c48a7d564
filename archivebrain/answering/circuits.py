"""Stops asking a model that keeps failing, so that readers do not wait for each failure."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

from archivebrain.providers.base import Provider, ProviderFailed

# So many failures within so many seconds open the circuit, and for so long nobody asks.
FAILURES, WITHIN_SECONDS, REST_SECONDS = 5, 30.0, 30.0


class Resting(ProviderFailed):
    """A model that is not asked, because it failed again and again a moment ago."""


@dataclass(slots=True)
class Circuit:
    """One model's failures as this process met them. ``clock``: seconds that only go forward."""

    clock: Callable[[], float] = time.monotonic
    failed_at: deque[float] = field(default_factory=lambda: deque(maxlen=FAILURES))
    closes_at: float = float("-inf")
    lock: threading.Lock = field(default_factory=threading.Lock)

    def check(self, name: str) -> None:
        """Raises ``Resting`` while it is open. Then one asks, and the others wait for that."""
        with self.lock:
            now = self.clock()
            if now < self.closes_at:
                raise Resting(f"{name}: it failed {FAILURES} times in a row and is not asked.")
            if self._is_tripped:
                self.closes_at = now + REST_SECONDS

    def failed(self) -> None:
        with self.lock:
            now = self.clock()
            self.failed_at.append(now)
            if self._is_tripped and now - self.failed_at[0] <= WITHIN_SECONDS:
                self.closes_at = now + REST_SECONDS
            elif self._is_tripped:
                self.failed_at.popleft()

    def worked(self) -> None:
        with self.lock:
            self.failed_at.clear()
            self.closes_at = float("-inf")

    @contextmanager
    def watched(self, is_its_fault: Callable[[], bool]) -> Iterator[None]:
        """A call is made within; ``is_its_fault`` is asked where that raises."""
        try:
            yield
        except Exception:
            if is_its_fault():
                self.failed()
            raise
        self.worked()

    @property
    def _is_tripped(self) -> bool:
        return len(self.failed_at) == FAILURES


def circuit_of(provider: Provider) -> Circuit:
    return _circuit(provider.name, provider.model)


@cache
def _circuit(name: str, model: str) -> Circuit:
    return Circuit()
