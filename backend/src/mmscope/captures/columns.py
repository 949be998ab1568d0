"""Records of the core as Arrow columns.

A scalar is a column of its own width. A vector is a list cut to the lanes in use. Text is a string.
Enumerations stay numbers, equal to the record's; their names are in the schema's metadata (`enums`),
and each column's metadata has `doc`, and `unit` and `enum` where it has them.
"""

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from mmscope.core import Field, Record, Records, Tables, text

INDEX = "index"  # place of the event in the log, from 0


def parquet_name(kind: str) -> str:
    """File of one kind's events."""
    return f"{kind}.parquet"


def schema(record: Record, tables: Tables) -> pa.Schema:
    """The columns of one event kind or struct, with the event's index in front."""
    enums = {f.enum: tables.enums[f.enum] for f in record.fields if f.enum is not None}
    columns = [
        pa.field(INDEX, pa.uint32(), nullable=False, metadata={"doc": "place of the event in the log"})
    ]
    columns += [
        pa.field(field.name, _type(field, record), nullable=False, metadata=_metadata(field))
        for field in _fields(record)
    ]
    return pa.schema(columns, metadata={"kind": record.name, "doc": record.doc, "enums": json.dumps(enums)})


def batch(records: Records, index: npt.NDArray[Any], record: Record, tables: Tables) -> pa.RecordBatch:
    """These records, of dtype `record.dtype`, as one batch. `index` holds their places in the log."""
    arrays = [pa.array(index.astype(np.uint32))]
    arrays += [_array(records, field, record) for field in _fields(record)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema(record, tables))


def _fields(record: Record) -> list[Field]:
    return [field for field in record.fields if field.name != "pad"]


def _number_type(field: Field, record: Record) -> pa.DataType:
    return pa.from_numpy_dtype(record.dtype[field.name].base)


def _type(field: Field, record: Record) -> pa.DataType:
    if field.type == "text":
        return pa.string()
    number = _number_type(field, record)
    return pa.list_(pa.field("item", number, nullable=False)) if field.lanes > 1 else number


def _metadata(field: Field) -> dict[str, str]:
    given = {"doc": field.doc, "unit": field.unit, "enum": field.enum or ""}
    return {key: value for key, value in given.items() if value}


def _array(records: Records, field: Field, record: Record) -> pa.Array:
    values = records[field.name]
    if field.type == "text":
        words, where = np.unique(values, return_inverse=True)
        strings = pa.array([text(word) for word in words.tolist()], pa.string())
        return strings.take(pa.array(where))
    if field.lanes == 1:
        return pa.array(np.ascontiguousarray(values))
    if field.count is None:
        used = np.full(len(records), field.lanes)
    else:
        used = np.minimum(records[field.count], field.lanes)
    flat = values[np.arange(field.lanes) < used[:, None]]
    offsets = np.concatenate(([0], np.cumsum(used))).astype(np.int32)
    return pa.ListArray.from_arrays(
        pa.array(offsets), pa.array(np.ascontiguousarray(flat)), type=_type(field, record)
    )
