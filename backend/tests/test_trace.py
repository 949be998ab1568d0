"""Captures of other tools: read in, looked up, asked and converted, as the samples' manifests say."""

import gzip
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from mmscope.api import create_app
from mmscope.captures import CaptureError, Library, PlainText, Progress, take_in
from mmscope.captures.columns import parquet_name
from mmscope.captures.remote.windows import levels_name
from mmscope.captures.trace import schema, table
from mmscope.captures.trace.columns import Copied
from mmscope.captures.trace.tables import Tables
from mmscope.core import CoreError, CoreModule, TraceBatch, TraceBounds, TraceKind, TraceModule, TraceReader
from mmscope.core.module import CoreInstance
from mmscope.settings import Limits, Settings
from windows import window_rows

HEAD = "# tracer: nop\n#\n"


def line(ts: float, text: str = "mm_vmscan_kswapd_sleep: nid=1", cpu: int = 0, comm: str = "kswapd0") -> str:
    return f"         {comm}-60      [{cpu:03}] ..... {ts:.6f}: {text}\n"


@pytest.fixture
def ftrace() -> bytes:
    """Two kinds, one of them out of order, and one that nobody knows."""
    lines = [line(100 + i, f"mm_vmscan_kswapd_sleep: nid={i % 2}") for i in range(50)]
    lines += [line(200 - i, f"mm_vmscan_kswapd_wake: nid=0 order={i}", cpu=1) for i in range(20)]
    lines += [line(300, "my_event: a=1 b=two"), line(301, "my_event: a=2 b=three")]
    return (HEAD + "".join(lines)).encode()


def taken(
    core: CoreModule, trace: TraceModule, settings: Settings, folder: Path, content: bytes
) -> dict[str, Any]:
    """The details of this content, taken in."""
    (folder / "source").write_bytes(content)
    into = folder / "into"
    into.mkdir()
    return take_in(core, trace, folder / "source", settings.limits, into, Progress()).details


def test_every_kind_is_a_table_sorted_by_time(
    core: CoreModule, trace: TraceModule, settings: Settings, tmp_path: Path, ftrace: bytes
) -> None:
    found = taken(core, trace, settings, tmp_path, ftrace)
    assert found["format"] == "ftrace"
    assert found["kinds"]["mm_vmscan_kswapd_sleep"] == 50
    assert found["kinds"]["mm_vmscan_kswapd_wake"] == 20
    wake = pq.read_table(tmp_path / "into" / parquet_name("mm_vmscan_kswapd_wake"))
    ts = wake["ts"].to_numpy()
    assert (np.diff(ts.astype(np.int64)) > 0).all()
    assert wake["order"].to_pylist() == list(range(19, -1, -1))
    assert set(wake["comm"].to_pylist()) == {"kswapd0"}
    assert set(wake["cpu"].to_pylist()) == {1}
    assert pa.types.is_dictionary(wake.schema.field("comm").type)
    assert (tmp_path / "into" / levels_name("mm_vmscan_kswapd_wake")).is_file()
    assert [path.name for path in (tmp_path / "into").iterdir() if "scratch" in path.name] == []
    read = json.loads((tmp_path / "into" / "capture.json").read_text())["report"]
    (generic,) = read["generic_events"]
    assert (generic["name"], generic["count"], generic["fields"]) == ("my_event", 2, ["a", "b"])
    assert (read["understood"], read["generic"]) == (70, 2)


def test_groups_are_cut_and_sorted_over_their_borders(
    core: CoreModule, trace: TraceModule, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mmscope.captures.trace.tables.GROUP", 1000)
    rng = np.random.default_rng(3)
    times = rng.permutation(20_000)
    content = HEAD + "".join(
        line(100 + t / 1000, f"mm_vmscan_kswapd_wake: nid=0 order={t % 7}") for t in times
    )
    found = taken(core, trace, settings, tmp_path, content.encode())
    assert found["events"] == 20_000
    file = pq.ParquetFile(tmp_path / "into" / parquet_name("mm_vmscan_kswapd_wake"))
    rows = file.read()
    assert rows["ts"].to_pylist() == [(100_000 + t) * 10**6 for t in range(20_000)]
    assert rows["order"].to_pylist() == [t % 7 for t in range(20_000)]
    assert rows["line"].to_pylist() == (np.argsort(times) + 3).tolist()
    assert file.schema_arrow.equals(schema(_kind(trace, "mm_vmscan_kswapd_wake")), check_metadata=False)


def _kind(trace: TraceModule, name: str) -> TraceKind:
    return next(kind for kind in trace.tables.kinds.values() if kind.name == name)


def test_chunks_may_be_cut_anywhere(trace: TraceModule, ftrace: bytes) -> None:
    def read(size: int) -> list[object]:
        reader = TraceReader(trace)
        rows: list[object] = []
        batches = (b for at in range(0, len(ftrace), size) for b in reader.feed(ftrace[at : at + size]))
        rows.extend(_rows(reader, batch) for batch in batches)
        rows += [_rows(reader, batch) for batch in reader.end()]
        return [reader.report(), reader.counts(), reader.generic(), list(reader.names()), rows]

    whole = read(len(ftrace))
    assert read(1) == read(77) == whole


def _rows(reader: TraceReader, batch: TraceBatch) -> list[dict[str, object]]:
    rows = table(batch.kind, [Copied(batch.rows, batch.columns, batch.heap)], reader.names())
    found: list[dict[str, object]] = rows.to_pylist()
    return found


def calls_for(trace: TraceModule, monkeypatch: pytest.MonkeyPatch, names: Sequence[str]) -> int:
    """Calls into the core, and looks into its memory, while a line of each of these tasks is read."""
    calls = 0

    def counting(was: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any) -> Any:  # noqa: ANN401  # those of the method
            nonlocal calls
            calls += 1
            return was(*given)

        return count

    with monkeypatch.context() as patch:
        for method in (CoreInstance.call, CoreInstance.view):
            patch.setattr(CoreInstance, method.__name__, counting(method))
        reader = TraceReader(trace)
        content = "".join(line(n, comm=name) for n, name in enumerate(names)).encode()
        for _ in (*reader.feed(content), *reader.end()):
            reader.names()
        assert set(reader.names()) == {"", *names}
    return calls


def test_many_names_take_no_more_calls_into_the_core_than_one(
    trace: TraceModule, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [f"task-{n}-ä"[:15] for n in range(30_000)]
    alike, different = (calls_for(trace, monkeypatch, names) for names in (["task-ä"] * len(many), many))
    assert alike < different < 2 * alike, "a few calls for thousands of names"


def test_what_no_line_has_is_null(trace: TraceModule) -> None:
    reader = TraceReader(trace)
    for name in ("mm_vmscan_kswapd_wake: nid=0", "mm_vmscan_kswapd_wake: order=3"):
        list(reader.feed(line(5, name).encode()))
    (batch,) = reader.end()
    rows = _rows(reader, batch)
    assert [(row["nid"], row["order"]) for row in rows] == [(0, None), (None, 3)]


def test_a_text_without_events_is_refused(
    core: CoreModule, trace: TraceModule, settings: Settings, tmp_path: Path
) -> None:
    for number, content in enumerate((b"", b"hello\n", HEAD.encode(), b"\0" * 100_000, b"{}\n" * 10)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with pytest.raises(CaptureError) as caught:
            taken(core, trace, settings, folder, content)
        assert caught.value.code == "format"
        assert caught.value.line == (1 if content else 0)


def test_the_reader_has_bounds(trace: TraceModule, ftrace: bytes) -> None:
    with pytest.raises(CoreError) as caught:
        TraceReader(trace, TraceBounds(memory=1000))
    assert caught.value.status == "no_memory"
    with pytest.raises(CoreError) as caught:
        list(TraceReader(trace, TraceBounds(seconds=0.000_001)).feed(ftrace))
    assert caught.value.status == "time"


def test_the_app_serves_it(settings: Settings, core: CoreModule, trace: TraceModule, ftrace: bytes) -> None:
    with TestClient(create_app(Library(settings, core, trace))) as client:
        made = client.post("/api/captures?filename=trace.txt", content=ftrace)
        assert made.status_code == 201
        url = f"/api/captures/{made.json()['id']}"
        answer = client.get(url).json()
        assert (answer["format"], answer["report"]["clock"]) == ("ftrace", "unknown")
        span = int(answer["ts_last"]) - int(answer["ts_first"])
        window = client.get(f"{url}/window", params={"t0": "0", "t1": str(span + 1)})
        _, rows = window_rows(window.content)
        assert sum(row["count"] for row in rows if row["track"] == "mm_vmscan_kswapd_sleep") == 50
        events = client.get(f"{url}/events/mm_vmscan_kswapd_sleep", params={"limit": 5})
        assert pa.ipc.open_stream(events.content).read_all()["nid"].to_pylist() == [0, 1, 0, 1, 0]
        for part in ("check", "verdicts"):
            assert client.get(f"{url}/{part}").status_code == 404


def test_a_reading_can_be_called_off(
    core: CoreModule, trace: TraceModule, settings: Settings, tmp_path: Path, ftrace: bytes
) -> None:
    (tmp_path / "source").write_bytes(ftrace)
    progress = Progress(end="cancelled")
    with pytest.raises(CaptureError) as caught:
        take_in(core, trace, tmp_path / "source", settings.limits, tmp_path, progress)
    assert caught.value.code == "cancelled"


def test_a_reading_takes_no_longer_than_its_file_is_worth(
    core: CoreModule, trace: TraceModule, settings: Settings, tmp_path: Path, ftrace: bytes, text: bytes
) -> None:
    limits = replace(settings.limits, capture_seconds=1e-9, slowest=1 << 60)
    for number, content in enumerate((ftrace, gzip.compress(ftrace), text)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with pytest.raises(CaptureError, match=r"byte \d+: a file of its size may take") as caught:
            taken(core, trace, replace(settings, limits=limits), folder, content)
        assert caught.value.code == "time"
    assert Limits(capture_seconds=10, slowest=1 << 20).seconds(5 << 20) == 15


def test_rows_that_wait_are_bounded(
    trace: TraceModule, tmp_path: Path, ftrace: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mmscope.captures.trace.tables.HELD", 1)
    reader, tables = TraceReader(trace), Tables(tmp_path)
    list(reader.feed(ftrace))
    for batch in reader.end():
        tables.add(batch, reader.names())
        assert not tables.waiting
    tables.finish(reader.names())
    assert pq.read_table(tmp_path / parquet_name("mm_vmscan_kswapd_sleep")).num_rows == 50


def test_plain_text_may_be_looked_at_first(ftrace: bytes, settings: Settings) -> None:
    source = PlainText(io.BytesIO(ftrace), replace(settings.limits, plain=1 << 20))
    assert source.beginning() == source.beginning() == ftrace
    assert b"".join(source) == ftrace
