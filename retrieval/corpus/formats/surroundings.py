"""What the folders around a file say of it: Hugo's cascade and bundles, Eleventy's data files,
and the settings of a whole site.

A file that states a key itself is asked alone; what its folders say of that key is void.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import TypeAlias

from retrieval.corpus.formats.site_settings import jekyll_defaults, read_settings, settings_of
from retrieval.corpus.front_matter import (
    MAX_CHARS,
    NO_FRONT_MATTER,
    FrontMatter,
    FrontMatterFault,
    split_front_matter,
)
from retrieval.corpus.slugs import root_name
from retrieval.corpus.sources import Source
from retrieval.corpus.texts import NotText, read_text

_SECTION, _BUNDLE = "_index.md", "index.md"
_DATA_SUFFIXES = (".11tydata.json", ".json")
# What hides a bundle's page hides the files beside it; what merely lists it nowhere does not.
_BUNDLE_KEYS = ("draft", "published", "private", "visibility", "status", "date", "publish_date")
# Takes a file's text and its name; raises ``FrontMatterFault``.
Reader: TypeAlias = Callable[[str, str], FrontMatter]
_UNREADABLE = "what {} says of it cannot be read"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Asks the folders of one source; each of their files is read once."""

    source: Source
    known: dict[str, FrontMatter] = field(default_factory=dict)

    def of(self, path: str) -> FrontMatter:
        """All that is said of the file at this path; of one key the nearest statement holds."""
        said = NO_FRONT_MATTER
        for values in self._from_near_to_far(PurePosixPath(path)):
            farther = FrontMatter(tuple(values)).besides(said)
            said = FrontMatter((*said.values, *farther.values))
        return said

    def _from_near_to_far(self, own: PurePosixPath) -> Iterator[Iterator[tuple[str, object]]]:
        yield self._data(own.with_suffix(""))
        yield self._bundle(own)
        for folder in own.parents:
            yield self._data(folder / (folder.name or root_name(self.source.root)))
            yield self._cascade(folder, own)
        for folder in own.parents:
            yield self._site(folder, own)

    def _data(self, stem: PurePosixPath) -> Iterator[tuple[str, object]]:
        """Eleventy's: ``posts/posts.json`` for a folder, ``posts/rope.json`` for a file."""
        for suffix in _DATA_SUFFIXES:
            yield from self._read(f"{stem}{suffix}").values

    def _bundle(self, own: PurePosixPath) -> Iterator[tuple[str, object]]:
        """Hugo's: what lies beside ``index.md`` is a part of that page."""
        page = own.parent / _BUNDLE
        if own != page and own.name != _SECTION:
            yield from self._read(str(page)).all(*_BUNDLE_KEYS)

    def _cascade(self, folder: PurePosixPath, own: PurePosixPath) -> Iterator[tuple[str, object]]:
        """Hugo's: what a section says of all that stands below it, but not of itself."""
        section = folder / _SECTION
        if own == section:
            return
        front = self._read(str(section))
        if not front.present:
            yield from front.values
        yield from _cascaded(front, own)

    def _site(self, folder: PurePosixPath, own: PurePosixPath) -> Iterator[tuple[str, object]]:
        """A site's settings, which hold for all of its pages and are the farthest from each."""
        for name in settings_of(folder):
            front = self._read(name, by=read_settings)
            if not front.present:
                yield from front.values
            yield from _cascaded(front, own)
            for _, defaults in front.all("defaults"):
                yield from jekyll_defaults(defaults, own.relative_to(folder))

    def _read(
        self, name: str, *, by: Reader = lambda text, _: split_front_matter(text)[0]
    ) -> FrontMatter:
        if name not in self.known:
            self.known[name] = self._asked(name, by)
        return self.known[name]

    def _asked(self, name: str, by: Reader) -> FrontMatter:
        reading = self.source.entries.get(name)
        data = reading(MAX_CHARS) if reading else b""
        if not isinstance(data, bytes) or not data.strip():
            return NO_FRONT_MATTER
        try:
            return by(read_text(data)[0], name)
        except (FrontMatterFault, NotText):
            # It may have closed what stands below it.
            return FrontMatter((("visibility", _UNREADABLE.format(name)),))


def _cascaded(front: FrontMatter, own: PurePosixPath) -> Iterator[tuple[str, object]]:
    for _, value in front.all("cascade"):
        for entry in value if isinstance(value, list) else [value]:
            if isinstance(entry, dict) and _is_meant(entry, own):
                yield from ((str(key), each) for key, each in entry.items())


def _is_meant(entry: dict[str, object], own: PurePosixPath) -> bool:
    """Whether a cascade with a target means this file; only a path can exclude it."""
    target = entry.get("target") or entry.get("_target")
    pattern = target.get("path") if isinstance(target, dict) else None
    if not isinstance(pattern, str):
        return True
    page = own.parent if own.stem in {"index", "_index"} else own.with_suffix("")
    parts = [part.lower() for part in page.parts]
    ends = ("/" + "/".join(parts[start:]) for start in range(len(parts)))
    return any(fnmatchcase(end, pattern.lower()) for end in ends)
