"""Other people's sites: small servers with an origin of their own."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class Host:
    """A site whose every page is ``page``, sent with ``policy`` as its Content-Security-Policy."""

    origin: str
    page: str = ""
    policy: str = ""


@contextmanager
def served_host() -> Iterator[Host]:
    """A running site; what it serves may be changed between two visits."""
    host = Host("")

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            if host.policy:
                self.send_header("Content-Security-Policy", host.policy)
            self.end_headers()
            self.wfile.write(host.page.encode())

        def log_message(self, format: str, *args: object) -> None:
            """The output is for tests."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host.origin = f"http://127.0.0.1:{server.server_address[1]}"
        yield host
        server.shutdown()


def page_with(tag: str, *, lang: str = "en") -> str:
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>A host</title>'
        '<link rel="icon" href="data:,"></head>'
        f"<body><h1>A host page</h1><p>Its own words.</p>{tag}</body></html>"
    )
