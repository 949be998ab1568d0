# SPDX-License-Identifier: Apache-2.0
"""The table of conformance: rows from results, and docs/conformance.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmlab.errors import LabError
from mmlab.paths import CONFORMANCE

from . import conformance
from .conformance import ALIKE, Claim, Policy, Side
from .measures import DIFFERENT, INCONCLUSIVE, SAME, Measure, apart, compare, shown

NOT_MEASURED = "not measured"
VERDICTS = (SAME, DIFFERENT, INCONCLUSIVE, NOT_MEASURED)
COLUMNS = ("kernel", "measure", "stock", "patched", "same?", "other modes")


@dataclass(frozen=True)
class Row:
    """One measure of one policy on one of Debian's kernels.

    Attributes:
        stock, patched: the measure in each run; empty when not measured.
        verdict: of `compare`, or NOT_MEASURED.
        others: the measure in each further mode, and whether it tells that mode from the stock
            kernel.
    """

    series: str
    measure: Measure
    claim: Claim
    stock: list[float]
    patched: list[float]
    verdict: str
    others: dict[str, tuple[list[float], bool]]

    @property
    def unexplained(self) -> bool:
        """Is it against the claim, and nothing said of it?"""
        return self.verdict == DIFFERENT and self.series not in self.measure.differs

    @property
    def stale(self) -> bool:
        """Is a difference explained that is none?"""
        return self.verdict == SAME and self.series in self.measure.differs


def rows(policy: Policy, sides: dict[str, dict[str, Any]]) -> list[Row]:
    """All rows of a policy, by kernel and measure. Raises LabError."""
    made = []
    for series, claim in policy.kernels.items():
        for measure in policy.measures:

            def of(side: Side, measure: Measure = measure) -> list[float]:
                return conformance.values(measure, sides[side.id]) if side.id in sides else []

            stock, patched = of(Side(series, "")), of(Side("", claim.mode))
            if not stock or not patched:
                verdict = NOT_MEASURED
            else:
                verdict = compare(stock, patched, measure.tolerance)
            others = {}
            for mode in policy.modes:
                other = of(Side("", mode))
                if mode != claim.mode and stock and other:
                    is_apart = apart(stock, other, measure.tolerance)
                    others[mode] = (other, is_apart)
            made.append(Row(series, measure, claim, stock, patched, verdict, others))
    return made


def cells(row: Row) -> list[str]:
    """A row as text."""
    verdict = row.verdict
    reason = row.measure.differs.get(row.series, "")
    if reason:
        verdict += f": {reason}"
    others = [
        f"{shown(values, row.measure.unit)} ({mode}): {'' if is_apart else 'not '}distinguished"
        for mode, (values, is_apart) in row.others.items()
    ]
    return [
        row.series,
        row.measure.name,
        shown(row.stock, row.measure.unit),
        f"{shown(row.patched, row.measure.unit)} ({row.claim.mode})" if row.patched else "",
        verdict,
        "; ".join(others),
    ]


def table(head: tuple[str, ...], lines: list[list[str]]) -> str:
    """A table of Markdown."""
    marked = [list(head), ["---"] * len(head), *lines]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in marked
    )


def totals(made: list[Row]) -> str:
    """The last line."""
    count = Counter(row.verdict for row in made)
    others = [is_apart for row in made for _, is_apart in row.others.values()]
    words = [f"{verdict.replace(' ', '_')}={count[verdict]}" for verdict in VERDICTS]
    return (
        f"conformance rows={len(made)} {' '.join(words)} "
        f"unexplained={sum(row.unexplained for row in made)} "
        f"other_modes_distinguished={sum(others)}/{len(others)}"
    )


def problems(made: list[Row]) -> list[str]:
    """Claims that do not hold, and explanations of differences that are none."""
    names = [(row, f"{row.series}: {row.measure.name}") for row in made]
    against = [f"{name} differs, and no reason is given" for row, name in names if row.unexplained]
    stale = [f"{name} is the same, but a reason says not" for row, name in names if row.stale]
    return against + stale


def _kernels(policies: list[tuple[Policy, dict[str, dict[str, Any]]]]) -> list[list[str]]:
    """Every kernel that was booted, once."""
    found: dict[tuple[str, ...], list[str]] = {}
    for policy, sides in policies:
        for side in policy.sides:
            if side.id not in sides:
                continue
            kernel = sides[side.id]["kernel"]
            if side.series:
                packages = [kernel[k] for k in kernel if "package" in k and "sha256" not in k]
                cells = (f"Debian {side.series}", kernel["release"], ", ".join(packages))
            else:
                made_of = f"{kernel['source_package']} with patches {kernel['patches_sha256'][:16]}"
                cells = ("patched", f"{kernel['release']}, key {kernel['key']}", made_of)
            found.setdefault(cells, [])
            if policy.experiment.id not in found[cells]:
                found[cells].append(policy.experiment.id)
    return [[*cells, ", ".join(ids)] for cells, ids in sorted(found.items())]


def _alone(policy: Policy) -> list[str]:
    """Which modes stand beside no kernel, as a list of one item or none."""
    claimed = {claim.mode for claim in policy.kernels.values()}
    modes = [f"`{mode}`" for mode in policy.modes if mode not in claimed]
    if not modes:
        return []
    return [
        f"- No stock kernel here has the mode {' or '.join(modes)}: it is only in the last column."
    ]


def page(policies: list[tuple[Policy, dict[str, dict[str, Any]]]]) -> str:
    """docs/conformance.md. Raises LabError."""
    out = [(CONFORMANCE / "page-head.md").read_text().strip()]
    alike = [[f"`{path}`", value] for path, value in ALIKE.items()]
    booted = table(("kernel", "release", "packages", "policies"), _kernels(policies))
    out += ["## What was booted", booted]
    out += ["In every guest, where the kernel has the file:", table(("file", "value"), alike)]
    every = []
    for policy, sides in policies:
        made = rows(policy, sides)
        every += made
        runs = sorted({str(len(side["runs"])) for side in sides.values()})
        source = f"tracer/lab/conformance/{policy.experiment.id}.toml"
        out += [
            f"## {policy.experiment.title}",
            policy.experiment.description.strip(),
            f"`{source}`; runs of each kernel in each mode: {', '.join(runs) or 'none'}.",
            table(COLUMNS, [cells(row) for row in made]),
        ]
        notes = [f"- {series}: {c.note}" for series, c in policy.kernels.items() if c.note]
        notes += _alone(policy)
        out += ["\n".join(notes)] if notes else []
        tolerances = [[m.name, shown([m.tolerance], m.unit), m.why] for m in policy.measures]
        out.append(table(("measure", "tolerance", "why so much"), tolerances))
    out.append(f"`{totals(every)}`")
    return "\n\n".join(out) + "\n"


def emit(path: Path, *, check: bool) -> None:
    """Write the page, or raise LabError when it is stale."""
    loaded = [Policy.load(name) for name in conformance.names()]
    text = page([(policy, conformance.results(policy)) for policy in loaded])
    if not check:
        path.write_text(text)
    elif not path.is_file() or path.read_text() != text:
        raise LabError(f"{path} is stale: run 'make gen' and commit the result")
