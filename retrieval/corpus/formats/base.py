"""The seam of the importers: a format takes the files of its kind and reads works from them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol, TypeAlias

from retrieval.corpus.documents import Listing, Refusal, Skip, SourceDocument, SourceFile
from retrieval.corpus.formats.surroundings import Surroundings
from retrieval.corpus.sources import Source, suffix_of
from retrieval.types import UNNAMED_AUTHOR, Visibility

Read: TypeAlias = SourceDocument | Listing | Refusal | Skip


@dataclass(frozen=True, slots=True)
class Reading:
    """How works are read.

    ``now`` is read once, so that one run has one today. ``ceiling``: the most open
    visibility that anything may get. ``author``: who wrote the archive; what others wrote
    is not theirs.
    """

    now: datetime
    ceiling: Visibility = Visibility.PUBLIC
    author: str = UNNAMED_AUTHOR


class Format(Protocol):
    """One kind of source. ``name``: as in ``import_essays --format``."""

    @property
    def name(self) -> str: ...

    def takes(self, source: Source, names: Sequence[str]) -> tuple[str, ...]:
        """Of these names the ones that are its kind; files that belong together go together."""
        ...

    def read(self, source: Source, names: Sequence[str], how: Reading) -> Iterator[Read]:
        """What stands in the files it took; a work that cannot be taken in is a Refusal."""
        ...


@dataclass(frozen=True, slots=True)
class OneByOne:
    """A format whose files each stand for themselves.

    ``knows``: whether a file that begins with these bytes is its kind.
    """

    name: str
    suffixes: frozenset[str]
    read_file: Callable[[SourceFile, Reading], Iterable[Read]]
    knows: Callable[[bytes], bool] = lambda head: True

    def takes(self, source: Source, names: Sequence[str]) -> tuple[str, ...]:
        wanted = (name for name in names if suffix_of(name) in self.suffixes)
        return tuple(name for name in wanted if self.knows(source.peek(name)))

    def read(self, source: Source, names: Sequence[str], how: Reading) -> Iterator[Read]:
        surroundings = Surroundings(source)
        for name in names:
            found = source.read(name)
            if isinstance(found, SourceFile):
                file = replace(found, around=surroundings.of(name))
                for read in self.read_file(file, how):
                    if isinstance(read, SourceDocument):
                        read = replace(read, sees_folders=source.whole)
                    yield read
            else:
                yield found
