"""Cuts from a passage what shows best why it was found, with the asked words marked; pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from retrieval import sentences
from retrieval.words import places

Place = tuple[int, int]
# What a reader takes in at a glance: three lines on a desk, six on a phone.
EXCERPT_CHARACTERS = 300
# So much of a long sentence is shown before the word that was asked for.
LEAD_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Fragment:
    """Some words, and whether the query asked for them."""

    text: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """``fragments`` joined are words of the passage as they stand there.

    ``is_opening``: whether it begins where the passage does. ``is_end``: whether it ends there.
    """

    fragments: tuple[Fragment, ...]
    is_opening: bool
    is_end: bool

    @property
    def text(self) -> str:
        return "".join(fragment.text for fragment in self.fragments)


def marked(text: str, asked: Mapping[str, str]) -> tuple[Fragment, ...]:
    """The whole text, taken apart at what was asked for; ``asked`` as in ``excerpt``."""
    return tuple(_fragments(text, (0, len(text)), list(_marks(text, asked))))


def excerpt(plain: str, asked: Mapping[str, str]) -> Excerpt:
    """The stretch with the most of what was asked for, or the passage's opening.

    ``asked``: words as they stand in the passage, with what each of them means to the query:
    the same thing twice counts once.
    """
    marks = _marks(plain, asked)
    stretch = max(
        _stretches(plain, list(marks)),
        key=lambda one: len({meaning for at, meaning in marks.items() if _lies_in(at, one)}),
        default=(0, 0),
    )
    return Excerpt(
        fragments=tuple(_fragments(plain, stretch, [at for at in marks if _lies_in(at, stretch)])),
        is_opening=not plain[: stretch[0]].strip(),
        is_end=not plain[stretch[1] :].strip(),
    )


def _marks(text: str, asked: Mapping[str, str]) -> dict[Place, str]:
    """What was asked for by its place, in the order of the text."""
    if not asked:
        return {}
    written = (((start, end), text[start:end]) for start, end in places(text))
    return {place: asked[word] for place, word in written if word in asked}


def _lies_in(place: Place, stretch: Place) -> bool:
    return stretch[0] <= place[0] and place[1] <= stretch[1]


def _stretches(plain: str, marks: Sequence[Place]) -> Iterator[Place]:
    """From each sentence on as many as fit; within a long one from shortly before each mark."""
    spans = sentences.spans(plain)
    for at, (start, end) in enumerate(spans):
        if end - start <= EXCERPT_CHARACTERS:
            fitting = [last for _, last in spans[at:] if last - start <= EXCERPT_CHARACTERS]
            yield start, fitting[-1]
            continue
        begins = [_lead_of(plain, mark, start) for mark in marks if _lies_in(mark, (start, end))]
        yield from (_long(plain, begin, end) for begin in [start, *begins])


def _lead_of(plain: str, mark: Place, start: int) -> int:
    """Where to begin in a long sentence, so that some words stand before the mark."""
    lead = mark[0] - LEAD_CHARACTERS
    if lead <= start:
        return start
    space = plain.find(" ", lead, mark[0])
    return space + 1 if space >= 0 else mark[0]


def _long(plain: str, begin: int, end: int) -> Place:
    """As much of a long sentence as fits, cut between words; anywhere where it has no spaces."""
    last = begin + EXCERPT_CHARACTERS
    if last >= end:
        return begin, end
    space = plain.rfind(" ", begin, last + 1)
    return begin, space if space > begin else last


def _fragments(text: str, stretch: Place, marks: Sequence[Place]) -> Iterator[Fragment]:
    """The stretch taken apart at its marks, those that touch or overlap in one."""
    at, end = stretch
    for begin, finish in _joined(marks):
        if begin > at:
            yield Fragment(text[at:begin], is_asked=False)
        yield Fragment(text[begin:finish], is_asked=True)
        at = finish
    if at < end:
        yield Fragment(text[at:end], is_asked=False)


def _joined(marks: Sequence[Place]) -> list[Place]:
    joined: list[Place] = []
    for begin, end in marks:
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined
