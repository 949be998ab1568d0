"""`mmscope query` and `mmscope convert`, without a process of their own."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from mmscope.captures import CaptureError
from mmscope.captures.sql import QueryBounds, Tables
from mmscope.cli.convert import convert
from mmscope.cli.page import page
from mmscope.cli.query import Form, query
from mmscope.settings import Settings

LINES = [
    f"         kswapd0-60      [001] ..... {100 + i}.000001: mm_vmscan_{kind}: nid={i % 2}\n"
    for i in range(10)
    for kind in ("memcg_reclaim_begin", "kswapd_sleep")
]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "trace.txt"
    path.write_text("# tracer: nop\n#\n" + "".join(line for line in LINES if "sleep" in line))
    return str(path)


COUNT = "SELECT nid, count(*) AS n, min(comm) AS comm FROM mm_vmscan_kswapd_sleep GROUP BY nid ORDER BY nid"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("csv", "nid,n,comm\n0,5,kswapd0\n1,5,kswapd0\n"),
        ("json", '{"nid": 0, "n": 5, "comm": "kswapd0"}\n{"nid": 1, "n": 5, "comm": "kswapd0"}\n'),
        (None, "nid  n  comm\n---  -  -------\n  0  5  kswapd0\n  1  5  kswapd0\n"),
    ],
)
def test_query_prints_rows(
    usual: Settings, file: str, form: Form, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert query(usual, file, COUNT, form) == 0
    assert capsys.readouterr().out == expected


def test_a_folder_that_convert_made_can_be_asked(
    usual: Settings, file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert convert(usual, file, str(out), "parquet") == 0
    assert pq.read_table(out / "mm_vmscan_kswapd_sleep.parquet").num_rows == 10
    assert query(usual, str(out), COUNT, "csv") == 0
    assert capsys.readouterr().out.startswith("nid,n,comm\n0,5,")
    assert convert(usual, file, str(out), "parquet") == 2, "a folder that is not empty stays as it is"
    assert convert(usual, file, f"{file}/no", "perfetto") == 1
    assert convert(usual, str(tmp_path / "none"), str(tmp_path / "x"), "perfetto") == 2
    assert not (tmp_path / "x").exists()


def test_perfetto_gets_every_event_with_its_time_to_the_ns(
    usual: Settings, file: str, tmp_path: Path
) -> None:
    out = tmp_path / "trace.json"
    assert convert(usual, file, str(out), "perfetto") == 0
    assert '"ts":100000001.000,' in out.read_text()
    events = json.loads(out.read_text())["traceEvents"]
    instants = [event for event in events if event["ph"] == "i"]
    assert len(instants) == 10
    assert instants[1] == {
        "ts": 101000001.0,
        "name": "mm_vmscan_kswapd_sleep",
        "cat": "vmscan",
        "ph": "i",
        "s": "t",
        "pid": 60,
        "tid": 60,
        "args": {"cpu": 1, "line": 4, "nid": 1},
    }
    assert events[-1] == {"ph": "M", "name": "thread_name", "pid": 60, "tid": 60, "args": {"name": "kswapd0"}}


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/*')",
        "COPY (SELECT 1) TO '/tmp/written-by-a-query'",
        "ATTACH '/tmp/attached-by-a-query'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access=true",
        "RESET memory_limit",
        "CREATE TABLE t (a INTEGER)",
        "SELECT 1; SELECT 2",
        "DROP VIEW kswapd",
        "SELECT",
        "",
    ],
)
def test_a_statement_reaches_nothing_but_the_tables(
    usual: Settings, file: str, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert query(usual, file, statement, "csv") == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("mmscope: ")


def test_a_statement_has_bounds(usual: Settings, file: str, tmp_path: Path) -> None:
    convert(usual, file, str(tmp_path / "out"), "parquet")
    tables = Tables(tmp_path / "out", QueryBounds(seconds=0.05))
    endless = "SELECT count(*) FROM range(10000000000) a, range(10000000000) b"
    with pytest.raises(CaptureError, match="longer than"):
        list(tables.query(endless).batches)
    tables.close()
    small = Tables(tmp_path / "out", QueryBounds(memory=1 << 22))
    with pytest.raises(CaptureError, match=r"(?i)memory"):
        list(small.query("SELECT list(i) FROM range(10000000) t(i)").batches)
    small.close()


def test_the_page_of_the_command_line_is_fresh(usual: Settings) -> None:
    assert (usual.root / "docs" / "cli.md").read_text() == page(), "run `make gen`"
