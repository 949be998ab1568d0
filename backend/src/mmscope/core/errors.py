"""What can go wrong in the core."""


class CoreError(Exception):
    """An error the core described.

    `status` is a name of the core's enum `status`, or `time`, `memory` or `trap` where the sandbox
    stopped it. `line` counts from 1 and `byte` from 0 within it; both 0 when the error has no place.
    The sentence may quote a capture: it is text, never markup.
    """

    def __init__(self, status: str, sentence: str, line: int = 0, byte: int = 0) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.line = line
        self.byte = byte


class CoreMissingError(Exception):
    """The file of the core is not there, or is not one this package can work with."""
