"""What the site itself says, in its own words; everything else in an answer is the author's."""

from datetime import UTC

from archivebrain.providers.types import LiveFact
from retrieval.days import spoken

NOT_COVERED = "The writing does not cover that."
PARTLY_COVERED = "The writing does not cover the rest of the question."
LIVE = "From outside the writing, as {source} had it on {day} at {time} UTC: {text}"
GREETING = (
    "Ask about something that {author} wrote. The answer is made of {author}'s own sentences, "
    "each with its date and its source."
)
EMPTY_QUESTION = "The question is empty. Write what you want to know."
LONG_QUESTION = (
    "The question has {length:,} characters; at most {limit:,} can be read. Ask it in fewer words."
)


def live(text: str, fact: LiveFact) -> str:
    """A fact that is nobody's view, told by the site with its source and when it was fetched."""
    fetched = fact.fetched.astimezone(UTC)
    return LIVE.format(source=fact.source, day=spoken(fetched), time=f"{fetched:%H:%M}", text=text)


def greeting(author: str) -> str:
    return GREETING.format(author=author)
