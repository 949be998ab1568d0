"""The visible state as plain values, and what changes from one state to another."""

from typing import Any

import numpy as np

from mmscope.core.tables import StateTable, Tables
from mmscope.core.values import rows

State = dict[str, list[dict[str, Any]]]
Changes = dict[str, dict[str, dict[str, Any]]]


def plain_state(snapshot: bytes, tables: Tables) -> State:
    """Each table as its rows, all of them."""
    return {
        table.name: rows(np.frombuffer(_part(snapshot, table), table.dtype), table, tables)
        for table in tables.state.values()
    }


def changes(before: bytes, after: bytes, tables: Tables) -> Changes:
    """What makes the state `after` of the state `before`: by table, by number of the row, the new values.

    A vector that differs anywhere is given whole. What is the same in both is left out.
    """
    out: Changes = {}
    for table in tables.state.values():
        old, new = _part(before, table), _part(after, table)
        if old != new and (found := _changed_rows(old, new, table, tables)):
            out[table.name] = found
    return out


def _part(snapshot: bytes, table: StateTable) -> bytes:
    return snapshot[table.offset : table.offset + table.rows * table.size]


def _changed_rows(old: bytes, new: bytes, table: StateTable, tables: Tables) -> dict[str, dict[str, Any]]:
    shape = (table.rows, table.size)
    differ = np.frombuffer(old, np.uint8).reshape(shape) != np.frombuffer(new, np.uint8).reshape(shape)
    where = np.flatnonzero(differ.any(axis=1))
    pairs = zip(*(_rows_at(content, where, table, tables) for content in (old, new)), strict=True)
    out = {}
    for number, (was, row) in zip(where.tolist(), pairs, strict=True):
        if changed := {name: value for name, value in row.items() if value != was[name]}:
            out[str(number)] = changed
    return out


def _rows_at(
    content: bytes, where: "np.ndarray[tuple[int], np.dtype[np.int64]]", table: StateTable, tables: Tables
) -> list[dict[str, Any]]:
    return rows(np.frombuffer(content, table.dtype)[where], table, tables)
