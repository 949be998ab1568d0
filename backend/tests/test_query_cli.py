"""`mmscope query` and `mmscope convert`, without a process of their own."""

import csv
import gzip
import io
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mmscope.captures import CaptureError
from mmscope.captures.sql import QueryBounds, Tables
from mmscope.cli.commands.convert import convert
from mmscope.cli.commands.query import Form, query
from mmscope.cli.contents import read_any
from mmscope.cli.page import page
from mmscope.settings import Settings

LINES = [
    f"         kswapd0-60      [001] ..... {100 + i}.000001: mm_vmscan_{kind}: nid={i % 2}\n"
    for i in range(10)
    for kind in ("memcg_reclaim_begin", "kswapd_sleep")
]


@pytest.fixture
def folder(usual: Settings, file: str, tmp_path: Path) -> Path:
    """The same, converted."""
    assert convert(usual, file, str(tmp_path / "out"), "parquet") == 0
    return tmp_path / "out"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "trace.txt"
    path.write_text("# tracer: nop\n#\n" + "".join(line for line in LINES if "sleep" in line))
    return str(path)


MAPS = Path(__file__).parents[2] / "datasets" / "foreign" / "bpftrace" / "debian-6.1-maps.txt.gz"


def test_what_maps_hold_is_a_table(
    usual: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = read_any(usual, str(MAPS)).reading
    assert trace is not None
    given = trace.report["maps"]
    assert query(usual, str(MAPS), "SELECT * FROM maps", "json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == len(given) > 10
    by_place = [
        (row["line"], row["map"], row["key"], row["statistic"], row["low"], row["high"]) for row in given
    ]
    assert sorted(map(str, by_place)) == sorted(
        str((row["line"], row["map"], row["key"], row["statistic"], row["low"], row["high"])) for row in rows
    )
    numbers = sum(row["value"] for row in given if row["statistic"] != "text")
    assert sum(row["value"] for row in rows if row["value"] is not None) == numbers > 0
    assert query(usual, str(MAPS), None, None) == 0
    described = capsys.readouterr().out
    assert f"maps ({len(given)} rows): a number or text of a map, as it was printed last" in described
    assert re.search(
        r"^  low +BIGINT +of a bucket: its least value; null: it has none$", described, re.MULTILINE
    )
    # Of nothing but maps.
    only = tmp_path / "maps.txt"
    only.write_text("Attaching 1 probe...\n@[kswapd0]: 7\n@[cc]: three\n")
    assert query(usual, str(only), "SELECT key, value, text FROM maps ORDER BY key", "csv") == 0
    assert capsys.readouterr().out == "key,value,text\ncc,,three\nkswapd0,7,\n"


KEYVALUE = MAPS.with_name("debian-6.1-keyvalue.txt.gz")


@pytest.mark.slow
def test_what_a_script_calls_its_events_is_a_table_with_their_fields(
    usual: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with gzip.open(KEYVALUE, "rt") as text:
        issued = [line for line in text if " rq_issue " in line]
    numbers = [int(re.findall(r"bytes=(\d+)", line)[0]) for line in issued]
    statement = "SELECT count(*), sum(bytes), min(typeof(bytes)), min(rwbs) FROM rq_issue"
    assert query(usual, str(KEYVALUE), statement, "csv") == 0
    least = min(re.findall(r"rwbs=(\S+)", line)[0] for line in issued)
    assert capsys.readouterr().out.splitlines()[1] == f"{len(issued)},{sum(numbers)},BIGINT,{least}"
    assert query(usual, str(KEYVALUE), None, None) == 0
    described = capsys.readouterr().out
    assert f"rq_issue ({len(issued):,} rows): events “rq_issue”, which no table knows" in described
    assert re.search(r"^  bytes +BIGINT +as in the text$", described, re.MULTILINE)
    assert query(usual, str(KEYVALUE), "SELECT * FROM rq_isue", None) == 1
    assert "rq_issue" in capsys.readouterr().err


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
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("mmscope: ")


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


PARENT_MEMORY = 128 << 20  # bytes that a statement may cost the process that asks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("SELECT repeat('x', 3000000000)", "Out of Memory"),
        ("SELECT string_agg(repeat('x', 1000000), '') FROM range(2000)", "Out of Memory"),
        ("SELECT repeat('x', 100000000)", "a row of the answer is longer than 64 MiB"),
    ],
)
def test_one_long_value_stays_within_the_bounds(folder: Path, statement: str, words: str) -> None:
    # In a process of its own: what the kernel says of children is the largest of all there ever were.
    run = [sys.executable, "-c", _MEASURED, str(folder), statement]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    printed = json.loads(done.stdout)
    assert words in printed["error"]
    assert printed["parent"] < PARENT_MEMORY
    assert printed["child"] < (1 << 29) + (512 << 20)


_MEASURED = """
import json, resource, sys
from pathlib import Path
from mmscope.captures import CaptureError
from mmscope.captures.sql import QueryBounds, Tables

def most(whose):
    return resource.getrusage(whose).ru_maxrss << 10

tables = Tables(Path(sys.argv[1]), QueryBounds(memory=1 << 29, seconds=60))
before, message = most(resource.RUSAGE_SELF), None
try:
    list(tables.query(sys.argv[2]).batches)
except CaptureError as error:
    message = error.message
tables.close()
parent = most(resource.RUSAGE_SELF) - before
print(json.dumps({"error": message, "parent": parent, "child": most(resource.RUSAGE_CHILDREN)}))
"""


def test_what_does_not_look_at_the_clock_is_ended_in_time(folder: Path) -> None:
    """DuckDB notices an interruption only between pieces of work; such a piece may be long."""
    tables = Tables(folder, QueryBounds(seconds=2))
    began = time.monotonic()
    with pytest.raises(CaptureError, match="longer than 2 seconds"):
        list(tables.query("SELECT length(replace(repeat('x', 400000000), 'x', 'yy'))").batches)
    tables.close()
    assert time.monotonic() - began < 20, "DuckDB alone took the time it takes"


def test_a_child_that_dies_is_reported(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "child.py"
    child.write_text("import os; os.abort()")
    monkeypatch.setattr("mmscope.captures.sql._WORKER", child)
    with pytest.raises(CaptureError, match="the statement ended DuckDB; it may take 1024 MiB"):
        Tables(folder).query("SELECT 1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("DATE '99999-01-01'", '"99999-01-01"'),
        ("DATE 'infinity'", '"infinity"'),
        ("TIMESTAMP '-infinity'", '"-infinity"'),
        ("TIMESTAMP '290000-12-31 01:02:03.5'", '"290000-12-31 01:02:03.5"'),
        ("TIMESTAMP_NS '2020-01-01 01:02:03.123456789'", '"2020-01-01 01:02:03.123456789"'),
        ("[DATE '99999-01-01']", '["99999-01-01"]'),
        ("{'DATE': DATE '99999-01-01', 'n': 1}", '{"DATE": "99999-01-01", "n": 1}'),
        ("INTERVAL 3 DAY", '"3 days"'),
    ],
)
def test_times_beyond_pythons(folder: Path, value: str, shown: str) -> None:
    tables = Tables(folder)
    ordered = "FROM mm_vmscan_kswapd_sleep ORDER BY ts DESC LIMIT 2 -- x"
    answer = tables.query(f"SELECT {value} AS x, ts AS x {ordered}")
    rows = [
        list(row) for batch in answer.batches for row in zip(*map(pa.Array.to_pylist, batch), strict=True)
    ]
    tables.close()
    assert [row[0] for row in rows] == [json.loads(shown)] * 2
    assert rows[0][1] > rows[1][1]


def test_describe_names_tables_columns_units_and_meanings(
    usual: Settings, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert query(usual, str(folder), None, None) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line.split(" (")[0] for line in lines if not line.startswith(" ")]
    tables = Tables(folder)
    assert heads == tables.names
    tables.close()
    sleep = lines[heads_at(lines, "mm_vmscan_kswapd_sleep") :]
    assert re.match(r"mm_vmscan_kswapd_sleep \([\d,]+ rows\): \S", sleep[0])
    assert re.search(r"^  ts +UBIGINT +ns  ", "\n".join(sleep), re.MULTILINE)
    assert query(usual, str(folder), None, "csv") == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["table", "rows", "column", "type", "unit", "meaning"]
    assert {row[0] for row in rows[1:]} == set(heads)
    assert all(row[2] and row[3] for row in rows[1:])


def heads_at(lines: list[str], table: str) -> int:
    """Where a table's lines begin."""
    return next(at for at, line in enumerate(lines) if line.startswith(f"{table} ("))


def test_every_form_prints_times(usual: Settings, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form, expected in (
        ("csv", "x\n99999-01-01\n"),
        ("json", '{"x": "99999-01-01"}\n'),
        (None, "99999-01"),
    ):
        assert query(usual, str(folder), "SELECT DATE '99999-01-01' AS x", cast("Form", form)) == 0
        assert expected in capsys.readouterr().out


class Terminal(io.StringIO):
    """What is printed on one."""

    def isatty(self) -> bool:
        return True


EVIL = "SELECT '=1+1' AS f, '-' || chr(27) || '[2J' || chr(155) || chr(8238) || 'x' AS \"@t\", -1 AS n"


@pytest.mark.slow
@pytest.mark.parametrize("form", ["csv", "json", None])
def test_a_terminal_gets_no_control_characters(
    usual: Settings, folder: Path, form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    assert query(usual, str(folder), EVIL, form) == 0
    given = out.getvalue()
    assert [c for c in given if not c.isprintable() and c != "\n"] == []
    assert "[2J" in given
    err = io.StringIO()  # a terminal's would show how far the reading is
    monkeypatch.setattr("sys.stderr", err)
    assert query(usual, str(folder), 'SELECT "a\x1b[2J\u202e"', form) == 1
    assert query(usual, "no\x1b[2J", "SELECT 1", form) == 2
    assert [c for c in err.getvalue() if not c.isprintable() and c != "\n"] == []


def test_csv_holds_no_formulas(usual: Settings, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        query(usual, str(folder), "SELECT '=1+1' AS \"=a\", '-2' AS b, -2 AS c, '@x' AS d, 'a=1' AS e", "csv")
        == 0
    )
    assert capsys.readouterr().out == "'=a,b,c,d,e\n'=1+1,'-2,-2,'@x,a=1\n"
    assert query(usual, str(folder), "SELECT '=1+1' AS a", "json") == 0
    assert capsys.readouterr().out == '{"a": "=1+1"}\n'


def test_the_page_of_the_command_line_is_fresh(usual: Settings) -> None:
    assert (usual.root / "docs" / "cli.md").read_text() == page(), "run `make gen`"
