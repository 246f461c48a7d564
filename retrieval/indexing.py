"""Plan, then apply: what an essay's index lacks is embedded, the rest is kept or deleted."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

_inline: ContextVar[bool] = ContextVar("inline", default=False)


@dataclass(frozen=True, slots=True)
class IndexStep:
    """How far an indexing run has come, for whoever shows its progress."""

    done: int
    total: int
    embedded: int


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What one run did, in chunks; ``faults`` are (slug, sentence)."""

    essays: int = 0
    embedded: int = 0
    kept: int = 0
    deleted: int = 0
    faults: tuple[tuple[str, str], ...] = ()


@contextmanager
def inline() -> Iterator[None]:
    """Saving queues no task in here: the caller indexes what it saved before it returns."""
    token = _inline.set(True)
    try:
        yield
    finally:
        _inline.reset(token)


def is_inline() -> bool:
    return _inline.get()


def essays_behind() -> list[int]:
    return []


def forget_essay(essay_id: int) -> None: ...


def index_essays(
    essay_ids: Iterable[int], *, report: Callable[[IndexStep], None] | None = None
) -> IndexReport:
    return IndexReport()
