"""`mmscope asif FILE SWITCH=VALUE`: what another switch would have made of a capture's own demand."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mmscope.asif import (
    Identity,
    Outcome,
    Policy,
    demand,
    elsewhere,
    identity,
    measures,
    outcome,
    policies,
    policy_of,
    recorded,
    switch_of,
)
from mmscope.captures import Capture
from mmscope.cli.files import STDIN, UNREADABLE, UnreadableError
from mmscope.cli.processes import each
from mmscope.cli.terminal import named
from mmscope.compare import capture_path
from mmscope.core import CoreError, CoreModule, ParamValue
from mmscope.settings import Settings
from mmscope.sweeps import QuestionError, ask

SEEDS = 8
CHUNKS = 4  # of runs, each in a process: a capture is read once for all of a chunk


@dataclass(frozen=True, slots=True)
class Recorded:
    """A capture as it is: the value of its switch, its decisions, and those it gives back under that."""

    outcome: Outcome
    under: int
    identity: Identity


Found = Recorded | list[Outcome] | str  # a text says why the capture cannot be asked
Ask = Callable[[Capture], Found]
Variant = Mapping[str, ParamValue]


def asif(
    settings: Settings, name: str, question: str, *, assume: Sequence[str], seeds: int, as_json: bool
) -> int:
    """Print measures along demand, as recorded and as if. Returns 0, or says what cannot be asked.

    `assume`: variants of what is assumed that are chosen, as `slots_back=oldest`; else all of them.
    """
    switch, _, value = question.partition("=")
    tables = CoreModule(settings.core).tables
    policy = policy_of(switch, tables)
    if policy is None:
        known = " or ".join(f"{policy.driven.switch}=…" for policy in policies(tables))
        return _refuse(f"{question!r} is no switch that a capture can be asked about: say {known}")
    if name == STDIN:
        return _refuse("as if reads the capture several times: give a file, not standard input")
    chosen = {part.partition("=")[0]: part.partition("=")[2] for part in assume}
    try:
        path = str(capture_path(settings, name))
        band = ask(settings, "variants", switch, json.dumps(chosen), seeds)
    except QuestionError as error:
        return _refuse(str(error))
    runs: list[Variant] = band["runs"]
    asked: list[Ask] = [partial(_as_it_is, policy)]
    asked += [partial(_as_if, policy, value, runs[at::CHUNKS]) for at in range(min(CHUNKS, len(runs)))]
    own: Recorded | None = None
    others: list[Outcome] = []
    for _, found in each(settings, [(path, work) for work in asked]):
        if isinstance(found, UnreadableError):
            return _refuse(str(found))
        if isinstance(found, str):
            return _refuse(f"{named(name)} as if {named(question)}: {found}")
        if isinstance(found, list):
            others += found
        else:
            own = found
    assert own is not None  # each() gives one answer to each question
    enum = tables.params[switch].enum
    names = tables.enum_names(enum) if enum else {}
    under = names.get(own.under, str(own.under))
    answer = {"capture": name, "as_if": question, "recorded_under": f"{switch}={under}"}
    answer |= {"assumptions": _assumptions(band["varied"], seeds)} | _answer(policy, own, others)
    print(json.dumps(answer, indent=2) if as_json else _text(answer))
    return 0


def _refuse(message: str) -> int:
    print(f"mmscope: {message}", file=sys.stderr)
    return UNREADABLE


def _as_it_is(policy: Policy, capture: Capture) -> Found:
    own, under = recorded(capture.session, policy), switch_of(capture.session, policy)
    try:
        return Recorded(own, under, identity(capture.session, policy))
    except CoreError as error:
        return str(error)


def _as_if(policy: Policy, value: str, runs: Sequence[Variant], capture: Capture) -> Found:
    asked = int(value) if value.isdecimal() else value
    try:
        return [outcome(capture.session, policy, asked, run) for run in runs]
    except CoreError as error:
        return str(error)


def _assumptions(varied: Sequence[Mapping[str, Any]], seeds: int) -> dict[str, list[str]]:
    """By name, the variants that the band is from."""
    return {
        one["param"]: [
            f"{n}, {seeds} times" if n == one["drawn"] and seeds > 1 else n for n in one["variants"]
        ]
        for one in varied
    }


def _answer(policy: Policy, own: Recorded, others: list[Outcome]) -> dict[str, Any]:
    upto = demand(own.outcome)
    runs = [{m.name: m for m in measures(run, upto, own.outcome)} for run in (own.outcome, *others)]
    rows = []
    for name, first in runs[0].items():
        values = [run[name].value for run in runs if name in run]
        if len(values) < len(runs) or not any(values):
            continue  # one of them does not have it, or it is 0 in all
        rest = values[1:]
        rows.append(
            {
                "measure": name,
                "share": first.share,
                "recorded": values[0],
                "as_if": rest[0],
                "least": min(rest),
                "most": max(rest),
            }
        )
    parted = elsewhere(own.outcome, others[0])
    return {
        "told": policy.recorded,
        "assumed": policy.assumed,
        "runs": len(others),
        "identity_decisions": own.identity.decisions,
        "identity_same": own.identity.same,
        "identity_corrected": own.identity.corrected,
        "decisions": len(own.outcome.given),
        "elsewhere": parted[0] if parted else None,
        "unmet_pages": max(other.unmet for other in others),
        "measures": rows,
    }


def _text(found: dict[str, Any]) -> str:
    of_itself = f"{found['identity_same']} of {found['identity_decisions']} decisions are its own"
    if found["identity_corrected"]:
        of_itself += f", {found['identity_corrected']} of them with a batch that no event explains"
    width = max(len(named(row["measure"])) for row in found["measures"])
    lines = [
        f"{named(found['capture'])} as if {named(found['as_if'])}, recorded under {found['recorded_under']}",
        f"recorded: {found['told']}",
        f"as if under its own switch: {of_itself}",
        *_elsewhere(found),
        f"asked for, and nothing had room: {found['unmet_pages']} pages",
        f"{'':{width}} {'recorded':>10} {'as if':>10}",
    ]
    lines[2:2] = [f"assumed: {found['assumed']}", *_varied(found)]
    for row in found["measures"]:
        before, after, least, most = (
            _number(row[key], share=row["share"]) for key in ("recorded", "as_if", "least", "most")
        )
        band = "" if least == most else f" ({least} to {most})"
        lines.append(f"{named(row['measure']):{width}} {before:>10} {after:>10}{band}")
    return "\n".join(lines)


def _varied(found: dict[str, Any]) -> list[str]:
    names = [f"  {name}: {' | '.join(variants)}" for name, variants in found["assumptions"].items()]
    band = f"  {found['runs']} runs: the first, and in brackets the least and the most of all"
    return [*names, *([band] if found["runs"] > 1 else [])]


def _elsewhere(found: dict[str, Any]) -> list[str]:
    if found["elsewhere"] is None:
        return []
    share = found["elsewhere"] / max(found["decisions"], 1)
    return [
        f"decided otherwise, by its own chain: {found['elsewhere']:,} of {found['decisions']:,} ({share:.1%})"
    ]


def _number(value: float, *, share: bool) -> str:
    if share:
        return f"{value:.1%}"
    return f"{int(value):,}" if value == int(value) else f"{value:,.2f}"
