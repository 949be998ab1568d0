"""What viewers of a capture are shown, as JSON text made from one session of the core."""

import json
from collections import OrderedDict
from typing import Any

from mmscope.core import CoreError, Session, Tables, changes, plain_state

BLOCK = 128  # events that are made into text together
OP_SECONDS = 10.0  # the core's time for one text
SNAPSHOTS = 16  # states as the core holds them, kept for the next comparison
_BASE = 16 << 20  # bytes of an engine without events, and the texts that are kept
_PER_EVENT = 64  # bytes beside an event's record: its share of keyframes, its time and its decision

Key = tuple[str, int] | tuple[str, int, int]  # of a text: what it is, and of which place or places
Text = str | list[str]


def memory_of(events: int, tables: Tables) -> int:
    """Bytes that the engine of a capture of so many events takes, about."""
    return _BASE + events * (tables.event_size + _PER_EVENT)


class Engine:
    """Not to be shared between threads at the same time.

    A text depends on nothing but its key: ("state", place), ("changes", place, place) or ("events", block).
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._snapshots: OrderedDict[int, bytes] = OrderedDict()

    def texts(self, keys: list[Key]) -> list[Text | CoreError]:
        """The texts of these keys; the error where there is none."""
        return [self._text_or_error(key) for key in keys]

    def text(self, key: Key) -> Text:
        """JSON: a whole state, what makes one state of another, or the events of a block, each by itself."""
        self._session.allow(OP_SECONDS)
        match key:
            case ("state", at):
                return _json(plain_state(self._snapshot(at), self._session.tables))
            case ("changes", before, after):
                # The lower place first: the core applies the events between the two only once.
                if after < before:
                    self._snapshot(after)
                return _json(changes(self._snapshot(before), self._snapshot(after), self._session.tables))
            case (_, block):
                return [_json(event) for event in self._session.events(block * BLOCK, (block + 1) * BLOCK)]
        raise AssertionError(key)

    def _text_or_error(self, key: Key) -> Text | CoreError:
        try:
            return self.text(key)
        except CoreError as error:
            return error

    def _snapshot(self, at: int) -> bytes:
        found = self._snapshots.get(at)
        if found is None:
            found = self._snapshots[at] = self._session.snapshot(at)
            if len(self._snapshots) > SNAPSHOTS:
                self._snapshots.popitem(last=False)
        self._snapshots.move_to_end(at)
        return found


def _json(value: Any) -> str:  # noqa: ANN401  # any plain value
    return json.dumps(value, separators=(",", ":"))
