"""No address that leads to this machine or its network is ever connected to."""

import pytest

from retrieval.fetching import Client, FetchFault, vetting
from retrieval.fetching.vetting import address_fault, vet_url
from tests.retrieval.fetching.conftest import Answers, Trap
from tests.retrieval.fetching.hostile import ANSWERS, HOSTILE

KINDS = {"text/html": 1000}


@pytest.fixture
def wary(trap: Trap, monkeypatch: pytest.MonkeyPatch) -> Client:
    """As usual, but that the trap's port is as good as any: only the address keeps it out."""
    monkeypatch.setattr(vetting, "_PORTS", frozenset({None, 80, 443, trap.port}))
    return Client(agent="test", seconds=3)


@pytest.mark.real_sockets
def test_of_all_hostile_addresses_none_is_ever_connected_to(
    wary: Client, trap: Trap, resolving: Answers
) -> None:
    resolver = resolving(example_org=["127.0.0.1"])

    for url in HOSTILE:
        with pytest.raises(FetchFault):
            wary.fetch(url.replace("PORT", str(trap.port)), kinds=KINDS)

    assert len(HOSTILE) >= 60
    assert (trap.hits, resolver.asked) == (0, [])


@pytest.mark.real_sockets
@pytest.mark.parametrize("addresses", ANSWERS, ids=str)
def test_a_name_is_refused_for_one_bad_address_among_all_it_has(
    addresses: list[str], wary: Client, trap: Trap, resolving: Answers
) -> None:
    resolver = resolving(quay_example=addresses)

    with pytest.raises(FetchFault, match=r"quay\.example leads to .* address"):
        wary.fetch(f"https://quay.example:{trap.port}/", kinds=KINDS)

    assert (trap.hits, resolver.asked) == (0, ["quay.example"])


@pytest.mark.real_sockets
def test_the_trap_is_reached_where_private_addresses_are_allowed(trap: Trap) -> None:
    with pytest.raises(FetchFault):
        Client(agent="test", allow_private=True, seconds=3).fetch(
            f"http://127.0.0.1:{trap.port}/", kinds=KINDS
        )

    assert trap.hits == 1


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450::5"])
def test_a_public_address_may_be_fetched_from(address: str) -> None:
    assert address_fault(address, allow_private=False) == ""


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.1.9", "172.20.0.2", "100.64.0.9", "::1", "fd12::1"],
)
def test_a_private_address_may_be_fetched_from_only_where_that_is_switched_on(address: str) -> None:
    assert "FETCH_ALLOW_PRIVATE" in address_fault(address, allow_private=False)
    assert address_fault(address, allow_private=True) == ""


@pytest.mark.parametrize(
    "address", ["169.254.169.254", "fe80::1", "fd00:ec2::254", "100.100.100.200", "0.0.0.1",
                "224.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "255.255.255.255"],
)  # fmt: skip
def test_metadata_and_tunnels_stay_closed_even_then(address: str) -> None:
    assert address_fault(address, allow_private=True) == f"{address} is no public address."


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("https://quay.example/notes?a=1#top", "quay.example", "/notes?a=1"),
        ("HTTPS://Quay.Example:443/", "quay.example", "/"),
        ("https://bücher.example/ä", "xn--bcher-kva.example", "/%C3%A4"),
        ("https://under_score.example./", "under_score.example.", "/"),
        ("https://8.8.8.8/", "8.8.8.8", "/"),
    ],
)
def test_an_ordinary_address_is_split_into_what_is_asked_and_whom(
    url: str, host: str, path: str
) -> None:
    parts = vet_url(url, allow_private=False)

    assert (parts.raw_host.decode(), parts.raw_path.decode()) == (host, path)


def test_plain_http_any_port_and_short_names_are_allowed_with_private_addresses() -> None:
    assert str(vet_url("http://nas:8080/blog", allow_private=True)) == "http://nas:8080/blog"
