"""The core's description of itself, and the numpy types that follow from it.

Nothing in this package knows the name of an event's field: it is read from here.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

_NUMBERS = {
    "u8": "<u1",
    "u16": "<u2",
    "u32": "<u4",
    "u64": "<u8",
    "s8": "<i1",
    "s16": "<i2",
    "s32": "<i4",
    "s64": "<i8",
}
TEXT = "text"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record. `type` is a number's, `text`, or the name of a struct."""

    name: str
    type: str
    offset: int
    lanes: int
    enum: str | None
    unit: str
    doc: str
    count: str | None  # the field of the same record that says how many lanes are in use


@dataclass(frozen=True)
class Record:
    """A fixed-size record: an event kind, a row of a state table, or a struct of the ABI."""

    name: str
    size: int
    doc: str
    fields: tuple[Field, ...]
    dtype: np.dtype[np.void]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the fields, in order."""
        return tuple(field.name for field in self.fields)


@dataclass(frozen=True)
class Kind(Record):
    """An event kind; `fields` begins with those every event has, unless the kind is bare."""

    id: int
    bare: bool


@dataclass(frozen=True)
class StateTable(Record):
    """A table of the visible state."""

    rows: int
    offset: int


@dataclass(frozen=True, slots=True)
class Param:
    """A tunable of the model. `bytes` is 0 for numbers, else the longest text."""

    name: str
    id: int
    count: int
    enum: str | None
    bytes: int
    min: int
    max: int
    default: int
    doc: str  # of a switch of the kernel, its sysctl


@dataclass(frozen=True, slots=True)
class Measure:
    """What a run comes to in one number, or in one for each `part` (all, device, zone, node).

    `better`: more, less or neither. Or, as one of the spreads, the values that such a number hides.
    """

    name: str
    id: int
    machine: str  # a value of the enum `machine`
    unit: str
    better: str
    part: str
    origin: str  # the event that records it
    words: str  # what readers call it; “each zone” is where a part's name goes
    doc: str


@dataclass(frozen=True, slots=True)
class Balance:
    """Two sums of a record that must agree, in one account or in one for each `part`.

    `relation`: same, or most: the left one is at most the right one.
    """

    name: str
    id: int
    about: str  # a value of the enum `machine`, or record
    relation: str
    part: str  # all, device, zone, node, setting or witness
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of deciding; the checker counts decisions by it."""

    name: str
    id: int
    policy: str  # a name of the enum `policy`
    doc: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """What a run as if assumes: a tunable whose enum lists `ALL` and the variants.

    `drawn`: the variant that the seed draws; None where there is none.
    """

    param: str
    drawn: str | None


ALL = "all"  # of an assumption: every variant in turn, as a band


@dataclass(frozen=True, slots=True)
class Driven:
    """A machine that a capture drives: the tunable that switches its policy, and the event of its decision.

    `recorded_by`: the field of that event that records the switch. `assumed`: what the capture leaves out.
    """

    machine: str
    switch: str
    kind: str
    recorded_by: str
    assumed: tuple[Assumed, ...]


@dataclass(frozen=True)
class Tables:
    """The whole description."""

    raw: Json
    event_size: int
    head: np.dtype[np.void]  # the fields every record of the log has, `line` and `kind` among them
    kinds: Mapping[str, Kind]
    enums: Mapping[str, Mapping[str, int]]
    modes: Mapping[str, Mode]
    params: Mapping[str, Param]
    driven: Sequence[Driven]
    measures: Sequence[Measure]
    spreads: Sequence[Measure]
    balances: Sequence[Balance]
    settings: Sequence[str]  # sysctls, by the number of an account of the balance `settings`
    witnesses: Mapping[int, str]  # decisions and their fields, by that of one of the balance `witnesses`
    state: Mapping[str, StateTable]
    state_size: int
    structs: Mapping[str, Record]

    @property
    def quantiles(self) -> tuple[str, ...]:
        """What is known of a spread: the texts of its struct."""
        return tuple(field.name for field in self.structs["spread"].fields if field.type == TEXT)

    def enum_names(self, enum: str) -> dict[int, str]:
        """Names of an enumeration by number."""
        return {value: name for name, value in self.enums[enum].items()}


def parse(text: bytes) -> Tables:
    """Tables from the JSON text of mms_describe()."""
    raw: Json = json.loads(text)
    structs = parse_structs(raw)
    event = raw["event"]
    head = [
        *event["common"],
        {"name": "line", **event["line"]},
        {"name": "kind", **event["kind"]},
    ]
    kinds = {}
    for item in event["kinds"]:
        fields = item["fields"] if item["bare"] else [*event["common"], *item["fields"]]
        if not any(field["name"] == "ts" for field in fields):  # every record has a time
            fields = [next(field for field in event["common"] if field["name"] == "ts"), *fields]
        record = _record(item["name"], event["size"], item["doc"], fields, structs)
        kinds[record.name] = Kind(**vars(record), id=item["id"], bare=item["bare"])
    state = {}
    for item in raw["state"]["tables"]:
        record = _record(item["name"], item["stride"], item["doc"], item["columns"], structs)
        state[record.name] = StateTable(**vars(record), rows=item["rows"], offset=item["offset"])
    params = [
        Param(**{k: p[k] for k in ("name", "id", "count", "enum", "min", "max", "default", "doc")}, bytes=0)
        for p in raw["params"]
    ]
    params += [
        Param(
            **{k: p[k] for k in ("name", "id", "count", "bytes", "doc")}, enum=None, min=0, max=0, default=0
        )
        for p in raw["param_texts"]
    ]
    return Tables(
        raw=raw,
        event_size=event["size"],
        head=_dtype(head, event["size"], structs),
        kinds=kinds,
        enums=parse_enums(raw),
        modes={m["name"]: Mode(**{k: m[k] for k in ("name", "id", "policy", "doc")}) for m in raw["modes"]},
        params={param.name: param for param in params},
        driven=[_driven(row) for row in raw["driven"]],
        measures=[_measure(row) for row in raw["measures"]],
        spreads=[_measure(row) for row in raw["spreads"]],
        balances=[Balance(**row) for row in raw["balances"]],
        settings=raw["settings"],
        witnesses={row["part"]: row["name"] for row in raw["witnesses"]},
        state=state,
        state_size=raw["state"]["size"],
        structs=structs,
    )


def _driven(row: Json) -> Driven:
    none = {"none": None}
    assumed = tuple(Assumed(a["param"], none.get(a["drawn"], a["drawn"])) for a in row["assumed"])
    return Driven(**{**row, "assumed": assumed})


def parse_structs(raw: Json) -> dict[str, Record]:
    """The structs of a description; one that holds another stands behind it."""
    structs: dict[str, Record] = {}
    for name, item in raw["structs"].items():
        structs[name] = _record(name, item["size"], item["doc"], item["fields"], structs)
    return structs


def parse_enums(raw: Json) -> dict[str, dict[str, int]]:
    """The enumerations of a description."""
    return {name: {v["name"]: v["value"] for v in values} for name, values in raw["enums"].items()}


def _measure(row: Json) -> Measure:
    return Measure(**{k: v for k, v in row.items() if k != "from"}, origin=row["from"])


def _record(name: str, size: int, doc: str, fields: list[Json], structs: Mapping[str, Record]) -> Record:
    scalars = {field["name"] for field in fields if field["lanes"] == 1}
    return Record(
        name=name,
        size=size,
        doc=doc,
        fields=tuple(
            Field(**{k: field[k] for k in ("name", "type", "offset", "lanes", "enum", "unit", "doc")},
                  count=_count(field, scalars))
            for field in fields
        ),
        dtype=_dtype(fields, size, structs),
    )  # fmt: skip


def _count(field: Json, scalars: set[str]) -> str | None:
    """The field that counts the lanes of a vector: `n`, or for `visit_type` `visit_n` or `visits`.

    A vector without such a field uses all its lanes.
    """
    if field["lanes"] == 1 or field["type"] not in _NUMBERS:
        return None
    prefix = re.sub("_.*", "", field["name"])
    return next((name for name in (f"{prefix}_n", f"{prefix}s", "n") if name in scalars), None)


def _dtype(fields: list[Json], size: int, structs: Mapping[str, Record]) -> np.dtype[np.void]:
    return np.dtype(
        {
            "names": [field["name"] for field in fields],
            "formats": [_format(field, structs) for field in fields],
            "offsets": [field["offset"] for field in fields],
            "itemsize": size,
        }
    )


def _format(field: Json, structs: Mapping[str, Record]) -> Any:  # noqa: ANN401  # numpy's own word for it
    kind, lanes = field["type"], field.get("lanes", 1)
    if kind == TEXT:
        return f"S{lanes}"
    scalar = _NUMBERS[kind] if kind in _NUMBERS else structs[kind].dtype
    return scalar if lanes == 1 else (scalar, (lanes,))
