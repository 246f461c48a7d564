"""Any server that speaks OpenAI's chat completions: Ollama, vLLM, llama.cpp, OpenAI."""

import json
import secrets
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

import httpx2
import openai

from archivebrain.providers import prompts
from archivebrain.providers.base import ProviderFailed, ReplyCut
from archivebrain.providers.drafting import draft_by, from_markers, refusal_by
from archivebrain.providers.fitting import fitted
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
from archivebrain.providers.types import Brief, Draft, Usage
from archivebrain.providers.visible import visible

# The client refuses to be made without a key; a local server reads none.
NO_KEY = "none"

COMPLETE = frozenset(("stop", "eos_token", "stop_sequence"))
REFUSED = "content_filter"
CUT = "length"
LARGEST_REPLY_BYTES = 2_000_000

PASSING_STATUSES = frozenset((408, 409, 425, 500, 502, 503, 504, 529))
# Settings that some models refuse, and what to send in their place.
ADAPTABLE: Mapping[str, str] = {"max_tokens": "max_completion_tokens", "temperature": ""}

Body = dict[str, Any]


class Compatible:
    """Drafts with chat completions; the model cites by markers.

    ``api_key`` may be empty where ``base_url`` names a local server. ``question_tokens``: more,
    as we reckon them, are never sent. Prices are not known here: whoever asked reckons
    ``usage.cost_usd``.
    """

    name = "openai"

    def __init__(
        self,
        api_key: str,
        model: str,
        base_url: str = "",
        patience: Patience | None = None,
        question_tokens: int = prompts.QUESTION_TOKENS,
    ) -> None:
        self.model = model
        self._question_tokens = question_tokens
        self._api_key = api_key
        self._base_url = base_url
        self._patience = patience or Patience()

    def draft(self, brief: Brief) -> Draft:
        deadline, meter = Deadline.after(self._patience.total_seconds), Meter()
        brief = fitted(brief, ceiling=self._question_tokens, provider=self.name)
        with meter.told(), self._client() as client:
            reply = self._complete(client, brief, deadline)
            meter.now = usage_of(reply)
            return self._read(reply, brief, meter.usage)

    def _client(self) -> openai.OpenAI:
        return openai.OpenAI(
            api_key=self._api_key or NO_KEY,
            base_url=self._base_url or None,
            # The SDK would wait ten minutes and retry by status alone.
            timeout=self._patience.read_seconds,
            max_retries=0,
        )

    def _complete(self, client: openai.OpenAI, brief: Brief, deadline: Deadline) -> Body:
        body: Body = {
            "model": self.model,
            "messages": messages(brief, boundary=secrets.token_hex(8)),
            "max_tokens": prompts.room_for(brief),
            "temperature": 0,
        }
        for _ in ADAPTABLE:
            try:
                return persist(partial(self._post, client, body, deadline), self._patience)
            except SettingRefused as refused:
                body = adapted(body, refused.setting)
        return persist(partial(self._post, client, body, deadline), self._patience)

    def _post(self, client: openai.OpenAI, body: Body, deadline: Deadline) -> Body:
        deadline.check(self.name)
        try:
            with client.chat.completions.with_streaming_response.create(
                **body, timeout=min(self._patience.read_seconds, deadline.left())
            ) as response:
                received = bytearray()
                for piece in response.iter_bytes():
                    received += piece
                    deadline.check(self.name)
                    if len(received) > LARGEST_REPLY_BYTES:
                        raise ProviderFailed(f"{self.name}: the reply is far too long.")
        except openai.APIStatusError as error:
            raise self._failure(error, body) from error
        except openai.APIConnectionError as error:
            raise PassingFailure(f"{self.name}: no connection ({cause_of(error)}).") from error
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            raise ProviderFailed(
                f"{self.name}: the reply broke ({type(error).__name__})."
            ) from error
        return self._parsed(bytes(received))

    def _parsed(self, received: bytes) -> Body:
        try:
            reply = json.loads(received)
        except ValueError as error:
            raise ProviderFailed(
                f"{self.name}: the reply is not JSON. Check OPENAI_BASE_URL, which usually "
                "ends in /v1."
            ) from error
        if not isinstance(reply, dict) or not isinstance(reply.get("choices"), list):
            raise ProviderFailed(f"{self.name}: the reply holds no choices ({faults_in(reply)}).")
        return reply

    def _failure(self, error: openai.APIStatusError, body: Body) -> ProviderFailed:
        """The failure that an error reply stands for; only what may pass is tried again."""
        setting = refused_setting(error, body)
        if setting:
            return SettingRefused(f"{self.name}: {setting} was refused.", setting=setting)
        said = codes(error.type, error.code, error.param) or NO_CODE
        message = f"{self.name}: status {error.status_code} ({said})"
        if error.status_code == HTTPStatus.NOT_FOUND:
            message += f". Check ANSWER_MODEL={self.model} and OPENAI_BASE_URL (usually …/v1)"
        retry_after = seconds_in(error.response.headers.get("retry-after"))
        if is_passing(error, retry_after=retry_after):
            return PassingFailure(message, retry_after=retry_after)
        return ProviderFailed(message, retry_after=retry_after)

    def _read(self, reply: Body, brief: Brief, usage: Usage) -> Draft:
        finish = finish_of(reply)
        said = message_of(reply)
        if finish == REFUSED or said.get("refusal"):
            return refusal_by(self, usage=usage)
        if finish == CUT and not brief.has_more_room:
            raise ReplyCut(f"{self.name}: the answer was cut off.")
        if finish not in COMPLETE:
            raise ProviderFailed(f"{self.name}: the answer is not complete ({shape(reply)}).")
        text = visible(text_of(said))
        drafted = from_markers(text or "", source_count=len(brief.sources))
        if not drafted.sentences:
            raise ProviderFailed(f"{self.name}: the answer has no text ({shape(reply)}).")
        return draft_by(self, drafted, usage=usage)


class SettingRefused(ProviderFailed):
    """The model does not take one of our settings; the next try goes without."""

    def __init__(self, message: str, *, setting: str) -> None:
        super().__init__(message)
        self.setting = setting


def messages(brief: Brief, *, boundary: str) -> list[dict[str, str]]:
    return [
        {"role": "system", "content": prompts.marker_rules(brief.author)},
        {"role": "user", "content": prompts.marker_message(brief, boundary=boundary)},
    ]


def adapted(body: Body, setting: str) -> Body:
    """The same request with the refused setting renamed or left out."""
    changed = {key: value for key, value in body.items() if key != setting}
    if ADAPTABLE[setting]:
        changed[ADAPTABLE[setting]] = body[setting]
    return changed


def refused_setting(error: openai.APIStatusError, body: Body) -> str | None:
    if error.status_code not in (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY):
        return None
    named = f"{error.param or ''} {error.message}"
    return next((name for name in ADAPTABLE if name in body and name in named), None)


def is_passing(error: openai.APIStatusError, *, retry_after: float | None) -> bool:
    if error.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        # Without a time to wait, or out of quota, trying again is no use.
        return retry_after is not None and error.code != "insufficient_quota"
    return error.status_code in PASSING_STATUSES


def first_choice(reply: Body) -> Body:
    choices = reply["choices"]
    return choices[0] if choices and isinstance(choices[0], dict) else {}


def finish_of(reply: Body) -> str | None:
    finish = first_choice(reply).get("finish_reason")
    return finish if isinstance(finish, str) else None


def message_of(reply: Body) -> Body:
    message = first_choice(reply).get("message")
    return message if isinstance(message, dict) else {}


def text_of(message: Body) -> str:
    """The reply's words; reasoning that comes in a field of its own is never read."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return "".join(text for text in texts if isinstance(text, str))


def shape(reply: Body) -> str:
    """Why and with what a reply ended, for the log: never its words."""
    fields = codes(*sorted(message_of(reply))) or "nothing"
    return f"finish reason {codes(finish_of(reply)) or 'unknown'}, fields: {fields}"


def faults_in(reply: object) -> str:
    """The fields of a reply that is none, and the codes of the error that it may hold."""
    fields = reply if isinstance(reply, dict) else {}
    error = fields.get("error")
    said = error if isinstance(error, dict) else {}
    return codes(*sorted(fields), said.get("type"), said.get("code")) or NO_CODE


def usage_of(reply: Body) -> Usage:
    usage = reply.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    details = counts.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else 0
    read = count(counts.get("prompt_tokens"))
    wrote = count(counts.get("completion_tokens"))
    return Usage(read, wrote, cached_tokens=min(count(cached), read))


def count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
