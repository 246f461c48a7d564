"""Who may see a post of Ghost's, by each of its flags."""

from collections.abc import Iterator

from retrieval.corpus.formats.ghost_rows import Row, is_true, text_of
from retrieval.corpus.front_matter import one_line
from retrieval.corpus.visibility import Claim
from retrieval.types import Visibility

_STATUSES = {
    "published": Visibility.PUBLIC,
    "draft": Visibility.DRAFT,
    "scheduled": Visibility.PRIVATE,
    # It went out by mail and stands on no page.
    "sent": Visibility.PRIVATE,
}


def claims_of(row: Row, meta: Row) -> Iterator[Claim]:
    """What each of its flags says; a word that nobody knows closes it."""
    status = text_of(row, "status")
    if status in _STATUSES:
        yield Claim(_STATUSES[status], f"export: status: {status}")
    else:
        yield _unknown("status", status)
    if "visibility" in row:
        seen = text_of(row, "visibility")
        if seen in {"members", "paid", "tiers", "filter"} or "label:" in seen or "product:" in seen:
            yield Claim(Visibility.PRIVATE, f"export: visibility: {seen}")
        elif seen != "public":
            yield _unknown("visibility", seen)
    if is_true(row.get("email_only")) or is_true(meta.get("email_only")):
        yield Claim(Visibility.PRIVATE, "export: email_only")


def _unknown(name: str, word: str) -> Claim:
    shown = one_line(word)[:60] or "none"
    return Claim(
        Visibility.PRIVATE,
        f"export: {name}: {shown}",
        f"its {name} {shown!r} is not known, so it is private.",
    )
