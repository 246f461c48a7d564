"""An address is known with its scheme and without; names of files and programs are none."""

import time

import pytest

from archivebrain.providers.addresses import has_address, without_addresses


@pytest.mark.parametrize(
    "address",
    [
        "ferrydeals.example",
        "FERRYDEALS.EXAMPLE",
        "Ferrydeals.Example",
        "ferry-deals.co.uk",
        "fährdeals.example",
        "book.ferrydeals.com",
        "ines@ferrydeals.example",
        "https://ferrydeals.example/a",
        "www.ferrydeals.example",
        "ferrydeals.zone/x?leak=1",
        "ferrydeals.it",
    ],
)
@pytest.mark.parametrize(
    "frame", ["Book at {}.", "Book at {}, she says.", "({}) is cheap.", "“{}”"]
)
def test_an_address_is_found_and_goes(address: str, frame: str) -> None:
    said = frame.format(address)

    assert has_address(said)
    assert "ferry" not in without_addresses(said).lower()


@pytest.mark.parametrize(
    "text",
    [
        "See README.md and main.rs, run asyncio.run() in build.sh.",
        "Node.js, .NET, ASP.NET, Socket.IO and C++ came later.",
        "He saw the end.It was late, e.g. at 5 p.m. in the U.S. and at 3.in.",
        "Version 1.5.2 took 0.8 s.",
        "So it goes… and so on.",
        "",
    ],
)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert not has_address(text)
    assert without_addresses(text) == text


def test_code_keeps_its_hosts() -> None:
    assert without_addresses("Set `api.example.com`, not evil.example.") == (
        "Set `api.example.com`, not ."
    )


@pytest.mark.parametrize("part", ["a.", "a-", "aa.bb@", "com.", "aa.com@"])
def test_hostile_text_is_read_in_time(part: str) -> None:
    hostile = part * 30_000
    started = time.process_time()

    without_addresses(hostile)
    has_address(hostile)

    assert time.process_time() - started < 2
