"""What one source comes to: its measures, what lies behind them, the stretch it covers, its phases."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mmscope.captures import Capture, CaptureError, kinds_of, read_capture
from mmscope.compare.source import Source
from mmscope.core import CoreError, Session, Tables
from mmscope.settings import Settings
from mmscope.sweeps import machine_of, module_of, run_asif

Name = tuple[str, int]  # of a measure and its part; of a value behind it, `latency_p90`
_STEP = 1 << 16
_MARK = "mark"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a log, or all of it. `ns`: from its first decision to its last.

    `measures` and `spreads`: values as the core writes them.
    """

    decisions: int
    ns: int
    measures: Mapping[Name, str]
    spreads: Mapping[Name, str]


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a source came to.

    `machines`: whose policy it is of; `incomplete`: why the numbers are not of everything that was
    decided, or None; `kinds`: events of each kind; `phases`: by the text of the mark that begins it, and how
    many of that text came before.
    """

    text: str
    machines: frozenset[str]
    incomplete: str | None
    kinds: Mapping[str, int]
    whole: Stretch
    phases: Mapping[Name, Stretch]


def measure(settings: Settings, source: Source) -> Measurement | str:
    """Measure a source; a text says why it cannot be."""
    incomplete = None
    try:
        if source.path is None:
            session = Session(module_of(settings.core))
            session.run_model(source.params)
        else:
            with source.path.open("rb") as file:
                capture = read_capture(module_of(settings.core), file, settings.limits)
            session, incomplete = capture.session, _incomplete(capture)
            if source.params:
                run_asif(session, source.params)
        return _taken(session, source, incomplete)
    except CaptureError as error:
        return f"{source.text}: {error.message}"
    except CoreError as error:
        return f"{source.text}: {error}"
    except OSError as error:
        return f"{source.text}: {error.strerror}"


def _incomplete(capture: Capture) -> str | None:
    report = capture.report
    if not report["closed"]:
        return f"it is cut off behind line {report['lines']}: it has no end line"
    lost = max(int(report["lost"]), int(report["missing"]))
    return f"{lost:,} of its events are lost" if lost else None


def _taken(session: Session, source: Source, incomplete: str | None) -> Measurement:
    tables = session.tables
    times, decisions = _times(session), session.decisions().astype(np.int64)
    only = machine_of(source.params) if source.path is None or source.params else None

    def stretch(first: int, stop: int) -> Stretch:
        within = decisions[(decisions >= first) & (decisions < stop)]
        values = {(name, part): text for name, part, text, _ in session.measure(first, stop)}
        behind = {
            (f"{name}_{quantile}", part): text
            for name, part, texts, _ in session.spreads(first, stop)
            for quantile, text in texts.items()
        }
        ns = int(times[within[-1]] - times[within[0]]) if len(within) else 0
        return Stretch(len(within), ns, _of(values, only, tables), _of(behind, only, tables))

    whole = stretch(0, session.event_count)
    machines = {machine_by_name(tables)[name] for name, _ in (*whole.measures, *whole.spreads)}
    return Measurement(
        source.text,
        frozenset([only] if only else machines),
        incomplete,
        kinds_of(session),
        whole,
        {name: stretch(first, stop) for name, first, stop in _phases(session)},
    )


def machine_by_name(tables: Tables) -> dict[str, str]:
    """Whose policy a measure is about, or a value behind one."""
    found = {f"{s.name}_{quantile}": s.machine for s in tables.spreads for quantile in tables.quantiles}
    return found | {measure.name: measure.machine for measure in tables.measures}


def _of(values: Mapping[Name, str], machine: str | None, tables: Tables) -> dict[Name, str]:
    """As a sweep, which has what is of the machine alone."""
    of = machine_by_name(tables)
    return {name: text for name, text in values.items() if machine is None or of[name[0]] == machine}


def _times(session: Session) -> npt.NDArray[np.int64]:
    parts = [
        session.head(session.records(start, start + _STEP))["ts"].astype(np.int64)
        for start in range(0, session.event_count, _STEP)
    ]
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


def _phases(session: Session) -> list[tuple[Name, int, int]]:
    """From each mark to the next, or to the end."""
    kind = session.tables.kinds[_MARK]
    at: list[int] = []
    texts: list[str] = []
    for start in range(0, session.event_count, _STEP):
        where, marks = session.of_kind(session.records(start, start + _STEP), kind)
        at += (where + start).tolist()
        texts += [bytes(text).rstrip(b"\0").decode("ascii", "replace") for text in marks["text"]]
    ends = [*at[1:], *([session.event_count] if at else [])]
    return [
        ((text, texts[:i].count(text)), first, stop)
        for i, (text, first, stop) in enumerate(zip(texts, at, ends, strict=True))
    ]
