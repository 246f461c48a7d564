"""Searches the public essays from the terminal, for people and, with --json, for programs."""

import json
from datetime import date
from textwrap import shorten
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from retrieval.languages import is_tag
from retrieval.payloads import link_to, payload_of
from retrieval.search import SearchResult, UnknownLane, search
from retrieval.types import MAX_QUESTION_CHARACTERS, Bucket, DocType, Passage, Scope

SNIPPET_CHARACTERS = 240
STANDING = {Bucket.HISTORICAL: "an earlier view", Bucket.RECORD_ONLY: "retracted, for the record"}


class Command(BaseCommand):
    """``search``: results on standard output; exits 1 with a sentence for a bad query."""

    help = "Search the public essays by meaning and by words."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "query", nargs="+", metavar="QUERY", help="words or a whole question, as they come"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument("--limit", type=int, default=10, metavar="N", help="at most N results")
        parser.add_argument("--as-of", metavar="DATE", help="only what was published by then")
        parser.add_argument("--type", metavar="DOC_TYPE", help="only this kind of writing")
        parser.add_argument("--language", metavar="TAG", help="only essays in it, as de or en")
        parser.add_argument("--lanes", metavar="NAMES", help="some of vector,keyword,graph")

    def handle(self, *args: Any, **options: Any) -> None:
        query = _query(" ".join(options["query"]))
        lanes = options["lanes"].split(",") if options["lanes"] else None
        try:
            result = search(query, scope=_scope(options), limit=_limit(options), lanes=lanes)
        except UnknownLane as fault:
            raise CommandError(str(fault)) from fault
        for reason in result.reasons:
            self.stderr.write(reason)
        as_text = _as_json(query, result) if options["json"] else _as_lines(result)
        self.stdout.write(as_text)


def _query(given: str) -> str:
    query = given.strip()
    if not query:
        raise CommandError("The query is empty. Write a few words or a question.")
    if len(query) > MAX_QUESTION_CHARACTERS:
        raise CommandError(
            f"The query has {len(query)} characters. Shorten it to {MAX_QUESTION_CHARACTERS}."
        )
    return query


def _scope(options: dict[str, Any]) -> Scope:
    kind, day, language = options["type"], options["as_of"], options["language"]
    if kind and kind not in list(DocType):
        raise CommandError(f"No DOC_TYPE {kind!r}. Choose from {', '.join(DocType)}.")
    try:
        as_of = date.fromisoformat(day) if day else None
    except ValueError:
        raise CommandError(f"--as-of {day!r} is no date. Write it as 2021-06-30.") from None
    if language and not is_tag(language):
        raise CommandError(f"--language {language!r} is no tag of a language, as de or en are.")
    return Scope(as_of=as_of, doc_type=DocType(kind) if kind else None, language=language)


def _limit(options: dict[str, Any]) -> int:
    limit: int = options["limit"]
    if not 1 <= limit <= 100:
        raise CommandError(f"--limit {limit} is out of range. Write a number from 1 to 100.")
    return limit


def _as_json(query: str, result: SearchResult) -> str:
    document = payload_of(query, result, site_url=settings.ARCHIVEBRAIN_SITE_URL)
    return json.dumps(document, ensure_ascii=False, indent=2)


def _as_lines(result: SearchResult) -> str:
    if not result.passages:
        return "Nothing found."
    blocks = [_one_as_lines(passage, rank) for rank, passage in enumerate(result.passages, start=1)]
    return "\n\n".join(blocks)


def _one_as_lines(passage: Passage, rank: int) -> str:
    dated = passage.published or "date unknown"
    standing = f" [{STANDING[passage.bucket]}]" if passage.bucket in STANDING else ""
    heading = f" › {passage.heading}" if passage.heading else ""
    return "\n".join(
        [
            f"{rank:>2}. {passage.essay.title} ({dated}){heading}{standing}",
            f"    {shorten(passage.plain, SNIPPET_CHARACTERS, placeholder=' …')}",
            f"    {link_to(passage, site_url=settings.ARCHIVEBRAIN_SITE_URL)}",
        ]
    )
