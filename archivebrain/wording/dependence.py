"""Knows a question that means something only after another one, and what it lacks; pure.

When in doubt a question stands alone: a follow-up that is searched as it was typed finds too
little, but a whole question that is rewritten finds something else than was asked.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from archivebrain.wording.stopwords import MERE_ASKING
from archivebrain.wording.views import asks_for_view
from archivebrain.wording.words import fold, has_subject, words_of
from retrieval.temporal import ONLY_A_TIME

# Longer is no ellipsis but a sentence that only begins like one.
MOST_FRAGMENT_WORDS = 8


class Lack(StrEnum):
    """What must come from the question before.

    ``TIME``: all but another time. ``TOPIC``: all but another matter. ``CIRCUMSTANCE``: all but
    something added. ``ALL``: it says nothing itself. ``THING``: what "it" is. ``PERSON``: who
    "she" is, whom the question before may name; otherwise she is the author.
    """

    TIME = "time"
    TOPIC = "topic"
    CIRCUMSTANCE = "circumstance"
    ALL = "all"
    THING = "thing"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Dependence:
    """``given``: what the question has of its own: its time, matter or circumstance."""

    lack: Lack
    given: str = ""


_OPENING = re.compile(
    r"^(?:(?:and|but|or|so|ok|okay|also|then(?=\s+\w)|well|hm+|alright|i\s+mean(?:t)?(?=\s+\w)|"
    r"(?:no|next)(?=\s*[,:]))\b[\s,:–—-]*)+",
    re.IGNORECASE,
)
# Words of somebody else's point at nothing here.
_QUOTED = re.compile(r"[\"“«„][^\"“”«»„]{2,300}[\"”»“]")
_WHAT_ABOUT = re.compile(r"^(?:(?:what|how)\s+about|what\s+of)\s+", re.IGNORECASE)
_OF_A_MATTER = re.compile(r"^(?:about|of|on|regarding|concerning)\s+", re.IGNORECASE)
_OF_A_CIRCUMSTANCE = re.compile(
    r"^(?:in|at|with|without|for|during|under|among|by|from|against|as|to|over|around|after|"
    r"before|when|if(?![^,]*,)|while|compared|vs\.?|versus)\s+\S",
    re.IGNORECASE,
)
_ASKING = (
    r"(?:what|how|why|when|where|who|whom|whose|which|is|are|was|were|do|does|did|has|have|had|"
    r"can|could|should|would|will|may|might|isn't|aren't|doesn't|didn't)"
)
_IS_SHORT = re.compile(r"\b(what|who|where|how|why|when)'s\b", re.IGNORECASE)
_CLAUSE = re.compile(rf"^{_ASKING}\b", re.IGNORECASE)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|should|would|will|he|she|they|i|we|"
    r"you|please)\b",
    re.IGNORECASE,
)
_SMALL = (
    r"(?:not|so|else|then|exactly|come|much|many|long|often|far|though|now|ever|next|more|"
    r"is\s+(?:that|it|this|so)|was\s+(?:that|it|this|so)|did\s+(?:that|it)\s+happen)"
)
_NOTHING_OF_ITS_OWN = re.compile(
    rf"^(?:(?:since|until|by|for|in|from|to|with)\s+)?(?:why|how|when|where|whom?|which|what)"
    rf"(?:\s+{_SMALL})*$"
    r"|^(?:for\s+(?:example|instance)|such\s+as(?:\s+what)?|like\s+what|really|seriously|"
    r"are\s+you\s+sure|is\s+(?:that|it)\s+(?:so|true|right)|go\s+on|continue|says\s+who|"
    r"(?:please\s+)?(?:(?:can|could)\s+you\s+)?(?:tell\s+me\s+more|say\s+more|elaborate|"
    r"explain(?:\s+(?:that|this|it|more))?|more|give\s+(?:me\s+)?an\s+example)(?:\s+please)?|"
    r"in\s+(?:what|which)\s+(?:way|sense|context)|vice\s+versa|the\s+other\s+way\s+(?:a)?round|"
    r"always|(?:(?:can|could)\s+you\s+)?summari[sz]e(?:\s+(?:that|this|it))?(?:\s+in\s.{1,30})?|"
    r"(?:(?:do\s+you\s+have|are\s+there|is\s+there)\s+)?(?:(?:any|an?)\s+)?"
    r"(?:sources?|references?|evidence|(?:newer|older|later|earlier|other)\s+(?:essay|post|article)s?)|"
    r"what\s+(?:changed|happened(?:\s+(?:then|next|after(?:\s+that)?))?|of\s+(?:it|that))|"
    r"(?:what|anything|something|who|where)\s+else|what\s+(?:are|were|is|was)\s+(?:the|his|her|"
    r"their)\s+(?:reasons?|alternatives?|evidence|arguments?|examples?)|then\s+what|"
    r"(?:it|that|this|those|these|them))$",
    re.IGNORECASE,
)
# "Does he still?", "Has she ever?"
_CUT_SHORT = re.compile(
    r"^(?:do|does|did|is|was|has|would|will|can|should)(?:n't)?\s+(?:he|she|they|it|the\s+author)"
    r"(?:\s+(?:still|ever|also|really|always|now|not))*$",
    re.IGNORECASE,
)
_WHO = re.compile(r"^who\s+(?:is|are|was|were)\s+(?:he|she|they)$", re.IGNORECASE)
_CHANGED_MIND = re.compile(
    r"^(?:when|why|how|what|has|have|had|did|does)\b.{0,25}\bchange[ds]?\s+(?:his|her|their)\s+"
    r"(?:minds?|views?|opinions?|positions?)(?:\s+(?:since|yet|later|then))?$",
    re.IGNORECASE,
)
# "What does it mean to be kind?" asks of a quality, however often such words only ask.
_TO_BE_SOMETHING = re.compile(r"\bto\s+be\s+\w", re.IGNORECASE)
_ABOUT_THE_ARCHIVE = re.compile(
    r"\b(?:essays?|articles?|posts?|pieces?|blog|blogger|site|archive|writer|writing|writes?|"
    r"wrote|written|publish\w*|latest|are\s+you|can\s+you)\b",
    re.IGNORECASE,
)

# What stands for a thing: subject, object, or owner.
_IT = r"\b(?P<pronoun>it|its|them|they|their|those|these|this|that)\b"
_POINTING = re.compile(_IT, re.IGNORECASE)
# After these "that" joins a clause or is followed by one: "the idea that buses are free".
_BEFORE_A_POINTING_THAT = re.compile(
    r"\b(?:is|was|does|did|do|would|could|should|can|will|has|had|of|about|on|with|for|to|from|"
    r"before|after|since|by|like|than|behind|against|in|into|why|how|when|mean)\s+$|^$",
    re.IGNORECASE,
)
_A_CLAUSE_FOLLOWS = re.compile(
    r"^\s+(?:the|a|an|he|she|they|we|i|you|it|there|his|her|their|our|my|your)\b", re.IGNORECASE
)
# "It" that stands for what is yet to come: "is it wise to …", "is it worth mending a radio".
_TO_COME = re.compile(
    r"^(?:\s+(?:really|ever|still|always|even|not|be|is|was|been|also|ok|okay))*"
    r"(?:\s+[\w'-]+){0,4}?\s+(?:(?:to|that|if|whether|when|for|about)\s+[\w'-]+\s*[\w'-]*|\w{2,}ing\s+\w+)",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"^(?:this|these|that|those)\s+(?:author|writer|blogger|blog|site|website|archive|year|month|"
    r"week|days?|time|century|morning|who|which|of\s+us)\b"
    # "That thing called Kubernetes", "this idea that buses are free": they say which.
    r"|^(?:this|these|that|those)\s+[\w'-]+\s+(?:called|named|known\s+as|that|which|about)\s+\w"
    # The weather.
    r"|^it\s+(?:\w+\s+)?(?:rain|snow|freez|thaw)\w*\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\bwhat\s+(?:time|day|year)\s+(?:is|was)\s+$", re.IGNORECASE)
# They who wrote: an author may be "they".
_OF_THE_AUTHOR = re.compile(
    r"^(?:they\s+(?:\w+\s+)?(?:think|say|write|wrote|believe|recommend|mean|suggest|feel|hold|"
    r"argue|change|prefer|use|used|like|do|have|read|live|work)"
    r"|their\s+(?:own\s+)?(?:\w+\s+)?(?:views?|opinions?|positions?|stance|minds?|essays?|posts?|"
    r"writing|articles?|thoughts?|advice|impressions?|blog|site))\b",
    re.IGNORECASE,
)
_ONE_OF = re.compile(
    r"\b(?:which|either|neither|both|one)\s+of\s+the\s+two\b(?=\s*$|\s+(?:do|does|did|is|are|was|"
    r"were|would|should|has|have)\b)|"
    r"\b(?:which|the\s+(?:first|second|third|last|other|new|old)|another|any|this|that)\s+ones?\b"
    r"|\bthe\s+(?:former|latter)\b|\bthe\s+same\s+(?:go|be|apply|hold|true)\b|\b(?:think|say|do|"
    r"believe)\s+so$",
    re.IGNORECASE,
)


def dependence_of(question: str) -> Dependence | None:
    """What the question takes from the one before; None for one that stands alone."""
    asked = _QUOTED.sub(" quotation ", question).replace("’", "'").strip(" \t?!.…")
    asked = _IS_SHORT.sub(r"\1 is", asked)
    rest = _OPENING.sub("", asked)
    matter = _WHAT_ABOUT.sub("", rest)
    if ONLY_A_TIME.fullmatch(matter):
        return Dependence(Lack.TIME, matter)
    if _says_nothing(matter) or _says_nothing(rest):
        return Dependence(Lack.ALL)
    if _WHO.match(rest):
        return Dependence(Lack.PERSON)
    is_marked = matter != asked
    if is_marked or question.rstrip().endswith("?"):
        fragment = _fragment(matter, is_marked=is_marked)
        if fragment:
            return fragment
    return Dependence(Lack.THING) if points_at(rest) else None


def points_at(question: str) -> re.Match[str] | None:
    """The word that stands for something which the question does not name before it."""
    for match in _POINTING.finditer(question):
        before, after = question[: match.start()], question[match.end() :]
        if _is_a_thing(match, before, after) and not _names_something(before):
            return match
    one = _ONE_OF.search(question)
    return one if one and not _names_something(question[: one.start()]) else None


def _says_nothing(text: str) -> bool:
    if any(pattern.match(text) for pattern in (_NOTHING_OF_ITS_OWN, _CUT_SHORT, _CHANGED_MIND)):
        return True
    if _TO_BE_SOMETHING.search(text):
        return False
    asks = asks_for_view(text) or any(word.key in MERE_ASKING for word in words_of(text))
    return asks and not has_subject(text) and not _ABOUT_THE_ARCHIVE.search(text)


def _fragment(text: str, *, is_marked: bool) -> Dependence | None:
    """No sentence but a piece of one; unmarked, only what a preposition opens."""
    is_short = len(text.split()) <= MOST_FRAGMENT_WORDS
    if not is_short or _CLAUSE.match(text) or _FINITE.search(text):
        return None
    if _OF_A_CIRCUMSTANCE.match(text):
        return Dependence(Lack.CIRCUMSTANCE, text)
    if _OF_A_MATTER.match(text) or is_marked:
        matter = _OF_A_MATTER.sub("", text)
        is_matter = has_subject(matter) and not points_at(matter)
        return Dependence(Lack.TOPIC, matter) if is_matter else None
    return None


def _is_a_thing(match: re.Match[str], before: str, after: str) -> bool:
    here = match[0].lower() + after
    if _NO_THING.match(here) or _OF_THE_AUTHOR.match(here) or _CLOCK.search(before):
        return False
    if match[0].lower() == "that":
        is_alone = not re.match(r"\s*\w", after)
        after_one = _BEFORE_A_POINTING_THAT.search(before) and not _A_CLAUSE_FOLLOWS.match(after)
        return is_alone or bool(after_one)
    return match[0].lower() != "it" or _TO_COME.match(after) is None


def _names_something(before: str) -> bool:
    """Whether something is named there that a later word can stand for.

    The last word before an object is its verb or preposition, and no thing.
    """
    words = [word for word in before.split() if not fold(word).endswith("ly")]
    return has_subject(" ".join(words[:-1]))
