"""The values that travel through triage: months, asked questions, their groups and rankings."""

import math
import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Self

# The second day or surface says more than the fifth: one person asks on one day, from one place.
SPREAD_STEP = 0.25
MOST_FOR_DAYS, MOST_FOR_SURFACES = 1.0, 0.5
# Cosines between a question and the nearest passage, measured on the sample archive with its
# default model: subjects from elsewhere reach 0.10 to 0.25, neighbouring ones 0.30 to 0.60.
FAR, NEAR = 0.15, 0.55


class LeftOut(StrEnum):
    """Why a question is no reader's wish for an essay."""

    SINGLE_WORD = "one word"
    GIBBERISH = "gibberish"
    HOSTILE = "hostile"
    INJECTION = "instructions to the machine"
    OFF_TOPIC = "off topic"


class IdeaStatus(StrEnum):
    """What became of an idea for an essay."""

    PLANNED = "planned"
    WRITTEN = "written"
    DROPPED = "dropped"


class Standing(StrEnum):
    """What the author decided about a group of questions."""

    OPEN = "open"
    PROMOTED = "promoted"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A calendar month, written ``2026-11``."""

    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> Self:
        return cls(day.year, day.month)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ``ValueError`` for anything but four digits, a hyphen and 01 to 12."""
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}", text):
            raise ValueError(f"{text!r} is no month.")
        return cls.of(date.fromisoformat(f"{text}-01"))

    @property
    def first_day(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def before(self) -> "Month":
        return Month(self.year - 1, 12) if self.number == 1 else Month(self.year, self.number - 1)

    @property
    def after(self) -> "Month":
        return Month(self.year + 1, 1) if self.number == 12 else Month(self.year, self.number + 1)

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One declined question; ``words``: the stems of its subject, as the keyword lane reads it."""

    id: int
    text: str
    asked_on: date
    surface: str
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """The same question in other words; ``id`` is None until the group is stored."""

    id: int | None
    questions: tuple[AskedQuestion, ...]


@dataclass(frozen=True, slots=True)
class Closeness:
    """How near a question is to what the archive covers.

    ``value``: the cosine to the nearest public passage or, ``is_by_words``, the share of the
    question's words that stand in the best one. ``essay_id``: where that passage is.
    """

    value: float
    essay_id: int | None = None
    is_by_words: bool = False

    @property
    def on_topic(self) -> float:
        """From 0, a subject from elsewhere, to 1, next door to an essay."""
        if self.is_by_words:
            return self.value
        return min(max((self.value - FAR) / (NEAR - FAR), 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A group's place in one month as the product of its parts.

    ``asked``: how often; ``days`` and ``surfaces``: on how many different ones.
    """

    asked: int
    days: int
    surfaces: int
    closeness: Closeness
    left_out: LeftOut | None = None

    @property
    def demand(self) -> float:
        """Each doubling counts as much as the one before: a script cannot buy the first place."""
        return math.log2(1 + self.asked)

    @property
    def spread(self) -> float:
        by_days = min(SPREAD_STEP * max(self.days - 1, 0), MOST_FOR_DAYS)
        by_surfaces = min(SPREAD_STEP * max(self.surfaces - 1, 0), MOST_FOR_SURFACES)
        return 1 + by_days + by_surfaces

    @property
    def score(self) -> float:
        return 0.0 if self.left_out else self.demand * self.spread * self.closeness.on_topic
