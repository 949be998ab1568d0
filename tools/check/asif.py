"""`make asif`: as if against what kernels really did.

Identity: as if under its own switch each bundled capture gives back its own decisions. Wrong: would that
be noticed if the machine erred (wasm-core/tests/mutants)? Prediction: of each pair of tracer/lab/pairs.toml
the capture of one switch, as if under the other's, beside the other.
A measure goes in the wrong direction when as if moves it away from the capture that is asked, but not to where the real
one is, and the two real ones differ by more than a tenth and by more than their repeats: each recording of the one is
farther from each of the other than repeats of either are from each other.
Exit status 1 when an identity is not whole, when a measure goes in the wrong direction, when more than CORRECTED of its decisions took over what nothing
recorded explains, when an error goes unnoticed, or when fewer measures are near than BARS ask for, or than real
runs of one experiment are near each other, less BELOW_FLOOR.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import TypeVar

from mmscope.asif import (
    Identity,
    Judged,
    Outcome,
    Policy,
    Repeated,
    apart,
    compare,
    differs,
    from_row,
    identity,
    outcome,
    policies,
    recorded,
    renamed,
    switch_of,
    within,
)
from mmscope.captures import Capture, find_bundled
from mmscope.cli.files import UnreadableError
from mmscope.cli.processes import each
from mmscope.core import CoreModule, Tables
from mmscope.settings import Settings, load

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
PAIRS = ROOT / "tracer" / "lab" / "pairs.toml"
REPEATS = ROOT / "datasets" / "repeats.json"
BARS = {"swap devices": 0.85, "zones": 0.95, "interleave": 0.95, "swap-in": 0.95}
MEANS = 0.85  # at least, of those read
CORRECTED = 0.02  # at most, of decisions
BELOW_FLOOR = 0.05  # at most, of measures


@dataclass(slots=True)
class Score:
    """Measures of the pairs of a policy."""

    pairs: int = 0
    measures: int = 0
    near: int = 0
    unchanged: int = 0  # how many the capture that was not changed would hit
    apart: int = 0  # how many in which the two real captures differ, and by more than their repeats
    wrong: list[str] = field(default_factory=list)
    by_chance: list[str] = field(default_factory=list)
    floor: tuple[int, int] = (
        0,
        0,
    )  # of one real run beside another, how many are near; and all

    def add(
        self,
        name: str,
        judged: list[Judged],
        recorded: list[dict[str, tuple[float, ...]]],
    ) -> None:
        """Count the measures of one pair. `recorded`: of the asked capture's experiment, and of the real one's."""
        self.pairs += 1
        self.measures += len(judged)
        self.near += sum(within(j.asif, j.real) for j in judged)
        self.unchanged += sum(within(j.unchanged, j.real) for j in judged)
        for j in filter(differs, judged):
            here = recorded[0].get(j.real.name, (j.unchanged,))
            real = recorded[1].get(j.real.name, (j.real.value,))
            shows = apart(here, real)
            self.apart += shows
            if (j.asif - j.unchanged) * (j.real.value - j.unchanged) < 0:
                line = f"{name}: {j.real.name}: {j.unchanged:.3f}, as if {j.asif:.3f}, real {_list(real)}"
                (self.wrong if shows else self.by_chance).append(line)


def _list(values: Sequence[float]) -> str:
    return " or ".join(f"{value:.3f}" for value in values)


def own_decisions(capture: Capture) -> tuple[str, Identity] | None:
    """The policy that decided, and whether it gives back its own; None where nothing can be driven."""
    for policy in policies(capture.session.tables):
        if policy.driven.kind in capture.kinds:
            return policy.name, identity(capture.session, policy)
    return None


def as_it_is(policy: Policy, capture: Capture) -> tuple[Outcome, int]:
    """What it gave, and the switch that most of its decisions were made under."""
    return recorded(capture.session, policy), switch_of(capture.session, policy)


def as_if(policy: Policy, value: int, capture: Capture) -> Outcome:
    """What it gives as if its switch had this value."""
    return outcome(capture.session, policy, value)


def _names(policy: Policy, tables: Tables) -> tuple[str, str]:
    """Of its switch: in a model, and the kernel's sysctl."""
    return policy.driven.switch, tables.params[policy.driven.switch].doc


def _records(policy: Policy, capture: Capture) -> bool:
    return policy.driven.kind in capture.kinds


def _each(settings: Settings, work: Sequence[tuple[str, Callable[[Capture], T]]]) -> Iterator[T]:
    for _, found in each(settings, work):
        if isinstance(found, UnreadableError):
            raise found
        yield found


def identities(settings: Settings) -> dict[str, tuple[int, Identity]]:
    """Of each policy: captures, and all of them together. Prints each capture that misses."""
    bundled = find_bundled(settings.bundled)
    sums = {policy.name: (0, Identity()) for policy in policies(CoreModule(settings.core).tables)}
    work = [(str(entry.path), own_decisions) for entry in bundled.values()]
    for name, found in zip(bundled, _each(settings, work), strict=True):
        if found is None:
            continue
        policy, own = found
        captures, all_own = sums[policy]
        sums[policy] = (captures + 1, all_own + own)
        if own.same != own.decisions:
            print(f"identity {name}: {own.same} of {own.decisions}")
    return sums


def repeats(settings: Settings) -> dict[str, list[Repeated]]:
    """Of each experiment of which there are several captures. Those that are not of the one bundled are left out."""
    known: dict[str, list[Repeated]] = {}
    for name, entry in json.loads(REPEATS.read_text()).items():
        manifest = json.loads((settings.bundled / f"{name}.json").read_text())
        if entry["sha256"][0] != manifest["sha256"]:
            print(f"repeats of {name} are of another capture: make lab-pairs")
            continue
        known[name] = [from_row(row) for row in entry["measures"]]
    return known


def recordings(known: list[Repeated], own: Outcome, like: Outcome) -> dict[str, tuple[float, ...]]:
    """Of each measure, what it is in each recording of an experiment; places are named as in `like`."""
    rows = (renamed(row, own.names, like.names) for row in known)
    return {row.measure.name: row.values for row in rows}


def predictions(settings: Settings) -> dict[str, Score]:
    """Of each policy: every ordered pair of the lab, as if beside real. Prints a line for each."""
    bundled = find_bundled(settings.bundled)
    tables = CoreModule(settings.core).tables
    scores = {policy.name: Score() for policy in policies(tables)}
    known = repeats(settings)
    for pair in tomllib.loads(PAIRS.read_text())["pair"]:
        policy = next((p for p in policies(tables) if pair["switch"] in _names(p, tables)), None)
        if policy is None:
            continue
        names = pair["experiments"]
        paths = {name: str(bundled[name].path) for name in names}
        if not all(_each(settings, [(path, partial(_records, policy)) for path in paths.values()])):
            print(f"pair {names[0]}: {policy.driven.kind} is not recorded")
            continue
        own = dict(
            zip(
                names,
                _each(settings, [(paths[n], partial(as_it_is, policy)) for n in names]),
                strict=True,
            )
        )
        for row in (row for name in names for row in known.get(name, [])):
            near, of = scores[policy.name].floor
            scores[policy.name].floor = (near + row.near[0], of + row.near[1])
        ordered = list(permutations(names, 2))
        work = [(paths[a], partial(as_if, policy, own[b][1])) for a, b in ordered]
        for (a, b), found in zip(ordered, _each(settings, work), strict=True):
            judged = compare(own[b][0], found, own[a][0])
            near = sum(within(j.asif, j.real) for j in judged)
            pairing = f"{near} of {len(judged)} as in {b}, unmet={found.unmet}"
            print(f"pair {a} as {policy.driven.switch}={own[b][1]}: {pairing}")
            repeated = [recordings(known.get(n, []), own[n][0], own[b][0]) for n in (a, b)]
            scores[policy.name].add(f"{a} as {b}", judged, repeated)
    return scores


def mutations() -> tuple[int, int]:
    """Errors of the driven machines, and how many of them the identity notices. Prints a line for each."""
    made = subprocess.run(
        ["make", "-s", "-C", str(ROOT / "wasm-core"), "asif-mutants"],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(made.stdout, end="")
    last = re.search(r"^mutants errors=(\d+) noticed=(\d+) ", made.stdout, re.MULTILINE)
    if last is None:
        raise SystemExit("asif: the errors of the driven machines were not tried: see above")
    return int(last[1]), int(last[2])


def main() -> int:
    """Print what misses, a line per policy, and one of all."""
    settings = load()
    errors, noticed = mutations()
    own, scores = identities(settings), predictions(settings)
    failed = noticed != errors
    for policy, score in scores.items():
        captures, decided = own[policy]
        share = score.near / score.measures
        failed |= decided.same != decided.decisions or share < BARS[policy]
        failed |= decided.corrected > CORRECTED * decided.decisions
        failed |= decided.means_near < MEANS * decided.means
        failed |= bool(score.floor[1]) and share < score.floor[0] / score.floor[1] - BELOW_FLOOR
        failed |= bool(score.wrong)
        for wrong in score.wrong:
            print(f"wrong direction: {wrong}")
        for wrong in score.by_chance:
            print(f"wrong direction, but repeats are as far apart: {wrong}")
        line = _line(f"asif policy={policy.replace(' ', '_')}", captures, decided, [score])
        print(line + (f" means={decided.means} means_near={decided.means_near}" if decided.means else ""))
    together = sum((decided for _, decided in own.values()), Identity())
    whole = _line("asif", sum(n for n, _ in own.values()), together, list(scores.values()))
    print(f"{whole} mutations={noticed}/{errors}")
    return int(failed)


def _line(head: str, captures: int, own: Identity, scores: list[Score]) -> str:
    return (
        f"{head} captures={captures} identity_decisions={own.decisions} identity_same={own.same}"
        f" corrected={own.corrected} pairs={sum(s.pairs for s in scores)} measures={sum(s.measures for s in scores)}"
        f" within10={sum(s.near for s in scores)} unchanged={sum(s.unchanged for s in scores)}"
        f" floor={sum(s.floor[0] for s in scores)}/{sum(s.floor[1] for s in scores)}"
        f" apart={sum(s.apart for s in scores)} wrong_direction={sum(len(s.wrong) for s in scores)}"
        f" by_chance={sum(len(s.by_chance) for s in scores)}"
    )


if __name__ == "__main__":
    sys.exit(main())
