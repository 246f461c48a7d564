"""The real endpoint with what the conformance suite asks for by name; no part of the product.

Run by uvicorn in a test. The suite wants a tool, a resource or a prompt for each kind of
content that the protocol has; the archive itself needs text alone.
"""

import base64
import os
from typing import Any

import django
from asgiref.sync import sync_to_async

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
django.setup()

from mcp.server.mcpserver.exceptions import ToolError  # noqa: E402 # Django comes first
from mcp.server.mcpserver.prompts.base import UserMessage  # noqa: E402
from mcp_types import (  # noqa: E402
    AudioContent,
    Completion,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)

from archivebrain.embedded.brain import this_brain  # noqa: E402
from archivebrain.mcp.endpoint import Endpoint  # noqa: E402
from archivebrain.mcp.server import archive  # noqa: E402

PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGA"
    "hKmMIQAAAABJRU5ErkJggg=="
)
SILENCE = base64.b64encode(
    b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0@\x1f\0\0\1\0\x08\0data\0\0\0\0"
).decode()

server = archive("Ada Lovelace")


def text(words: str) -> TextContent:
    return TextContent(type="text", text=words)


def image() -> ImageContent:
    return ImageContent(type="image", data=PIXEL, mime_type="image/png")


def embedded(uri: str, words: str, kind: str = "text/plain") -> EmbeddedResource:
    contents = TextResourceContents(uri=uri, mime_type=kind, text=words)
    return EmbeddedResource(type="resource", resource=contents)


@server.tool()
async def test_simple_text() -> TextContent:
    """Give a text."""
    return text("This is a simple text response for testing.")


@server.tool()
async def test_image_content() -> ImageContent:
    """Give a picture."""
    return image()


@server.tool()
async def test_audio_content() -> AudioContent:
    """Give a sound."""
    return AudioContent(type="audio", data=SILENCE, mime_type="audio/wav")


@server.tool()
async def test_embedded_resource() -> EmbeddedResource:
    """Give a resource."""
    return embedded("test://embedded-resource", "This is an embedded resource content.")


@server.tool()
async def test_multiple_content_types() -> list[ContentBlock]:
    """Give a text, a picture and a resource."""
    data = '{"test":"data","value":123}'
    return [
        text("Multiple content types test:"),
        image(),
        embedded("test://mixed-content-resource", data, "application/json"),
    ]


@server.tool()
async def test_error_handling() -> str:
    """Fail, in a sentence."""
    raise ToolError("This tool intentionally returns an error for testing")


@server.resource("test://static-text", mime_type="text/plain")
async def static_text() -> str:
    """Some words."""
    return "This is the content of the static text resource."


@server.resource("test://static-binary", mime_type="image/png")
async def static_binary() -> bytes:
    """Some bytes."""
    return base64.b64decode(PIXEL)


@server.resource("test://template/{id}/data", mime_type="application/json")
async def template(id: str) -> str:
    """Words that depend on the address."""
    return f'{{"id": "{id}", "templateTest": true, "data": "Data for ID: {id}"}}'


@server.prompt()
async def test_simple_prompt() -> str:
    """Say something."""
    return "This is a simple prompt for testing."


@server.prompt()
async def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    """Say what was given."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@server.prompt()
async def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:
    """Show a resource."""
    shown = embedded(resourceUri, "Embedded resource content for testing.")
    return [UserMessage(shown), UserMessage("Please process the embedded resource above.")]


@server.prompt()
async def test_prompt_with_image() -> list[UserMessage]:
    """Show a picture."""
    return [UserMessage(image()), UserMessage("Please analyze the image above.")]


@server.completion()  # type: ignore[no-untyped-call, untyped-decorator] # the SDK's own lack
async def complete(reference: Any, argument: Any, context: Any) -> Completion:
    return Completion(values=["paris"], total=1, has_more=False)


endpoint = Endpoint(server)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "lifespan":
        await endpoint(scope, receive, send)
        return
    await receive()
    async with endpoint.lifespan():
        await send({"type": "lifespan.startup.complete"})
        await receive()
    # The quotas were counted in the embedded Valkey, and uvicorn ends without atexit.
    await sync_to_async(this_brain().leave)()
    await send({"type": "lifespan.shutdown.complete"})
