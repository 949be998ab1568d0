"""Work in threads that a request has to see through."""

import asyncio
from collections.abc import Callable

import anyio.to_thread


async def whole(function: Callable[..., None], *arguments: bytes) -> None:
    """Run a function in a thread; a request that is cancelled, as the server ends, waits for it."""
    work = asyncio.ensure_future(anyio.to_thread.run_sync(function, *arguments))
    try:
        await asyncio.shield(work)
    except asyncio.CancelledError:
        await work
        raise
