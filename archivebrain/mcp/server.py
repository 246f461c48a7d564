"""The tools as the official SDK serves them: strict arguments, quotas, faults in sentences."""

import functools
import inspect
import logging
from collections.abc import Callable, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import OperationalError
from mcp.server.lowlevel.server import Server
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ConfigDict, ValidationError

from archivebrain.access.limits import ASK, READ
from archivebrain.answering.types import QuestionFault, QuoteFault
from archivebrain.mcp import tools, visits
from archivebrain.mcp.arguments import sentence_of
from archivebrain.mcp.naming import ask_tool_of

INSTRUCTIONS = (
    "This is the published writing of {author}, and nothing else. Ask it what {author} wrote, "
    "held or changed their mind about; it answers with the words that bear the answer out, or "
    "says that the writing does not cover the question. Cite the addresses that come back."
)
READ_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
TOO_MANY = "Too many calls from here. Come back in {seconds} seconds."
NO_TOOL = "There is no tool called that. Those there are stand in tools/list."
OUR_FAULT = "Something broke here; the fault is ours and was written down."
STORE_DOWN = "The database does not answer. Try again shortly."

log = logging.getLogger(__name__)
Work = Callable[..., CallToolResult]


class Archive(MCPServer[Any]):
    """An MCP server that charges each call and tells every fault in a sentence."""

    @property
    def protocol(self) -> Server[Any]:
        return self._lowlevel_server

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        cost = cost_of(name)
        await sync_to_async(_charge)(cost)
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError as fault:
            await sync_to_async(_refund)(cost)
            raise ToolError(_told(name, fault.__cause__)) from None
        except ToolError as fault:
            if _asks_nothing(fault):
                await sync_to_async(_refund)(cost)
            # Not "from": the SDK's words repeat the arguments, and arguments are questions.
            raise ToolError(_in_a_sentence(fault)) from None


def archive(author: str = "") -> Archive:
    """The server of this brain; ``author``: another than the configured one."""
    author = author or settings.ARCHIVEBRAIN_AUTHOR
    return Archive(
        "archivebrain",
        title=f"The writing of {author}",
        instructions=INSTRUCTIONS.format(author=author),
        website_url=settings.ARCHIVEBRAIN_SITE_URL,
        tools=list(_tools(author)),
        # Nothing here tells of changes, and a listener would hold a connection for ever.
        subscriptions=False,
    )


def cost_of(name: str) -> int:
    return ASK if name.startswith("ask") else READ


def _tools(author: str) -> Iterator[Tool]:
    own_name = ask_tool_of(author)
    if own_name:
        yield _tool(tools.ask, author, name=own_name)
    for work in tools.ALL:
        yield _tool(work, author, name=work.__name__)


def _tool(work: Work, author: str, *, name: str) -> Tool:
    tool = Tool.from_function(
        _in_a_thread(work),
        name=name,
        description=(inspect.getdoc(work) or "").format(author=author),
        annotations=READ_ONLY,
    )

    class Strict(tool.fn_metadata.arg_model):  # type: ignore[name-defined, misc] # made at run time
        """Refuses arguments that it does not know: a misspelt one would else be ignored."""

        model_config = ConfigDict(extra="forbid", title=f"{work.__name__}_arguments")

    tool.fn_metadata.arg_model = Strict
    tool.parameters = Strict.model_json_schema(by_alias=True)
    return tool


def _in_a_thread(work: Work) -> Callable[..., Any]:
    """In the request's one thread, whose connection is closed after it; the SDK's own leak."""

    @functools.wraps(work)
    async def called(**arguments: Any) -> CallToolResult:
        return await sync_to_async(work)(**arguments)

    return called


def _charge(cost: int) -> None:
    visit = visits.current()
    verdict = visit.charge(cost) if visit else None
    if verdict and not verdict.is_allowed:
        raise ToolError(TOO_MANY.format(seconds=verdict.retry_after))


def _refund(cost: int) -> None:
    visit = visits.current()
    if visit:
        visit.refund(cost)


def _asks_nothing(fault: ToolError) -> bool:
    """Whether the call could not be done as it stood, which costs nothing on any surface."""
    cause = fault.__cause__
    reason = cause.__cause__ if isinstance(cause, ToolError) else cause
    return isinstance(reason, ValidationError | QuestionFault | QuoteFault)


def _in_a_sentence(fault: ToolError) -> str:
    match fault.__cause__:
        case ValidationError() as cause:
            return sentence_of(cause)
        case ToolError() as cause:
            return str(cause)
    return NO_TOOL


def _told(name: str, cause: BaseException | None) -> str:
    if isinstance(cause, OperationalError):
        log.error("A store failed while a tool was called: %s", type(cause).__name__)
        return STORE_DOWN
    log.error("The tool %r broke.", name[:64], exc_info=cause)
    return OUR_FAULT
