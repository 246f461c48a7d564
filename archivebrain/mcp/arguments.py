"""What models may send, and what they are told where it cannot be read."""

import re
from datetime import MAXYEAR, date
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from retrieval.languages import is_tag
from retrieval.types import DocType

MAX_RESULTS = 50
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def _day(value: Any) -> date:
    """pydantic by itself would read "1700000000" as a day, too."""
    try:
        if isinstance(value, str) and _DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise ValueError("write a day as 2021-06-30")


def _tag(value: Any) -> str:
    if isinstance(value, str) and is_tag(value):
        return value
    raise ValueError("write a language as de or en")


Words = Annotated[str, Field(description="1 to 2,000 characters of plain language.")]
Day = Annotated[
    Annotated[date, BeforeValidator(_day)] | None,
    Field(description="Only what was published by this day, as 2021-06-30."),
]
Limit = Annotated[
    int, Field(ge=1, le=MAX_RESULTS, strict=True, description="At most so many passages.")
]
Kind = Annotated[DocType | None, Field(description="Only this kind of writing.")]
Year = Annotated[
    Annotated[int, Field(ge=1, le=MAXYEAR, strict=True)] | None,
    Field(description="Only what this year published."),
]
Language = Annotated[
    Annotated[str, BeforeValidator(_tag)] | None,
    Field(description="Only essays in it: a tag such as de, whatever the region."),
]
Slug = Annotated[str, Field(description="The slug of an essay, as other tools give it.")]
Term = Annotated[str, Field(description="A term, or another name of it.")]
Concept = Annotated[
    str, Field(description="A concept: its name, or the slug that an answer's positions have.")
]
Quote = Annotated[str, Field(description="The words, as somebody quoted them.")]
NamedEssay = Annotated[
    str, Field(description="The slug or title of the essay that they are said to be from.")
]
Id = Annotated[str, Field(description="An id, exactly as search gave it.")]


def sentence_of(fault: ValidationError) -> str:
    """Every fault with the argument that it is about, and never what was sent."""
    faults = fault.errors(include_url=False, include_context=False, include_input=False)
    return " ".join(_sentence(one["type"], one["loc"], one["msg"]) for one in faults)


def _sentence(kind: str, place: tuple[int | str, ...], message: str) -> str:
    argument = str(place[0])[:40] if place else "the arguments"
    if kind == "extra_forbidden":
        return f"There is no argument called {argument}."
    if kind == "missing":
        return f"{argument} is missing."
    return f"{argument}: {message.removeprefix('Value error, ')}."
