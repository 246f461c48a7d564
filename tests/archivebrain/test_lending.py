"""The threads of a web process: few, lent to one request at a time, and kept."""

import asyncio
import threading

from asgiref.sync import sync_to_async

from archivebrain.lending import Threads


async def thread_of(threads: Threads) -> threading.Thread:
    async with threads.lent():
        first = await sync_to_async(threading.current_thread)()
        assert first is await sync_to_async(threading.current_thread)()
    return first


def test_a_request_has_one_thread_and_the_next_one_has_it_again() -> None:
    async def both() -> tuple[threading.Thread, threading.Thread]:
        threads = Threads()
        return await thread_of(threads), await thread_of(threads)

    first, second = asyncio.run(both())

    assert first is second
    assert first is not threading.current_thread()


def test_two_requests_at_once_have_two() -> None:
    async def both() -> tuple[threading.Thread, threading.Thread]:
        threads = Threads()
        async with threads.lent():
            outer = await sync_to_async(threading.current_thread)()
            other = asyncio.create_task(thread_of(threads))
            return outer, await other

    outer, inner = asyncio.run(both())

    assert outer is not inner


def test_who_comes_while_all_are_lent_waits_for_one() -> None:
    async def waited() -> bool:
        threads = Threads(1)
        async with threads.lent():
            other = asyncio.create_task(thread_of(threads))
            await asyncio.sleep(0.05)
            was_waiting = not other.done()
        await asyncio.wait_for(other, 5)
        return was_waiting

    assert asyncio.run(waited())


def test_a_thread_comes_back_from_a_request_that_failed() -> None:
    async def again() -> None:
        threads = Threads(1)
        try:
            async with threads.lent():
                raise RuntimeError("a request broke")
        except RuntimeError:
            await asyncio.wait_for(thread_of(threads), 5)

    asyncio.run(again())
