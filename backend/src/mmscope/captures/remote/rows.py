"""Rows of a capture as the core holds them, so that whoever has the same core decodes them as its own.

Numbers are little endian. A row:
  u32 place of the event in the log, u16 records, u16 states
  each record: u32 place, the event, its verdict, what other modes decide (structs of the core's description;
    zeros where names were asked for)
  each state: of every table that was asked for, u32 length and its bytes, without the zeros at their end
The first record is the event itself, the others what follows it, of the kinds that were asked for.
"""

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mmscope.captures.remote.index import EventIndex
from mmscope.core import OTHERS, Session

TRAIL = 64  # events looked at behind one
ROWS = 160  # of one answer
SECONDS = 10.0  # the core's time for one answer


@dataclass(frozen=True, slots=True)
class RowsRequest:
    """Some rows.

    With `names` kinds: the state as the last event of these left it, where that is another than the row
    before had; without: the states before and after the event.
    """

    at: tuple[int, ...]
    trail: frozenset[str]
    tables: tuple[str, ...]
    names: tuple[str, ...]


class Rows:
    """Not to be shared between threads at the same time."""

    def __init__(self, session: Session, track: EventIndex) -> None:
        session.check()
        self._session, self.track, self._kind = session, track, track.kind
        self._tables = session.tables
        self._others = OTHERS * session.tables.structs["alternative"].size
        self._changes: dict[tuple[str, ...], npt.NDArray[np.int64]] = {}
        self._snapshot: tuple[int, bytes] = (-1, b"")

    def packed(self, asked: RowsRequest) -> bytes:
        """These rows in gzip. Raises IndexError where there is no such event."""
        self._session.allow(SECONDS)
        packer = zlib.compressobj(1, wbits=31)
        named = -1
        pieces = []
        for index in asked.at:
            states: list[int] = []
            if not asked.names:
                states = [index, index + 1]
            elif (place := self._named(index, asked.names)) != named:
                named = place
                states = [place]
            pieces.append(packer.compress(self._row(index, asked, states)))
        pieces.append(packer.flush())
        return b"".join(pieces)

    def parted(self, kinds: frozenset[str]) -> tuple[npt.NDArray[np.uint32], dict[str, dict[str, int]]]:
        """Where another mode decides otherwise, at events of these kinds (none: of all); totals by mode."""
        self._session.allow(SECONDS)
        places = self._session.parted()
        if kinds:
            places = places[np.isin(self._kind[places], self._ids(kinds))]
        return places, self._session.alternatives_totals()

    def _ids(self, kinds: Iterable[str]) -> list[int]:
        return [self._tables.kinds[name].id for name in kinds if name in self._tables.kinds]

    def _row(self, index: int, asked: RowsRequest, states: list[int]) -> bytes:
        ids = self._ids(asked.trail)
        behind = self._kind[index + 1 : index + 1 + TRAIL]
        places = [index, *(index + 1 + np.flatnonzero(np.isin(behind, ids))).tolist()]
        records = self._session.records(index, places[-1] + 1)
        if not len(records):
            raise IndexError(index)
        parts = [struct.pack("<IHH", index, len(places), len(states))]
        for place in places:
            parts += [
                struct.pack("<I", place),
                records[place - index].tobytes(),
                self._session.verdict(place),
                bytes(self._others) if asked.names else self._session.others(place),
            ]
        for place in states:
            parts += self._state(place, asked.tables)
        return b"".join(parts)

    def _state(self, place: int, tables: tuple[str, ...]) -> list[bytes]:
        if self._snapshot[0] != place:  # the one behind an event is often the one before the next
            self._snapshot = place, self._session.snapshot(place)
        parts = []
        for name in tables:
            table = self._tables.state[name]
            content = self._snapshot[1][table.offset : table.offset + table.rows * table.size].rstrip(b"\0")
            parts += [struct.pack("<I", len(content)), content]
        return parts

    def _named(self, index: int, kinds: tuple[str, ...]) -> int:
        """Events up to the last of these kinds, the one at `index` included."""
        if kinds not in self._changes:
            self._changes[kinds] = np.flatnonzero(np.isin(self._kind, self._ids(kinds)))
        changes = self._changes[kinds]
        found = int(np.searchsorted(changes, index, side="right"))
        return int(changes[found - 1]) + 1 if found else 0
