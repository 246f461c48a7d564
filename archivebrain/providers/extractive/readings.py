"""What is known of a question's words and of each sentence before anything is decided; pure."""

from dataclasses import dataclass, replace
from datetime import date

from archivebrain.wording.words import Word, covers, spellings


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of the question.

    ``weight``: its inverse document frequency in the archive. ``is_vital``: a name, for
    which no other word will do. ``is_rare``: a name in lower case or a long ordinary word,
    which cannot be told apart, that the archive never uses.
    """

    word: Word
    stems: frozenset[str]
    weight: float
    is_vital: bool = False
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class SourceWords:
    """The words of one passage, its title and headings included."""

    number: int
    keys: frozenset[str]
    stems: frozenset[str]

    def holds(self, term: Term) -> bool:
        """Whether the term stands here, inflected, or as a compound written open."""
        if term.stems & self.stems:
            return True
        if covers(self.keys, term.word.key):
            return True
        parts = spellings(term.word.key)[2:]
        return len(parts) > 1 and all(len(part) > 1 and part in self.keys for part in parts)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that could be quoted.

    ``closeness``: its cosine to each part of the question, in their order; ``in_place``:
    the same for the sentence read under its title and headings, which say what a "they"
    or an "it" stands for. Both empty while no embedder answers. ``leans``: its opening
    means something only after another sentence; ``lead``: that sentence, if it may be
    quoted with this one. ``points``: it tells of another text rather than of the matter.
    """

    source: int
    place: int
    sentence: str
    slug: str
    published: date | None
    stems: frozenset[str]
    closeness: tuple[float, ...] = ()
    in_place: tuple[float, ...] = ()
    leans: bool = False
    lead: str = ""
    points: bool = False

    @property
    def quote(self) -> str:
        """What is quoted: the sentence, after the one that it leans on."""
        return f"{self.lead} {self.sentence}" if self.lead else self.sentence

    @property
    def length(self) -> int:
        """How many sentences are quoted."""
        return 2 if self.lead else 1


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything measured for one draft. ``terms``: for each part of the question."""

    parts: tuple[str, ...]
    terms: tuple[tuple[Term, ...], ...]
    sources: tuple[SourceWords, ...]
    candidates: tuple[Candidate, ...]


def only(reading: Reading, numbers: frozenset[int]) -> Reading:
    """The reading as if only these sources had been found."""
    return replace(
        reading,
        sources=tuple(one for one in reading.sources if one.number in numbers),
        candidates=tuple(one for one in reading.candidates if one.source in numbers),
    )


def coverage(terms: tuple[Term, ...], source: SourceWords) -> float:
    """The weighted share of the terms that stand in a passage, 0 to 1."""
    whole = sum(term.weight for term in terms)
    held = sum(term.weight for term in terms if source.holds(term))
    return held / whole if whole else 0.0
