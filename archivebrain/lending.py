"""The threads of a web process: each is lent to one request at a time and keeps its connection.

Django would start a thread for each request, and with it a connection.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from asgiref.sync import ThreadSensitiveContext

# Each holds a connection, of which PostgreSQL has a hundred for all processes. Whoever comes
# while all are lent waits for one.
THREADS = 16


class Threads:
    """``count``: the most there will be; they are made as they are wanted."""

    def __init__(self, count: int = THREADS) -> None:
        self._room = asyncio.Semaphore(count)
        self._free: list[ThreadPoolExecutor] = []

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[None]:
        """Within, ``sync_to_async`` goes to one thread, which nobody else has meanwhile.

        The one that came back last goes out first: what it needs is still at hand.
        """
        async with self._room:
            thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "request")
            try:
                async with ThreadSensitiveContext(executor=thread):
                    yield
            finally:
                self._free.append(thread)


threads = Threads()
