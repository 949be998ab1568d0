"""What a client of a replay session may say.

{"op": "play"}                       from the place where it stands, or from the start at the end
{"op": "pause"}
{"op": "speed", "speed": 0.5}        capture time per real time, 0.000001 to 1000000
{"op": "seek", "event": 1200}        to just behind so many events,
{"op": "seek", "decision": 40}       … or so many decisions,
{"op": "seek", "t": "1500000000"}    … or everything up to that time, ns since the first event
{"op": "step", "by": -1}             decisions forward, or back
{"op": "ack", "batch": 7}            batches up to this one have been dealt with
{"op": "state"}                      send the whole state
{"op": "deltas", "on": true}         from now on, send what changed since the last state
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

SLOWEST, FASTEST = 1e-6, 1e6
_MOST = 2**63
_DIGITS = 20

Place = Literal["event", "decision", "t"]


class CommandError(Exception):
    """A message is no command; the text says why."""


@dataclass(frozen=True, slots=True)
class Play:
    """Begin to send events as time goes by."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop doing so."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How much capture time goes by per real time."""

    speed: float


@dataclass(frozen=True, slots=True)
class Seek:
    """Go somewhere."""

    place: Place
    to: int


@dataclass(frozen=True, slots=True)
class Step:
    """Go so many decisions on, or back."""

    by: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Batches up to this one have been dealt with."""

    batch: int


@dataclass(frozen=True, slots=True)
class State:
    """Send the whole state."""


@dataclass(frozen=True, slots=True)
class Deltas:
    """Whether to send states as changes."""

    on: bool


Command = Play | Pause | Speed | Seek | Step | Ack | State | Deltas
_PLACES: tuple[Place, ...] = ("event", "decision", "t")


def parse_command(message: str) -> Command:
    """The command in a message. Raises CommandError."""
    try:
        value = json.loads(message)
    except (ValueError, RecursionError) as error:
        raise CommandError("the message is not JSON") from error
    if not isinstance(value, dict) or not isinstance(value.get("op"), str):
        raise CommandError('a command is an object with "op"')
    op = value.pop("op")
    if op == "seek":
        return _seek(value)
    if op not in _COMMANDS:
        raise CommandError(f"there is no command {op[:40]!r}")
    key, make = _COMMANDS[op]
    if list(value) != ([key] if key else []):
        raise CommandError(f"{op} takes {key or 'nothing'} beside op")
    return make(value.get(key))


def _seek(value: dict[str, Any]) -> Seek:
    named = [place for place in _PLACES if place in value]
    if len(named) != 1 or len(value) != 1:
        raise CommandError(f"seek takes one of {', '.join(_PLACES)}")
    place, to = named[0], value[named[0]]
    if place != "t":
        return Seek(place, _whole(place, to, 0))
    if not (isinstance(to, str) and to.isascii() and to.isdigit() and len(to) <= _DIGITS):
        raise CommandError("t must be a string of digits: ns since the first event")
    return Seek(place, min(int(to), _MOST - 1))


def _speed(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise CommandError("speed must be a number")
    if not SLOWEST <= value <= FASTEST:  # NaN is not; math.isfinite() cannot take 400 digits
        raise CommandError(f"speed must be from {SLOWEST:g} to {FASTEST:g}")
    return float(value)


def _whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise CommandError(f"{name} must be a whole number")
    if not least <= value < _MOST:
        raise CommandError(f"{name} is out of range")
    return value


def _yes_or_no(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise CommandError(f"{name} must be true or false")
    return value


# Each with the name of what it takes, if anything.
_COMMANDS: dict[str, tuple[str, Callable[[Any], Command]]] = {
    "play": ("", lambda _: Play()),
    "pause": ("", lambda _: Pause()),
    "speed": ("speed", lambda value: Speed(_speed(value))),
    "step": ("by", lambda value: Step(_whole("by", value, -_MOST))),
    "ack": ("batch", lambda value: Ack(_whole("batch", value, 0))),
    "state": ("", lambda _: State()),
    "deltas": ("on", lambda value: Deltas(_yes_or_no("on", value))),
}
