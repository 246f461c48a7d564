"""Decides who may see a work, from its flags, its folder and its dates.

Fails closed: of several statements the most private one holds, and a flag that nobody can
read is private. A description, a hook or a tag is never a flag.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime

from retrieval.corpus.dates import PUBLISHED_NAMES, may_lie_ahead, read_stamp, today_for
from retrieval.corpus.documents import Stamp
from retrieval.corpus.front_matter import FrontMatter, one_line, plain_name
from retrieval.types import Visibility

FROM_OPEN_TO_CLOSED = tuple(Visibility)
TRUE_WORDS = frozenset({"true", "yes", "on", "1", "y"})
FALSE_WORDS = frozenset({"false", "no", "off", "0", "n", "", "null", "none"})

_PUBLIC_WORDS = (
    "public publish published live open everyone all free final finished complete completed done "
    "evergreen stable visible listed"
)
_DRAFT_WORDS = "draft drafts unpublished pending wip in-progress inprogress idea outline unfinished"
_PRIVATE_WORDS = (
    "private scheduled future members member members-only paid premium subscribers only_paid "
    "only_free founding password protected hidden secret internal confidential restricted"
)
WORDS: dict[str, Visibility] = {
    plain_name(word): visibility
    for words, visibility in (
        (_PUBLIC_WORDS, Visibility.PUBLIC),
        ("unlisted link-only", Visibility.UNLISTED),
        (_DRAFT_WORDS, Visibility.DRAFT),
        (_PRIVATE_WORDS, Visibility.PRIVATE),
    )
    for word in words.split()
}
TRASH_WORDS = frozenset({"trash", "trashed", "deleted"})

# Keys that hold a word for the visibility; any other word there is private.
_WORD_KEYS = ("visibility", "status", "post_status", "access")
# Keys that often hold a word of another kind, so only known closed words count.
_LOOSE_WORD_KEYS = (
    "audience", "tier", "type", "state", "stage", "publish_status", "publication_status",
    "workflow_state",
)  # fmt: skip
_SWITCHES: dict[Visibility, tuple[str, ...]] = {
    Visibility.DRAFT: ("draft", "is_draft", "wip", "unpublished", "unpublish"),
    Visibility.UNLISTED: ("unlisted", "noindex", "robots_no_index", "exclude_from_collections",
                          "eleventyExcludeFromCollections"),
    Visibility.PRIVATE: (
        "private", "hidden", "secret", "internal", "confidential", "protected", "locked",
        "members", "members_only", "member_only", "paid", "is_paid", "paid_only", "premium",
        "paywall", "paywalled", "subscribers_only", "subscriber_only", "headless", "scheduled",
        "password", "passphrase", "post_password", "password_protected", "password_hash",
        "encrypted", "encrypt", "member", "premium_content", "login_required", "requires_login",
        "is_private", "is_hidden", "is_premium", "patrons_only", "sponsors_only",
    ),
}  # fmt: skip
_OPPOSITE_SWITCHES: dict[Visibility, tuple[str, ...]] = {
    Visibility.DRAFT: ("published", "publish", "is_published", "dg_publish"),
    Visibility.UNLISTED: ("listed",),
    Visibility.PRIVATE: ("public", "is_public", "render"),
}
_SAID_BY_FOLDER = "said of its folder: "
_BY_IMPORT = (
    *("front matter: ", "export: ", "page: ", "folder: ", "date: ", "import: "),
    _SAID_BY_FOLDER,
)
_ENDS = ("expiry_date", "expires", "expires_at", "unpublish_date")


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement about who may see a work, and a warning where it had to be guessed."""

    visibility: Visibility
    reason: str
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """The visibility that holds, why it is not public, and what the author should know."""

    visibility: Visibility = Visibility.PUBLIC
    reason: str = ""
    warnings: tuple[str, ...] = ()


def front_claims(front: FrontMatter, *, now: datetime) -> Iterator[Claim]:
    """All that front matter says of who may see a work: in flags, words and dates."""
    values = list(front.all(*PUBLISHED_NAMES))
    dated = [(key, read_stamp(value)) for key, value in values]
    yield from _word_claims(front)
    yield from _switch_claims(front)
    yield from _builder_claims(front)
    yield from _end_claims(front, now=now)
    yield from _schedule_claims(dated, now=now)
    for key, value in values:
        if read_stamp(value) is None and may_lie_ahead(value, now=now):
            yield Claim(Visibility.PRIVATE, f"date: it may lie ahead ({key})")


def folder_claims(around: FrontMatter, *, now: datetime) -> Iterator[Claim]:
    """The same of what a file's folders say of it."""
    for claim in front_claims(around, now=now):
        said = claim.reason.removeprefix("front matter: ")
        yield replace(claim, reason=f"{_SAID_BY_FOLDER}{said}")


def settle(
    claims: Iterable[Claim],
    *,
    folders: Iterable[str] = (),
    dated: Iterable[tuple[str, Stamp | None]] = (),
    now: datetime,
    ceiling: Visibility,
) -> Decision:
    """The most private of what a source claims and what holds for every source.

    ``dated``: each publication date that it states, and where; one in the future is scheduled.
    """
    kept = [*claims, *_folder_claims(folders), *_schedule_claims(dated, now=now)]
    if ceiling is not Visibility.PUBLIC:
        kept.append(Claim(ceiling, f"import: --visibility {ceiling.value}"))
    return most_private(kept)


def most_private(claims: Iterable[Claim]) -> Decision:
    kept = sorted(claims, key=lambda claim: closedness(claim.visibility), reverse=True)
    warnings = tuple(dict.fromkeys(claim.warning for claim in kept if claim.warning))
    if not kept or kept[0].visibility is Visibility.PUBLIC:
        return Decision(warnings=warnings)
    return Decision(kept[0].visibility, kept[0].reason, warnings)


def closedness(visibility: Visibility) -> int:
    """From 0 for public; a higher one shows an essay to fewer."""
    return FROM_OPEN_TO_CLOSED.index(visibility)


def is_by_import(reason: str) -> bool:
    """Whether an import gave this reason; any other was set by the author's own hand."""
    return reason.startswith(_BY_IMPORT)


def is_hidden_by_hand(visibility: Visibility, reason: str) -> bool:
    """Whether the author hid it here, so that no import may open it again."""
    return visibility is not Visibility.PUBLIC and not is_by_import(reason)


def told_of_copy(title: str, visibility: Visibility) -> str:
    """Why an essay is no more open than a copy of it: what is paid for there is free nowhere."""
    return f"its copy {title!r} is {visibility.value}, so it is {visibility.value} too"


def is_said_by_folder(reason: str) -> bool:
    """Whether it was closed by what another file says of its folder."""
    return reason.startswith(_SAID_BY_FOLDER)


def is_draft_folder(name: str) -> bool:
    lowered = name.lower()
    return lowered in {"drafts", "_drafts"} or lowered.endswith("-drafts")


def is_trash(front: FrontMatter) -> bool:
    words = (_word(value) for _, value in front.all(*_WORD_KEYS))
    return any(word in TRASH_WORDS for word in words)


def _word_claims(front: FrontMatter) -> Iterator[Claim]:
    for key, value in front.all(*_WORD_KEYS):
        word = _word(value)
        visibility = WORDS.get(plain_name(word))
        if visibility is None and word:
            yield _unreadable(key, word, f"write one of {', '.join(Visibility)}.")
        elif visibility is not None:
            yield Claim(visibility, f"front matter: {key}: {word}")
    for key, value in front.all(*_LOOSE_WORD_KEYS):
        word = _word(value)
        yield Claim(WORDS.get(plain_name(word), Visibility.PUBLIC), f"front matter: {key}: {word}")


def _switch_claims(front: FrontMatter) -> Iterator[Claim]:
    for visibility, names in _SWITCHES.items():
        for key, value in front.all(*names):
            yield from _switch_claim(key, value, closed=visibility, closed_when=True)
    for visibility, names in _OPPOSITE_SWITCHES.items():
        for key, value in front.all(*names):
            if not _looks_dated(value):
                yield from _switch_claim(key, value, closed=visibility, closed_when=False)


def _builder_claims(front: FrontMatter) -> Iterator[Claim]:
    """What site generators are told of where to write and to list a page."""
    # Eleventy's way to say that a page is never written.
    for key, value in front.all("permalink"):
        if _word(value) == "false":
            yield Claim(Visibility.PRIVATE, f"front matter: {key}: false")
    for key, value in front.all("robots"):
        if "noindex" in str(value).lower():
            yield Claim(Visibility.UNLISTED, f"front matter: {key}: noindex")
    for key, value in front.all("build", "_build"):
        yield from _build_claims(key, value)


def _build_claims(key: str, value: object) -> Iterator[Claim]:
    """Hugo's way to write a page nowhere, or to list it nowhere."""
    options = value if isinstance(value, dict) else {}
    if _word(options.get("render", "")) in {"never", "false", "link"}:
        yield Claim(Visibility.PRIVATE, f"front matter: {key}: render")
    if _word(options.get("list", "")) in {"never", "false", "local"}:
        yield Claim(Visibility.UNLISTED, f"front matter: {key}: list")


def _switch_claim(
    key: str, value: object, *, closed: Visibility, closed_when: bool
) -> Iterator[Claim]:
    word = _word(value)
    if closed_when and closed is Visibility.PRIVATE:
        # Whatever stands there may be a password, so it is neither shown nor kept.
        if word not in FALSE_WORDS:
            yield Claim(closed, f"front matter: {key}")
    elif word in TRUE_WORDS | FALSE_WORDS:
        if (word in TRUE_WORDS) is closed_when:
            yield Claim(closed, f"front matter: {key}: {word}")
    else:
        yield _unreadable(key, word, "write true or false.")


def _looks_dated(value: object) -> bool:
    """Whether a value is a date, readable or not: "published: spring 2019" is no flag."""
    return isinstance(value, date) or bool(re.search(r"\d\d", str(value)))


def _folder_claims(folders: Iterable[str]) -> Iterator[Claim]:
    for name in folders:
        if is_draft_folder(name):
            yield Claim(Visibility.DRAFT, f"folder: {name}")


def _schedule_claims(
    dated: Iterable[tuple[str, Stamp | None]], *, now: datetime
) -> Iterator[Claim]:
    for where, stamp in dated:
        if stamp is not None and stamp.day > today_for(stamp, now=now):
            yield Claim(Visibility.PRIVATE, f"date: scheduled for {stamp.day} ({where})")


def _end_claims(front: FrontMatter, *, now: datetime) -> Iterator[Claim]:
    for key, value in front.all(*_ENDS):
        stamp = read_stamp(value)
        if stamp is not None and stamp.day <= today_for(stamp, now=now):
            yield Claim(Visibility.PRIVATE, f"date: ended on {stamp.day} ({key})")
        elif stamp is None and _word(value) not in FALSE_WORDS | {"never"}:
            yield _unreadable(key, _word(value), "write it as YYYY-MM-DD.")


def _unreadable(key: str, word: str, mend: str) -> Claim:
    return Claim(
        Visibility.PRIVATE,
        f"front matter: {key}: {word}",
        f"{key}: {word!r} cannot be understood, so the essay is private; {mend}",
    )


def _word(value: object) -> str:
    if isinstance(value, list | dict):
        return "a list"
    return one_line(str(value)).lower()[:60]
