"""What a measure found."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Value:
    """A number, or a list of numbers or words; in words, `unit` stands behind it.

    `expected`: what the same capture says it should be, for the criterion `near`. `of`: how many events,
    pages or the like were looked at.
    """

    value: Any
    unit: str = ""
    of: str = ""
    expected: list[float] | None = None
