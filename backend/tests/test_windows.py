"""Windows: what they say is what counting the events says, at any width, and from any length."""

import itertools
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from mmscope.captures import NotFoundError, Windows
from mmscope.captures.columns import parquet_name
from mmscope.captures.remote.windows import Run, build, levels_name
from mmscope.captures.remote.windows.files import read
from mmscope.captures.remote.windows.levels import Gathering
from windows import window_rows

ORIGIN = 10**15
RARE = {"often": 400_000, "rare": 8192}  # events of kinds


def capture(folder: Path, kind: str, ts: np.ndarray, pages: pa.Array) -> None:
    """Events of one kind with one measure."""
    schema = pa.schema(
        [
            pa.field("ts", pa.uint64(), nullable=False, metadata={"unit": "ns"}),
            pa.field("pages", pa.uint32(), metadata={"unit": "pages"}),
            pa.field("nid", pa.uint32()),
        ]
    )
    table = pa.table([pa.array(ts + np.uint64(ORIGIN)), pages, pages], schema=schema)
    pq.write_table(table, folder / parquet_name(kind), row_group_size=1 << 14)
    build(folder, kind, ORIGIN)


def asked(
    windows: Windows, folder: Path, tracks: list[str], t0: int, t1: int, bins: int
) -> tuple[int, list[dict[str, Any]]]:
    return window_rows(windows.window(folder, tracks, t0, t1, bins))


def column(rows: list[dict[str, Any]], track: str, name: str) -> list[Any]:
    return [row[name] for row in rows if row["track"] == track]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, np.ndarray, np.ndarray]:
    """Some 300,000 events in bursts, in no order, a tenth of them without the measure."""
    folder = tmp_path_factory.mktemp("many")
    rng = np.random.default_rng(1)
    ts = (rng.integers(0, 40, 300_000) ** 4 * 250_000 + rng.exponential(3e5, 300_000)).astype(np.uint64)
    pages = rng.integers(0, 1000, len(ts)).astype(np.float64)
    pages[rng.random(len(ts)) < 0.1] = np.nan
    given = pa.array(np.nan_to_num(pages).astype(np.uint32), mask=np.isnan(pages))
    capture(folder, "many", ts, given)
    capture(folder, "few", ts[:100], given[:100])
    return folder, ts, pages


def test_a_window_may_end_where_64_bits_do(tmp_path: Path) -> None:
    capture(tmp_path, "one", np.array([0, 5], np.uint64), pa.array([1, 2], pa.uint32()))
    for t1 in (2**63 + 1, 10**19 - 1):
        _, rows = asked(Windows(), tmp_path, ["one", "one.pages"], 0, t1, 1)
        assert [(row["count"], row["sum"]) for row in rows] == [(2, None), (2, 3.0)]


@pytest.mark.parametrize(
    ("t0", "t1", "bins"),
    [
        (0, 640 * 10**9, 1000),
        (0, 640 * 10**9, 1),
        (3, 2 * 10**6, 777),
        (10**11, 10**11 + 5, 4096),
        (10**12, 10**19, 9),
    ],
)
def test_a_window_says_what_counting_says(
    many: tuple[Path, np.ndarray, np.ndarray], t0: int, t1: int, bins: int
) -> None:
    folder, ts, pages = many
    width, found = asked(Windows(), folder, ["many", "many.pages"], t0, t1, bins)
    first, last = t0 // width * width, -(-t1 // width) * width
    inside = (ts >= first) & (ts < last)
    starts, where = np.unique(ts[inside] // width * width, return_inverse=True)
    assert column(found, "many", "t") == starts.tolist()
    assert column(found, "many", "count") == np.bincount(where, minlength=len(starts)).tolist()
    given = ~np.isnan(pages[inside])
    rows = {name: column(found, "many.pages", name) for name in ("t", "count", "min", "max", "sum")}
    for number, start in enumerate(starts.tolist()):
        mine = pages[inside][(where == number) & given]
        assert rows["t"][number] == start
        expected = (len(mine), min(mine), max(mine), sum(mine)) if len(mine) else (0, None, None, None)
        assert tuple(rows[key][number] for key in ("count", "min", "max", "sum")) == expected


def test_bins_are_no_more_than_asked_for(many: tuple[Path, np.ndarray, np.ndarray]) -> None:
    folder, ts, _ = many
    windows = Windows()
    for bins in (1, 2, 100, 4096):
        for t1 in (1, 1000, int(ts.max()) + 1):
            assert len(asked(windows, folder, ["many"], 0, t1, bins)[1]) <= bins + 1


@pytest.mark.slow
def test_a_rare_kind_does_not_widen_the_bins_of_all(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    ts = {kind: rng.integers(0, 2**30, events).astype(np.uint64) for kind, events in RARE.items()}
    for kind, times in ts.items():
        capture(tmp_path, kind, times, pa.array(np.ones(len(times), np.uint32)))
    width, found = asked(Windows(), tmp_path, list(ts), 0, 2**29, 4096)
    assert width == 2**29 // 4096
    _, levels = read(tmp_path / levels_name("rare"))
    assert levels[0].shift > (2**29 // 4096).bit_length()
    for kind, times in ts.items():
        expected = np.bincount((times[times < 2**29] >> np.uint64(17)).astype(np.int64))
        assert column(found, kind, "count") == expected[expected > 0].tolist()


def test_levels_grow_with_the_capture_only_up_to_a_bound(many: tuple[Path, np.ndarray, np.ndarray]) -> None:
    folder, ts, _ = many
    names, levels = read(folder / levels_name("many"))
    assert (names, len(levels[0].bins) <= len(ts) // 8) == (["pages"], True)
    assert all(len(b.bins) < len(a.bins) for a, b in itertools.pairwise(levels))
    assert all(int(rows.count.sum()) == len(ts) for rows in levels)


@given(st.lists(st.lists(st.integers(0, 2**60), max_size=40), min_size=1, max_size=8), st.integers(1, 30))
def test_any_events_in_any_order_are_summed_up(parts: list[list[int]], most: int) -> None:
    gathering = Gathering(most)
    for part in parts:
        gathering.add(np.array(part, np.uint64), {"v": np.array(part, np.float64)})
    flat = [t for part in parts for t in part]
    if not flat:
        return
    for rows in gathering.levels():
        assert len(rows.bins) <= max(most, len(flat))
        expected = np.unique(np.array(flat, np.uint64) >> np.uint64(rows.shift), return_counts=True)
        assert rows.bins.tolist() == expected[0].tolist()
        assert rows.count.tolist() == expected[1].tolist()
        assert rows.measures["v"].least.min() == min(flat)
        assert rows.measures["v"].most.max() == max(flat)


def test_events_without_a_time_are_in_no_window(tmp_path: Path) -> None:
    untimed = np.full(3, 2**64 - 1 - ORIGIN, np.uint64)
    for kind, ts in (("some", np.append(np.arange(5, dtype=np.uint64), untimed)), ("none", untimed)):
        capture(tmp_path, kind, ts, pa.array(np.arange(len(ts), dtype=np.uint32)))
    tracks = ["some", "some.pages", "none", "none.pages"]
    for t1 in (6, 2**63):
        _, found = asked(Windows(), tmp_path, tracks, 0, t1, 1)
        assert [(row["track"], row["count"], row["sum"]) for row in found] == [
            ("some", 5, None),
            ("some.pages", 5, 10.0),
        ]


def test_what_is_not_there_is_said(many: tuple[Path, np.ndarray, np.ndarray]) -> None:
    folder, _, _ = many
    for track in ("none", "many.nid", "many.none"):
        with pytest.raises(NotFoundError):
            Windows().window(folder, [track], 0, 1, 1)
    assert asked(Windows(), folder, ["many"], 5, 5, 1)[1] == []
    assert Windows().tracks(folder) == ["few", "few.pages", "many", "many.pages"]


def test_windows_over_the_api(client: TestClient) -> None:
    capture = client.get("/api/captures/first").json()
    span = int(capture["ts_last"]) - int(capture["ts_first"])
    answer = client.get("/api/captures/first/window", params={"t0": "0", "t1": str(span + 1), "bins": 64})
    assert (answer.status_code, "content-encoding" in answer.headers) == (200, False)
    counts: dict[str, int] = {}
    for row in window_rows(answer.content)[1]:
        counts[row["track"]] = counts.get(row["track"], 0) + row["count"]
    assert {kind: counts[kind] for kind in capture["kinds"]} == capture["kinds"]
    assert any("." in track for track in counts)
    gone = client.get("/api/captures/first/window", params={"t0": "0", "t1": "5", "tracks": "nothing"})
    assert gone.status_code == 404


@given(st.lists(st.lists(st.integers(0, 9), max_size=30), min_size=1, max_size=4))
def test_places_are_those_of_sorting(times: list[list[int]]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for number, kind in enumerate(times):
            ts = np.array(sorted(kind), np.uint64)
            capture(folder, f"k{number}", ts, pa.array(np.arange(len(ts), dtype=np.uint32)))
        kinds = [f"k{number}" for number in range(len(times))]
        sequence = Windows().sequence(folder, kinds)
        every = sorted((t, k, row) for k, kind in enumerate(times) for row, t in enumerate(sorted(kind)))
        for place, (t, k, row) in enumerate(every):
            assert sequence.place(kinds[k], row) == place
            assert sequence.time(place) == t
            assert sequence.runs(place, place + 1) == [Run(kinds[k], row, row + 1)]
        for t in range(11):
            assert sequence.before(t) == sum(at < t for at, _, _ in every)
        middle = len(every) // 2
        found = [(run.kind, row) for run in sequence.runs(0, middle) for row in range(run.first, run.last)]
        assert sorted(found) == sorted((kinds[k], row) for _, k, row in every[:middle])


@pytest.mark.parametrize("values", [1 << 22, 100])
def test_a_stretch_says_what_counting_says(
    many: tuple[Path, np.ndarray, np.ndarray], values: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mmscope.captures.remote.windows.query.VALUES", values)
    folder, ts, pages = many
    for begin, end in ((0, 640 * 10**9), (10**9, 10**11), (5, 6), (9, 3)):
        inside = (ts >= begin) & (ts < end)
        given = pages[inside & ~np.isnan(pages)]
        counts, total = Windows().stretch(folder, ["many"], begin, end, "pages")
        assert counts["many"][0] == inside.sum()
        if not len(given):
            assert (counts["many"][1], total) == (None, None)
            continue
        assert total is not None
        assert [total[key] for key in ("n", "min", "max", "sum")] == [
            len(given), given.min(), given.max(), given.sum()
        ]  # fmt: skip
        if len(given) <= values:
            assert total["p99"] == np.sort(given)[int(np.ceil(0.99 * len(given))) - 1]
        else:
            assert "p99" not in total
