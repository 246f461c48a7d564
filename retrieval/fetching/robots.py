"""Heeds robots.txt (RFC 9309) where pages are fetched that nobody named one by one."""

from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit
from urllib.robotparser import RobotFileParser

from retrieval.fetching.client import Client
from retrieval.fetching.faults import FetchFault
from retrieval.fetching.vetting import vet_url

PRODUCT = "archivebrain"
# What the standard asks a crawler to read at least.
_KINDS = {"text/plain": 500_000, "text/html": 500_000, "": 500_000}
_MISSING = range(400, 500)
# Who is asked too often says so; that is no missing file.
_TOO_MANY = 429


@dataclass(frozen=True, slots=True)
class Rule:
    """``Allow`` or ``Disallow`` for paths that a pattern fits."""

    allows: bool
    pattern: str

    def fits(self, path: str) -> bool:
        """``*`` stands for anything, ``$`` at the end for the end."""
        pattern, end = self.pattern.removesuffix("$"), self.pattern.endswith("$")
        first, *rest = pattern.split("*")
        if not path.startswith(first):
            return False
        at = len(first)
        # The leftmost place for each part leaves the most room for those that follow.
        for part in rest[:-1] if end and rest else rest:
            found = path.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        if not end:
            return True
        return (
            path.endswith(rest[-1]) and at <= len(path) - len(rest[-1]) if rest else at == len(path)
        )


FORBIDDEN = (Rule(allows=False, pattern="/"),)


def read_rules(text: str) -> tuple[Rule, ...]:
    """The rules for us: those that name us, else those for everybody."""
    groups: dict[str, list[Rule]] = {}
    agents: list[str] = []
    are_closed = True
    for line in text.splitlines():
        key, _, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        match key.lower():
            case "user-agent":
                agents = [value.lower()] if are_closed else [*agents, value.lower()]
                are_closed = False
                groups.setdefault(value.lower(), [])
            case "allow" | "disallow":
                are_closed = True
                for agent in agents if value else ():
                    groups[agent].append(Rule(key.lower() == "allow", _plain(value)))
    return tuple(groups.get(PRODUCT, groups.get("*", ())))


def pause_in(text: str) -> float:
    """The seconds between two requests that it asks for, which no standard knows."""
    parser = RobotFileParser()
    parser.parse(text.splitlines())
    return float(parser.crawl_delay(PRODUCT) or 0)


def allows(rules: tuple[Rule, ...], url: str) -> bool:
    """The longest rule that fits decides; of two alike the one that allows."""
    parts = urlsplit(url)
    path = _plain(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fitting = [rule for rule in rules if rule.fits(path)]
    best = max(fitting, key=lambda rule: (len(rule.pattern), rule.allows), default=None)
    return best is None or best.allows


def _plain(path: str) -> str:
    return quote(unquote(path), safe="/*$?=&%~!'(),;:@+-._")


@dataclass(frozen=True, slots=True)
class Robots:
    """What the hosts that are visited ask for; each is asked once."""

    client: Client
    known: dict[str, tuple[Rule, ...]] = field(default_factory=dict)

    def allow(self, url: str) -> bool:
        """Raises ``FetchFault`` for what may not be fetched anyway."""
        parts = vet_url(url, allow_private=self.client.allow_private)
        origin = f"{parts.scheme}://{parts.netloc.decode('ascii')}"
        if origin not in self.known:
            text = self._asked(origin)
            self.known[origin] = FORBIDDEN if text is None else read_rules(text)
            self.client.pace.wish(parts.host, pause_in(text or ""))
        return allows(self.known[origin], url)

    def _asked(self, origin: str) -> str | None:
        """Empty for a host without rules; None for one that cannot say."""
        try:
            body = self.client.fetch(f"{origin}/robots.txt", kinds=_KINDS).body
        except FetchFault as fault:
            return "" if fault.status in _MISSING and fault.status != _TOO_MANY else None
        return body.decode("utf-8-sig", "replace")
