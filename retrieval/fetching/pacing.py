"""Leaves each host a pause between two requests, as long as its robots.txt asks for."""

import time
from dataclasses import dataclass, field
from ipaddress import ip_address

PAUSE_SECONDS = 0.5
# Who asks for longer pauses than this wants no visits; an import must end some day.
MAX_PAUSE_SECONDS = 10


@dataclass(slots=True)
class Pace:
    """``asked``: when each host was last asked, on the monotonic clock."""

    pause: float = PAUSE_SECONDS
    asked: dict[str, float] = field(default_factory=dict)
    wished: dict[str, float] = field(default_factory=dict)

    def wish(self, host: str, seconds: float) -> None:
        self.wished[host] = min(seconds, MAX_PAUSE_SECONDS)

    def keep(self, host: str) -> None:
        """Returns when this host may be asked; this machine itself need not be spared."""
        if not _is_this_machine(host):
            again = self.asked.get(host, 0) + max(self.pause, self.wished.get(host, 0))
            time.sleep(max(0, again - time.monotonic()) if host in self.asked else 0)

    def note(self, host: str) -> None:
        self.asked[host] = time.monotonic()


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
