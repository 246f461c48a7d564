"""Where a request comes from: the address that the last trusted proxy saw; pure."""

import ipaddress
import re

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# One subscriber holds a whole /64: counting single addresses would count nobody.
IPV6_PREFIX = 64
UNKNOWN = "unknown"

_WITH_PORT = re.compile(r"\[([^\]]+)\](?::\d+)?|([\d.]+):\d+")


def client_network(peer: str, forwarded_for: str, *, trusted_proxies: int) -> str:
    """The client's IPv4 address or IPv6 network, counted from the right.

    ``peer``: who opened the connection; each trusted proxy adds one address to the right of
    ``forwarded_for``. What stands further left was written by the client, and is not read.
    """
    hops = [*forwarded_for.split(","), peer] if forwarded_for else [peer]
    client = hops[max(0, len(hops) - 1 - trusted_proxies)]
    return _network(client) or _network(peer) or UNKNOWN


def _network(text: str) -> str:
    address = _parsed(text.strip().strip('"'))
    if address is None:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(address), IPV6_PREFIX), strict=False))
    return str(address)


def _parsed(text: str) -> IPAddress | None:
    with_port = _WITH_PORT.fullmatch(text)
    bare = (with_port[1] or with_port[2]) if with_port else text
    try:
        return ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return None
