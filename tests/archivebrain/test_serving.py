"""Where a `serve` can be reached, whatever it listens on."""

import pytest

from archivebrain.serving import Service


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1:8000"),
        ("0.0.0.0", "127.0.0.1:8000"),  # noqa: S104 # nothing is bound
        ("::", "[::1]:8000"),
        ("::1", "[::1]:8000"),
        ("brain.example", "brain.example:8000"),
    ],
)
def test_an_address_that_can_be_typed_is_said(host: str, address: str) -> None:
    assert Service(host, 8000).address == address
