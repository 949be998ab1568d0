"""One session of the core: a capture that was read, or a run of the model."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mmscope.core.errors import CoreError
from mmscope.core.module import CoreInstance, CoreModule
from mmscope.core.state import plain_state
from mmscope.core.tables import Kind, Record
from mmscope.core.values import plain, rows

STAGING = 1 << 20  # bytes handed over at a time
STEP = 1 << 16  # events or decisions between two looks at the clock
MAX_EVENT = (1 << 31) - 1  # behind the last event of any log
OVERHEAD = 64 << 20  # bytes of an instance beside its log
OTHERS = 2  # other modes of one decision at most: MMS_ALTERNATIVES of abi.h
IMAGE_PIECE = 16 << 20  # bytes of an image at a time

Records = npt.NDArray[np.void]
ParamValue = int | str | list[int] | list[str]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one session may take: events in its log, bytes of memory, seconds in the core."""

    events: int = 4 << 20
    memory: int = 1 << 30
    seconds: float = 120.0


class Session:
    """A session. Not safe to share between threads at the same time."""

    def __init__(self, module: CoreModule, bounds: Bounds | None = None) -> None:
        bounds = bounds or Bounds()
        self.tables = module.tables
        self._core: CoreInstance = module.instance(bounds.memory + OVERHEAD, bounds.seconds)
        self._checked = self._asked = False
        self._status = module.tables.enum_names("status")
        self._done(self._core.call("mms_reset", bounds.events, bounds.memory))

    @classmethod
    def restored(
        cls, module: CoreModule, fill: Callable[[memoryview], int], size: int, bounds: Bounds
    ) -> "Session":
        """One that goes on where another of the same module had been checked, and gave its image.

        `fill` puts the next bytes of the image into what it is given, and says how many; 0 at the end.
        """
        session = cls(module, bounds)
        at = session._core.restore(fill, size)
        if at != size:
            raise CoreError("range", f"the image ends after {at} of {size} bytes")
        session._checked = True
        return session

    def image(self) -> Iterator[memoryview]:
        """All that the core holds, in pieces, each good until the next is asked for; after check()."""
        self.check()
        for at in range(0, self.memory, IMAGE_PIECE):
            yield self._core.view(at, min(IMAGE_PIECE, self.memory - at)).data

    def allow(self, seconds: float) -> None:
        """Set the core's running time that is left; a session that ran out of it stays ended."""
        self._core.allow(seconds)

    @property
    def memory(self) -> int:
        """Bytes of the core's memory in use."""
        return self._core.memory_size

    # Reading a capture

    def read(self, chunks: Iterable[bytes | memoryview]) -> None:
        """Read the plain text of a capture. Raises CoreError at the first thing that is wrong."""
        self.begin()
        for chunk in chunks:
            self.feed(chunk)
        self.end()

    def begin(self) -> None:
        """Make ready to be fed."""
        self._done(self._core.call("mms_reader_begin"))

    def feed(self, chunk: bytes | memoryview) -> None:
        """The next bytes of the plain text, cut anywhere."""
        whole = memoryview(chunk)
        for at in range(0, len(whole), STAGING):
            part = whole[at : at + STAGING]
            self._stage(part)
            self._done(self._core.call("mms_reader_feed", len(part)))

    def end(self) -> None:
        """No more bytes: sort, and build what seeking needs."""
        while self._done(self._core.call("mms_reader_end")):
            pass

    def report(self) -> dict[str, Any]:
        """What the reader met, under the names of the struct `report`, and its manifests as text.

        The fields that hold addresses are left out; `manifest` and `end` hold the JSON text they
        point to, as written in the capture.
        """
        record = self.tables.structs["report"]
        found = self._struct("report", "mms_report")
        addresses = [name[: -len("_at")] for name in record.names if name.endswith("_at")]
        report = {
            field.name: plain(found[field.name], field, self.tables)
            for field in record.fields
            if field.name.removesuffix("_at").removesuffix("_len") not in addresses
        }
        for name in addresses:
            text = self._core.read(int(found[f"{name}_at"]), int(found[f"{name}_len"]))
            report[name] = text.decode("utf-8", "backslashreplace")
        report["first_bad"] = [bad for bad in report["first_bad"] if bad["status"] != "ok"]
        return report

    # Running the model

    def set_param(self, name: str, value: ParamValue) -> None:
        """Set a tunable. Enumerations by name or number; vectors from their first element on."""
        param = self.tables.params.get(name)
        if param is None:
            raise CoreError("range", f"there is no parameter {name!r}")
        values: list[Any] = value if isinstance(value, list) else [value]
        if len(values) > param.count:
            raise CoreError("range", f"{name} holds at most {param.count} values, not {len(values)}")
        for index, item in enumerate(values):
            if param.bytes:
                text = str(item).encode("ascii", "backslashreplace")
                if len(text) > param.bytes:
                    raise CoreError("range", f"{name} holds at most {param.bytes} bytes, not {len(text)}")
                self._stage(text)
                self._done(self._core.call("mms_param_text", param.id, index, len(text)))
            else:
                self._done(self._core.call("mms_param_set", param.id, index, self._number(name, item)))

    def run_model(self, params: Mapping[str, ParamValue]) -> None:
        """Run the model to its end."""
        for name, value in params.items():
            self.set_param(name, value)
        self._done(self._core.call("mms_model_begin"))
        while self._done(self._core.call("mms_model_run", STEP)):
            pass

    def keep_no_events(self) -> None:
        """Runs that begin from here on come to the same measures sooner, and to nothing else.

        `measure()` of the whole is all that can be asked of them.
        """
        self._done(self._core.call("mms_model_keep", 0))

    def run_asif(self, params: Mapping[str, ParamValue], *, own: bool = False) -> None:
        """Decide the demand of the capture that was read under another switch.

        The log is that of the run afterwards; the capture can be asked again, and keeps what was set.
        `params`: the machine, its switch, a seed. `own`: under the record's own switch. Raises CoreError with
        the code `range` where the capture records no demand for this machine.
        """
        for name, value in params.items():
            self.set_param(name, value)
        self._checked = False
        self._done(self._core.call("mms_asif_begin", int(own)))
        while self._done(self._core.call("mms_model_run", STEP)):
            pass

    def measure(self, first: int = 0, stop: int = MAX_EVENT) -> list[tuple[str, int, str, int]]:
        """The log in numbers: measure, part, value as text, what it was made of.

        Of the events from `first` to before `stop`; those before say which nodes, zones and devices exist.
        """
        names = {measure.id: measure.name for measure in self.tables.measures}
        whole = first == 0 and stop == MAX_EVENT
        asked = ("mms_measure",) if whole else ("mms_measure_part", first, stop)
        return [
            (names[int(row["measure"])], int(row["part"]), row["text"].decode(), int(row["of"]))
            for row in self._rows("measured", "mms_measured", *asked)
        ]

    def spreads(self, first: int = 0, stop: int = MAX_EVENT) -> list[tuple[str, int, dict[str, str], int]]:
        """The values behind measures: spread, part, each percentile as text, how many values."""
        names = {spread.id: spread.name for spread in self.tables.spreads}
        return [
            (
                names[int(row["spread"])],
                int(row["part"]),
                {name: row[name].decode() for name in self.tables.quantiles},
                int(row["of"]),
            )
            for row in self._rows("spread", "mms_spreads", "mms_spread_part", first, stop)
        ]

    def write(self) -> Iterator[bytes]:
        """The log as the text of a capture, in pieces."""
        self._done(self._core.call("mms_write_begin"))
        while size := self._core.call("mms_write_next", STAGING):
            self._done(min(size, 0))
            yield self._core.read(self._core.call("mms_staging", STAGING), size)

    # The log

    @property
    def event_count(self) -> int:
        """Events in the log."""
        return self._core.call("mms_event_count")

    def records(self, start: int = 0, stop: int | None = None) -> Records:
        """A copy of the records from `start` to before `stop`, as raw bytes; see head() and of_kind().

        Raw, because numpy does not copy the bytes between the fields of a structured type.
        """
        raw = np.dtype((np.void, self.tables.event_size))
        stop = min(self.event_count if stop is None else stop, self.event_count)
        if start >= stop:
            return np.empty(0, raw)
        first = self._core.call("mms_event_at", start)
        last = self._core.call("mms_event_at", stop - 1)
        if last - first == (stop - 1 - start) * raw.itemsize:
            return self._core.view(first, (stop - start) * raw.itemsize).copy().view(raw)
        addresses = [self._core.call("mms_event_at", index) for index in range(start, stop)]
        return np.frombuffer(b"".join(self._core.read(a, raw.itemsize) for a in addresses), raw)

    def head(self, records: Records) -> Records:
        """The fields every record has, `line` and `kind` among them."""
        return records.view(self.tables.head)

    def of_kind(self, records: Records, kind: Kind) -> tuple[npt.NDArray[np.int64], Records]:
        """Where among these records those of one kind are, and they, with that kind's fields."""
        where = np.flatnonzero(self.head(records)["kind"] == kind.id)
        return where, records[where].view(kind.dtype)

    def event(self, index: int) -> dict[str, Any]:
        """One event as plain values: `kind`, `index` and the fields of its kind."""
        return self.events(index, index + 1)[0]

    def events(self, start: int, stop: int) -> list[dict[str, Any]]:
        """Events as plain values, in order."""
        records = self.records(start, stop)
        found = set(self.head(records)["kind"].tolist())
        out: list[dict[str, Any]] = [{}] * len(records)
        for kind in self.tables.kinds.values():
            if kind.id in found:
                where, part = self.of_kind(records, kind)
                for at, fields in zip(where.tolist(), rows(part, kind, self.tables), strict=True):
                    out[at] = {"kind": kind.name, "index": start + at, **fields}
        return out

    def decisions(self) -> npt.NDArray[np.uint32]:
        """Event numbers of the decisions, in order."""
        count = self._core.call("mms_decision_count")
        address = self._core.call("mms_decisions")
        return self._core.view(address, count * 4).view("<u4").copy() if count else np.empty(0, np.uint32)

    # The visible state

    def snapshot(self, count: int) -> bytes:
        """The visible state after the first `count` events, as the core holds it; see core.visible."""
        address = self._core.call("mms_seek", count)
        if not address:
            raise CoreError("range", f"there are {self.event_count} events, not {count}")
        return self._core.read(address, self.tables.state_size)

    def seek(self, count: int) -> dict[str, list[dict[str, Any]]]:
        """The visible state after the first `count` events: each table as its rows, all of them."""
        return plain_state(self.snapshot(count), self.tables)

    # The checker

    def check(self) -> dict[str, int]:
        """Recompute every decision, the first time. Returns the struct `totals`."""
        if not self._checked:
            self._done(self._core.call("mms_check_begin"))
            while self._done(self._core.call("mms_check_run", STEP)):
                pass
            self._checked = True
        return self._counts("totals", "mms_totals")

    def mode_totals(self) -> dict[str, dict[str, int]]:
        """For each mode that decided something here, the struct `mode_totals`; after check()."""
        found = {
            mode.name: self._counts("mode_totals", "mms_mode_totals", mode.id)
            for mode in self.tables.modes.values()
        }
        return {
            name: counts for name, counts in found.items() if counts["decisions"] or counts["not_modelled"]
        }

    def balances(self) -> list[dict[str, str | int]]:
        """The record against itself: each account as plain values; `balance` is its place in the tables.

        None of a model's run, nor of what another tool recorded.
        """
        states = self.tables.enum_names("balance")
        numbers = ("balance", "part", "left", "right", "slack")
        return [
            {**{name: int(row[name]) for name in numbers}, "state": states[int(row["state"])]}
            for row in self._rows("balance", "mms_balances", "mms_balance")
        ]

    def verdicts(self) -> Records:
        """One struct `verdict` for each event of the log; after check()."""
        record = self.tables.structs["verdict"]
        address = self._core.call("mms_verdicts")
        return self._core.view(address, self.event_count * record.size).view(record.dtype).copy()

    def verdict(self, index: int) -> bytes:
        """The struct `verdict` on one event, as the core holds it; after check()."""
        size = self.tables.structs["verdict"].size
        return self._core.read(self._core.call("mms_verdicts") + index * size, size)

    def others(self, index: int) -> bytes:
        """What other modes decide at one event: structs `alternative`, as the core holds them."""
        address = self._core.call("mms_alternatives_at", index)
        return self._core.read(address, OTHERS * self.tables.structs["alternative"].size)

    def parted(self) -> npt.NDArray[np.uint32]:
        """Event numbers at which some other mode decides otherwise."""
        if not self._asked:
            self._done(self._core.call("mms_alternatives_begin"))
            while self._done(self._core.call("mms_alternatives_run", STEP)):
                pass
            self._asked = True
        flags = self._core.view(self._core.call("mms_alternatives_differing"), self.event_count)
        return np.flatnonzero(flags).astype(np.uint32)

    def alternatives_totals(self) -> dict[str, dict[str, int]]:
        """For each mode that was asked, the struct `alternative_totals`; after parted()."""
        found = {
            mode.name: self._counts("alternative_totals", "mms_alternatives_totals", mode.id)
            for mode in self.tables.modes.values()
        }
        return {name: counts for name, counts in found.items() if counts["decisions"]}

    # Helpers

    def _stage(self, content: bytes | memoryview) -> None:
        address = self._core.call("mms_staging", max(len(content), 1))
        if not address:
            raise CoreError("no_memory", "the core has no memory for the input")
        if len(content):
            self._core.write(address, content)

    def _number(self, name: str, value: object) -> int:
        enum = self.tables.params[name].enum
        if isinstance(value, str) and enum is not None and value in self.tables.enums[enum]:
            return self.tables.enums[enum][value]
        if isinstance(value, bool) or not isinstance(value, int):
            *others, last = self.tables.enums[enum] if enum is not None else ["a whole number"]
            known = f"{', '.join(others)} or {last}" if others else last
            raise CoreError("range", f"{name} cannot be {value!r}: it is {known}")
        if not -(2**63) <= value < 2**63:
            raise CoreError("range", f"{name} cannot be {value}: it does not fit into 64 bits")
        return value

    def _rows(self, name: str, where: str, function: str, *args: int) -> npt.NDArray[np.void]:
        """What a call that gives a number of rows has made."""
        rows = self._core.call(function, *args)
        self._done(min(rows, 0))
        record = self.tables.structs[name]
        return np.frombuffer(self._core.read(self._core.call(where), rows * record.size), record.dtype, rows)

    def _counts(self, name: str, function: str, *args: int) -> dict[str, int]:
        found = self._struct(name, function, *args)
        return {member: int(found[member]) for member in self.tables.structs[name].names}

    def _struct(self, name: str, function: str, *args: int) -> np.void:
        record: Record = self.tables.structs[name]
        address = self._core.call(function, *args)
        if not address:
            raise CoreError("call", f"the core has no {name} for {', '.join(map(str, args))}")
        content = self._core.read(address, record.size)
        found: np.void = np.frombuffer(content, record.dtype)[0]
        return found

    def _done(self, status: int) -> bool:
        """True when there is more to do; raises CoreError when the core refused."""
        if status >= 0:
            return status == self.tables.enums["status"]["more"]
        error = self._struct("error", "mms_error")
        sentence = bytes(error["text"]).decode("ascii", "backslashreplace")
        raise CoreError(
            self._status.get(status, str(status)), sentence, int(error["line"]), int(error["byte"])
        )
