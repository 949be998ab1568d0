"""Events that meet conditions, out of a capture's Parquet files: where each stands among its kind, by time.

No more is read than the columns that the conditions name, a group of rows at a time.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mmscope.captures.columns import INDEX, parquet_name
from mmscope.captures.errors import CaptureError
from mmscope.captures.inventory import reading_file
from mmscope.captures.remote.lines import open_kind, order_of

MOST = 1 << 20  # events given
SECONDS = 10.0

Op = Literal["has", "=", "!=", "<", "<=", ">", ">="]
Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]
_COMPARE = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """What an event must have. `field` '': any text of it. Numbers are compared with `number`, if any."""

    field: str
    op: Op
    value: str
    number: float | None = None


@dataclass(slots=True)
class Matches:
    """Places by kind; `more`: there are more than MOST, and these are not all."""

    places: dict[str, Places] = field(default_factory=dict)
    more: bool = False


def find(
    folder: Path, wanted: Iterable[tuple[str, tuple[Condition, ...]]], origin: int, seconds: float = SECONDS
) -> Matches:
    """Events of these kinds that meet all conditions. Raises CaptureError, NotFoundError, TornError."""
    until, found, total = time.monotonic() + seconds, Matches(), 0
    for kind, conditions in wanted:
        with open_kind(folder, kind) as file, reading_file(folder / parquet_name(kind)):
            rows = _rows(file, conditions, until)
            if INDEX in file.schema_arrow.names:
                rank = np.empty(file.metadata.num_rows, np.int64)
                rank[order_of(file, origin)] = np.arange(len(rank))
                rows = np.sort(rank[rows])
        total += len(rows)
        if total > MOST:
            return Matches(found.places, more=True)
        if len(rows):
            found.places[kind] = rows
    return found


def _rows(file: pq.ParquetFile, conditions: tuple[Condition, ...], until: float) -> Places:
    """Rows of the file that meet them."""
    schema = file.schema_arrow
    if not conditions:
        return np.arange(file.metadata.num_rows)
    columns = sorted({name for condition in conditions for name in _columns(schema, condition)})
    if any(not _columns(schema, condition) for condition in conditions):
        return np.empty(0, np.int64)
    parts, start = [np.empty(0, np.int64)], 0
    for group in range(file.num_row_groups):
        if time.monotonic() > until:
            raise CaptureError("time", "searching takes too long: say which kind, as kind:NAME")
        table = file.read_row_group(group, columns=columns, use_threads=False)
        masks = [_met(table, condition) for condition in conditions]
        parts.append(np.flatnonzero(np.logical_and.reduce(masks)) + start)
        start += table.num_rows
    return np.concatenate(parts)


def _columns(schema: pa.Schema, condition: Condition) -> list[str]:
    """Those it is about."""
    if condition.field:
        known = condition.field in schema.names and not pa.types.is_list(schema.field(condition.field).type)
        return [condition.field] if known else []
    return [field.name for field in schema if _is_text(field.type)]


def _is_text(of: pa.DataType) -> bool:
    return bool(pa.types.is_string(of.value_type if pa.types.is_dictionary(of) else of))


def _met(table: pa.Table, condition: Condition) -> Mask:
    names = _columns(table.schema, condition)
    masks = [_in_column(table[name].combine_chunks(), condition) for name in names]
    met: Mask = np.logical_or.reduce(masks)
    return met


def _in_column(column: pa.Array, condition: Condition) -> Mask:
    if _is_text(column.type):
        return _in_text(column, condition)
    if condition.op == "has" or condition.number is None:
        return np.full(len(column), condition.op == "!=")
    if pa.types.is_boolean(column.type):
        column = column.cast(pa.uint8())
    values = column.to_numpy(zero_copy_only=False).astype(np.float64)  # what is not known is NaN
    mask: Mask = _COMPARE[condition.op](values, condition.number)
    return mask


def _in_text(column: pa.Array, condition: Condition) -> Mask:
    """Compares each text that there is once."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    texts = pc.utf8_lower(column.dictionary.cast(pa.string()))
    value = condition.value.lower()
    if condition.op == "has":
        fits = pc.match_substring(texts, value)
    elif condition.op in {"=", "!="}:
        fits = pc.equal(texts, value)
    else:
        return np.zeros(len(column), np.bool_)
    which = np.append(fits.to_numpy(zero_copy_only=False).astype(np.bool_), False)  # of none
    indices = column.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
    mask: Mask = which[indices]
    return ~mask if condition.op == "!=" else mask
