"""A model that forgets every rule: it says all that it was shown, over the real wire format."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Makes a reply of the background and the prompt that it stood in.
Retell = Callable[[str, str], str]

_BACKGROUND = re.compile(
    r"===== (\w+) background begin =====\n(.*?)\n===== \1 background end", re.S
)
_PASSAGE = re.compile(r"^\[S1\][^\n]*\n(.+?)$", re.M)


@dataclass
class Leaker:
    """Where it listens, all that it was sent so far, and the background that stood in it.

    ``retells``: in what shape it gives the background away; is given it and the whole prompt.
    ``says``: makes the whole reply of a prompt, where a trial needs another model than this.
    """

    url: str = ""
    retells: Retell = lambda background, prompt: background
    says: Callable[[str], str] | None = None
    prompts: list[str] = field(default_factory=list)
    overheard: list[str] = field(default_factory=list)

    def reply(self, prompt: str) -> str:
        """The background, each sentence with a marker so that it looks cited."""
        self.prompts.append(prompt)
        if self.says:
            return self.says(prompt)
        found = _BACKGROUND.search(prompt)
        if found:
            self.overheard.append(found[2])
            return cited(self.retells(found[2], prompt))
        passage = _PASSAGE.search(prompt)
        return f"{passage[1]} [S1]" if passage else "The writing does not cover this."


def cited(text: str) -> str:
    """The text with a marker behind each sentence, and one at its end in any case."""
    marked = re.sub(r"(?<=[.!?])(?=\s|$)", " [S1]", text)
    return marked if marked.endswith("[S1]") else f"{marked} [S1]"


@contextmanager
def leaking_model(retells: Retell | None = None) -> Iterator[Leaker]:
    """Serves chat completions on a port of its own for as long as the block runs."""
    leaker = Leaker(retells=retells) if retells else Leaker()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(leaker))
    leaker.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield leaker
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(leaker: Leaker) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One chat completion for each request."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            prompt = "\n".join(message["content"] for message in body["messages"])
            sent = json.dumps(_completion(leaker.reply(prompt))).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: prompts and addresses are nobody's to read."""

    return Handler


def _completion(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "leaker",
        "object": "chat.completion",
        "created": 0,
        "model": "leaker",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
