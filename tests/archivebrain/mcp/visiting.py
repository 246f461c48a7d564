"""Visits the real application inside its lifespan, by plain HTTP or as the official client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from archivebrain.asgi import application, mcp

SITE = "http://testserver"
ERAS = {"2026-07-28": "auto", "2025-11-25": "legacy"}


@asynccontextmanager
async def web(**headers: str) -> AsyncIterator[httpx2.AsyncClient]:
    """Plain HTTP to the application."""
    transport = httpx2.ASGITransport(app=application)  # type: ignore[arg-type] # looser there
    async with (
        mcp.lifespan(),
        httpx2.AsyncClient(transport=transport, base_url=SITE, headers=headers) as client,
    ):
        yield client


@asynccontextmanager
async def visiting(era: str = "2026-07-28", **headers: str) -> AsyncIterator[Client]:
    """The official client, in one of the protocol's two eras."""
    async with (
        web(**headers) as http,
        Client(streamable_http_client(f"{SITE}/mcp", http_client=http), mode=ERAS[era]) as client,
    ):
        yield client


def call(tool: str, *, era: str = "2026-07-28", **arguments: object) -> CallToolResult:
    async def called() -> CallToolResult:
        async with visiting(era) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(called())


def text_of(result: CallToolResult) -> str:
    """The one text of a result."""
    [content] = result.content
    assert content.type == "text"
    return content.text
