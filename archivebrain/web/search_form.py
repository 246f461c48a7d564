"""What a reader looks for, as the address says it, and what the form offers to choose from."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import get_language_info

from archivebrain.answering.types import QuestionFault
from retrieval.languages import is_tag, primary
from retrieval.models import Essay
from retrieval.types import DocType, Scope, Span

YEAR_DIGITS = 4
NO_YEAR = "A year has up to four digits, as 2021 has."
NO_LANGUAGE = "No language is called that. Choose one from the list."
NO_KIND = "No kind of writing is called that. Choose one from the list."


@dataclass(frozen=True, slots=True)
class Wanted:
    """``typed``: the words as they came; None where nothing was asked yet."""

    typed: str | None = None
    year: int | None = None
    kind: DocType | None = None
    language: str | None = None

    @property
    def scope(self) -> Scope:
        span = Span.of_year(self.year) if self.year else None
        return Scope(span=span, doc_type=self.kind, language=self.language)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.year or self.kind or self.language)

    @property
    def language_name(self) -> str:
        return language_name(self.language) if self.language else ""

    @property
    def address(self) -> str:
        """The one address of this search, without what was left open."""
        given = {
            "q": self.typed,
            "year": self.year,
            "type": self.kind and self.kind.value,
            "language": self.language,
        }
        query = urlencode({name: value for name, value in given.items() if value})
        return reverse("search") + (f"?{query}" if query else "")

    @property
    def wider(self) -> str:
        """The same words in the whole writing."""
        return Wanted(self.typed).address


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a filter, and how many essays it leaves."""

    value: str
    label: str
    count: int
    is_chosen: bool


def wanted_from(given: Mapping[str, str]) -> Wanted:
    """Raises ``QuestionFault`` for a year, a kind or a language that there cannot be."""
    return Wanted(
        given.get("q"),
        _year(given.get("year", "")),
        _kind(given.get("type", "")),
        _language(given.get("language", "")),
    )


def _year(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= YEAR_DIGITS and int(text)):
        raise QuestionFault(NO_YEAR)
    return int(text)


def _kind(text: str) -> DocType | None:
    try:
        return DocType(text) if text else None
    except ValueError as fault:
        raise QuestionFault(NO_KIND) from fault


def _language(text: str) -> str | None:
    if text and not is_tag(text):
        raise QuestionFault(NO_LANGUAGE)
    return primary(text) if text else None


def year_choices(chosen: int | None) -> list[Choice]:
    """The years of public essays, the latest first; a chosen one too if it has none."""
    dated = Essay.objects.public().filter(published_on__isnull=False)
    counts = dated.values_list("published_on__year").annotate(count=Count("pk"))
    return _choices({str(year): count for year, count in counts}, str(chosen or ""))[::-1]


def kind_choices(chosen: DocType | None) -> list[Choice]:
    """The kinds of public essays by name; a chosen one too if there is none."""
    counts = Essay.objects.public().values_list("doc_type").annotate(count=Count("pk"))
    return _choices(dict(counts), chosen.value if chosen else "")


def language_choices(chosen: str | None) -> list[Choice]:
    """The languages of public essays, each under its own name; a chosen one too if none is."""
    counts: Counter[str] = Counter()
    for tag, count in Essay.objects.public().values_list("language").annotate(count=Count("pk")):
        counts[primary(tag)] += count
    named = _choices(counts, chosen or "")
    return [replace(one, label=language_name(one.value)) for one in named]


def language_name(tag: str) -> str:
    """As its speakers call it; the tag itself where nobody told us."""
    try:
        return str(get_language_info(tag)["name_local"]).capitalize()
    except KeyError:
        return tag


def _choices(counts: Mapping[str, int], chosen: str) -> list[Choice]:
    values: Iterable[str] = {*counts, *([chosen] if chosen else [])}
    return [
        Choice(
            value=value,
            label=value.replace("_", " ").capitalize(),
            count=counts.get(value, 0),
            is_chosen=value == chosen,
        )
        for value in sorted(values)
    ]
