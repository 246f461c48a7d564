"""Numbers the passages and takes from each the sentences that may be quoted; pure.

Code, headings, tables, lists of links and words that the author quotes from others are no
sentences of the author's, and one with an address in it is not quoted: all links of an
answer lead to its sources. A dated update inside an older essay is left out, for under
the essay's date its words would be said years too early; unless the ledger dates it: then
it alone is taken.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from archivebrain.providers.addresses import has_address
from archivebrain.providers.types import Source
from retrieval.markdown.parsing import Block, parse
from retrieval.markdown.words import inline_words
from retrieval.sentences import split
from retrieval.types import Passage

# Shorter is a fragment, longer is a list or a transcript: neither reads as an answer.
MIN_CHARACTERS, MAX_CHARACTERS = 25, 400
MIN_WORDS = 4
# A list item is a link, not a sentence, when its link texts are most of it.
MAX_LINK_SHARE = 0.6
# A sentence is language: formulas, paths and figures are mostly other characters.
MIN_LETTER_SHARE = 0.6

_CLOSED = re.compile(r"[.!?…。！？][\"'”’»)\]*_]*$")
# A footnote's number would pass for one of our own citations.
_FOOTNOTE_NUMBER = re.compile(r"\[\^?\d+\]")
_AT_THE_END = re.compile(r"\s*\[\^?\d+\](?=[.!?…]?$)")
# "Update, 12 June 2022." or "Note (2021-05-16):" at the head of a paragraph or section.
_DATED_UPDATE = re.compile(
    r"^\W*(?:update|updated|edit|edited|note|postscript|p\.?\s?s\.?|addendum|correction)\b"
    r"[^\n]{0,30}?\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_PROSE_CONTAINERS = {"bullet_list", "ordered_list", "list_item"}


def gather(passages: Iterable[Passage]) -> tuple[Source, ...]:
    """The passages with something to quote, numbered from 1 in the order given."""
    found = ((passage, quotable(passage)) for passage in passages)
    kept = [(passage, sentences) for passage, sentences in found if sentences]
    return tuple(
        Source(number=number, passage=passage, sentences=sentences)
        for number, (passage, sentences) in enumerate(kept, start=1)
    )


def quotable(passage: Passage) -> tuple[str, ...]:
    """The author's own sentences in a passage, each exactly as its plain text has it."""
    sentences: list[str] = []
    for position, paragraph in enumerate(_of_one_date(passage)):
        for place, raw in enumerate(split(paragraph)):
            sentence = _without_footnote(raw)
            starts_cut = position == place == 0 and sentence[:1].islower()
            if _is_sentence(sentence) and not starts_cut and sentence in passage.plain:
                sentences.append(sentence)
    return tuple(dict.fromkeys(sentences))


def _of_one_date(passage: Passage) -> list[str]:
    """The paragraphs that were written on the passage's date."""
    paragraphs = list(_paragraphs(parse(passage.text).blocks))
    updates = [at for at, words in enumerate(paragraphs) if _DATED_UPDATE.match(words)]
    is_update = any(map(_DATED_UPDATE.match, passage.heading_path))
    if passage.dated:
        return paragraphs[0 if is_update or not updates else updates[0] :]
    return [] if is_update else [one for at, one in enumerate(paragraphs) if at not in updates]


def _paragraphs(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if block.kind in _PROSE_CONTAINERS:
            yield from _paragraphs(block.children)
        elif block.kind == "paragraph" and not _is_mostly_links(block):
            yield inline_words(block.inline)


def _is_mostly_links(block: Block) -> bool:
    inside, linked = False, 0
    for token in block.inline:
        inside = token.type == "link_open" or (inside and token.type != "link_close")
        linked += len(token.content) if inside else 0
    return linked > MAX_LINK_SHARE * len(inline_words(block.inline))


def _without_footnote(sentence: str) -> str:
    return _AT_THE_END.sub("", sentence) if sentence.endswith("]") else sentence


def _is_sentence(text: str) -> bool:
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return (
        MIN_CHARACTERS <= len(text) <= MAX_CHARACTERS
        and (len(text.split()) >= MIN_WORDS or not text.isascii())
        and letters >= MIN_LETTER_SHARE * len(text)
        and _CLOSED.search(text) is not None
        and _FOOTNOTE_NUMBER.search(text) is None
        and "\n" not in text
        and not has_address(text)
    )
