"""How a day is told to readers; pure."""

from datetime import date

DATE_UNKNOWN = "date unknown"


def spoken(day: date | None) -> str:
    """A day as it stands in a sentence: 16 May 2021."""
    return f"{day.day} {day:%B %Y}" if day else DATE_UNKNOWN
