r"""Records as plain Python values, for JSON.

A scalar with an enumeration becomes its name, a vector the list of its lanes in use, a time in ns a
string (2^53 is too small for it), text a string with every byte outside ASCII as \\xNN.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from mmscope.core.tables import TEXT, Field, Record


class Names(Protocol):
    """What gives the names of enumerations, and the structs that structs hold."""

    @property
    def structs(self) -> Mapping[str, Record]:
        """By name."""

    def enum_names(self, enum: str) -> dict[int, str]:
        """Names of an enumeration by number."""


def text(raw: bytes) -> str:
    """Text from outside; ASCII only, and never markup."""
    return raw.decode("ascii", "backslashreplace")


def plain(value: Any, field: Field, tables: Names) -> Any:  # noqa: ANN401  # any field of any record
    """One field's value, all lanes."""
    return _column(np.asarray(value)[np.newaxis], field, tables)[0]


def rows(records: npt.NDArray[np.void], record: Record, tables: Names) -> list[dict[str, Any]]:
    """Each record as a dict by field name."""
    columns = [_column(records[field.name], field, tables) for field in record.fields]
    out = [dict(zip(record.names, values, strict=True)) for values in zip(*columns, strict=True)]
    for field in record.fields:
        if field.count is not None:
            for row, count in zip(out, records[field.count].tolist(), strict=True):
                row[field.name] = row[field.name][:count]
    return out


def _column(values: npt.NDArray[Any], field: Field, tables: Names) -> list[Any]:
    """One field of many records. By columns, because numpy hands out single values slowly."""
    if field.type in tables.structs:
        record = tables.structs[field.type]
        return [rows(np.atleast_1d(value), record, tables) for value in values]
    plain_values: list[Any] = values.tolist()
    if field.type == TEXT:
        return [text(value) for value in plain_values]
    if field.lanes > 1:
        return plain_values
    if field.enum is not None:
        names = tables.enum_names(field.enum)
        return [names.get(value, str(value)) for value in plain_values]
    return [str(value) for value in plain_values] if field.unit == "ns" else plain_values
