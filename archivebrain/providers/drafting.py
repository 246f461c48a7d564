"""Cuts a model's text into draft sentences, each with the sources it claims; pure.

Every claim of support becomes one private-use character in the text, so that it survives
the cleaning and stands beside the words that it supports; the characters then vanish.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from archivebrain.providers.base import Provider
from archivebrain.providers.clauses import Placed, borne
from archivebrain.providers.markers import Mark, lift
from archivebrain.providers.prompts import NOT_COVERED
from archivebrain.providers.types import UNWILLING, Check, Cite, Draft, DraftSentence, Usage
from archivebrain.providers.visible import paragraphs, without_unseen
from retrieval.sentences import spans

FIRST_SIGN, SIGNS = 0xE000, 0x18FF
# Stands where a marker stood that names no source.
NO_SOURCE = "\uf8ff"
SIGN = re.compile("[\ue000-\uf8ff]")
# A list of sources under the answer repeats what the sentences already carry.
SOURCE_LIST = re.compile(
    r"(?:sources?|references?|citations?|quellen|fuentes|fonti|bronnen|fontes)\b\W*(?:\w+\W*){0,2}$"
    r"|(?:sources|references|citations|quellen|fuentes|fonti|bronnen|fontes)\s*:",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CitedText:
    """A stretch of a model's text and what the provider's interface cites for it."""

    text: str
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Drafted:
    """Sentences in order, how many markers named no source, and the text as it came."""

    sentences: tuple[DraftSentence, ...]
    unknown_markers: int
    written: str

    @property
    def declined(self) -> bool:
        """Whether the model said exactly the sentence that the prompt gives it."""
        said = " ".join(sentence.text for sentence in self.sentences)
        return said.strip(" .").casefold() == NOT_COVERED.strip(" .").casefold()


def draft_by(provider: Provider, drafted: Drafted, *, usage: Usage) -> Draft:
    return Draft(
        drafted.sentences,
        provider.name,
        provider.model,
        declined=drafted.declined,
        reason="not_covered" if drafted.declined else "",
        usage=usage,
        checks={Check.UNMAPPED_MARKER: drafted.unknown_markers},
        written=drafted.written,
    )


def refusal_by(provider: Provider, *, usage: Usage) -> Draft:
    """What stands for a reply that the model would not give; none of its words are kept."""
    return Draft((), provider.name, provider.model, declined=True, reason=UNWILLING, usage=usage)


@dataclass(slots=True)
class Signs:
    """What each sign in a text stands for."""

    cites: list[tuple[Cite, ...]] = field(default_factory=list)

    def add(self, cites: tuple[Cite, ...]) -> str:
        if not cites or len(self.cites) == SIGNS:
            return ""
        self.cites.append(cites)
        return chr(FIRST_SIGN + len(self.cites) - 1)

    def read(self, signs: str) -> tuple[Cite, ...]:
        cites = (cite for sign in signs for cite in self.cites[ord(sign) - FIRST_SIGN])
        return tuple(dict.fromkeys(cites))


def from_markers(text: str, *, source_count: int) -> Drafted:
    """A draft from a text that cites by ``[S1]``."""
    clean, marks = lift(without_unseen(text), source_count=source_count)
    signs = Signs()
    signed = signed_at(clean, marks, signs)
    return Drafted(sentences_of(signed, signs), sum(mark.unknown for mark in marks), text)


def from_blocks(blocks: Sequence[CitedText], *, source_count: int) -> Drafted:
    """A draft from text that the interface cites; its citations win over any markers."""
    written = "".join(block.text for block in blocks)
    if not any(block.cites for block in blocks):
        return from_markers(written, source_count=source_count)
    signs = Signs()
    unknown = 0
    pieces: list[str] = []
    for block in blocks:
        clean, marks = lift(without_unseen(block.text), source_count=source_count)
        unknown += sum(mark.unknown for mark in marks)
        if block.cites:
            pieces.append(signed_block(clean, block.cites, signs))
        else:
            strange = [mark for mark in marks if not mark.numbers]
            pieces.append(signed_at(clean, strange, signs))
    return Drafted(sentences_of("".join(pieces), signs), unknown, written)


def signed_at(clean: str, marks: Sequence[Mark], signs: Signs) -> str:
    """The text with a sign where each marker stood."""
    pieces: list[str] = []
    position = 0
    for mark in marks:
        sign = signs.add(tuple(Cite(number) for number in mark.numbers))
        pieces += [clean[position : mark.offset], sign or NO_SOURCE]
        position = mark.offset
    return "".join(pieces) + clean[position:]


def signed_block(text: str, cites: tuple[Cite, ...], signs: Signs) -> str:
    """The block with a sign at the end of each of its sentences: a cite covers them all."""
    pieces: list[str] = []
    position = 0
    for _, end in spans(text):
        pieces += [text[position:end], signs.add(cites)]
        position = end
    return "".join(pieces) + text[position:]


def sentences_of(signed: str, signs: Signs) -> tuple[DraftSentence, ...]:
    sentences: list[DraftSentence] = []
    for number, paragraph in enumerate(answer_paragraphs(signed)):
        for words, found in cut(paragraph):
            if any(letter.isalnum() for letter in words):
                said, founded = borne(words, found)
                sentences.append(DraftSentence(said, signs.read(founded), number))
            elif found and sentences:
                founded = "".join(mark.sign for mark in found)
                sentences[-1] = supported(sentences[-1], signs.read(founded))
    return tuple(sentences)


def answer_paragraphs(signed: str) -> Iterator[str]:
    for paragraph in paragraphs(signed):
        if SOURCE_LIST.match(SIGN.sub("", paragraph)):
            return
        yield paragraph


def cut(paragraph: str) -> Iterator[tuple[str, list[Placed]]]:
    """Each sentence of a signed paragraph and its signs, each with its place.

    A sign belongs to the sentence that it stands in or follows, even after its full stop;
    one that opens the paragraph, to the first.
    """
    plain = SIGN.sub("", paragraph)
    sentences = spans(plain) or ((0, len(plain)),)
    starts = [start for start, _ in sentences]
    marks: list[list[Placed]] = [[] for _ in sentences]
    for earlier, match in enumerate(SIGN.finditer(paragraph)):
        at = match.start() - earlier
        owner = max(bisect_left(starts, at) - 1, 0)
        sign = "" if match[0] == NO_SOURCE else match[0]
        marks[owner].append(Placed(at - starts[owner], sign))
    for (start, end), found in zip(sentences, marks, strict=True):
        yield plain[start:end], found


def supported(sentence: DraftSentence, cites: tuple[Cite, ...]) -> DraftSentence:
    return replace(sentence, cites=tuple(dict.fromkeys((*sentence.cites, *cites))))
