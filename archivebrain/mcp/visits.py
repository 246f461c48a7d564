"""Who calls, and what the call may cost: set once a request, charged where a tool is called."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from archivebrain.access.limits import Verdict, give_back, spend
from archivebrain.access.principals import Principal


@dataclass(slots=True)
class Visit:
    """One request; ``verdict`` is what was left when its tool was charged, if it called one."""

    principal: Principal
    verdict: Verdict | None = None

    def charge(self, cost: int) -> Verdict:
        self.verdict = spend(self.principal, cost)
        return self.verdict

    def refund(self, cost: int) -> None:
        """Who got no answer has not paid for one."""
        give_back(self.principal, cost)


# The SDK handles a message in another task of the same context, which sees the same visit.
_current: ContextVar[Visit | None] = ContextVar("visit", default=None)


def current() -> Visit | None:
    """The visit that is being answered; None where nobody came by HTTP."""
    return _current.get()


@contextmanager
def entered(visit: Visit) -> Iterator[None]:
    token = _current.set(visit)
    try:
        yield
    finally:
        _current.reset(token)
