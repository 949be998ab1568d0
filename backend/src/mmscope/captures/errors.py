"""What can go wrong with a capture, in words and with a place."""

from typing import Any

from mmscope.core import CoreError


class CaptureError(Exception):
    """A capture cannot be read, stored or found.

    `code` is one word for programs, the text a sentence for people. `line` counts from 1, `byte` from 0
    within it; 0 when the error has no place. The sentence may quote the capture: text, never markup.
    """

    def __init__(self, code: str, message: str, line: int = 0, byte: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.byte = byte

    @classmethod
    def from_core(cls, error: CoreError) -> "CaptureError":
        """The core's error, with its own name as the code."""
        place = f"line {error.line}: "
        known = not error.line or error.sentence.startswith(place)
        return cls(error.status, error.sentence if known else place + error.sentence, error.line, error.byte)

    @property
    def fault(self) -> dict[str, Any]:
        """As rows and cards keep it."""
        return {"code": self.code, "message": self.message, "line": self.line}

    @property
    def reason(self) -> str:
        """The sentence without its place."""
        return self.message.removeprefix(f"line {self.line}: ")


def is_fault(kept: object) -> bool:
    """It is what `fault` gives."""
    return isinstance(kept, dict) and {"code", "message", "line"} <= set(kept)


class NotFoundError(CaptureError):
    """There is no such capture, or no such part of it."""

    def __init__(self, message: str) -> None:
        super().__init__("not_found", message)


class TornError(Exception):
    """A derived file is missing, or not what was written; the text says which, and how."""


class StoreError(Exception):
    """The data folder cannot be used as it is."""


class DamagedError(StoreError):
    """The catalogue is damaged; the folders show what was in it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"the catalogue is damaged ({reason}); no capture is lost: "
            "`mmscope doctor --mend` rebuilds it from the captures' folders"
        )
