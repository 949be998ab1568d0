"""The front end's own code in V8, which mini-racer brings: what the page says, the command line says.

A script of frontend/dist/engine puts one object of functions there. They take and give texts; it has neither
network nor files.
"""

import asyncio
import json
import sys
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from py_mini_racer import MiniRacer

T = TypeVar("T")
SECONDS = 120  # for one answer
MEMORY = 2 << 30  # bytes of an engine at most


class EngineError(Exception):
    """The script is not there, or refuses; the text says why, and what would do."""


class Engine:
    """One script, loaded: `figures`, `compare` or `report`. Making one takes a tenth of a second."""

    def __init__(self, frontend: Path, script: str) -> None:
        """Raise EngineError where the built front end is not there."""
        self._object = f"mmscope{script.title()}"
        path = frontend / "engine" / f"{script}.js"
        try:
            text = path.read_text()
        except FileNotFoundError as error:
            raise EngineError(f"{path} is missing: build the front end first (make run)") from error
        self._js = aside(_engine)
        # Also at exit, while its threads still run: without them, its end waits for ever.
        weakref.finalize(self, self._js.close)
        self._eval(text)

    def call(self, function: str, *arguments: str | int | None) -> Any:  # noqa: ANN401  (a string, or a promise of one)
        """What a function gives. Raises EngineError where it takes too long or too much memory."""
        texts = ",".join(json.dumps(argument) for argument in arguments)
        return self._eval(f"{self._object}.{function}({texts})")

    def ask(self, function: str, *arguments: str | int | None) -> Any:  # noqa: ANN401
        """The value in a function's answer. Raises EngineError in its words."""
        return value_of(self.call(function, *arguments))

    def result(self, promise: Any) -> Any:  # noqa: ANN401
        """What a promise of call() gives. Raises EngineError where it takes too long or too much memory."""
        return _bounded(lambda: promise.get(timeout=SECONDS))

    def _eval(self, code: str) -> Any:  # noqa: ANN401
        return _bounded(lambda: self._js.eval(code, timeout_sec=SECONDS))


def _bounded(work: Callable[[], T]) -> T:
    from py_mini_racer import JSOOMException, JSTimeoutException  # noqa: PLC0415  (see _engine)

    try:
        return aside(work)
    except JSTimeoutException as error:
        sys.unraisablehook = _but_of_the_end
        raise EngineError(f"this takes more than {SECONDS} seconds") from error
    except JSOOMException as error:
        raise EngineError(f"this takes more than {MEMORY >> 30} GiB of memory") from error


def _but_of_the_end(failure: "sys.UnraisableHookArgs") -> None:
    """Leave out that work broken off had nobody to report to, when its engine's loop had ended."""
    if not isinstance(failure.exc_value, RuntimeError) or str(failure.exc_value) != "Event loop is closed":
        sys.__unraisablehook__(failure)


def value_of(answer: str) -> Any:  # noqa: ANN401
    """The value in an answer. Raises EngineError in its words."""
    outcome = json.loads(answer)
    if outcome["ok"]:
        return outcome["value"]
    failure = outcome["failure"]
    line = f"line {failure['line']}: " if failure.get("line") is not None else ""
    raise EngineError(" ".join(filter(None, [line + failure["message"], failure.get("advice")])))


def aside(work: Callable[[], T]) -> T:
    """Do it where no event loop runs, as one does in a notebook: the engine would give promises there."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def _engine() -> "MiniRacer":
    from py_mini_racer import MiniRacer  # noqa: PLC0415  (a quarter of a second that most commands do not need)

    js = MiniRacer()
    js.set_hard_memory_limit(MEMORY)
    return js
