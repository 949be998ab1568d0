"""A thread that does one thing after another, for a host that must not wait.

Unlike those of a pool it does not keep the process from ending: a long capture may take minutes to read.
"""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

_T = TypeVar("_T")
_Job = Callable[[], None]


class Worker:
    """Ends with close(), after what it is doing."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True).start()

    async def run(self, function: Callable[..., _T], *args: Any) -> _T:  # noqa: ANN401  # whatever it takes
        """Call a function in the thread. Whoever gives up waiting does not stop it."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()

        def job() -> None:
            try:
                result = function(*args)
            except Exception as error:  # noqa: BLE001  # told to whoever waits
                _post(loop, _fail, future, error)
            else:
                _post(loop, _settle, future, result)

        self._jobs.put(job)
        return await future

    def close(self) -> None:
        """No more jobs."""
        self._jobs.put(None)


def _work(jobs: "SimpleQueue[_Job | None]") -> None:
    while (job := jobs.get()) is not None:
        job()
        del job  # and with it what it holds: a session may take a gigabyte


def _post(loop: asyncio.AbstractEventLoop, *args: Any) -> None:  # noqa: ANN401
    if not loop.is_closed():
        loop.call_soon_threadsafe(*args)


def _settle(future: "asyncio.Future[_T]", result: _T) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: "asyncio.Future[Any]", error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
