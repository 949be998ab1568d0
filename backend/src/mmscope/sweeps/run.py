"""The runs of a sweep: each in a core of its own, and what it came to."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from mmscope.captures import find_bundled, read_capture
from mmscope.core import CoreError, CoreModule, ParamValue, Session, Tables
from mmscope.settings import Settings
from mmscope.sweeps import storage
from mmscope.sweeps.asif import run_asif
from mmscope.sweeps.question import Question, QuestionError
from mmscope.sweeps.storage import Row


def scenario(settings: Settings, question: Question) -> dict[str, ParamValue]:
    """Parameters of the question's scenario; of a capture none. Raises QuestionError."""
    if question.kind == "capture":
        if question.id not in find_bundled(settings.bundled):
            raise QuestionError(f"there is no bundled capture “{question.id}”")
        return {}
    return scenario_named(settings, question.id)


def scenario_named(settings: Settings, name: str) -> dict[str, ParamValue]:
    """Parameters of a scenario. Raises QuestionError."""
    path = settings.scenarios / f"{name}.json"
    try:
        params: dict[str, ParamValue] = json.loads(path.read_text())["params"]
    except FileNotFoundError:
        raise QuestionError(f"there is no scenario “{name}”") from None
    return params


def machine_of(params: Mapping[str, ParamValue]) -> str:
    """The machine that these parameters are of."""
    return str(params.get("machine", "swap"))


@cache
def module_of(path: Path) -> CoreModule:
    """The core, compiled once in a process."""
    return CoreModule(path)


def one(
    settings: Settings, question: Question, params: Mapping[str, ParamValue], cache: Path | None = None
) -> list[Row] | str:
    """What a run came to, or why it cannot be made: it is made, and kept in `cache`, where there is one.

    `params`: what the core is told. Measures: those that were asked for, else all of its machine.
    """
    rows = _made(settings, question, params)
    if isinstance(rows, str):
        return rows
    if cache is not None:
        storage.put(cache, _key(settings, question, params), rows)
    return _asked(settings, question, params, rows)


def found(
    settings: Settings, question: Question, params: Mapping[str, ParamValue], cache: Path
) -> list[Row] | None:
    """What a run came to that was made before; None where it is not kept. Measures as one() has them."""
    rows = storage.find(cache, _key(settings, question, params))
    return None if rows is None else _asked(settings, question, params, rows)


def _asked(
    settings: Settings, question: Question, params: Mapping[str, ParamValue], rows: Sequence[Row]
) -> list[Row]:
    tables = module_of(settings.core).tables
    return [row for row in rows if _is_asked(row, question, machine_of(params), tables)]


def _key(settings: Settings, question: Question, params: Mapping[str, ParamValue]) -> str:
    capture = find_bundled(settings.bundled)[question.id].path if question.kind == "capture" else None
    return storage.key(settings.core, capture, params)


def _made(settings: Settings, question: Question, params: Mapping[str, ParamValue]) -> list[Row] | str:
    try:
        if question.kind == "model":
            session = Session(module_of(settings.core))
            session.keep_no_events()
            session.run_model(params)
        else:
            session = _read(settings, question.id)
            session.keep_no_events()
            run_asif(session, params)
        return session.measure()
    except CoreError as error:
        return str(error)


def _read(settings: Settings, name: str) -> Session:
    with find_bundled(settings.bundled)[name].path.open("rb") as file:
        return read_capture(module_of(settings.core), file, settings.limits).session


def _is_asked(row: Row, question: Question, machine: str, tables: Tables) -> bool:
    if question.measures:
        return row[0] in question.measures
    return any(measure.name == row[0] and measure.machine == machine for measure in tables.measures)
