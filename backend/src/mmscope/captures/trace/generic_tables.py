"""Events that no table knows, as tables of their own: one for each name.

Their fields are what the texts have as `name=value`; the page makes kinds of them in the same way
(frontend/src/trace/store/generic-kinds.ts).
"""

import re
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from mmscope.captures.trace.tables import GROUP, SORTING, writer

GENERIC = "other_event"  # the kind of their rows
TABLES = 256
FIELDS = 31
ROWS = 1 << 20  # of more, texts stay as they are
LOOKED_AT = 64  # first rows, whose fields are those of all

_PAIR = re.compile(r"(?:^|[\s,])([A-Za-z_]\w*)=\S")
# What the common columns have already; and columns of these tables.
_HEAD = re.compile(r"comm|cpu|[pt]id|t|ts|nsecs|time(stamp)?|(ts|time)_(ns|us|ms|s)|line|text", re.IGNORECASE)
_INTEGER = r"-?\d{1,18}"
_TITLE = 100  # characters of a table's name, which is a file's, too


def write_generic(folder: Path) -> None:
    """Write these tables beside the one that has all of them."""
    path = folder / parquet_name(GENERIC)
    if not path.is_file():
        return
    taken = {
        file.name.removesuffix(parquet_name("")).casefold() for file in folder.glob(f"*{parquet_name('')}")
    }
    with duckdb.connect() as connection:
        connection.execute(f"SET memory_limit='{SORTING}'; SET threads=1; SET preserve_insertion_order=true")
        named = connection.execute(
            "SELECT name, count(*) FROM read_parquet(?) WHERE name <> '' "
            "GROUP BY name ORDER BY min(line) LIMIT ?",
            [str(path), TABLES],
        ).fetchall()
        for name, rows in named:
            into = folder / parquet_name(_title(name, taken))
            _write(connection, path, name, _fields(connection, path, name) if rows <= ROWS else {}, into)


def _title(name: str, taken: set[str]) -> str:
    """Of the table: the name without its system, as a file may be called."""
    title = re.sub(r"[^\w.@+-]+", "_", name.rpartition(":")[2] or name)[:_TITLE]
    title = f"{title} (own)" if title.casefold() in taken else title
    while title.casefold() in taken:
        title += "+"
    taken.add(title.casefold())
    return title


def _value(field: str) -> str:
    """Of a field: its text; NULL where the line has none. The name is letters, digits and low lines."""
    return rf"nullif(rtrim(regexp_extract(text, '(?:^|[\s,]){field}=(\S*)', 1), ','), '')"


def _fields(connection: duckdb.DuckDBPyConnection, path: Path, name: str) -> dict[str, pa.DataType]:
    """Whole numbers are such where all rows have them."""
    first = "SELECT text FROM read_parquet(?) WHERE name = ? LIMIT ?"
    texts = connection.execute(first, [str(path), name, LOOKED_AT]).fetchall()
    found: dict[str, str] = {}
    for (text,) in texts:
        for field in _PAIR.findall(text or ""):
            if not _HEAD.fullmatch(field):
                found.setdefault(field.casefold(), field)
    fields = list(found.values())[:FIELDS]
    if not fields:
        return {}
    whole = ", ".join(f"bool_and(regexp_full_match({_value(field)}, '{_INTEGER}'))" for field in fields)
    asked = f"SELECT {whole} FROM read_parquet(?) WHERE name = ?"  # noqa: S608  # names of fields are words
    [row] = connection.execute(asked, [str(path), name]).fetchall()
    return {
        field: pa.int64() if all_whole else pa.string() for field, all_whole in zip(fields, row, strict=True)
    }


def _write(
    connection: duckdb.DuckDBPyConnection, path: Path, name: str, fields: dict[str, pa.DataType], into: Path
) -> None:
    of_all = {field.name: field for field in pq.read_schema(path)}
    common = {column: of_all[column] for column in ("ts", "cpu", "pid", "comm", "text", "line")}
    plain = [f.with_type(pa.string()) if pa.types.is_dictionary(f.type) else f for f in common.values()]
    own = [pa.field(field, kind, metadata={"doc": "as in the text"}) for field, kind in fields.items()]
    columns = pa.schema(
        [*plain[:4], *own, *plain[4:]],
        metadata={"kind": name, "doc": f"events “{name}”, which no table knows"},
    )
    values = [
        f'CAST({_value(f.name)} AS {"BIGINT" if f.type == pa.int64() else "VARCHAR"}) AS "{f.name}"'
        for f in own
    ]
    wanted = ", ".join([*list(common)[:4], *values, *list(common)[4:]])
    asked = f"SELECT {wanted} FROM read_parquet(?) WHERE name = ?"  # noqa: S608  # names of fields are words
    rows = connection.execute(asked, [str(path), name]).to_arrow_reader(GROUP)
    with writer(into, columns) as to:
        for batch in rows:
            to.write_table(pa.Table.from_batches([batch]).cast(columns))
