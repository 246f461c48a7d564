"""Finds a day in an essay's text, in whatever common form the author wrote it; pure."""

import re
from datetime import date

from retrieval.folding import Folding, fold

# Month names by number, as they are written in the languages that archives come in.
_MONTH_NAMES = (
    "january janvier januar enero gennaio janeiro januari",
    "february février fevrier februar febrero febbraio fevereiro februari",
    "march mars märz marzo março maart",
    "april avril abril aprile",
    "may mai mayo maggio maio mei",
    "june juin juni junio giugno junho",
    "july juillet juli julio luglio julho",
    "august août aout agosto augustus augusti",
    "september septembre septiembre settembre setembro",
    "october octobre oktober octubre ottobre outubro",
    "november novembre noviembre novembro",
    "december décembre decembre dezember diciembre dicembre dezembro",
)
_SHORT_MONTHS = "jan feb mar apr may jun jul aug sept oct nov dec"
_DAYS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
    " twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
    " twenty-eighth twenty-ninth thirtieth thirty-first"
)


def stands_in(day: date, text: str) -> bool:
    """Whether the text names this very day, with its year.

    A day in figures is read in either order, 12/06 and 06/12: only the author knows.
    """
    words = fold(text, Folding.WITHOUT_BULLETS).text
    return re.search(_forms(day), words, re.IGNORECASE) is not None


def _forms(day: date) -> str:
    year, short_year = str(day.year), f"'?{day.year % 100:02d}"
    number, month_number = f"0?{day.day}", f"0?{day.month}"
    spoken = rf"(?:{number}(?:st|nd|rd|th|er|\.|º)?|{_DAYS.split()[day.day - 1]})"
    month = rf"(?:{'|'.join(_names(day.month))})\.?"
    sign = r" ?[-/.] ?"
    any_year = rf"(?:{year}|{short_year})"
    forms = (
        rf"{year}{sign}{month_number}{sign}{number}",
        rf"{year}{day.month:02d}{day.day:02d}",
        rf"{number}{sign}{month_number}{sign}{any_year}",
        rf"{month_number}{sign}{number}{sign}{any_year}",
        rf"{spoken}[ -](?:of |de |d')?{month},?[ -](?:of |de |in )?{any_year}",
        rf"{month}[ -](?:the )?{spoken},?[ -](?:of )?{any_year}",
        rf"{year},? {month} {spoken}",
    )
    # Where words are not parted by spaces, a day may follow a letter; never a figure.
    unspaced = rf"(?<!\d){year} ?年 ?{month_number} ?月 ?{number} ?日"
    return rf"(?<![\w])(?:{'|'.join(forms)})(?![0-9])|{unspaced}"


def _names(month: int) -> list[str]:
    """The names of a month, longer ones first; "Sep", "Sept" and "September" are one."""
    short = _SHORT_MONTHS.split()[month - 1]
    return sorted({*_MONTH_NAMES[month - 1].split(), short, short[:3]}, key=len, reverse=True)


# Every name of each month, by its number, longer ones first.
MONTHS = {month: tuple(_names(month)) for month in range(1, 13)}
