"""Invented essays that nobody may read, and public ones beside them, for tests of the filter."""

from collections.abc import Collection

from archivebrain.answering.leaks import Material
from archivebrain.answering.telltales import Text

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


def knows_public(words: Collection[str]) -> Collection[str]:
    known = {word for text in PUBLIC for word in Text(text).words}
    return [word for word in words if word in known]


def material(*, shown: tuple[str, ...] = WITHHELD, public: tuple[str, ...] = PUBLIC) -> Material:
    return Material(
        shown=tuple(map(Text, shown)),
        near=(),
        names=NAMES,
        public=tuple(map(Text, public)),
        knows=knows_public,
    )
