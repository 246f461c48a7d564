"""Gives every essay one slug: what its author wrote, else its address, else its file's name.

A slug once given never moves; of two that would share one, the later is told apart by its
folder.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from retrieval.corpus.dates import leading_date
from retrieval.corpus.front_matter import FrontMatter, clean

# PostgreSQL cannot index a longer one whatever its letters are; folder and number included.
MAX_CHARS = 500
_ADDRESS_NAMES = ("permalink", "url", "canonical_url", "canonical")
_TRANSLATION = re.compile(r"_?index\.[a-z]{2}(?:-[A-Za-z]{2,4})?")
# Switches, and Jekyll's names for patterns.
_NO_ADDRESSES = frozenset({"false", "true", "date", "pretty", "ordinal", "weekdate", "none"})
_PATTERN = re.compile(r"^:|\{|:(?:title|slug|filename|contentbasename|year|month|day)\b")
_FOLDER_FILES = frozenset({"index", "_index", "readme"})


@dataclass(frozen=True, slots=True)
class SlugClaim:
    """A new essay that needs a slug; ``key`` tells it from every other of this import."""

    key: str
    wish: str
    folder: str
    is_public: bool
    parts: tuple[str, ...]


def wished_slug(front: FrontMatter, *, root: str, path: str) -> str:
    """The slug that an essay would have if it stood alone; never empty."""
    written = slug_from_text(front.text("slug").rstrip("/").rpartition("/")[2])
    if written:
        return written
    addresses = (slug_from_address(front.text(name)) for name in _ADDRESS_NAMES)
    return next(filter(None, addresses), "") or slug_from_text(name_of(root, path)) or "untitled"


def name_of(root: str, path: str) -> str:
    """The file's name without extension and leading date; a folder's own file bears its name."""
    return leading_date(stem_of(root, path))[1]


def stem_of(root: str, path: str) -> str:
    """The name that speaks for a file, its leading date included."""
    own = PurePosixPath(path)
    if not _is_of_folder(own):
        return own.stem
    folder = own.parent.name or root_name(root)
    return f"{folder}{own.with_suffix('').suffix}" if folder else own.stem


def _is_of_folder(own: PurePosixPath) -> bool:
    """``index.md``, and ``index.fr.md`` as Hugo names a translation."""
    return own.stem.lower() in _FOLDER_FILES or bool(_TRANSLATION.fullmatch(own.stem))


def root_name(root: str) -> str:
    """A source's own name; a zip is called like the folder that it holds."""
    return PurePosixPath(root).name.removesuffix(".zip")


def folder_of(root: str, path: str) -> str:
    """The folder that tells a file from a namesake; for a folder's own file, the one above."""
    whole = PurePosixPath(root) / path
    parent = whole.parent.parent if _is_of_folder(whole) else whole.parent
    return slug_from_text(root_name(str(parent)))


def slug_from_text(text: str) -> str:
    """A text as one segment of an address: white space becomes ``-``, letters stay."""
    text = clean(unicodedata.normalize("NFC", text)).strip()
    text = re.sub(r"\.html?$", "", text, flags=re.IGNORECASE)
    slug = re.sub(r"\s+", "-", text.replace("/", "-").replace("\\", "-"))
    return "" if slug in {".", ".."} or len(slug) > MAX_CHARS else slug


def slug_from_address(address: str) -> str:
    """The last segment of a path or URL; empty where it has none of its own."""
    if address.lower() in _NO_ADDRESSES:
        return ""
    try:
        path = urlsplit(address).path
    except ValueError:
        return ""
    segments = [segment for segment in path.split("/") if segment]
    if segments and re.fullmatch(r"index\.(html?|php)", segments[-1], re.IGNORECASE):
        segments.pop()
    # ":title" and "{{ slug }}" are patterns for a site generator, not names.
    if not segments or _PATTERN.search(segments[-1]):
        return ""
    return slug_from_text(unquote(segments[-1]))


def assign_slugs(claims: Sequence[SlugClaim], *, taken: Collection[str]) -> Mapping[str, str]:
    """A slug for each claim's key: public before private, then the order of path parts.

    Whoever may have its own wish gets it first, so that a name made up to tell two apart
    never takes the name that a third essay was given by its author.
    """
    used = set(taken)
    given: dict[str, str] = {}
    later: list[SlugClaim] = []
    for claim in sorted(claims, key=lambda claim: (not claim.is_public, claim.parts)):
        if claim.wish in used:
            later.append(claim)
        else:
            given[claim.key] = claim.wish
            used.add(claim.wish)
    counts: dict[str, int] = {}
    for claim in later:
        given[claim.key] = _told_apart(claim, used=used, counts=counts)
        used.add(given[claim.key])
    return given


def _told_apart(claim: SlugClaim, *, used: Collection[str], counts: dict[str, int]) -> str:
    base = f"{claim.folder}-{claim.wish}" if claim.folder else claim.wish
    if base not in used:
        return base
    number = counts.get(base, 2)
    while f"{base}-{number}" in used:
        number += 1
    counts[base] = number + 1
    return f"{base}-{number}"
