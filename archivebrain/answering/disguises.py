"""What a draft says in every reading: as it stands, and in the disguises of ``unmasking``; pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from archivebrain.answering import unmasking
from archivebrain.answering.telltales import Text, carries, parts_of, read, stem
from archivebrain.answering.tongues import FIGURES, IN_ENGLISH, MIRRORED, ROT13


@dataclass(frozen=True, eq=False)
class Said:
    """A draft as the checks read it.

    ``written``: the model's own text, with all that no reader is shown; ``disguised``: other
    readings of it, most of them nonsense; ``rows``: letters that may spell a word, with the
    least length of one that is no chance.
    """

    sentences: tuple[Text, ...]
    written: str

    @cached_property
    def whole(self) -> Text:
        return read("\n".join(one.raw for one in self.sentences))

    @cached_property
    def decoded(self) -> tuple[Text, ...]:
        raw = self.whole.raw
        codes = (*unmasking.unseen(raw), *unmasking.decoded(raw), *unmasking.decoded(self.cut.raw))
        return tuple(map(read, dict.fromkeys(codes)))

    @cached_property
    def disguised(self) -> tuple[Text, ...]:
        return (*self.decoded, *(Text("", words) for words in _respelt(self.whole.tokens) if words))

    @cached_property
    def rows(self) -> Mapping[str, int]:
        by_pilots = unmasking.by_pilots(self.whole.tokens), unmasking.LEAST_SPELLED
        rows = (*unmasking.spelled(self.whole.raw), *unmasking.spelled(self.written), by_pilots)
        return dict(row for row in rows if len(row[0]) >= row[1])

    @cached_property
    def cut(self) -> Text:
        """What the model wrote around the sentences: markers, addresses, marks."""
        around = self.written
        for one in self.sentences:
            around = around.replace(one.raw, "\n")
        return read(around)

    @cached_property
    def unseen(self) -> tuple[Text, ...]:
        return tuple(map(read, unmasking.unseen(self.written)))

    @property
    def plain(self) -> tuple[Text, ...]:
        return (self.whole, self.cut, *self.unseen)


def _respelt(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The words backwards, in the order of each end; in the two usual codes; without figures."""
    backwards = tuple(word[::-1] for word in words)
    yield from (backwards, backwards[::-1])
    yield from (tuple(word.translate(key) for word in words) for key in (ROT13, MIRRORED))
    mixed = [word for word in words if not word.isalpha() and not word.isdecimal()]
    yield from (tuple(word.translate(key) for word in mixed) for key in FIGURES)


def said(sentences: Sequence[str], written: str = "") -> Said:
    return Said(tuple(map(read, sentences)), written)


def words_to_search(said: Said, public_stems: Collection[str]) -> tuple[str, ...]:
    """What the withheld texts are searched for: the words said, and what they may hide.

    A word that the public passages use, too, hides no other.
    """
    plain = [spelt for text in (*said.plain, *said.decoded) for spelt in text.spelt]
    odd = [word for word in said.whole.tokens if stem(word) not in public_stems]
    respelt = (word for text in _respelt(odd) for word in text)
    rows = (part for row, least in said.rows.items() for part in parts_of(row, least))
    english = (IN_ENGLISH[word] for word in said.whole.words if word in IN_ENGLISH)
    return tuple(dict.fromkeys((*english, *filter(carries, (*plain, *respelt, *rows)))))
