"""Tables for a spreadsheet, which must not take a reader's words for a formula."""

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

# What a spreadsheet begins to calculate at; an e-mail address may begin with three of them.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_of(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.headers["Cache-Control"] = "no-store, private"
    table = csv.writer(response)
    table.writerow(header)
    table.writerows([_harmless(cell) for cell in row] for row in rows)
    return response


def _harmless(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
