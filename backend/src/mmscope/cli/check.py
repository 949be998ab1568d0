"""`mmscope check FILE…`: recompute every decision of captures."""

import json
import sys
from typing import Any

import numpy as np

from mmscope.captures import Capture
from mmscope.cli.files import UNREADABLE, UnreadableError, read
from mmscope.core import CoreError, CoreModule
from mmscope.settings import Settings

DIFFERENT = 1  # exit status
_SUMMED = ("decisions", "same", "different", "incomplete", "lost")


def check(settings: Settings, names: list[str], *, as_json: bool) -> int:
    """Print one row per capture, and their sum. See verdict() for how decisions are counted.

    Returns 0 only when every decision is the same, every key is, nothing is lost and no capture cut off.
    """
    core = CoreModule(settings.core)
    rows: list[dict[str, Any]] = []
    unreadable = cut_off = 0
    for name in names:
        try:
            capture = read(core, name, settings.limits)
            counts = verdict(capture)
        except (UnreadableError, CoreError) as error:
            told = str(error) if isinstance(error, UnreadableError) else f"{name}: {error}"
            print(f"mmscope: {told}", file=sys.stderr)
            unreadable += 1
            continue
        if not capture.report["closed"]:
            cut_off += 1
            where = f"{name}: line {capture.report['lines']}"
            print(f"mmscope: {where}: the capture is cut off: it has no end line", file=sys.stderr)
        rows.append({"capture": name, **counts})
        if not as_json:
            print(" ".join([name, *(f"{key}={value}" for key, value in counts.items())]))
    total = {key: sum(row[key] for row in rows) for key in _SUMMED}
    if as_json:
        print(
            json.dumps(
                {"captures": rows, "unreadable": unreadable, "cut_off": cut_off, "total": total}, indent=2
            )
        )
    else:
        print("check " + " ".join(f"{key}={value}" for key, value in total.items()))
    if unreadable:
        return UNREADABLE
    clean = all(row["keys_same"] == row["keys"] for row in rows)
    same = total["same"] == total["decisions"] > 0 and not total["lost"]
    return 0 if same and clean and not cut_off else DIFFERENT


def verdict(capture: Capture) -> dict[str, int]:
    """The checker's totals, with each decision counted once.

    `same`: in the stateless and in the replayed check; `different`: in either; `incomplete`: the rest.
    The counts of each check alone are under `stateless_…` and `replay_…`, and the keys given to
    devices under `keys…`. `lost` counts events the tracer lost, and those that are missing.
    """
    session = capture.session
    totals = session.check()
    names = session.tables.enums["check"]
    verdicts = session.verdicts()[session.decisions()]
    checks = (verdicts["check"], verdicts["replay_check"])
    same = np.logical_and(*(check == names["same"] for check in checks)).sum()
    different = np.logical_or(*(check == names["different"] for check in checks)).sum()
    alone = {f"stateless_{key}": totals[key] for key in ("same", "different", "incomplete")}
    return {
        "decisions": totals["decisions"],
        "same": int(same),
        "different": int(different),
        "incomplete": totals["decisions"] - int(same) - int(different),
        "lost": totals["lost"],
        **alone,
        **{key: value for key, value in totals.items() if key.startswith(("replay_", "keys"))},
    }
