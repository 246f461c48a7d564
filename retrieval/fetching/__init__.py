"""The one way out: whatever the archive reads from the web, it reads through here."""

from django.conf import settings

from retrieval.fetching.client import Client, Fetched
from retrieval.fetching.faults import FetchFault

__all__ = ["Client", "FetchFault", "Fetched", "client_of_settings"]


def client_of_settings() -> Client:
    """The client as this brain's owner set it up."""
    return Client(
        agent=f"archivebrain (+{settings.ARCHIVEBRAIN_SITE_URL})",
        allow_private=settings.FETCH_ALLOW_PRIVATE,
    )
