"""Kind, time and number of every event of a log, and which of them are decisions: what steps are made of."""

from dataclasses import astuple, dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from mmscope.core import Session

_PIECE = 1 << 16  # records looked at together

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class EventIndex:
    """Never changes, so all who ask share one."""

    kind: npt.NDArray[np.uint8]
    ts: npt.NDArray[np.uint64]
    seq: npt.NDArray[np.uint64]
    decisions: npt.NDArray[np.uint32]  # their places in the log
    walked: npt.NDArray[
        np.uint32
    ]  # the same of changes of a list that a walk made: there may be one for each decision

    @staticmethod
    def of(session: Session) -> "EventIndex":
        """Of a capture that was read."""
        count = session.event_count
        kind, ts, seq = np.empty(count, np.uint8), np.empty(count, np.uint64), np.empty(count, np.uint64)
        lists, walk = session.tables.kinds["swap_list"], session.tables.enums["list_reason"]["select"]
        walked = [np.empty(0, np.uint32)]
        for at in range(0, count, _PIECE):
            records = session.records(at, at + _PIECE)
            where, found = session.of_kind(records, lists)
            walked.append((at + where[found["reason"] == walk]).astype(np.uint32))
            head = session.head(records)
            for into, name in ((kind, "kind"), (ts, "ts"), (seq, "seq")):
                into[at : at + len(head)] = head[name]
        return EventIndex(kind, ts, seq, session.decisions(), np.concatenate(walked))

    def arrays(self) -> tuple[Array, ...]:
        """As they are kept, in the order of names()."""
        return astuple(self)

    @staticmethod
    def names() -> tuple[str, ...]:
        """Of the arrays."""
        return tuple(field.name for field in fields(EventIndex))

    def __len__(self) -> int:
        """Events."""
        return len(self.kind)
