"""What a pane shows, as Arrow tables: pandas, polars and others take them without a copy being written."""

import json
from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from mmscope.captures import CaptureError, PlainText, columns, is_own, kinds_of, read_own
from mmscope.core import CoreError, Session
from mmscope.figures.engine import Engine, FigureError, Source, not_own
from mmscope.settings import Settings
from mmscope.sweeps import module_of

ROWS = 1 << 16  # records handled at a time
KEPT = 4  # sessions: two panes, and those before


class Run:
    """A source read, or run: its events and what was decided."""

    def __init__(self, engine: Engine, settings: Settings, source: Source) -> None:
        """Raises FigureError."""
        try:
            self.session = _session(engine, settings, source)
        except CaptureError as error:
            raise FigureError(f"{source.id}: {error.message}") from error
        except CoreError as error:
            raise FigureError(f"{source.id}: {error}") from error
        except OSError as error:
            raise FigureError(f"{source.id}: {error.strerror}") from error
        self.kinds = kinds_of(self.session)
        head = self._heads()
        self._decided = self.session.decisions().astype(np.int64)
        counts = np.bincount(head["kind"][self._decided], minlength=256)
        kinds = self.session.tables.kinds
        self.decided = {name: int(counts[kinds[name].id]) for name in self.kinds if counts[kinds[name].id]}

    def events(self, kind: str) -> pa.Table:
        """Those of one kind, in order, with the columns that `mmscope convert` writes. Raises FigureError."""
        record = self.session.tables.kinds.get(kind)
        if record is None or kind not in self.kinds:
            raise FigureError(
                f"there is no event “{kind}” in it: there are {', '.join(self.kinds) or 'none'}"
            )
        batches = []
        for start in range(0, self.session.event_count, ROWS):
            where, found = self.session.of_kind(self.session.records(start, start + ROWS), record)
            if len(found):
                batches.append(columns.batch(found, where + start, record, self.session.tables))
        return _named(pa.Table.from_batches(batches))

    def decisions(self) -> pa.Table:
        """Each decision: its number, event, time and kind, and what the checker says of it."""
        tables = self.session.tables
        self.session.check()
        at, head = self._decided, self._heads()
        names = {kind.id: kind.name for kind in tables.kinds.values()}
        said = columns.batch(self.session.verdicts()[at], at, tables.structs["verdict"], tables)
        table = _named(pa.Table.from_batches([said]))
        own = {
            "k": pa.array(np.arange(1, len(at) + 1, dtype=np.uint32)),
            "ts": pa.array(head["ts"][at]),
            "kind": pa.array([names[kind] for kind in head["kind"][at].tolist()], pa.string()),
        }
        for place, (name, values) in enumerate(own.items()):
            table = table.add_column(place, name, values)
        return table

    def _heads(self) -> "np.ndarray[tuple[int], np.dtype[np.void]]":
        parts = [
            self.session.head(self.session.records(start, start + ROWS))
            for start in range(0, max(self.session.event_count, 1), ROWS)
        ]
        return np.concatenate(parts)


_runs: dict[str, Run] = {}


def run_of(engine: Engine, settings: Settings, source: Source) -> Run:
    """The run of a source; those asked for last are kept. Raises FigureError."""
    key = json.dumps([source.kind, source.id, dict(source.params), _version(engine, source)])
    run = _runs.pop(key, None) or Run(engine, settings, source)
    _runs[key] = run
    for old in list(_runs)[:-KEPT]:
        del _runs[old]
    return run


def _version(engine: Engine, source: Source) -> list[int]:
    """What changes when a file does."""
    if source.kind == "model":
        return []
    try:
        status = engine.path(source).stat()
    except OSError as error:
        raise FigureError(f"{source.id}: {error.strerror}") from error
    return [status.st_mtime_ns, status.st_size]


def _session(engine: Engine, settings: Settings, source: Source) -> Session:
    module = module_of(settings.core)
    if source.kind == "model":
        session = Session(module)
        session.run_model(source.params)
        return session
    with engine.path(source).open("rb") as file:
        text = PlainText(file, settings.limits)
        if not is_own(text.beginning()):
            raise FigureError(not_own(source.id))
        session = read_own(module, text, settings.limits).session
    if source.params:
        session.run_asif(source.params)
    return session


def _named(table: pa.Table) -> pa.Table:
    """Enumerations as words; lists of them stay numbers."""
    enums = json.loads(table.schema.metadata[b"enums"])
    for place, field in enumerate(table.schema):
        enum = (field.metadata or {}).get(b"enum", b"").decode()
        if not enum or not pa.types.is_integer(field.type):
            continue
        words = {value: name for name, value in enums[enum].items()}
        values, where = np.unique(table[field.name].to_numpy(), return_inverse=True)
        known = pa.array([words.get(value, str(value)) for value in values.tolist()], pa.string())
        column = pa.DictionaryArray.from_arrays(pa.array(where.astype(np.int32)), known)
        table = table.set_column(place, field.with_type(column.type), column)
    return table


def contents(
    engine: Engine, settings: Settings, source: Source
) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Decisions and other events by kind. Raises FigureError."""
    run = run_of(engine, settings, source)
    return run.decided, {name: n for name, n in run.kinds.items() if name not in run.decided}
