"""What the markers of a text come to, for tests that ask no more."""

from archivebrain.providers.markers import lift


def read(text: str, *, source_count: int) -> tuple[str, tuple[int, ...], int]:
    """The text without them, the sources in order of first mention, and how many name none."""
    clean, marks = lift(text, source_count=source_count)
    numbers = dict.fromkeys(number for mark in marks for number in mark.numbers)
    return clean, tuple(numbers), sum(mark.unknown for mark in marks)
