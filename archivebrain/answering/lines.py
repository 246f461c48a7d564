"""An answer in lines of plain text, for a terminal and for a model; pure."""

from collections.abc import Iterator

from archivebrain.answering.types import Answer, Citation, StatedPosition
from ledger.briefing import DATE_NOT_STATED
from retrieval.days import DATE_UNKNOWN


def in_lines(answer: Answer) -> str:
    """The answer, each number with its exact words and their place, then the dated views."""
    cited = "\n".join(map(_cited, answer.citations))
    stated = "\n".join(_stated(answer.positions))
    return "\n\n".join(part for part in (answer.text, cited, stated) if part)


def _cited(one: Citation) -> str:
    published = one.published.isoformat() if one.published else DATE_UNKNOWN
    return f"[{one.n}] {one.title} ({published})\n    “{one.quote}”\n    {one.deep_link}"


def _stated(positions: tuple[StatedPosition, ...]) -> Iterator[str]:
    """Each view with its date and what became of it, then where the whole stories stand."""
    for one in positions:
        dated = one.dated.isoformat() if one.dated else DATE_NOT_STATED
        fate = ", ".join(dict.fromkeys((one.lifecycle.value, one.label.value)))
        yield f"{one.name}, {dated} ({fate}): {one.stance}"
    yield from (f"    {url}" for url in dict.fromkeys(one.url for one in positions))
