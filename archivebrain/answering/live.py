"""Live facts, and their fences: two gates before, one label, and no say about any view.

A fact is told by the site itself, after the answer, in fixed words and with its source. It
never bears a citation's number, and nothing that a model wrote of it is shown.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from textwrap import shorten
from threading import BoundedSemaphore

from django.conf import settings
from django.utils import timezone

from archivebrain.answering import texts
from archivebrain.answering.grounding import Reply, own_words
from archivebrain.answering.live_sources import (
    BYTES,
    SECONDS,
    LiveSource,
    LookupFailed,
    get_live_source,
)
from archivebrain.answering.types import AnswerSentence, Question
from archivebrain.providers.addresses import without_addresses
from archivebrain.providers.markers import defuse
from archivebrain.providers.types import LiveFact
from archivebrain.providers.visible import without_unseen
from archivebrain.wording.outside import asks_for_live_fact, name_asked_for
from archivebrain.wording.words import keys_of
from retrieval.lanes.keyword import document_frequencies

# A reader is told a fact and not a page.
TOLD_CHARACTERS = 600
# A source that hangs keeps its place until it lets go; then nobody else is kept waiting.
_AT_ONCE = 4
_places = BoundedSemaphore(_AT_ONCE)
_threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="live")
# What would be read as Markdown, HTML or a citation is no part of a fact.
_MARKS = str.maketrans({"[": "(", "]": ")", "<": "‹", ">": "›", **dict.fromkeys("*_`#|\\", " ")})

log = logging.getLogger(__name__)


def is_open(question: Question) -> bool:
    """The first gate: is the lane on, is it about now, and does it ask for a live fact?"""
    if question.as_of is not None or get_live_source() is None:
        return False
    return asks_for_live_fact(question.text) or _asks_for_a_stranger(question.text)


def look_up(question: Question) -> LiveFact | None:
    """The second gate: at most one lookup, which may have no good answer."""
    source = get_live_source()
    if source is None or not is_open(question):
        return None
    fact = _found(source, question.text)
    if fact is None or len(fact.text.encode(errors="replace")) > BYTES:
        return None
    clean = replace(fact, text=_plain(fact.text), source=_plain(fact.source))
    return clean if clean.text and clean.source else None


def told(reply: Reply | None, fact: LiveFact | None) -> Reply | None:
    """The reply with the fact after it. Where the writing has nothing, the fact alone answers,
    unless it may not (``LIVE_ALONE``)."""
    if fact is None or not (reply or settings.LIVE_ALONE):
        return reply
    said = reply or own_words(texts.NOT_COVERED)
    text = texts.live(shorten(fact.text, TOLD_CHARACTERS, placeholder=" …"), fact)
    paragraph = said.sentences[-1].paragraph + 1
    return replace(
        said,
        text=f"{said.text}\n\n{text}",
        sentences=(*said.sentences, AnswerSentence(text, (), paragraph=paragraph)),
    )


def _asks_for_a_stranger(text: str) -> bool:
    """Whether all that is asked about is a name with a word in it that no public text holds.

    Public texts alone are asked, so that nothing can be learned of withheld ones.
    """
    words = set(keys_of(name_asked_for(text)))
    if not words or words & set(keys_of(settings.ARCHIVEBRAIN_AUTHOR)):
        return False
    return not all(document_frequencies(sorted(words)).values())


def _found(source: LiveSource, text: str) -> LiveFact | None:
    if not _places.acquire(blocking=False):
        log.warning("No live fact was looked up: %s has not answered yet.", source.name)
        return None
    lookup = _threads.submit(source.find, text, now=timezone.now())
    lookup.add_done_callback(lambda done: _places.release())
    try:
        return lookup.result(timeout=SECONDS)
    except TimeoutError:
        log.warning("%s did not answer within %s seconds.", source.name, SECONDS)
    except LookupFailed as fault:
        log.warning("%s", fault)
    return None


def _plain(text: str) -> str:
    """One line without marks, markers or addresses: nothing in it can pass for ours."""
    unlinked = without_addresses(without_unseen(defuse(text)))
    return " ".join(unlinked.translate(_MARKS).split())
