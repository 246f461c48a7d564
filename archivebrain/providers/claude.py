"""Anthropic's models: passages as documents, one sentence to a block, cited by the API."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile

import anthropic
import httpx2
from anthropic.lib.streaming import MessageStream, ParsedMessageStreamEvent
from anthropic.types import (
    CitationContentBlockLocation,
    DocumentBlockParam,
    Message,
    TextBlock,
    TextBlockParam,
    TextCitation,
)

from archivebrain.providers import prompts
from archivebrain.providers.base import DEFAULT_MODELS, Hear, ProviderFailed, ReplyCut
from archivebrain.providers.drafting import CitedText, draft_by, from_blocks, refusal_by
from archivebrain.providers.fitting import fitted, tokens_about
from archivebrain.providers.metering import Meter
from archivebrain.providers.retrying import (
    NO_CODE,
    Deadline,
    PassingFailure,
    Patience,
    cause_of,
    codes,
    persist,
    seconds_in,
)
from archivebrain.providers.types import Brief, Cite, Draft, DraftSentence, Source, Usage
from archivebrain.providers.visible import visible

DEFAULT_MODEL = DEFAULT_MODELS["anthropic"]
# Counting comes before the question, and a reader waits for both.
COUNTING_SECONDS = 3.0

COMPLETE = frozenset(("end_turn", "stop_sequence"))
CUT = "max_tokens"

# By type, for an overload in the middle of a stream arrives with status 200.
PASSING_TYPES = frozenset(("overloaded_error", "api_error", "timeout_error", "conflict_error"))
PASSING_STATUSES = frozenset((408, 409, 500, 502, 503, 504, 529))


@dataclass(frozen=True, slots=True)
class Asking:
    """One question on its way: what is asked, who listens, until when, and what it costs."""

    brief: Brief
    hear: Hear | None
    deadline: Deadline
    meter: Meter = field(default_factory=Meter)


class Claude:
    """Drafts with the Messages API. ``base_url`` empty: Anthropic's own.

    ``question_tokens``: more are never sent. Prices are not known here: whoever asked reckons
    ``usage.cost_usd``.
    """

    name = "anthropic"

    def __init__(
        self,
        api_key: str,
        model: str = "",
        base_url: str = "",
        patience: Patience | None = None,
        question_tokens: int = prompts.QUESTION_TOKENS,
    ) -> None:
        self.model = model or DEFAULT_MODEL
        self._question_tokens = question_tokens
        self._api_key = api_key
        self._base_url = base_url
        self._patience = patience or Patience()

    def draft(self, brief: Brief) -> Draft:
        return self._drafted(brief, None)

    def draft_aloud(self, brief: Brief, hear: Hear) -> Draft:
        """Tells each sentence once the next block has begun; the last with the whole draft."""
        return self._drafted(brief, hear)

    def _drafted(self, brief: Brief, hear: Hear | None) -> Draft:
        asking = Asking(brief, hear, Deadline.after(self._patience.total_seconds))
        with asking.meter.told(), self._client() as client:
            asking = replace(asking, brief=self._fitted(client, brief))
            message = self._complete(client, asking)
            return self._read(message, asking.brief, asking.meter.usage)

    def _fitted(self, client: anthropic.Anthropic, brief: Brief) -> Brief:
        count = partial(self._count, client)
        return fitted(brief, ceiling=self._question_tokens, provider=self.name, count=count)

    def _count(self, client: anthropic.Anthropic, brief: Brief) -> int:
        """As the API counts, which is free; as we reckon where it does not count."""
        try:
            counted = client.messages.count_tokens(
                model=self.model,
                system=system(brief),
                messages=[{"role": "user", "content": content(brief, boundary=new_boundary())}],
                timeout=min(COUNTING_SECONDS, self._patience.read_seconds),
            )
        except (anthropic.AnthropicError, httpx2.HTTPError, ValueError):
            return tokens_about(brief)
        return counted.input_tokens

    def _client(self) -> anthropic.Anthropic:
        return anthropic.Anthropic(
            api_key=self._api_key,
            base_url=self._base_url or None,
            # The SDK would wait ten minutes and retry by status alone.
            timeout=self._patience.read_seconds,
            max_retries=0,
        )

    def _complete(self, client: anthropic.Anthropic, asking: Asking) -> Message:
        asked = content(asking.brief, boundary=new_boundary())
        return persist(
            lambda: self._stream(client, asking, asked),
            self._patience,
        )

    def _stream(
        self,
        client: anthropic.Anthropic,
        asking: Asking,
        asked: list[DocumentBlockParam | TextBlockParam],
    ) -> Message:
        asking.deadline.check(self.name)
        asking.meter.begin()
        try:
            with client.messages.stream(
                model=self.model,
                max_tokens=prompts.room_for(asking.brief),
                system=system(asking.brief),
                messages=[{"role": "user", "content": asked}],
                timeout=min(self._patience.read_seconds, asking.deadline.left()),
            ) as stream:
                self._follow(stream, asking)
                return stream.get_final_message()
        except anthropic.APIStatusError as error:
            raise self._failure(error) from error
        except anthropic.APIConnectionError as error:
            raise PassingFailure(f"{self.name}: no connection ({cause_of(error)}).") from error
        # A stream that breaks raises what the HTTP library or the JSON reader raises.
        except (anthropic.AnthropicError, httpx2.HTTPError, ValueError) as error:
            raise ProviderFailed(
                f"{self.name}: the stream broke ({type(error).__name__})."
            ) from error

    def _follow(self, stream: MessageStream[None], asking: Asking) -> None:
        """Reads to the end, and tells a listener what each new block proves finished."""
        opened: set[int] = set()
        begun = False
        for event in stream:
            begun = True
            asking.deadline.check(self.name)
            if event.type in ("message_start", "message_delta"):
                asking.meter.now = usage_of(stream.current_message_snapshot)
            block = written_block(event)
            # Within a block nothing new can be finished, so it is not read again.
            if asking.hear and block is not None and block not in opened:
                opened.add(block)
                asking.hear(finished(stream.current_message_snapshot, asking.brief.sources))
        if not begun:
            raise ProviderFailed(f"{self.name}: the stream ended before it began.")

    def _failure(self, error: anthropic.APIStatusError) -> ProviderFailed:
        """The failure that an error reply stands for; only what may pass is tried again."""
        message = f"{self.name}: status {error.status_code} ({codes(error.type) or NO_CODE})"
        retry_after = seconds_in(error.response.headers.get("retry-after"))
        if is_passing(error, retry_after=retry_after):
            return PassingFailure(message, retry_after=retry_after)
        return ProviderFailed(message, retry_after=retry_after)

    def _read(self, message: Message, brief: Brief, usage: Usage) -> Draft:
        if message.stop_reason == "refusal":
            return refusal_by(self, usage=usage)
        if message.stop_reason == CUT and not brief.has_more_room:
            raise ReplyCut(f"{self.name}: the answer was cut off.")
        if message.stop_reason not in COMPLETE:
            raise ProviderFailed(f"{self.name}: the answer is not complete ({shape(message)}).")
        blocks, strange = cited_blocks(message, brief.sources)
        drafted = from_blocks(blocks, source_count=len(brief.sources))
        if not drafted.sentences:
            raise ProviderFailed(f"{self.name}: the answer has no text ({shape(message)}).")
        drafted = replace(drafted, unknown_markers=drafted.unknown_markers + strange)
        return draft_by(self, drafted, usage=usage)


def new_boundary() -> str:
    return secrets.token_hex(8)


def system(brief: Brief) -> list[TextBlockParam]:
    """The rules: the one part that stands alike in every question, so the API may cache it.

    It does where they are as long as the model asks for, and charges nothing for trying.
    """
    rules = prompts.document_rules(brief.author)
    return [{"type": "text", "text": rules, "cache_control": {"type": "ephemeral"}}]


def content(brief: Brief, *, boundary: str) -> list[DocumentBlockParam | TextBlockParam]:
    """The documents in the order of the sources, then the question."""
    documents: list[DocumentBlockParam | TextBlockParam] = [
        document(source) for source in brief.sources
    ]
    question = prompts.question_message(brief, boundary=boundary)
    return [*documents, {"type": "text", "text": question}]


def document(source: Source) -> DocumentBlockParam:
    """One passage: a text block is the smallest thing that can be cited."""
    return {
        "type": "document",
        "source": {
            "type": "content",
            "content": [{"type": "text", "text": text} for text in source.sentences],
        },
        "title": prompts.title_of(source),
        "context": prompts.document_context(source),
        "citations": {"enabled": True},
    }


def cited_blocks(message: Message, sources: Sequence[Source]) -> tuple[list[CitedText], int]:
    """The reply's text with its citations, and how many of those named no source."""
    blocks: list[CitedText] = []
    strange = 0
    for block in text_blocks(message):
        found = [cite_of(citation, sources) for citation in block.citations or ()]
        strange += found.count(None)
        blocks.append(CitedText(block.text, tuple(cite for cite in found if cite)))
    # Gateways serve models under this API that print their reasoning.
    if not any(block.cites for block in blocks):
        text = visible("".join(block.text for block in blocks))
        return [CitedText(text or "")], strange
    return blocks, strange


def finished(message: Message, sources: Sequence[Source]) -> tuple[DraftSentence, ...]:
    """The sentences of a message in the making that no later word or citation can change:
    those that another one follows, and that lie before the block now being written."""
    blocks, _ = cited_blocks(message, sources)
    so_far = from_blocks(blocks, source_count=len(sources)).sentences[:-1]
    closed = from_blocks(blocks[:-1], source_count=len(sources)).sentences
    same = takewhile(lambda pair: pair[0] == pair[1], zip(so_far, closed, strict=False))
    return tuple(sentence for sentence, _ in same)


def written_block(event: "ParsedMessageStreamEvent[None]") -> int | None:
    """The block that an event writes a word of; None for every other event."""
    if event.type != "content_block_delta" or event.delta.type != "text_delta":
        return None
    return event.index if event.delta.text.strip() else None


def text_blocks(message: Message) -> Iterator[TextBlock]:
    return (block for block in message.content if isinstance(block, TextBlock))


def cite_of(citation: TextCitation, sources: Sequence[Source]) -> Cite | None:
    """The source and its exact sentences; None where the place does not exist."""
    if not isinstance(citation, CitationContentBlockLocation):
        return None
    index, start, end = (
        citation.document_index,
        citation.start_block_index,
        citation.end_block_index,
    )
    if not 0 <= index < len(sources):
        return None
    quoted = sources[index].sentences[start:end] if 0 <= start < end else ()
    return Cite(sources[index].number, " ".join(quoted)) if quoted else None


def is_passing(error: anthropic.APIStatusError, *, retry_after: float | None) -> bool:
    if error.type == "rate_limit_error" or error.status_code == 429:
        # Without a time to wait it is the monthly cap, and trying again is no use.
        return retry_after is not None
    if error.type:
        return error.type in PASSING_TYPES
    return error.status_code in PASSING_STATUSES


def shape(message: Message) -> str:
    """Why and with what a reply ended, for the log: never its words."""
    kinds = codes(*(block.type for block in message.content)) or "nothing"
    return f"stop reason {codes(message.stop_reason) or 'unknown'}, blocks: {kinds}"


def usage_of(message: Message) -> Usage:
    usage = message.usage
    written, cached = usage.cache_creation_input_tokens or 0, usage.cache_read_input_tokens or 0
    return Usage(
        (usage.input_tokens or 0) + written + cached,
        usage.output_tokens or 0,
        written_tokens=written,
        cached_tokens=cached,
    )
