"""Adds up what the calls of one draft were charged, also of those that came to nothing; pure."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from archivebrain.providers.base import ProviderFailed
from archivebrain.providers.types import Usage


@dataclass(slots=True)
class Meter:
    """``now``: what the call that is under way has been charged so far."""

    before: Usage = field(default_factory=Usage)
    now: Usage = field(default_factory=Usage)

    @property
    def usage(self) -> Usage:
        return self.before + self.now

    def begin(self) -> None:
        """Another call begins."""
        self.before, self.now = self.usage, Usage()

    @contextmanager
    def told(self) -> Iterator[None]:
        """A draft that fails says what it was charged nonetheless."""
        try:
            yield
        except ProviderFailed as failure:
            failure.usage = self.usage
            raise
