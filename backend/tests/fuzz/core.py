"""Targets for what Python takes from the modules: any text and any parameters, then every accessor."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from fuzz.feed import Feed
from mmscope.captures.columns import batch, schema
from mmscope.captures.trace import schema as foreign_schema
from mmscope.captures.trace import table
from mmscope.captures.trace.columns import Copied
from mmscope.core import (
    Bounds,
    CoreError,
    CoreModule,
    Session,
    TraceBatch,
    TraceBounds,
    TraceModule,
    TraceReader,
)
from mmscope.core.trace_tables import TEXT
from mmscope.settings import load

One = Callable[[bytes], None]
_EVENTS = 2000
_BOUNDS = Bounds(events=_EVENTS, memory=64 << 20, seconds=5)
_PARAMS = {"stop_decisions": 50, "dev_pages": [200], "task_pages": 64, "memcg_pages": 64, "run_ms": 20}
_SMALL = {"node_pages": [2048] * 16, "load_pages": [64] * 8}


def explained(error: CoreError) -> None:
    """A status with a name, and a sentence; never the sandbox's."""
    assert error.status != "trap", error.sentence
    assert not error.status.lstrip("-").isdigit(), error.status
    assert error.sentence


def look(session: Session) -> None:
    """Every accessor of a session, whatever its state."""
    count, report = session.event_count, session.report()
    assert report["events"] <= count <= _EVENTS
    assert json.dumps(report).encode()
    records = session.records()
    assert records.dtype.itemsize == session.tables.event_size
    assert len(records) == count
    assert json.dumps(session.events(0, min(count, 20))).encode()
    seen = 0
    for kind in session.tables.kinds.values():
        where, those = session.of_kind(records, kind)
        columns = batch(those, where, kind, session.tables)
        columns.validate(full=True)
        assert columns.schema == schema(kind, session.tables)
        assert len(where) == columns.num_rows
        assert columns["index"].to_pylist() == where.tolist()
        seen += len(where)
    assert seen == count


def look_at_end(session: Session) -> None:
    """What there is once all was read or the model has run."""
    count, decisions = session.event_count, session.decisions()
    assert decisions.dtype == np.dtype("<u4")
    assert (np.diff(decisions.astype(np.int64)) > 0).all()
    assert not len(decisions) or decisions[-1] < count
    for at in {count // 2, count}:
        state = session.seek(at)
        assert set(state) == set(session.tables.state)
        assert all(len(state[name]) == table.rows for name, table in session.tables.state.items())
        assert json.dumps(state).encode()
    try:
        session.seek(count + 1)
    except CoreError as error:
        explained(error)
    else:
        raise AssertionError("a state behind the last event")
    totals = session.check()
    verdicts = session.verdicts()
    assert len(verdicts) == count
    assert verdicts.dtype == session.tables.structs["verdict"].dtype
    assert totals["decisions"] == len(decisions)
    assert totals["same"] + totals["different"] + totals["incomplete"] == len(decisions)
    assert sum(mode["decisions"] for mode in session.mode_totals().values()) == len(decisions)


def again(module: CoreModule, session: Session) -> None:
    """Written and read back it is the same, but for the lines."""
    copy = Session(module, Bounds(events=_EVENTS + 10, memory=64 << 20, seconds=5))
    copy.read(session.write())
    mine, its = session.records(), copy.records()
    for records in (mine, its):
        session.head(records)["line"] = 0
    assert mine.tobytes() == its.tobytes()


def took(found: Session, run: Callable[[], object]) -> bool:
    """Whether a session takes what it is given, and can be looked at in either case."""
    try:
        run()
    except CoreError as error:
        explained(error)
        look(found)
        return False
    look(found)
    look_at_end(found)
    return True


def session() -> One:
    """Any bytes as a capture."""
    module = CoreModule(load({}).core)

    def one(data: bytes) -> None:
        step = 1 + (data[-1] if data else 0) * 8
        found = Session(module, _BOUNDS)
        if len(data) % 16 == 0:
            look(found)
        if took(found, lambda: found.read(data[at : at + step] for at in range(0, len(data), step))):
            again(module, found)

    return one


def value(feed: Feed) -> Any:  # noqa: ANN401  # anything that JSON has
    """A parameter's value in a scenario."""
    match feed.number() % 8:
        case 0:
            return feed.number(8) - 2**63
        case 1:
            return feed.text(20)
        case 2:
            return [feed.number() for _ in range(feed.number() % 40)]
        case 3:
            return [feed.text(20) for _ in range(feed.number() % 40)]
        case 4:
            return feed.choice([None, True, 1.5, 2**64, -(2**70), {}, [], [[]], [None], "global", "zones"])
        case _:
            return feed.number()


def model() -> One:
    """Any parameters of a scenario, by name."""
    module = CoreModule(load({}).core)
    names = [*module.tables.params, "nothing"]

    def one(data: bytes) -> None:
        feed = Feed(data)
        params: dict[str, Any] = {"machine": feed.number() % 4, **_PARAMS, **_SMALL}
        params |= {feed.choice(names): value(feed) for _ in range(12) if feed.left}
        found = Session(module, Bounds(events=_EVENTS, memory=64 << 20, seconds=5))
        if not took(found, lambda: found.run_model(params)):
            return
        written = b"".join(found.write()).split(b"\n")[1].removeprefix(b"manifest ")
        assert set(json.loads(written)["params"]) == set(module.tables.params)
        again(module, found)

    return one


def look_at_batch(got: TraceBatch, first: int) -> Copied:
    """A batch of the trace reader has the shape that its kind says."""
    assert got.rows
    assert got.first == first
    assert len(got.columns) == len(got.kind.columns)
    for column, numbers in zip(got.kind.columns, got.columns, strict=True):
        assert numbers.dtype == column.dtype
        assert numbers.shape == ((got.rows + 1,) if column.type == TEXT else (got.rows * column.lanes,))
        if column.type == TEXT:
            assert int(numbers[-1]) == len(got.heap)
            assert (np.diff(numbers.astype(np.int64)) >= 0).all()
    return Copied(got.rows, got.columns, got.heap)


def trace() -> One:
    """Any bytes as another tool's trace."""
    module = TraceModule(load({}).trace)

    def one(data: bytes) -> None:
        step = 1 + (data[-1] if data else 0) * 8
        reader = TraceReader(module, TraceBounds(memory=64 << 20, seconds=5))
        held: dict[int, list[Copied]] = {}

        def keep(got: TraceBatch) -> None:
            parts = held.setdefault(got.kind.id, [])
            parts.append(look_at_batch(got, sum(part.rows for part in parts)))

        try:
            for at in range(0, len(data), step):
                for got in reader.feed(data[at : at + step]):
                    keep(got)
            for got in reader.end():
                keep(got)
        except CoreError as error:
            explained(error)
            return
        names, report = reader.names(), reader.report()
        assert names[0] == ""
        assert json.dumps([report, reader.generic()]).encode()
        assert reader.progress() == (int(report["lines"]), int(report["events"]))
        kinds = {module.tables.kinds[n].name: sum(part.rows for part in parts) for n, parts in held.items()}
        assert reader.counts() == kinds
        for number, parts in held.items():
            kind = module.tables.kinds[number]
            rows = table(kind, parts, names)
            rows.validate(full=True)
            assert rows.schema == foreign_schema(kind)
            assert rows.num_rows == sum(part.rows for part in parts)

    return one


BOUNDARY: dict[str, Callable[[], One]] = {f.__name__: f for f in (session, model, trace)}
