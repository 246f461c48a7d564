"""Where a request comes from: counted from the right, whatever the client wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivebrain.access.addresses import client_network

PROXY = "10.0.0.1"


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "proxies", "client"),
    [
        ("203.0.113.7", "", 0, "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", 0, "203.0.113.7"),
        (PROXY, "203.0.113.7", 1, "203.0.113.7"),
        (PROXY, "198.51.100.1, 203.0.113.7", 1, "203.0.113.7"),
        (PROXY, "198.51.100.1, 203.0.113.7, 10.0.0.2", 2, "203.0.113.7"),
        (PROXY, "", 1, PROXY),
        (PROXY, "203.0.113.7", 3, "203.0.113.7"),
        (PROXY, "203.0.113.7:4711", 1, "203.0.113.7"),
        (PROXY, "[2001:db8:1:2::5]:4711", 1, "2001:db8:1:2::/64"),
        (PROXY, "unknown", 1, PROXY),
        ("::ffff:203.0.113.7", "", 0, "203.0.113.7"),
        ("fe80::1%eth0", "", 0, "fe80::/64"),
        ("", "", 0, "unknown"),
    ],
)
def test_the_client_is_who_the_outermost_trusted_proxy_saw(
    peer: str, forwarded_for: str, proxies: int, client: str
) -> None:
    assert client_network(peer, forwarded_for, trusted_proxies=proxies) == client


@given(st.lists(st.ip_addresses(v=4).map(str), max_size=5), st.integers(0, 3))
def test_no_forged_header_gives_a_client_another_address(forged: list[str], proxies: int) -> None:
    """Each trusted proxy appends whom it saw; the first of them saw the client."""
    chain = [*forged, "203.0.113.7", *["10.0.0.9"] * proxies]

    found = client_network(chain[-1], ",".join(chain[:-1]), trusted_proxies=proxies)

    assert found == "203.0.113.7"


@given(st.integers(0, 2**64 - 1))
def test_a_subscriber_who_changes_addresses_within_a_network_stays_one(host: int) -> None:
    groups = ":".join(f"{host >> shift & 0xFFFF:x}" for shift in (48, 32, 16, 0))

    assert client_network(f"2001:db8:0:7:{groups}", "", trusted_proxies=0) == "2001:db8:0:7::/64"
