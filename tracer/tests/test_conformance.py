# SPDX-License-Identifier: Apache-2.0
"""Measures, comparisons and the declarations of conformance/; no guest is booted."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mmlab import packages
from mmlab.conformance import conformance, page
from mmlab.conformance.conformance import Policy, Side
from mmlab.conformance.measures import DIFFERENT, INCONCLUSIVE, SAME, Measure, apart, compare, parse
from mmlab.errors import LabError
from mmlab.paths import KERNEL_PATCHES, MEASURED, REPOSITORY
from mmlab.series import facts

TEXT = """\
start
stat 10 block/a/writes
stat 5 block/b/writes
something else
end
stat 40 block/a/writes
stat 15 block/b/writes
"""
SHARE: dict[str, Any] = {
    "name": "share of a",
    "unit": "%",
    "part": ["block/a/writes"],
    "of": ["block/*/writes"],
    "snapshots": ["start", "end"],
    "tolerance": 1,
    "why": "a reason",
}


def test_counters_of_each_snapshot() -> None:
    assert parse(TEXT) == {
        "start": {"block/a/writes": 10, "block/b/writes": 5},
        "end": {"block/a/writes": 40, "block/b/writes": 15},
    }


@pytest.mark.parametrize("line", ["stat x a", "stat -1 a", "stat 5"])
def test_what_is_no_counter_is_refused(line: str) -> None:
    with pytest.raises(LabError, match="no counter"):
        parse(f"start\n{line}\n")


def test_a_counter_twice_is_refused() -> None:
    with pytest.raises(LabError, match="twice"):
        parse("start\nstat 1 a\nstat 2 a\n")


def test_a_share() -> None:
    assert Measure.make(SHARE).value(parse(TEXT)) == pytest.approx(75)


def test_a_level_and_what_is_taken_off_it() -> None:
    level = {**SHARE, "unit": "pages", "of": [], "minus": ["block/b/writes"], "snapshots": ["end"]}
    assert Measure.make(level).value(parse(TEXT)) == 25
    assert Measure.make({**level, "scale": 0.5}).value(parse(TEXT)) == 12.5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"part": ["block/c/writes"]}, "no counter block/c/writes at 'end'"),
        ({"snapshots": ["start", "never"]}, "no snapshot 'never'"),
        ({"snapshots": ["start", "start"]}, "nothing to divide by"),
    ],
)
def test_what_is_missing_is_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(LabError, match=words):
        Measure.make({**SHARE, **change}).value(parse(TEXT))


@pytest.mark.parametrize(
    "change",
    [
        {"part": []},
        {"snapshots": []},
        {"snapshots": ["a", "b", "c"]},
        {"tolerance": -1},
        {"why": ""},
        {"no": 1},
    ],
)
def test_a_measure_that_is_none(change: dict[str, Any]) -> None:
    with pytest.raises(LabError):
        Measure.make({**SHARE, **change})


@pytest.mark.parametrize(
    ("stock_runs", "patched_runs", "verdict"),
    [
        ([50.0, 51.0], [51.0, 52.0], SAME),
        # The means are 2 apart, but two of the runs are 3.
        ([50.0, 51.0], [52.0, 53.0], DIFFERENT),
        ([50.0, 53.0], [51.0, 52.0], INCONCLUSIVE),
        ([51.0, 52.0], [50.0, 53.0], INCONCLUSIVE),
        # Far apart, but who knows how far another run would have been?
        ([50.0], [90.0, 90.0], INCONCLUSIVE),
        ([50.0, 50.0], [], INCONCLUSIVE),
    ],
)
def test_compare(stock_runs: list[float], patched_runs: list[float], verdict: str) -> None:
    assert compare(stock_runs, patched_runs, 2) == verdict


def declaration(**more: Any) -> dict[str, Any]:  # noqa: ANN401 (of a TOML file)
    return {
        "title": "t",
        "description": "d",
        "repeats": 2,
        "stats": ["block/*"],
        "devices": [{"name": name, "kind": "nvme", "node": 0, "size_mib": 8} for name in "ab"],
        "topology": {"nodes": [{"cpus": 1, "memory_mib": 128}]},
        "steps": [{"snapshot": "start"}, {"swapon": "a"}, {"snapshot": "end"}],
        "modes": {"one": {"vm.swap_device_select": "node"}, "two": {}},
        "kernels": {"6.1": {"mode": "one"}, "7.3": {"mode": "two"}},
        "measures": [dict(SHARE)],
        **more,
    }


def side(policy: Policy, which: Side, a: list[int], b: int = 25) -> dict[str, Any]:
    runs = [
        {
            "counters": {
                "start": {"block/a/writes": 0, "block/b/writes": 0},
                "end": {"block/a/writes": n, "block/b/writes": b},
            }
        }
        for n in a
    ]
    kernel = {} if which.series else facts()
    settings = policy.settings(which)
    return {"runs": runs, "asked": policy.asked, "settings": settings, "kernel": kernel}


def test_rows_and_totals() -> None:
    policy = Policy.make("p", declaration())
    sides = {
        "debian 6.1": side(policy, Side("6.1", ""), [75, 75]),
        "debian 7.3": side(policy, Side("7.3", ""), [25, 25]),
        "patched one": side(policy, Side("", "one"), [75, 75]),
        "patched two": side(policy, Side("", "two"), [75, 75]),
    }
    old, new = page.rows(policy, sides)
    assert (old.verdict, old.unexplained) == (SAME, False)
    assert old.others == {"two": ([75.0, 75.0], False)}
    assert (new.verdict, new.unexplained) == (DIFFERENT, True)
    assert new.others == {"one": ([75.0, 75.0], True)}
    [problem] = page.problems([old, new])
    assert problem == "7.3: share of a differs, and no reason is given"
    assert "same=1 different=1" in page.totals([old, new])
    assert page.totals([old, new]).endswith("other_modes_distinguished=1/2")
    del sides["patched one"]
    assert page.rows(policy, sides)[0].verdict == page.NOT_MEASURED


def test_reasons_are_shown_and_must_be_needed() -> None:
    policy = Policy.make("p", declaration(measures=[{**SHARE, "differs": {"6.1": "as it is"}}]))
    sides = {
        "debian 6.1": side(policy, Side("6.1", ""), [75, 75]),
        "patched one": side(policy, Side("", "one"), [25, 25]),
    }
    row = page.rows(policy, sides)[0]
    assert page.problems([row]) == []
    assert "different: as it is" in page.cells(row)
    sides["patched one"] = side(policy, Side("", "one"), [75, 75])
    row = page.rows(policy, sides)[0]
    [problem] = page.problems([row])
    assert problem == "6.1: share of a is the same, but a reason says not"


@pytest.mark.parametrize(
    ("stock_runs", "other_runs", "parted"),
    [
        ([50.0, 51.0], [54.0, 90.0], True),
        ([50.0, 51.0], [53.0, 90.0], False),
        ([50.0, 51.0], [90.0], False),
        ([], [90.0, 90.0], False),
    ],
)
def test_apart(stock_runs: list[float], other_runs: list[float], parted: bool) -> None:  # noqa: FBT001
    assert apart(stock_runs, other_runs, 2) == parted


def test_modes_that_stand_beside_no_kernel_are_named() -> None:
    policy = Policy.make("p", declaration(kernels={"6.1": {"mode": "one"}}))
    text = page.page([(policy, {})])
    assert "- No stock kernel here has the mode `two`: it is only in the last column." in text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kernels": {"5.10": {"mode": "one"}}}, "'5.10' is no series"),
        ({"kernels": {"6.1": {"mode": "three"}}}, "'three' is no mode"),
        ({"kernels": {"6.1": {"mode": "one", "same": 1}}}, "knows no 'same'"),
        ({"measures": [{**SHARE, "snapshots": ["start", "late"]}]}, "no snapshot 'late'"),
        ({"measures": [{**SHARE, "differs": {"7.2": "x"}}]}, "'7.2', which is not run"),
        ({"modes": {"one": {"rm": 1}, "two": {}}}, "no sysctl"),
        ({"more": 1}, "knows no 'more'"),
    ],
)
def test_wrong_declarations(change: dict[str, Any], words: str) -> None:
    with pytest.raises(LabError, match=words):
        Policy.make("p", declaration(**change))


def test_results_of_something_else_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(conformance, "MEASURED", tmp_path)
    monkeypatch.setattr(conformance.qemu, "version", lambda: "qemu")
    policy = Policy.make("p", declaration())
    which = Side("", "one")
    conformance.write(policy, {which.id: side(policy, which, [1, 2])})
    assert list(conformance.results(policy)) == [which.id]
    # Another tolerance is no other run; another size of a disk, or another setting, is.
    other = declaration(measures=[{**SHARE, "tolerance": 5}])
    assert list(conformance.results(Policy.make("p", other))) == [which.id]
    other = declaration(topology={"nodes": [{"cpus": 2, "memory_mib": 128}]})
    assert conformance.results(Policy.make("p", other)) == {}
    other = declaration(modes={"one": {}, "two": {}})
    assert conformance.results(Policy.make("p", other)) == {}


@pytest.mark.parametrize("fact", ["patches_sha256", "config_sha256"])
def test_results_of_another_series_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fact: str
) -> None:
    monkeypatch.setattr(conformance, "MEASURED", tmp_path)
    monkeypatch.setattr(conformance.qemu, "version", lambda: "qemu")
    policy = Policy.make("p", declaration())
    stock_side, patched = Side("6.1", ""), Side("", "one")
    sides = {which.id: side(policy, which, [1, 2]) for which in (stock_side, patched)}
    sides[patched.id]["kernel"][fact] = "0" * 64
    conformance.write(policy, sides)
    # Debian's kernels have no series.
    assert list(conformance.results(policy)) == [stock_side.id]


def test_the_configuration_is_hashed_as_the_build_does() -> None:
    build = (KERNEL_PATCHES / "build.sh").read_text()
    assert "configuration | sha256sum" in build
    assert "configs=$here/kernel.config\n" in build


@pytest.mark.parametrize("name", conformance.names())
def test_declared_policies(name: str) -> None:
    policy = Policy.load(name)
    assert policy.repeats >= 2
    for each in policy.sides:
        scripts = policy.scripts(each)
        assert "say done" in scripts["workload.sh"]
        # A stock kernel has no switch of ours.
        for key in {key for mode in policy.modes.values() for key in mode}:
            path = conformance.setting(key)
            assert (f">{path}" in scripts["job.sh"]) == (not each.series)
            assert path not in scripts["workload.sh"]


def test_results_have_their_declaration() -> None:
    assert {path.stem for path in MEASURED.glob("*.json")} <= set(conformance.names())


@pytest.mark.parametrize("name", conformance.names())
def test_results_that_are_there_can_be_read(name: str) -> None:
    policy = Policy.load(name)
    sides = conformance.results(policy)
    path = conformance.result_path(policy)
    if path.is_file():
        # What comes from another series or declaration is measured again: make conformance
        assert set(sides) == set(json.loads(path.read_text())["sides"])
    for row in page.rows(policy, sides):
        assert not row.stale, row.measure.name
        assert not row.unexplained, row.measure.name
    for result in sides.values():
        assert len(result["runs"]) == policy.repeats
        assert result["kernel"]["release"]


def test_the_page_is_that_of_the_results() -> None:
    page.emit(REPOSITORY / "docs" / "conformance.md", check=True)


def test_a_stale_page_is_noticed(tmp_path: Path) -> None:
    shutil.copy(REPOSITORY / "docs" / "conformance.md", tmp_path / "page.md")
    with open(tmp_path / "page.md", "a", encoding="utf-8") as stale:
        stale.write("more\n")
    with pytest.raises(LabError, match="stale"):
        page.emit(tmp_path / "page.md", check=True)


def test_counters_of_disks_are_named_as_the_experiment_does(tmp_path: Path) -> None:
    """The program runs here, where no lab has named a disk: it prints none, and ends well."""
    program = tmp_path / "snapshot"
    source = REPOSITORY / "tracer" / "lab" / "workloads" / "snapshot.c"
    packages.need(packages.WORKLOADS)
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    done = subprocess.run(
        [program, "block/*", "vmstat/pgfault"], check=True, capture_output=True, text=True
    )
    assert done.stdout.startswith("stat ")
    assert "block/" not in done.stdout
