"""Captures written by hand: lines of any kind, from the core's own table of fields."""

from collections.abc import Iterable, Sequence

import numpy as np

from mmscope.core import Field, Tables

Value = int | str | Sequence[int]


def event(tables: Tables, kind: str, ts: int = 0, **values: Value) -> str:
    """One line. Enumerations by name, vectors by their lanes in use; what is not given is 0, texts `x`."""
    record = tables.kinds[kind]
    unknown = set(values) - set(record.names)
    assert not unknown, f"{kind} has no {unknown}"
    pairs = []
    for field in sorted(record.fields, key=lambda field: field.name == "comm"):  # it comes last
        usual: Value = 0
        if field.type == "text":
            usual = "x"
        elif field.lanes > 1:
            usual = (0,) * int(str(values.get(field.count or "", 0)))
        given = {"ts": ts, **values}.get(field.name, usual)
        pairs.append(f"{field.name}={_word(tables, field, record.dtype[field.name].base, given)}")
    return " ".join([kind, *pairs])


def capture(lines: Iterable[str], counted: int) -> bytes:
    """A capture of these lines, of which the kernel's events are counted in the end line."""
    end = f"end events={counted} lost=0 manifest={{}}"
    return "\n".join(["mmscope-capture 1", "manifest {}", *lines, end, ""]).encode()


def _word(tables: Tables, field: Field, number: np.dtype[np.void], value: Value) -> str:
    if isinstance(value, str):
        return str(tables.enums[field.enum][value]) if field.enum is not None else value
    if isinstance(value, int):
        return str(value)
    lanes = np.full(field.lanes, -1).astype(number)
    lanes[: len(value)] = np.array(value, dtype=number)
    return ",".join(f"{word:x}" for word in lanes.view("<u8").tolist())
