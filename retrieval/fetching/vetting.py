"""Decides which addresses may be fetched from; looks at the address alone and asks nobody.

Python's ``is_global`` is no guard by itself: it calls multicast, NAT64, 6to4 and
``::127.0.0.1`` global. So there is a table.
"""

import re
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

import httpx2

from retrieval.fetching.faults import FetchFault

MAX_URL_CHARS = 2000
_PORTS = frozenset({None, 80, 443})
_NAME = re.compile(r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.?)+")
# What a resolver takes for a number: "2130706433", "0x7f.1", "0177.0.0.1", "127.1".
_NUMERIC = re.compile(r"(0x[0-9a-f]*|[0-9]+)\.?")
_UNPRINTED = re.compile(r"[\s\\\x00-\x1f\x7f]")


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(map(ip_network, text.split()))


# A network of one's own: only where FETCH_ALLOW_PRIVATE says so.
_PRIVATE = _networks(
    "10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7"
)
# Where no archive lives: this host, link-local (and so the clouds' metadata), protocol
# assignments, documentation, relays, benchmarks, multicast, reserved.
_NEVER_V4 = _networks(
    "0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 "
    "198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 "
    # Two clouds keep their metadata where others keep hosts.
    "100.100.100.200/32 168.63.129.16/32"
)
# All global addresses of version 6 lie here; mapped, compatible and NAT64 ones do not.
_GLOBAL_V6 = ip_network("2000::/3")
# Teredo and its neighbours, documentation, 6to4, documentation again, and one cloud's metadata.
_NEVER_V6 = _networks("2001::/23 2001:db8::/32 2002::/16 3fff::/20 fd00:ec2::254/128")


def vet_url(url: str | httpx2.URL, *, allow_private: bool) -> httpx2.URL:
    """The address, split once and for all; raises ``FetchFault``.

    A name is not resolved here: what it leads to is vetted when it is connected to.
    """
    parts = _parsed(str(url))
    if parts.scheme != "https" and not (allow_private and parts.scheme == "http"):
        raise FetchFault("only https addresses are fetched; set FETCH_ALLOW_PRIVATE for http.")
    if parts.userinfo:
        raise FetchFault("it holds a user name or a password; take them out of the address.")
    if parts.port not in _PORTS and not allow_private:
        raise FetchFault(f"it names port {parts.port}, and only 80 and 443 are fetched from.")
    fault = _host_fault(parts.raw_host.decode("ascii"), allow_private=allow_private)
    if fault:
        raise FetchFault(fault)
    return parts


def address_fault(address: str, *, allow_private: bool) -> str:
    """Why nothing may be fetched from a numeric address; empty where something may."""
    ip = ip_address(address)
    if any(ip in network for network in (*_NEVER_V4, *_NEVER_V6)):
        return f"{address} is no public address."
    if any(ip in network for network in _PRIVATE):
        return (
            ""
            if allow_private
            else f"{address} is a private address; set FETCH_ALLOW_PRIVATE to reach it."
        )
    is_public = ip.is_global and (ip.version == 4 or ip in _GLOBAL_V6)
    return "" if is_public else f"{address} is no public address."


def _parsed(url: str) -> httpx2.URL:
    if len(url) > MAX_URL_CHARS or _UNPRINTED.search(url):
        raise FetchFault(
            f"it is longer than {MAX_URL_CHARS} characters, or holds spaces or back-slashes."
        )
    try:
        parts = httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError, UnicodeError) as fault:
        raise FetchFault("it is no address that can be read; check its spelling.") from fault
    return parts.copy_with(fragment=None)


def _host_fault(host: str, *, allow_private: bool) -> str:
    try:
        ip_address(host)
    except ValueError:
        return _name_fault(host, allow_private=allow_private)
    return address_fault(host, allow_private=allow_private)


def _name_fault(host: str, *, allow_private: bool) -> str:
    if not _NAME.fullmatch(host):
        return "it names no host; write it as https://example.org/."
    name = host.removesuffix(".")
    if _NUMERIC.fullmatch(name.rpartition(".")[2]):
        return "its host is a number in disguise; write the host's name."
    if "." not in name and not allow_private:
        return f"{host!r} is a name of this network alone; set FETCH_ALLOW_PRIVATE to reach it."
    return ""
