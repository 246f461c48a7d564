"""Invented essays that nobody may read, and public ones beside them, for tests of the filter."""

from collections.abc import Collection, Sequence

from archivebrain.answering import disguises, leaks
from archivebrain.answering.disguises import Said
from archivebrain.answering.leaks import Material, Release
from archivebrain.answering.telltales import Shelf, read, ready

PUBLIC = (
    "A timetable is a promise written in minutes. Frequency beats speed, because nobody runs "
    "for a boat that leaves again in ten minutes. The harbour keeps six departures all winter.",
    "Sharpen the knife before you need it. A dull blade slips, and a blade that slips cuts the "
    "hand and not the bread. The board should be of wood, and dry.",
)
WITHHELD = (
    "The council will sell the pumphouse to Marwick Holdings on 14 October for 9.4 million. "
    "I learned of it from a ledger that was left open in the vestry, and I have told nobody.",
    "My resignation from the lighthouse committee lies in the drawer. Brindlecombe will take "
    "the chair after the regatta, and the foghorn money was spent twice, on varnish.",
)
NAMES = ("the-pumphouse-sale", "What the vestry ledger said")
FACTS = (
    "They sell the pumphouse on 14 October.",
    "The price is 9.4 million.",
    "Marwick Holdings is the buyer.",
    "The committee gets a resignation.",
    "Brindlecombe will take the chair after the regatta.",
    "The foghorn money was spent twice, on varnish.",
)


KNOWN = frozenset(word for text in PUBLIC for word in read(text).words)


def material(
    *, shown: Sequence[str] = WITHHELD, near: Sequence[str] = (), public: Sequence[str] = PUBLIC
) -> Material:
    return Material(
        shown=tuple(map(ready, shown)),
        near=tuple(map(ready, near)),
        names=frozenset(NAMES),
        public=Shelf(tuple(map(ready, public))),
    )


def judged(
    sentences: Sequence[str],
    material: Material,
    *,
    written: str = "",
    known: Collection[str] = KNOWN,
) -> Release:
    """What the filter says where the public writing uses the ``known`` words alone."""
    said = disguises.said(sentences, written)
    material.unknown.clear()
    material.unknown.update(leaks.words_in_doubt(said, material) - frozenset(known))
    return leaks.released(said, material)


def kept(
    sentences: Sequence[str], material: Material, *, known: Collection[str] = KNOWN
) -> tuple[int, ...]:
    return judged(sentences, material, known=known).kept


def everything(said: Said, material: Material) -> Release:
    """In place of the filter: lets everything out."""
    return Release(tuple(range(len(said.sentences))))
