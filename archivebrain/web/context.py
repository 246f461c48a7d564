"""What every page knows: whose archive this is."""

from django.conf import settings
from django.http import HttpRequest


def archive(request: HttpRequest) -> dict[str, str]:
    """The author's name as a page says it, in a sentence and at its start."""
    author = settings.ARCHIVEBRAIN_AUTHOR
    return {"author": author, "Author": author[:1].upper() + author[1:]}
