"""`mmscope check FILE…`: recompute every decision of captures, and balance what they record."""

import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from mmscope.captures import Capture
from mmscope.captures.totals import (
    COUNTED,
    LOST,
    OPEN,
    SCRIPTS,
    Counts,
    add,
    agrees,
    balances,
    count,
    of_modes,
    of_policies,
)
from mmscope.cli.files import UNREADABLE, UnreadableError
from mmscope.cli.processes import each
from mmscope.core import CoreModule, Tables
from mmscope.settings import Settings

DIFFERENT = 1  # exit status
SUMMED = (*COUNTED, LOST, *SCRIPTS)
UNPATCHED = {*OPEN, *SCRIPTS}  # printed where there is something to count


class Checked(NamedTuple):
    """What check found in one capture; `cut_off`: the line behind which it is cut off, or 0."""

    counts: Counts
    modes: dict[str, Counts]
    cut_off: int
    balances: list[dict[str, str | int]]


def look(capture: Capture) -> Checked:
    """Recompute every decision of one capture, and balance its accounts."""
    cut_off = 0 if capture.report["closed"] else int(capture.report["lines"])
    return Checked(*count(capture.session), cut_off, balances(capture.session))


def accounts(rows: list[dict[str, str | int]]) -> Counts:
    """How many accounts there are, and how many of them balance, do not, and are not told."""
    states = [account["state"] for account in rows]
    return {
        "accounts": len(states),
        "balanced": states.count("holds"),
        "off": states.count("off"),
        "not_told": states.count("unknown"),
    }


class AtLeast(NamedTuple):
    """How many decisions there must be: of all, of each policy, of each mode."""

    total: int = 1
    policy: int = 0
    mode: int = 0


def check(
    settings: Settings, names: list[str], *, at_least: AtLeast, as_json: bool, verbose: bool = False
) -> int:
    """Print a row per capture, then sums by mode, by policy, and of all. See count() for the counting.

    Behind a row come its accounts that do not balance; with `verbose` all of them, each with its two sums.
    Returns 0 only when every decision and every key is the same, every account with sums balances, nothing is
    lost, no capture is cut off, and there are as many decisions as there must be. Decisions of an unpatched
    kernel may have raced or may not be modelled, within the bounds of the core (checker/stock.c).
    """
    found: list[tuple[str, Checked]] = []
    unreadable = 0
    for name, checked in each(settings, [(name, look) for name in names], texts=True):
        if isinstance(checked, UnreadableError):
            print(f"mmscope: {checked}", file=sys.stderr)
            unreadable += 1
            continue
        if checked.cut_off:
            message = f"{name}: line {checked.cut_off}: the capture is cut off: it has no end line"
            print(f"mmscope: {message}", file=sys.stderr)
        if not as_json:
            _print_capture(name, checked, verbose=verbose)
        found.append((name, checked))
    total = add((checked.counts for _, checked in found), SUMMED)
    tables = CoreModule(settings.core).tables
    sums = _sums([checked for _, checked in found], tables)
    cut_off = sum(checked.cut_off > 0 for _, checked in found)
    summed = accounts([account for _, checked in found for account in checked.balances])
    if as_json:
        rows = [
            {"capture": name, **checked.counts, "modes": checked.modes, "balances": checked.balances}
            for name, checked in found
        ]
        beside = {"unreadable": unreadable, "cut_off": cut_off, "total": total, "balances": summed}
        print(json.dumps({"captures": rows, **sums, **beside}, indent=2))
    else:
        for row in (*sums["modes"], *sums["policies"], total):
            print(f"check {_pairs(row)}")
        print(f"balances {_pairs(summed)}")
    few = list(_too_few(sums, total, at_least, tables))
    for line in few:
        print(f"mmscope: {line}", file=sys.stderr)
    if unreadable:
        return UNREADABLE
    clean = all(agrees(checked.counts, checked.balances) for _, checked in found)
    return 0 if clean and not cut_off and not few else DIFFERENT


def _print_capture(name: str, checked: Checked, *, verbose: bool) -> None:
    print(f"{name} {_pairs({**checked.counts, **accounts(checked.balances)})}", flush=True)
    for account in checked.balances:
        if verbose or account["state"] == "off":
            print(f"{name} {_pairs(account)}", flush=True)


def _too_few(
    sums: dict[str, list[dict[str, Any]]], total: Counts, at_least: AtLeast, tables: Tables
) -> Iterator[str]:
    """Sentences on what there is too little of; a policy or mode that does not occur counts as 0."""
    if total["decisions"] < at_least.total:
        yield f"{total['decisions']} decisions, but at least {at_least.total} are required"
    wanted = (
        ("policy", "policies", tables.enums["policy"], at_least.policy),
        ("mode", "modes", tables.modes, at_least.mode),
    )
    for what, key, names, least in wanted:
        have = {row[what]: row["decisions"] for row in sums[key]}
        for name in names:
            if have.get(name, 0) < least:
                yield f"{what} {name}: {have.get(name, 0)} decisions, but at least {least} are required"


def _sums(found: list[Checked], tables: Tables) -> dict[str, list[dict[str, Any]]]:
    pairs = [(checked.counts, checked.modes) for checked in found]
    return {
        "modes": [
            {"mode": name, "policy": tables.modes[name].policy, **counts}
            for name, counts in of_modes(pairs, tables).items()
        ],
        "policies": [{"policy": name, **counts} for name, counts in of_policies(pairs, tables).items()],
    }


def _pairs(row: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in row.items() if value or key not in UNPATCHED)
