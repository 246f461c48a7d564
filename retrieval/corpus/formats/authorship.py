"""Whose work an item is: what others wrote never passes for the main author's."""

from collections.abc import Iterable
from dataclasses import dataclass

from retrieval.corpus.formats.base import Reading
from retrieval.corpus.visibility import Claim
from retrieval.types import UNNAMED_AUTHOR, Visibility


@dataclass(frozen=True, slots=True)
class Bylines:
    """All that an export names as its authors, each by all names it has there."""

    names: frozenset[frozenset[str]]

    @classmethod
    def of(cls, authors: Iterable[Iterable[str]]) -> "Bylines":
        folded = (frozenset(filter(None, map(_fold, names))) for names in authors)
        return cls(frozenset(names for names in folded if names))

    def claim(self, shown: tuple[str, ...], how: Reading) -> Claim | None:
        """What follows from an item's authors, by their shown names, for who may see it."""
        if not shown or (len(self.names) < 2 and how.author == UNNAMED_AUTHOR):
            return None
        if how.author == UNNAMED_AUTHOR:
            return Claim(
                Visibility.PUBLIC,
                "",
                f"several authors wrote in this export, and this is by {_listed(shown)}; name "
                "the main author in ARCHIVEBRAIN_AUTHOR, and what others wrote becomes private.",
            )
        if any(self._is(name, how.author) for name in shown):
            return None
        if len(self.names) == 1:
            return Claim(
                Visibility.PUBLIC,
                "",
                f"it is by {_listed(shown)}, the only author of this export, and not by "
                f"{how.author}; write in ARCHIVEBRAIN_AUTHOR the name that the export uses.",
            )
        return Claim(Visibility.PRIVATE, f"export: by {_listed(shown)}")

    def _is(self, name: str, author: str) -> bool:
        wanted, folded = _fold(author), _fold(name)
        return folded == wanted or any(folded in names and wanted in names for names in self.names)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _fold(name: str) -> str:
    return " ".join(name.split()).casefold()
