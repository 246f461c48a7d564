"""What a site's own settings file says of its pages: Jekyll's defaults and Hugo's cascade."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from retrieval.corpus.front_matter import FrontMatter, read_values
from retrieval.corpus.sources import SETTINGS_FILES

# Where Hugo may keep its settings below the site's folder.
_PLACES = ("", "config/_default/")
# Jekyll's kinds of pages that lie in a folder of another name.
_FOLDERS = {"posts": "_posts", "drafts": "_drafts"}


def settings_of(folder: PurePosixPath) -> tuple[str, ...]:
    """The paths at which a site in this folder may keep its settings."""
    return tuple(
        str(folder / f"{place}{name}") for place in _PLACES for name in sorted(SETTINGS_FILES)
    )


def read_settings(text: str, name: str) -> FrontMatter:
    """All of the file is settings, in the language of its name; raises ``FrontMatterFault``."""
    return read_values(text, name.rpartition(".")[2])


def jekyll_defaults(defaults: object, own: PurePosixPath) -> Iterator[tuple[str, object]]:
    """The values whose scope holds this page, the narrowest scope first.

    ``own``: the page's path from the folder of the settings.
    """
    entries = [one for one in _listed(defaults) if isinstance(one, dict)]
    scoped = [(_scope(one), one.get("values")) for one in entries]
    for (path, kind), values in sorted(scoped, key=lambda pair: -len(pair[0][0])):
        if isinstance(values, dict) and _lies_in(path, own) and _is_of(kind, own):
            yield from ((str(key), value) for key, value in values.items())


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


def _scope(entry: dict[str, object]) -> tuple[str, str]:
    scope = entry.get("scope")
    told = scope if isinstance(scope, dict) else {}
    return str(told.get("path") or "").strip("/"), str(told.get("type") or "")


def _lies_in(path: str, own: PurePosixPath) -> bool:
    """Jekyll reads a scope as a folder, a file or a pattern of either."""
    above = (str(one) for one in (own, *own.parents))
    return not path or any(fnmatchcase(one, path) for one in above)


def _is_of(kind: str, own: PurePosixPath) -> bool:
    """Whether the page is of this kind; a page is what lies in no folder of a collection."""
    if not kind:
        return True
    if kind == "pages":
        return not any(part.startswith("_") for part in own.parts)
    return _FOLDERS.get(kind, f"_{kind}") in own.parts
