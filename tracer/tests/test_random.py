# SPDX-License-Identifier: Apache-2.0
"""Drawn experiments, and the result that outlives whoever makes it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from mmlab.errors import LabError
from mmlab.experiments import repeats, run
from mmlab.experiments.experiment import Experiment
from mmlab.guest.folder import RunFolder
from mmlab.paths import LAB, LONG
from mmlab.random import experiment as random_experiment
from mmlab.random import plan, runs
from mmlab.random.dice import Dice

COMMON = {"kernel": {"patches_sha256": "1"}, "counted": list(runs.COUNTED)}
DRAWN = 300


@pytest.fixture(scope="module")
def drawn() -> list[Experiment]:
    """The first numbers of a seed: each is checked as it is made."""
    return [random_experiment.experiment(1, number) for number in range(DRAWN)]


def test_every_kind_of_machine_is_drawn(drawn: list[Experiment]) -> None:
    machines = [experiment.machine for experiment in drawn]
    assert {len(machine.nodes) for machine in machines} == set(range(1, 9))
    assert {len(m.devices) for m in machines} >= set(range(1, 17))
    nodes = [node for machine in machines for node in machine.nodes]
    assert any(not node.cpus for node in nodes)
    assert any(not node.memory_mib for node in nodes)
    kinds = {device.kind for machine in machines for device in machine.devices}
    assert kinds == {"nvme", "virtio_blk", "sas", "zram", "null_blk"}
    overridden = [d for m in machines for d in m.devices if d.kind == "zram" and d.node >= 0]
    assert overridden
    assert {probe for experiment in drawn for probe in experiment.probes} == set(plan.PARTS)


def test_every_switch_is_turned(drawn: list[Experiment]) -> None:
    steps = [step for experiment in drawn for step in experiment.steps]
    turned: dict[str, set[object]] = {}
    for step in steps:
        for key, value in step.get("sysctl", {}).items():
            turned.setdefault(key, set()).add(value)
    assert turned["vm.zone_alloc_policy"] == {"preferred", "fair", "fair-local"}
    assert turned["vm.kswapd_wake_mark"] == {"high", "low", "zone"}
    assert turned["vm.swap_poll"] == {0, 1, 2}
    assert len(turned["vm.numa_interleave_granularity"]) > 5
    assert {step["rule"] for step in steps if "rule" in step} == {"node", "global", "roundrobin"}
    assert {step["slots_cache"] for step in steps if "slots_cache" in step} == {0, 1}


def test_a_ring_holds_a_phase_and_a_guest_its_memory(drawn: list[Experiment]) -> None:
    for experiment in drawn:
        marks = [at for at, step in enumerate(experiment.steps) if "mark" in step]
        for first, last in zip(marks, [*marks[1:], len(experiment.steps)], strict=True):
            assert "caught_up" in experiment.steps[last - 1], (experiment.id, first)
        assert sum(node.memory_mib for node in experiment.machine.nodes) <= 8 << 10


def test_drawing_is_the_same_every_time() -> None:
    for number in range(40):
        assert random_experiment.data(7, number) == random_experiment.data(7, number)
    keys = {random_experiment.key(seed, number) for seed in (1, 2) for number in range(40)}
    assert len(keys) == 80


def test_drawing_does_not_depend_on_the_process() -> None:
    text = "from mmlab.random.experiment import key; print(*(key(3, n) for n in range(30)))"
    said = {
        subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": str(LAB), "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert said == {" ".join(random_experiment.key(3, number) for number in range(30)) + "\n"}


def test_dice() -> None:
    dice = Dice("x")
    some = [dice.some([1, 2, 3, 4], 2) for _ in range(50)]
    assert all(len(part) >= 2 and part == sorted(set(part)) for part in some)
    assert sorted(dice.shuffled(range(9))) == list(range(9))
    assert {dice.between(2, 4) for _ in range(99)} == {2, 3, 4}
    assert Dice("x").below(1 << 30) == Dice("x").below(1 << 30) != Dice("y").below(1 << 30)


def fake(experiment: Experiment) -> runs.RunResult:
    """As much as the number in the name says, without a guest."""
    number = int(experiment.id.rpartition("-")[2])
    count = 100 + number
    return runs.RunResult(
        modes={"p/m": [count, count, 0, 0, 3]},
        keys=(2, 2),
        accounts=(9, 8, 0, 1),
        events=count,
        seconds=1.5,
    )


def made(
    path: Path, *, decisions: int = 10**9, most: int = -1, runner: runs.Runner = fake
) -> runs.Result:
    result = runs.Result(path, 1, COMMON)
    runs.until(result, 1, runner, path.parent, decisions=decisions, most=most)
    return result


def test_it_stops_at_so_many_decisions_and_goes_on(tmp_path: Path) -> None:
    first = made(tmp_path / "a.json", decisions=301)
    assert [row["number"] for row in first.runs] == [0, 1, 2]
    assert made(tmp_path / "a.json", decisions=301).runs == first.runs
    assert [row["number"] for row in made(tmp_path / "a.json", most=2).runs] == list(range(5))
    assert (
        runs.report(first.runs)[-1] == "check decisions=303 same=303 different=0 incomplete=0 "
        "stateless_only=9 lost=0 keys_different=0 runs=3 ended_early=0"
    )
    assert runs.report(first.runs)[-2] == "balances accounts=27 balanced=24 off=0 not_told=3"
    assert not runs.differs(first.runs)


# Kills itself in the middle of run 3, as nobody can clean up after, the first time.
KILLED = """
import os, signal, sys
from pathlib import Path
from test_random import fake, made
# a job in the background inherits it ignored
signal.signal(signal.SIGINT, signal.default_int_handler)
def runner(experiment):
    if experiment.id.endswith("-3") and sys.argv[2] == "kill":
        os.kill(os.getpid(), int(sys.argv[3]))
    return fake(experiment)
made(Path(sys.argv[1]), most=int(sys.argv[4]), runner=runner)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_kill_loses_the_run_under_way_alone(tmp_path: Path, number: int) -> None:
    environment = {**os.environ, "PYTHONPATH": f"{LAB}:{Path(__file__).parent}"}
    path = tmp_path / "killed.json"

    def start(how: str, most: int) -> int:
        line = [sys.executable, "-c", KILLED, str(path), how, str(int(number)), str(most)]
        return subprocess.run(line, env=environment, check=False, capture_output=True).returncode

    assert start("kill", 6) != 0
    assert [row["number"] for row in json.loads(path.read_text())["runs"]] == [0, 1, 2]
    assert start("live", 3) == 0
    made(tmp_path / "whole.json", most=6)
    assert path.read_text() == (tmp_path / "whole.json").read_text()


def test_a_kill_while_the_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    before = made(path, most=2).runs

    def no_replace(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", no_replace)
        with pytest.raises(KeyboardInterrupt):
            made(path, most=1)
    assert runs.Result(path, 1, COMMON).runs == before
    assert made(path, most=1).next == 3


def test_what_failed_is_said_and_not_drawn_again(tmp_path: Path) -> None:
    def runner(experiment: Experiment) -> runs.RunResult:
        if experiment.id.endswith("-1"):
            return runs.RunResult(ended="status 1: there is no disk d03", seconds=20)
        return fake(experiment)

    rows = made(tmp_path / "a.json", most=3, runner=runner).runs
    assert [row["number"] for row in rows] == [0, 1, 2]
    report = runs.report(rows)
    assert "lab-long: number 1 ended early: status 1: there is no disk d03" in report
    off = runs.report([{**rows[0], "off": ["marks of 1: 5, 7"]}])
    assert "lab-long: number 0 off: marks of 1: 5, 7" in off
    assert report[-1].endswith("runs=3 ended_early=1")


def test_nothing_but_failures_ends_it(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="no decision in 5 runs: no capture"):
        made(tmp_path / "a.json", runner=lambda _: runs.RunResult(ended="no capture"))
    assert runs.Result(tmp_path / "a.json", 1, COMMON).next == runs.BARREN


@pytest.mark.parametrize(
    "found",
    [
        {"modes": {"p/m": [9, 8, 1, 0, 0]}},
        {"modes": {"p/m": [9, 9, 0, 0, 0]}, "keys": (3, 2)},
        {"modes": {"p/m": [9, 8, 0, 1, 0]}, "lost": 4},
        {"accounts": (9, 8, 1, 0), "off": ("marks of 1: 5, 7",)},
    ],
)
def test_a_capture_that_differs_is_kept(
    tmp_path: Path, found: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    rest = tmp_path / "rest"
    (rest / "share").mkdir(parents=True)
    (rest / "share" / run.RAW).write_text("a capture")
    result = made(tmp_path / "a.json", most=1, runner=lambda _: runs.RunResult(**found, rest=rest))
    kept = tmp_path / random_experiment.name(1, 0) / run.RAW
    assert kept.read_text() == "a capture"
    assert f"LOOK AT {kept.parent}" in capsys.readouterr().out
    assert not rest.exists()
    assert runs.differs(result.runs)


def test_what_somebody_ended_is_not_counted(
    tmp_path: Path, drawn: list[Experiment], monkeypatch: pytest.MonkeyPatch
) -> None:
    console = tmp_path / "console.log"
    console.write_text("boot\nqemu-system-x86_64: terminating on signal 2 from pid 7 (bash)\n")
    folder = SimpleNamespace(console=console, path=tmp_path, share=tmp_path)
    facts = {"seconds": 1, "warnings": []}
    booted = run.Booted(cast(RunFolder, folder), 1, "none", facts)
    monkeypatch.setattr(run, "boot", lambda *_: booted)
    with pytest.raises(LabError, match="ended from outside"):
        runs.record(drawn[0])


def test_an_incomplete_decision_is_looked_at_but_differs_from_nothing() -> None:
    found = runs.RunResult(modes={"p/m": [9, 8, 0, 1, 0]})
    assert found.suspect
    assert not runs.differs([{"modes": found.modes, "keys": [0, 0], "lost": 0}])


def test_others_are_deleted(tmp_path: Path) -> None:
    rest = tmp_path / "rest"
    (rest / "share").mkdir(parents=True)
    (rest / "share" / run.RAW).write_text("a capture")
    modes = {"p/m": [9, 9, 0, 0, 0]}
    made(tmp_path / "a.json", most=1, runner=lambda _: runs.RunResult(modes=modes, rest=rest))
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_another_kernel_needs_another_file(tmp_path: Path) -> None:
    made(tmp_path / "a.json", most=1)
    with pytest.raises(LabError, match="made with another kernel"):
        runs.Result(tmp_path / "a.json", 1, {**COMMON, "kernel": {}})
    with pytest.raises(LabError, match="made with another seed"):
        runs.Result(tmp_path / "a.json", 2, COMMON)


def test_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MMSCOPE_CACHE", str(tmp_path))
    with runs.alone(), pytest.raises(LabError, match="already"), runs.alone():
        pass


def test_folders_of_killed_runs_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MMSCOPE_CACHE", str(tmp_path))
    for name in ("long-1-7-abc", "long-12-7-abc", "short-000-abc"):
        (tmp_path / "runs" / name).mkdir(parents=True)
    runs.sweep(1)
    assert sorted(p.name for p in (tmp_path / "runs").iterdir()) == [
        "long-12-7-abc",
        "short-000-abc",
    ]


RESULTS = sorted(LONG.glob("*.json"))


def test_the_result_is_of_the_series_here() -> None:
    assert RESULTS
    assert not runs.strangers(), "made from a series that does not stand: make lab-long anew"


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.stem)
def test_the_result_is_whole(path: Path) -> None:
    data = json.loads(path.read_text())
    assert path == runs.file(data["seed"])
    assert path.read_text() == runs.text(data)
    assert [row["number"] for row in data["runs"]] == list(range(len(data["runs"])))
    assert data["counted"] == list(runs.COUNTED)
    assert not runs.differs(data["runs"])
    if data["drawing"] == random_experiment.DRAWING:
        why = "drawn otherwise than it was recorded: another drawing needs another DRAWING"
        for row in data["runs"]:
            assert row["draw"] == random_experiment.key(data["seed"], row["number"]), why


def test_repeats_go_on_where_they_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = repeats.wanted()
    assert len(repeats.missing(tmp_path)) == 2 * len(names)
    monkeypatch.setattr(repeats.series, "sha256", lambda _: "here")
    recorded: list[tuple[str, str]] = []

    def runner(experiment: Experiment, folder: Path, *, of: str = "here") -> dict[str, Any]:
        recorded.append((folder.name, experiment.id))
        if len(recorded) == 3:
            raise LabError("the guest made no capture")
        if len(recorded) == 5:
            raise KeyboardInterrupt
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{experiment.id}.json").write_text(
            json.dumps({"kernel": {"patches_sha256": of}})
        )
        (folder / f"{experiment.id}.mmscope.gz").touch()
        return {}

    with pytest.raises(KeyboardInterrupt):
        repeats.run_repeats(tmp_path, runner=runner)
    repeats.run_repeats(tmp_path, runner=runner)
    assert not repeats.missing(tmp_path)
    twice = {("2", names[2]), ("2", names[4])}
    assert {one for one in recorded if recorded.count(one) > 1} == twice
    assert set(recorded) == {(folder, name) for folder in ("2", "3") for name in names}
    monkeypatch.setattr(repeats.series, "sha256", lambda _: "newer")
    assert len(repeats.missing(tmp_path)) == 2 * len(names)
