"""The checker's counts, with each decision counted once: by mode, by policy, and all together."""

from collections.abc import Iterable, Mapping

from mmscope.core import CoreError, Session, Tables

Counts = dict[str, int]
VERDICTS = ("same", "different", "incomplete")
# Of decisions of unpatched kernels: what moved while they were made, and what no line records.
OPEN = ("raced", "not_modelled")
COUNTED = ("decisions", *VERDICTS, "stateless_only", *OPEN)
LOST = "lost"
# Of a capture: questions of which too much is open, or lines are missing, and what their scripts left out.
SCRIPTS = ("over_limit", "left_out", "torn")


def count(session: Session) -> tuple[Counts, dict[str, Counts]]:
    """Check the session's capture: its counts, and those of each mode that decided in it.

    A decision is `same` when no check of it says otherwise, `different` when one of them does, and
    `incomplete` when neither; the core says which (struct `mode_totals`). `stateless_only` are those of
    `same` on which no other event bears: only the event itself was checked. The counts of each check alone
    are under `stateless_…` and `replay_…`, and the keys given to swap devices under `keys…`. `lost` counts
    events the tracer lost, and those that are missing. Raises CoreError.
    """
    totals = session.check()
    modes = session.mode_totals()
    summed = add(modes.values(), COUNTED)
    if summed["decisions"] != totals["decisions"]:
        message = f"the core counts {summed['decisions']} decisions by mode, but {totals['decisions']} in all"
        raise CoreError("call", message)
    alone = {f"stateless_{key}": totals[key] for key in VERDICTS}
    beside = {key: value for key, value in totals.items() if key.startswith(("replay_", "keys"))}
    scripts = {key: totals[key] for key in SCRIPTS}
    return {**summed, LOST: totals[LOST], **scripts, **alone, **beside}, modes


def balances(session: Session) -> list[dict[str, str | int]]:
    """The accounts of a record, each under its name; `of`: the sysctl, decisions or field that it is of."""
    tables = session.tables
    names = {"setting": dict(enumerate(tables.settings)), "witness": tables.witnesses}
    found: list[dict[str, str | int]] = []
    for row in session.balances():
        balance, part = tables.balances[int(row["balance"])], int(row["part"])
        of = {"of": names[balance.part][part]} if balance.part in names else {}
        found.append({**row, "balance": balance.name, **of})
    return found


def agrees(counts: Counts, accounts: Iterable[Mapping[str, str | int]]) -> bool:
    """Whether nothing in a capture is other than it should be: decisions, keys, losses, limits, accounts."""
    return (
        counts["same"] + counts["raced"] == counts["decisions"]
        and counts["keys_same"] == counts["keys"]
        and not counts[LOST]
        and not counts["over_limit"]
        and all(account["state"] != "off" for account in accounts)
    )


def add(rows: Iterable[Mapping[str, int]], keys: Iterable[str]) -> Counts:
    """Sums of these keys over the rows; 0 where there is no row."""
    rows = list(rows)
    return {key: sum(row[key] for row in rows) for key in keys}


def of_modes(captures: Iterable[tuple[Counts, dict[str, Counts]]], tables: Tables) -> dict[str, Counts]:
    """The counts of each mode over all captures, modes in the order of the core.

    `lost`: in the captures in which the mode decided.
    """
    rows: dict[str, list[Counts]] = {name: [] for name in tables.modes}
    for counts, modes in captures:
        for name, mode in modes.items():
            rows[name].append({**mode, LOST: counts[LOST]})
    return {name: add(found, (*COUNTED, LOST)) for name, found in rows.items() if found}


def of_policies(captures: Iterable[tuple[Counts, dict[str, Counts]]], tables: Tables) -> dict[str, Counts]:
    """The counts of each policy over all captures, policies in the order of the core; `lost` as above."""
    rows: dict[str, list[Counts]] = {name: [] for name in tables.enums["policy"]}
    for counts, modes in captures:
        for policy, found in rows.items():
            own = [mode for name, mode in modes.items() if tables.modes[name].policy == policy]
            if own:
                found.append({**add(own, COUNTED), LOST: counts[LOST]})
    return {name: add(found, (*COUNTED, LOST)) for name, found in rows.items() if found}
