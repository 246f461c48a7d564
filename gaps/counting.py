"""Counts in words; pure."""


def counted(number: int, noun: str) -> str:
    """``1 question``, ``3 questions``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
