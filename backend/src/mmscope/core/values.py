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
    if field.type in tables.structs:
        record = tables.structs[field.type]
        return rows(np.atleast_1d(value), record, tables)
    if field.type == TEXT:
        return text(bytes(value))
    if field.lanes > 1:
        return [int(lane) for lane in value]
    number = int(value)
    if field.enum is not None:
        return tables.enum_names(field.enum).get(number, str(number))
    return str(number) if field.unit == "ns" else number


def rows(records: npt.NDArray[np.void], record: Record, tables: Names) -> list[dict[str, Any]]:
    """Each record as a dict by field name."""
    out = []
    for item in records:
        row = {}
        for field in record.fields:
            value = plain(item[field.name], field, tables)
            if field.count is not None:
                value = value[: int(item[field.count])]
            row[field.name] = value
        out.append(row)
    return out
