"""An answer in lines of plain text, for a terminal and for a model; pure."""

from archivebrain.answering.types import Answer


def in_lines(answer: Answer) -> str:
    """The answer, then each citation with its title, date and address."""
    lines = [answer.text, ""] if answer.citations else [answer.text]
    for one in answer.citations:
        published = one.published.isoformat() if one.published else "date unknown"
        lines += [f"[{one.n}] {one.title} ({published})", f"    {one.deep_link}"]
    return "\n".join(lines)
