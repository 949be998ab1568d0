"""Windows of events against all events filtered by hand."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmscope.captures import NotFoundError, window

TIMES = st.integers(0, 2**64 - 1)


def write(folder: Path, times: list[int], rows: int) -> list[dict[str, int]]:
    found = [{"index": index, "ts": ts} for index, ts in enumerate(times)]
    schema = pa.schema([("index", pa.uint32()), ("ts", pa.uint64())])
    pq.write_table(pa.Table.from_pylist(found, schema), folder / "mark.parquet", row_group_size=rows)
    return found


@given(
    st.lists(TIMES, max_size=40),
    st.integers(1, 7),
    st.none() | TIMES,
    st.none() | TIMES,
    st.integers(1, 50),
)
def test_a_window_holds_the_first_rows_within_its_bounds(
    tmp_path_factory: pytest.TempPathFactory,
    times: list[int],
    rows: int,
    begin: int | None,
    end: int | None,
    limit: int,
) -> None:
    folder = tmp_path_factory.mktemp("window")
    found = write(folder, times, rows)
    stream = b"".join(window(folder, "mark", begin, end, limit))
    wanted = [r for r in found if (begin is None or r["ts"] >= begin) and (end is None or r["ts"] < end)]
    assert pa.ipc.open_stream(stream).read_all().to_pylist() == wanted[:limit]


def test_a_kind_that_does_not_occur_is_reported_before_the_stream(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no events of kind"):
        window(tmp_path, "mark", None, None, 1)
