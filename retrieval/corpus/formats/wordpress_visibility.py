"""Who may see a post of WordPress, from all that an export says of it."""

import re
from collections.abc import Iterator

from retrieval.corpus.formats.shortcodes import is_for_members
from retrieval.corpus.formats.wxr import Item
from retrieval.corpus.visibility import Claim
from retrieval.types import Visibility

_STATUSES = {
    "publish": Visibility.PUBLIC,
    "draft": Visibility.DRAFT,
    "auto-draft": Visibility.DRAFT,
    "pending": Visibility.DRAFT,
    "private": Visibility.PRIVATE,
    "future": Visibility.PRIVATE,
}
# Plug-ins keep in these whom a post is for; an empty value or one of these words is everybody.
_ACCESS_META = frozenset(
    {
        *(
            "_jetpack_newsletter_access",
            "_members_access_role",
            "_memberful_acl",
            "rcp_access_level",
        ),
        *("rcp_user_level", "rcp_subscription_level", "_rcp_is_paid", "_is_paid"),
        *("_wpmem_block", "_swpm_protect", "_um_custom_access_settings"),
    }
)
_FOR_ALL = frozenset({"", "0", "everybody", "everyone", "none", "no", "false", "all", "a:0:{}"})
# And in these, that search engines are to leave it out.
_NOINDEX_META = {
    "_yoast_wpseo_meta-robots-noindex": "1",
    "rank_math_robots": '"noindex"',
    "_seopress_robots_index": "yes",
    "_genesis_noindex": "1",
    "_aioseop_noindex": "on",
}
# Blocks of a text for some, whatever plug-in they are of.
_PAYWALL = re.compile(
    r"<!--\s+wp:[a-z0-9/-]{0,60}?(?:paywall|paid-content|premium-content|restrict|membership|"
    r"member-content|members-only|protected|private|logged-in)"
)


def claims_of(item: Item, text: str) -> Iterator[Claim]:
    """``text``: all that the post shows, with the blocks in it that it shares with others."""
    statuses = [text.strip() for text in item.fields.get("wp:status", [])] or [""]
    for status in statuses:
        yield _claim_of_status(status)
    if item.text("wp:post_password"):
        yield Claim(Visibility.PRIVATE, "export: password")
    for key in sorted(_ACCESS_META & set(item.meta)):
        if item.meta[key].strip().lower() not in _FOR_ALL:
            yield Claim(Visibility.PRIVATE, f"export: members ({key})")
    for key, word in _NOINDEX_META.items():
        if word in item.meta.get(key, ""):
            yield Claim(Visibility.UNLISTED, f"export: noindex ({key})")
    if _PAYWALL.search(text) or is_for_members(text):
        yield Claim(
            Visibility.PRIVATE,
            "export: members (a part of the text)",
            "a part of it is for members alone, so all of it is private.",
        )


def _claim_of_status(status: str) -> Claim:
    known = _STATUSES.get(status)
    if known is not None:
        return Claim(known, f"export: status: {status}")
    shown = status[:60] or "none"
    return Claim(
        Visibility.PRIVATE,
        f"export: status: {shown}",
        f"its status {shown!r} is not known, so it is private.",
    )
