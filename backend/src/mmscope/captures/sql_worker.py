"""Runs one statement of SQL in a process of its own, whose memory and time the kernel bounds; see sql.py.

DuckDB's own bound counts its buffers only: one long string is allocated beside them. This file imports
nothing of mmscope, so that it starts fast.

Standard input: a Request as JSON. Standard output: an Arrow IPC stream. What goes wrong is on standard
error, with exit status 1; then the stream is not complete.
"""

import json
import math
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict, cast

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
from duckdb.sqltypes import DuckDBPyType

READS = {"SELECT", "EXPLAIN"}  # kinds of statements
LONGEST = 64 << 20  # bytes of rows sent at a time, and of one row
HEADROOM = 256 << 20  # bytes beside DuckDB's own: of Arrow, and of threads
ASIDE = 10  # seconds of processor time beside the statement's
# Times are sent as DuckDB's text: its years go further than Python's and Arrow's.
TIMES = {"date", "time", "time with time zone", "time_ns", "interval"}
NESTED = {"list", "array", "struct", "map"}
TIMESTAMP = "timestamp"  # and those that begin so


class Request(TypedDict):
    """What to do."""

    tables: dict[str, str]  # Parquet files by name
    statement: str
    memory: int  # bytes
    threads: int
    seconds: float
    rows: int  # sent at a time, at most


class RefusedError(Exception):
    """The statement is not answered; the text says why."""


def main() -> int:
    """Answer the request on standard input."""
    request: Request = json.load(sys.stdin)
    try:
        _answer(request)
    except (RefusedError, duckdb.Error, pa.ArrowException, OSError, ValueError) as error:
        sys.stderr.write(str(error))
        return 1
    except MemoryError:
        sys.stderr.write("the statement needs more memory than it may take")
        return 1
    return 0


def _answer(request: Request) -> None:
    connection = _connect(request)
    _bound(request)
    parsed = connection.extract_statements(request["statement"])
    if len(parsed) != 1 or parsed[0].type.name not in READS:
        raise RefusedError("give one statement that only reads: SELECT …, or EXPLAIN …")
    statement = parsed[0].query
    if parsed[0].type.name == "SELECT":
        statement = _times_as_text(connection, statement)
    reader = connection.execute(statement).to_arrow_reader(request["rows"])
    with pa.ipc.new_stream(sys.stdout.buffer, reader.schema) as writer:
        try:
            for batch in reader:
                for part in _parts(batch):
                    writer.write_batch(part)
                sys.stdout.buffer.flush()
        except BaseException:
            writer.close()  # here: a second failure of closing would hide the first
            raise


def _connect(request: Request) -> duckdb.DuckDBPyConnection:
    """A sandbox that holds the tables and nothing else."""
    connection = duckdb.connect(
        ":memory:",
        config={
            "memory_limit": f"{request['memory']}B",
            "threads": request["threads"],
            "temp_directory": "",
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "python_enable_replacements": False,
        },
    )
    for name, path in request["tables"].items():
        connection.register(name, ds.dataset(Path(path), format="parquet"))
    connection.execute("SET enable_external_access=false; SET lock_configuration=true")
    return connection


def _bound(request: Request) -> None:
    """Let the kernel bound what this process takes from now on."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    taken = next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmData:"))
    cpu = math.ceil(request["seconds"] * request["threads"]) + ASIDE
    for what, most in (
        (resource.RLIMIT_DATA, taken + request["memory"] + HEADROOM),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def _times_as_text(connection: duckdb.DuckDBPyConnection, statement: str) -> str:
    """The statement, with columns of times cast to text where it has any."""
    try:
        described = connection.execute(f"DESCRIBE {statement}").fetchall()
    except duckdb.Error:  # SHOW and its like; and what has a fault, which running it shows
        return statement
    types = [connection.type(str(row[1])) for row in described]
    plain = [_plain(connection, kind) for kind in types]
    if all(old == new for old, new in zip(types, plain, strict=True)):
        return statement
    columns = ", ".join(
        f'CAST(#{at} AS {kind}) AS "{name}"'
        for at, (kind, name) in enumerate(
            ((kind, str(row[0]).replace('"', '""')) for kind, row in zip(plain, described, strict=True)), 1
        )
    )
    return f"SELECT {columns} FROM (\n{statement.strip().rstrip(';')}\n)"  # noqa: S608  # a sandbox


def _plain(connection: duckdb.DuckDBPyConnection, kind: DuckDBPyType) -> DuckDBPyType:
    """A type, with VARCHAR in place of times."""
    name = str(kind.id)
    if name in TIMES or name.startswith(TIMESTAMP):
        return connection.type("VARCHAR")
    if name not in NESTED:
        return kind
    children = cast("list[tuple[str, DuckDBPyType]]", kind.children)
    if name in {"list", "array"}:
        return connection.list_type(_plain(connection, children[0][1]))
    if name == "struct":
        return connection.struct_type({key: _plain(connection, inner) for key, inner in children})
    return connection.map_type(*(_plain(connection, inner) for _, inner in children))


def _parts(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """A batch in parts of bounded size."""
    if batch.nbytes <= LONGEST:
        yield batch
    elif batch.num_rows == 1:
        raise RefusedError(f"a row of the answer is longer than {LONGEST >> 20} MiB")
    else:
        half = batch.num_rows // 2
        yield from _parts(batch[:half])
        yield from _parts(batch[half:])


if __name__ == "__main__":
    sys.exit(main())
