"""What the page says of a trace, by its own code in an engine: its report, and what went on between."""

import base64
import json
from collections.abc import Iterable
from typing import Any

from mmscope.engine import Engine, EngineError, value_of
from mmscope.settings import Settings


class PageReading:
    """One trace, with files of /proc behind it. Every function raises EngineError in the page's words."""

    def __init__(self, settings: Settings) -> None:
        """Raise EngineError where the built front end is not there."""
        self._script = Engine(settings.frontend, "report")
        try:
            reader = settings.trace.read_bytes()
        except OSError as error:
            raise EngineError(f"{settings.trace}: {error.strerror}") from error
        self._script.call("begin", base64.b64encode(reader).decode())

    def read(self, name: str, pieces: Iterable[bytes]) -> None:
        """The trace, or another file."""
        self.open()
        for piece in pieces:
            self.feed(piece)
        self.end(name)

    def open(self) -> None:
        """A text begins."""
        self._script.result(self._script.call("open"))

    def feed(self, piece: bytes) -> None:
        """Its next bytes."""
        value_of(self._script.call("feed", base64.b64encode(piece).decode()))

    def end(self, name: str, cut_off: str | None = None) -> None:
        """It is complete; `cut_off`: why it should not be."""
        self._script.ask("end", name, cut_off or "")

    def count(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Count events of a name as a tracepoint's: `rq_issue` as `block_rq_issue`."""
        self._script.ask("count", json.dumps(list(pairs)))

    def report(self) -> dict[str, Any]:
        """`words`, as the page shows them; `facts`, as plain data."""
        found: dict[str, Any] = self._script.ask("report")
        return found

    def numbers(self) -> list[dict[str, Any]]:
        """What a condition on two traces may be about; no trace is needed."""
        found: list[dict[str, Any]] = self._script.ask("numbers")
        return found

    def side(self) -> dict[str, Any]:
        """What is compared of the trace."""
        found: dict[str, Any] = self._script.ask("side")
        return found

    def compared(self, a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
        """What differs between the sides of two traces."""
        found: dict[str, Any] = self._script.ask("compared", json.dumps(a), json.dumps(b))
        return found

    def spans(self) -> dict[str, Any]:
        """What began and ended: of tasks, of disks, of kswapd."""
        found: dict[str, Any] = self._script.ask("spans")
        return found
