"""What tests set before Django reads its settings; pytest loads this as a plugin, first of all.

A conftest comes too late for it: pytest-django has read the settings by then. Nothing that a
shell exports for its author's own brain reaches a test.
"""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
# Servers, models and keys of the author's own, and what would change an answer or a page.
FORGOTTEN = (
    "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "KEY_PEPPER", "PUBLISH_SECRET",
    "ANSWER_PROVIDER", "ANSWER_MODEL", "ANSWER_BACKGROUND", "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "MONTHLY_BUDGET_USD",
    "DAILY_BUDGET_USD", "MODEL_PRICES", "QUESTION_TOKENS", "LIVE_PROVIDER", "LIVE_FACTS",
    "LIVE_URL", "LIVE_ALONE", "SHADOW_EXPERIMENTS", "EMBEDDING_MODEL", "ARCHIVEBRAIN_AUTHOR",
    "ARCHIVEBRAIN_SITE_URL", "PORT", "ALLOWED_HOSTS", "CORS_ORIGINS", "TRUSTED_PROXIES",
    "KEY_UNITS_PER_MINUTE", "KEY_UNITS_PER_DAY", "FETCH_ALLOW_PRIVATE", "FEED_URLS",
)  # fmt: skip
CHOSEN = {
    "EMBEDDED_FAST": "on",
    # All tests come from one address; those of the limits set quotas of their own.
    "ADDRESS_UNITS_PER_MINUTE": "1000000",
    "ADDRESS_UNITS_PER_DAY": "1000000",
    # An export takes ten seconds in every new home; those of ONNX Runtime make one for all.
    "EMBED_BACKEND": "torch",
    # A test that scripts a provider must be answered by it; those of the cache switch it on.
    "ANSWER_CACHE_HOURS": "0",
    # The sync Playwright API leaves an event loop in the test's thread.
    "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
}
# Of tests that run beside each other every process has servers of its own: what one counts,
# locks or flushes is no other's. The name comes from pytest-xdist.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


def home_of(checkout: Path, variables: Mapping[str, str]) -> str:
    """Where the tests of a checkout keep their servers: never where an author's brain lives.

    Two checkouts share none. The name is short, because a socket's path must be.
    """
    short = hashlib.sha256(os.fsencode(checkout)).hexdigest()[:8]
    own = Path(tempfile.gettempdir()) / f"archivebrain-tests-{os.getuid()}-{short}"
    home = variables.get("ARCHIVEBRAIN_TEST_HOME") or str(own)
    worker = variables.get("PYTEST_XDIST_WORKER", "")
    return f"{home}-{worker}" if worker else home


for name in FORGOTTEN:
    os.environ.pop(name, None)
os.environ.update(CHOSEN, ARCHIVEBRAIN_HOME=home_of(CHECKOUT, os.environ))
