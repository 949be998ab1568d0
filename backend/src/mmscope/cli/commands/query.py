"""`mmscope query FILE "SELECT …"`: SQL over the tables of a capture; `--describe`: what they hold."""

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, TextIO

import pyarrow as pa
import pyarrow.parquet as pq

from mmscope.captures import CaptureError
from mmscope.captures.columns import parquet_name
from mmscope.captures.sql import Answer, Tables
from mmscope.captures.trace.maps import MAPS, maps_described
from mmscope.cli.contents import tables_of
from mmscope.cli.files import UNREADABLE, UnreadableError
from mmscope.cli.terminal import Escaping, escaped, no_formula, printable
from mmscope.core import TraceModule
from mmscope.core.trace_tables import Column
from mmscope.settings import Settings

FAILED = 1  # exit status: the statement cannot be answered
SHOWN = 1000  # rows of a printed table at most
WIDTH = 60  # characters of a cell of it at most

Form = Literal["csv", "json"] | None  # None: a table


def query(settings: Settings, name: str, statement: str | None, form: Form) -> int:
    """Print the rows of a statement; None: the tables, with their columns, units and meanings."""
    try:
        with tables_of(settings, name) as folder, closing(Tables(folder)) as tables:
            if statement is not None:
                _print(tables.query(statement), form, sys.stdout)
            elif form is None:
                _describe(_tables(settings, tables, folder), sys.stdout)
            else:
                _print(_columns(_tables(settings, tables, folder)), form, sys.stdout)
    except UnreadableError as error:
        print(f"mmscope: {printable(str(error))}", file=sys.stderr)
        return UNREADABLE
    except CaptureError as error:
        print(f"mmscope: {escaped(error.message)}", file=sys.stderr)
        return FAILED
    return 0


class Table(NamedTuple):
    """A kind of event, or maps. `columns`: name, type in SQL, unit and meaning, empty where unknown."""

    name: str
    rows: int
    meaning: str
    columns: list[tuple[str, str, str, str]]


def _tables(settings: Settings, tables: Tables, folder: Path) -> Iterator[Table]:
    module = TraceModule(settings.trace).tables
    kinds = {kind.name: kind for kind in module.kinds.values()}
    for name in tables.names:
        about = kinds.get(name)
        if name == MAPS:
            doc, meant = maps_described(module)
        elif about:
            doc, meant = about.doc, {column.name: (column.unit, _meaning(column)) for column in about.columns}
        else:
            doc, meant = _noted(folder / parquet_name(name))
        described = tables.query(f'DESCRIBE "{name}"')
        columns = [(column, str(kind), *meant.get(column, ("", ""))) for column, kind, *_ in _rows(described)]
        rows = pq.read_metadata(folder / parquet_name(name)).num_rows
        yield Table(name, rows, doc, columns)


def _noted(path: Path) -> tuple[str, dict[str, tuple[str, str]]]:
    """What a file itself says of its table, and of the columns."""
    columns = pq.read_schema(path)
    noted = {column.name: column.metadata or {} for column in columns}
    meant = {
        n: (said.get(b"unit", b"").decode(), said.get(b"doc", b"").decode()) for n, said in noted.items()
    }
    return (columns.metadata or {}).get(b"doc", b"").decode(), meant


def _meaning(column: Column) -> str:
    values = f"a value of {column.enum}" if column.enum else ""
    return "; ".join(filter(None, (column.doc, values)))


def _columns(tables: Iterator[Table]) -> Answer:
    rows = [
        (table.name, table.rows, *column) for table in tables for column in table.columns
    ]  # a few hundred at most
    names = ["table", "rows", "column", "type", "unit", "meaning"]
    batch = pa.RecordBatch.from_pylist([dict(zip(names, row, strict=True)) for row in rows])
    return Answer(batch.schema, iter([batch]))


def _describe(tables: Iterator[Table], out: TextIO) -> None:
    for table in tables:
        out.write(f"{table.name} ({table.rows:,} rows){': ' if table.meaning else ''}{table.meaning}\n")
        wide = [max(len(column[at]) for column in table.columns) for at in range(3)]
        for column in table.columns:
            cells = "  ".join(cell.ljust(w) for cell, w in zip(column, wide, strict=False))
            out.write(f"  {cells}  {column[3]}".rstrip() + "\n")


def _print(answer: Answer, form: Form, out: TextIO) -> None:
    names = answer.schema.names
    if form == "csv":
        writer = csv.writer(Escaping(out) if out.isatty() else out, lineterminator="\n")
        writer.writerow(map(no_formula, names))
        writer.writerows([no_formula(v) if isinstance(v, str) else v for v in row] for row in _rows(answer))
    elif form == "json":
        out.writelines(
            json.dumps(dict(zip(names, row, strict=True)), default=str, ensure_ascii=out.isatty()) + "\n"
            for row in _rows(answer)
        )
    else:
        _table(answer, out)


def _rows(answer: Answer) -> Iterator[tuple[Any, ...]]:
    for batch in answer.batches:
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _table(answer: Answer, out: TextIO) -> None:
    rows = _rows(answer)
    cells = [[_cell(value) for value in row] for row in islice(rows, SHOWN)]
    titles = [printable(name)[:WIDTH] for name in answer.schema.names]
    wide = [max([len(title), *(len(row[at]) for row in cells)]) for at, title in enumerate(titles)]
    right = [pa.types.is_integer(f.type) or pa.types.is_floating(f.type) for f in answer.schema]

    def line(row: list[str]) -> str:
        padded = (cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(row, wide, right, strict=True))
        return "  ".join(padded).rstrip() + "\n"

    out.write(line(titles))
    out.write(line(["-" * w for w in wide]))
    out.writelines(line(row) for row in cells)
    if next(rows, None) is not None:
        out.write(f"… more than {SHOWN} rows; --csv and --json print them all\n")


def _cell(value: object) -> str:
    """One value, printable whatever the capture says."""
    if value is None:
        return "-"
    text = printable(str(value))
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
