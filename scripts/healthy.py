"""Exits 0 if the web process of this container answers on PORT; for its health check."""

import os
import sys
import urllib.error
import urllib.request


def is_healthy(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=4) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


if __name__ == "__main__":
    sys.exit(not is_healthy(os.environ.get("PORT") or "8000"))
