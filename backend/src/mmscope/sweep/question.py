"""The question of a sweep: what stands behind `compare?` in a link, and what `mmscope sweep` is given.

frontend/src/pages/compare/question.ts reads the same; datasets/sweeps/examples.json holds both to it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import quote, unquote_plus

from mmscope.core import ALL, Driven, Param, ParamValue, Tables
from mmscope.sweep.asif import driven_by, is_assumed, untold

RUNS_MAX = 10_000
Value = int | str
_KNOWN = ("of", "x", "y", "seeds", "m")
_ID = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
_NUMBER = re.compile(r"-?\d{1,15}")
_FEW = 2  # in a row, which are not worth a range


class QuestionError(ValueError):
    """A sweep that cannot be made; the text says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A tunable and the values it takes. `lane`: the element of a vector, from 0."""

    name: str
    lane: int | None
    values: tuple[Value, ...]

    @property
    def label(self) -> str:
        """As it is written: the element of a vector behind a point."""
        return self.name if self.lane is None else f"{self.name}.{self.lane}"


@dataclass(frozen=True, slots=True)
class Run:
    """One of its runs."""

    x: Value
    y: Value | None
    seed: int


@dataclass(frozen=True, slots=True)
class Question:
    """`kind`: model or capture; `id`: of the scenario or the bundled capture; `measures`: none for all."""

    kind: str
    id: str
    overrides: Mapping[str, ParamValue]
    x: Axis
    y: Axis | None
    seeds: tuple[int, ...]
    measures: tuple[str, ...]

    def runs(self) -> list[Run]:
        """Every run, x first, seeds last."""
        other: Sequence[Value | None] = self.y.values if self.y else (None,)
        return [Run(a, b, seed) for a in self.x.values for b in other for seed in self.seeds]

    def params(self, run: Run, scenario: Mapping[str, ParamValue], tables: Tables) -> dict[str, ParamValue]:
        """What the core is told for a run. `scenario`: its parameters, none for a capture."""
        if self.kind == "capture":
            return self._asked(run, tables)
        found: dict[str, ParamValue] = {**scenario, **self.overrides, "seed": run.seed}
        for axis, value in ((self.x, run.x), (self.y, run.y)):
            if axis is None or value is None:
                continue
            if axis.lane is None:
                found[axis.name] = value
                continue
            old = found.get(axis.name, [])
            lanes: list[Any] = list(old) if isinstance(old, list) else [old]
            lanes += [tables.params[axis.name].default] * (axis.lane + 1 - len(lanes))
            lanes[axis.lane] = value
            found[axis.name] = lanes
        return found

    def _asked(self, run: Run, tables: Tables) -> dict[str, ParamValue]:
        driven = driven_by(self.x.name, tables)
        found: dict[str, ParamValue] = {"machine": driven.machine if driven else "swap", **self.overrides}
        found[self.x.name] = run.x
        if self.y and run.y is not None:
            found[self.y.name] = run.y
        return {**found, "seed": run.seed}

    def text(self) -> str:
        """The same question, in its shortest form."""
        pairs = [("of", f"{self.kind}:{quote(self.id)}")]
        pairs += [(f"of.{name}", _written(value)) for name, value in self.overrides.items()]
        pairs.append(("x", f"{self.x.label}:{_ranges(self.x.values)}"))
        if self.y:
            pairs.append(("y", f"{self.y.label}:{_ranges(self.y.values)}"))
        if self.seeds != (1,):
            pairs.append(("seeds", _ranges(self.seeds)))
        if self.measures:
            pairs.append(("m", ",".join(self.measures)))
        return "&".join("=".join(pair) for pair in pairs)


def parse(text: str, tables: Tables) -> Question:
    """Read a question. Raises QuestionError."""
    given: dict[str, str] = {}
    for pair in filter(None, re.sub(r"^[?#]", "", text).split("&")):
        key, _, value = pair.partition("=")
        if key not in _KNOWN and not key.startswith("of."):
            _refuse(f"“{key[:40]}” is no part of a sweep")
        given[key] = value
    if not given.get("x"):
        _refuse("a sweep varies a tunable: say x=granularity:1,2,4")
    kind, name, overrides = _source(given, tables)
    question = Question(
        kind,
        name,
        overrides,
        _axis(given["x"], tables),
        _axis(given["y"], tables) if given.get("y") else None,
        seeds(given.get("seeds", "1"), tables),
        tuple(_measure(m, tables) for m in filter(None, given.get("m", "").split(","))),
    )
    if question.y and question.x.label == question.y.label:
        _refuse(f"x and y are both {question.x.label}")
    if kind == "capture":
        _refuse_untold(question, tables)
    else:
        _refuse_assumed(question, tables)
    values = len(question.x.values) * (len(question.y.values) if question.y else 1)
    runs = values * len(question.seeds)
    if runs > RUNS_MAX:
        _refuse(
            f"{len(question.seeds):,} seeds of {values:,} values are {runs:,} runs, "
            f"at most {RUNS_MAX:,} are made: take fewer seeds or values"
        )
    return question


def tunables(given: Mapping[str, str], tables: Tables) -> dict[str, ParamValue]:
    """Values of tunables by their names, from a link. Raises QuestionError."""
    found: dict[str, ParamValue] = {}
    for key, value in given.items():
        name = unquote_plus(key)
        param = tables.params.get(name)
        if param is None:
            _refuse(f"there is no tunable “{name[:40]}”")
        items: list[Any] = [_scalar(unquote_plus(item)) for item in value.split(",")]
        found[name] = items if param.count > 1 else _scalar(unquote_plus(value))
    return found


def seeds(text: str, tables: Tables) -> tuple[int, ...]:
    """A list of seeds, with ranges. Raises QuestionError."""
    return tuple(_seed(seed, tables) for seed in _list(text, "seeds"))


def switched(switch: str, tables: Tables) -> Driven:
    """What a capture drives as if, by the tunable that switches it. Raises QuestionError."""
    found = next((driven for driven in tables.driven if driven.switch == switch), None)
    if found is None:
        known = ", ".join(driven.switch for driven in tables.driven)
        _refuse(f"a capture can be asked about {known}, not about {switch[:40]}")
    return found


def _refuse(sentence: str) -> NoReturn:
    raise QuestionError(sentence)


def _source(given: Mapping[str, str], tables: Tables) -> tuple[str, str, dict[str, ParamValue]]:
    text = given.get("of", "")
    if not text:
        _refuse("a sweep is of a model or a capture: say of=model:two-nodes")
    overrides = tunables({k.removeprefix("of."): v for k, v in given.items() if k.startswith("of.")}, tables)
    kind, _, rest = text.partition(":")
    name = unquote_plus(rest)
    if kind not in ("model", "capture") or not _ID.fullmatch(name):
        if kind in ("model", "capture", "server"):
            _refuse(f"“{text[:80]}” names no source")
        _refuse(f"a sweep is of a model or a bundled capture, not of “{text[:40]}”")
    return kind, name, overrides


def _refuse_untold(question: Question, tables: Tables) -> None:
    axes = [question.x.label, *([question.y.label] if question.y else [])]
    why = untold(axes, list(question.overrides), tables)
    if why is not None:
        _refuse(why)
    for name, value in question.overrides.items():
        if not isinstance(value, list):
            _refuse_outside(tables.params[name], value, tables)


def _refuse_assumed(question: Question, tables: Tables) -> None:
    """A model tells everything: what would be assumed of a capture changes nothing there."""
    for name in (question.x.name, *([question.y.name] if question.y else []), *question.overrides):
        if is_assumed(name, tables):
            _refuse(f"a model assumes nothing: {name} is of a capture, as if")


def _axis(text: str, tables: Tables) -> Axis:
    label, colon, rest = text.partition(":")
    label = unquote_plus(label)
    name, point, element = label.partition(".")
    param = tables.params.get(name)
    if param is None or param.bytes or name in ("seed", "machine"):
        _refuse(f"there is no tunable “{label[:40]}” to vary")
    if not colon or not rest:
        _refuse(f"{label} needs values: say {label}:1,2,4")
    if not point and param.count > 1:
        _refuse(f"{name} has {param.count} values: say {name}.0 for the first")
    if point and not (re.fullmatch(r"\d{1,3}", element) and param.count > 1 and int(element) < param.count):
        has = "one value" if param.count == 1 else f"values .0 to .{param.count - 1}"
        _refuse(f"there is no {label[:40]}: {name} has {has}")
    values = _list(rest, label)
    seen: set[Value] = set()
    for value in values:
        _refuse_outside(param, value, tables)
        if value in seen:
            _refuse(f"{label} has {value} twice")
        seen.add(value)
    return Axis(name, int(element) if point else None, tuple(values))


def _refuse_outside(param: Param, value: Value, tables: Tables) -> None:
    # All variants at once are a band, no value.
    band = ALL if is_assumed(param.name, tables) else None
    known = tables.enums[param.enum] if param.enum else {}
    words = [word for word in known if word != band]
    if isinstance(value, int):
        if param.min <= value <= param.max and value != known.get(band or ""):
            return
        told = f"{value}"
    else:
        if value in words:
            return
        told = f"“{value}”"
    if words:
        _refuse(f"{param.name} is {', '.join(words)}, not “{value}”")
    _refuse(f"{param.name} is {param.min} to {param.max}, not {told}")


def _scalar(text: str) -> Value:
    return int(text) if _NUMBER.fullmatch(text) else text


def _list(text: str, label: str) -> list[Value]:
    """Words, whole numbers, and ranges of them."""
    found: list[Value] = []
    for item in text.split(","):
        several = _RANGE.fullmatch(item)
        if several is None:
            found.append(_scalar(unquote_plus(item)))
            continue
        first, last = int(several[1]), int(several[2])
        if last < first:
            _refuse(f"{label} goes up: write {last}..{first}, not {first}..{last}")
        if last - first >= RUNS_MAX:
            many = f"more than {RUNS_MAX:,} values, and so many runs a sweep has at most"
            _refuse(f"{label} {first}..{last} is {many}")
        found += range(first, last + 1)
    return found


def _seed(seed: Value, tables: Tables) -> int:
    param = tables.params["seed"]
    if isinstance(seed, int) and param.min <= seed <= param.max:
        return seed
    _refuse(f"a seed is a whole number from {param.min} on, not “{seed}”")


def _measure(name: str, tables: Tables) -> str:
    names = [measure.name for measure in tables.measures]
    if name not in names:
        _refuse(f"there is no measure “{name[:40]}”: there is {', '.join(names)}")
    return name


def _written(value: ParamValue) -> str:
    return ",".join(quote(str(item)) for item in (value if isinstance(value, list) else [value]))


def _ranges(values: Sequence[Value]) -> str:
    return ",".join(_spans(values))


def _spans(values: Sequence[Value]) -> Iterator[str]:
    """Three or more in a row as a range."""
    at = 0
    while at < len(values):
        first, n = values[at], 1
        while isinstance(first, int) and at + n < len(values) and values[at + n] == first + n:
            n += 1
        if isinstance(first, int) and n > _FEW:
            yield f"{first}..{first + n - 1}"
        else:
            yield from (str(value) for value in values[at : at + n])
        at += n
