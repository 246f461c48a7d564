"""A model over real HTTP that says what a case has it say, whatever it was asked."""

import re
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.journeys.adversarial.archive import title_of
from tests.journeys.adversarial.cases import FIXTURES

TITLES = {title_of(essay["slug"]): key for key, essay in FIXTURES["public"].items()}
HEADER = re.compile(r"^\[S(\d+)\] ([^|\n]+) \|", re.MULTILINE)
MARKER = re.compile(r"\[S(\d+)\]")
# Beyond any passage that is ever shown.
NOWHERE = 90


@dataclass
class ScriptedModel:
    """``draft``: in the file's own numbers, in which ``[S3]`` is PUB-3.

    ``fails``: at once, and not to be asked again.
    """

    url: str
    draft: str = ""
    fails: bool = False
    prompts: list[str] = field(default_factory=list)

    def answer(self, request: Request) -> Response:
        body = request.get_json()
        prompt = "\n".join(message["content"] for message in body["messages"])
        self.prompts.append(prompt)
        if self.fails:
            return Response("Traceback: of no use to a reader", 400)
        return Response(_completion(self._numbered(prompt)), content_type="application/json")

    def _numbered(self, prompt: str) -> str:
        shown = {TITLES.get(title): number for number, title in HEADER.findall(prompt)}

        def number(marker: re.Match[str]) -> str:
            return f"[S{shown.get(f'PUB-{marker[1]}', NOWHERE + int(marker[1]))}]"

        return MARKER.sub(number, self.draft)


def _completion(text: str) -> str:
    import json

    message = {"role": "assistant", "content": text}
    reply: dict[str, Any] = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18},
    }
    return json.dumps(reply)


def served(httpserver: HTTPServer) -> ScriptedModel:
    model = ScriptedModel(httpserver.url_for("/v1"))
    httpserver.expect_request("/v1/chat/completions", method="POST").respond_with_handler(
        model.answer
    )
    return model
