"""What a model may do here, one function a tool; each docstring is what the model reads."""

from typing import Annotated

from django.conf import settings
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult

from archivebrain.answering import engine, payloads
from archivebrain.answering.lines import in_lines
from archivebrain.answering.questions import clean
from archivebrain.answering.types import Question, QuestionFault, QuoteFault, Surface
from archivebrain.answering.verifying import verify
from archivebrain.documents import (
    essay_called,
    story_called,
    term_called,
    term_document,
    whole_essay,
    whole_story,
)
from archivebrain.mcp.arguments import (
    Concept,
    Day,
    Id,
    Kind,
    Language,
    Limit,
    NamedEssay,
    Quote,
    Slug,
    Term,
    Words,
    Year,
)
from archivebrain.mcp.connectors import fetched, found
from archivebrain.mcp.shapes import (
    AnswerShape,
    FetchedShape,
    FoundListShape,
    PassagesShape,
    StoryShape,
    TermShape,
    VerificationShape,
    WholeEssayShape,
)
from archivebrain.mcp.telling import (
    essay_text,
    passages_text,
    story_text,
    term_text,
    told,
    told_as_json,
    verification_text,
)
from ledger.timeline import stories
from retrieval import tracing
from retrieval.payloads import payload_of
from retrieval.search import search as find_passages
from retrieval.types import Scope, Span

NO_ESSAY = "No public essay has this slug. Find one with search_writings."
NO_TERM = "The glossary has no such term."
NO_CONCEPT = "The ledger tells of no such concept. It tells of: {known}."
MOST_NAMED = 30
NOT_THERE = "Nothing public has this id. Take ids from search."


def ask(question: Words, as_of: Day = None) -> Annotated[CallToolResult, AnswerShape]:
    """Answer a question about what {author} wrote, from the published writing alone.

    Use it for what {author} thinks, explains, recommends or has changed their mind about.
    Send one whole question in plain language; each is answered alone, without what was asked
    before. Back come the answer with numbered citations, the exact words behind each number
    with a link to their place, and {author}'s dated positions where the question is about one:
    a position that is superseded or retracted is no longer held. Keep the citations when you
    pass the answer on.

    It will not answer from general knowledge, guess, or speak as {author}. Where status is
    declined, the writing does not cover the question: say so, and do not fill the gap yourself.
    """
    try:
        answer = engine.ask(Question(question, as_of=as_of, surface=Surface.MCP))
    except QuestionFault as fault:
        raise ToolError(str(fault)) from fault
    return told(payloads.payload_of(answer), in_lines(answer))


def search_writings(  # noqa: PLR0913  # a filter is an argument, and models name them
    query: Words,
    limit: Limit = 10,
    as_of: Day = None,
    year: Year = None,
    type: Kind = None,
    language: Language = None,
) -> Annotated[CallToolResult, PassagesShape]:
    """Find passages in {author}'s published writing, best first, without an answer.

    Use it to read what was written yourself: to compare passages, to collect sources, or to
    look behind an answer. Back comes each passage with its essay, date, score and a link to
    its place. A bucket of historical or record_only marks words that {author} no longer holds:
    never present those as their present view. It finds by meaning and by words, and searches
    nothing but this writing; nothing found means that nothing is near, not that it is false.
    """
    text = _cleaned(query)
    span = None if year is None else Span.of_year(year)
    passages = find_passages(text, scope=Scope(as_of, span, type, language), limit=limit)
    tracing.record(text, passages, surface=Surface.MCP, outcome=tracing.SEARCHED)
    document = payload_of(text, passages, site_url=settings.ARCHIVEBRAIN_SITE_URL)
    return told(document, passages_text(document))


def get_essay(slug: Slug) -> Annotated[CallToolResult, WholeEssayShape]:
    """Read one of {author}'s published essays whole.

    Use it when a passage is not enough. Back come the text in Markdown, its dates, its address
    and the views that it states, each with what became of it: one labelled refined, reversed or
    retracted is no longer held, however the text puts it. It takes a slug, never a title or an
    address, and has only what is public.
    """
    essay = essay_called(slug)
    if essay is None:
        raise ToolError(NO_ESSAY)
    document = whole_essay(essay)
    return told(document, essay_text(document))


def get_glossary_term(term: Term) -> Annotated[CallToolResult, TermShape]:
    """Look up a word as {author} uses it, in the author's own glossary.

    Use it when a word seems to mean something particular in this writing. Back come the
    definition, other names, related terms and the essays that use it. It has the terms that
    {author} defined and no others: it is no dictionary.
    """
    entry = term_called(term)
    if entry is None:
        raise ToolError(NO_TERM)
    document = term_document(entry)
    return told(document, term_text(document))


def get_evolution(concept: Concept) -> Annotated[CallToolResult, StoryShape]:
    """Tell how {author}'s view of one concept changed: what was held, when, and why it changed.

    Use it for "does {author} still think", "since when" and "why the change". Back come what
    is held now and every dated position, oldest first, with its label (current, refined,
    reversed, retracted), the reason for the change and the exact words. Only a position
    labelled current is {author}'s present view. It tells only of concepts in {author}'s own
    ledger, and infers no view that was never stated.
    """
    story = story_called(concept)
    if story is None:
        known = ", ".join(one.slug for one in stories()[:MOST_NAMED]) or "none yet"
        raise ToolError(NO_CONCEPT.format(known=known))
    document = whole_story(story)
    return told(document, story_text(document))


def verify_quote(
    quote: Quote, essay: NamedEssay = ""
) -> Annotated[CallToolResult, VerificationShape]:
    """Check whether {author} really wrote certain words.

    Use it before you pass on a quotation, and when somebody says that {author} wrote
    something. Back comes a verdict: verbatim, altered (with the differences word by word),
    stitched (put together from places that are apart, each one shown), another_work (the words
    stand in another essay than the one named) or not_found, with the essay, a link to the
    place, the first date, and {author}'s positions where the words state one: a position that
    is superseded or retracted is no longer held. It compares words and judges no meaning: a
    paraphrase is not a quote, and not_found does not say that {author} thinks otherwise.
    """
    try:
        document = payloads.verification_payload(verify(quote, essay=essay))
    except QuoteFault as fault:
        raise ToolError(str(fault)) from fault
    return told(document, verification_text(document))


def search(query: Words) -> Annotated[CallToolResult, FoundListShape]:
    """List the essays of {author}'s published writing that fit a query, best first.

    For connectors and deep research: back come an id, a title and an address for each; read
    one with fetch. For passages use search_writings, for an answer use ask.
    """
    return told_as_json(found(_cleaned(query)))


def fetch(id: Id) -> Annotated[CallToolResult, FetchedShape]:
    """Read the whole text behind an id that search gave.

    Back come its title, text, address and dates. It opens no web addresses and no ids of
    other origin.
    """
    document = fetched(id)
    if document is None:
        raise ToolError(NOT_THERE)
    return told_as_json(document)


ALL = (
    ask,
    search_writings,
    get_essay,
    get_glossary_term,
    get_evolution,
    verify_quote,
    search,
    fetch,
)


def _cleaned(query: str) -> str:
    try:
        return clean(Question(query)).text
    except QuestionFault as fault:
        raise ToolError(str(fault)) from fault
