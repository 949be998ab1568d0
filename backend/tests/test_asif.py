"""As if: on the command line, and its measures. What it decides is tested in wasm-core."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mmscope.asif import (
    Judged,
    Measure,
    Outcome,
    apart,
    compare,
    demand,
    differs,
    elsewhere,
    from_row,
    renamed,
    repeated,
    within,
)
from mmscope.cli.main import main
from mmscope.settings import load

CAPTURES = load().bundled

TWO_NODES = CAPTURES / "two-nodes-node.mmscope.gz"


def run(given: list[int], place: list[int], pid: list[int] | None = None) -> Outcome:
    return Outcome(
        np.array(given), np.array(place), np.array(pid or [1] * len(given)), None, ("swapA", "swapB")
    )


def test_a_capture_is_asked_what_another_rule_would_have_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["asif", str(TWO_NODES), "rule=global", "--seeds", "2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["recorded_under"] == "rule=node"
    assert printed["identity_same"] == printed["identity_decisions"] > 2000
    shares = {row["measure"]: row for row in printed["measures"]}
    first = shares["given by nvme0n1 at 25% of the demand"]
    assert first["as_if"] == 1.0 > first["recorded"]  # global fills the first device first
    assert 0 < printed["elsewhere"] < printed["decisions"]
    assert main(["asif", "two-nodes-node", "rule=node", "--seeds", "2"]) == 0  # its name does, too
    out = capsys.readouterr().out
    assert "2666 of 2666 decisions are its own" in out
    assert "decided otherwise, by its own chain: 0 of 2,666 (0.0%)" in out


@pytest.mark.slow
def test_zones_are_asked_what_another_policy_would_have_done(capsys: pytest.CaptureFixture[str]) -> None:
    zones = CAPTURES / "zones-fair.mmscope.gz"
    assert main(["asif", str(zones), "zone_alloc_policy=preferred", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["recorded_under"] == "zone_alloc_policy=fair"
    assert (
        printed["identity_same"] == printed["identity_decisions"] > 30000 > 50 * printed["identity_corrected"]
    )
    shares = {row["measure"]: row for row in printed["measures"]}
    assert shares["given by node 0 Normal to node 0 at 100% of the demand"]["as_if"] > 0.99
    assert shares["resets of batches"]["as_if"] == 0 < shares["resets of batches"]["recorded"]


@pytest.mark.slow
def test_reads_are_asked_what_another_mode_would_have_done(capsys: pytest.CaptureFixture[str]) -> None:
    reads = CAPTURES / "swap-in-interrupt.mmscope.gz"
    assert main(["asif", str(reads), "swap_poll=poll", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["recorded_under"] == "swap_poll=interrupt"
    assert printed["identity_same"] == printed["identity_decisions"] > 20000
    assert printed["runs"] == 3  # what a poll costs: as in the model, half and double
    assert printed["assumed"]
    shares = {row["measure"]: row for row in printed["measures"]}
    polled = shares["read by poll at 100% of the demand"]
    assert polled["recorded"] == 0
    assert polled["as_if"] > 0.9
    assert not any("hybrid" in name for name in shares)
    assert shares["reads of a fault"]["as_if"] == shares["pages of a window"]["as_if"] == 1
    assert main(["asif", str(reads), "swap_poll=hybrid", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    slept = next(row for row in printed["measures"] if row["measure"] == "reads that slept before polling")
    assert slept["recorded"] == 0
    assert slept["as_if"] > 10_000  # all but those of the first window, of which there is no mean


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "question", "said"),
    [
        (TWO_NODES, "swappiness=3", "say rule=… or zone_alloc_policy=… or granularity=… or swap_poll=…"),
        (TWO_NODES, "rule=fastest", "rule cannot be 'fastest': it is node, global or roundrobin"),
        (TWO_NODES, "rule=7", "must be 0 to 2"),
        (TWO_NODES, "granularity=8", "no allocation under interleave"),
        (TWO_NODES, "swap_poll=poll", "no read from swap"),
        (CAPTURES / "zones-fair.mmscope.gz", "rule=node", "no walk along a swap list"),
        (Path("-"), "rule=node", "give a file, not standard input"),
        (Path("two-nodes-nod"), "rule=node", "did you mean two-nodes-node"),
    ],
)
def test_what_cannot_be_asked_is_said(
    file: Path, question: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["asif", str(file), question, "--seeds", "1"]) == 2
    printed = capsys.readouterr().err
    assert said in printed
    assert printed.count("\n") == 1


def test_demand_ends_with_the_first_task_that_asks_for_much() -> None:
    assert demand(run([10] * 6, [0] * 6, [1, 2, 1, 2, 2, 2])) == 30
    assert demand(run([1, *[10] * 5], [0] * 6, [1, 2, 3, 2, 3, 3])) == 31  # task 1 asks for little


def test_a_decision_that_was_cut_in_two_counts_by_its_first_and_one_that_is_gone_is_elsewhere() -> None:
    before = replace(run([8] * 4, [0, 1, 0, 1]), line=np.array([10, 20, 30, 40]))
    after = replace(run([8, 4, 4, 8], [0, 1, 0, 1]), line=np.array([10, 20, 20, 30]))
    assert elsewhere(before, after) == (2, 4)  # line 30 on another place, line 40 not at all
    assert elsewhere(before, before) == (0, 4)
    assert elsewhere(run([8], [0]), before) is None


def test_repeats_show_what_chance_does() -> None:
    runs = [run([10] * 4, places) for places in ([0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 1, 1])]
    rows = {row.measure.name: row for row in repeated(runs)}
    last = rows["given by swapA at 100% of the demand"]
    assert (last.values, last.spread) == ((0.5, 0.75, 0.5), 0.25)
    assert last.near == (2, 6)
    again = from_row(json.loads(json.dumps(last.as_row())))
    assert (again.values, again.near) == (last.values, last.near)
    assert repeated([runs[0], run([], [])]) == []


def test_runs_are_compared_along_demand() -> None:
    real = replace(run([10] * 4, [0, 1, 0, 1]), in_a_row=True)
    judged = {j.real.name: j for j in compare(real, real, replace(run([20, 20], [0, 0]), in_a_row=True))}
    half = judged["given by swapB at 50% of the demand"]
    assert (half.real.value, half.asif, half.unchanged) == (0.5, 0.5, 0.0)
    assert differs(half)
    assert judged["decisions"].real.value == 4
    row = judged["pages in a row on one node"]
    assert (row.real.value, row.unchanged) == (1, 2)


def test_what_each_node_asks_for_is_compared_by_itself() -> None:
    real = replace(run([1] * 40, [0, 1] * 20), asked=np.array([0] * 39 + [1]), resets=np.arange(40) // 10)
    judged = {j.real.name: j for j in compare(real, real, real)}
    assert judged["given by swapB to node 0 at 50% of the demand"].real.value == 0.5
    assert not any("to node 1" in name for name in judged)  # asks for little
    assert judged["resets of batches"].real.value == 3


def test_a_tenth_is_near() -> None:
    assert within(0.45, Measure("share", 0.5, share=True))
    assert not within(0.44, Measure("share", 0.5, share=True))
    assert within(0.009, Measure("small share", 0.0, share=True, least=0.1))
    assert not within(0.009, Measure("small share", 0.0, share=True, least=0.05))
    assert not within(89, Measure("count", 100, share=False))
    assert not differs(Judged(Measure("share", 0.5, share=True), 0.1, 0.52))


@pytest.mark.slow
def test_what_is_assumed_is_varied_and_one_variant_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["asif", str(TWO_NODES), "rule=global", "--json"]
    assert main([*asked, "--seeds", "2"]) == 0
    band = json.loads(capsys.readouterr().out)
    assert band["assumptions"] == {"slots_back": ["random, 2 times", "oldest", "newest"]}
    assert band["runs"] == 4
    assert main([*asked, "--assume", "slots_back=oldest"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert one["runs"] == 1
    chosen = {row["measure"]: row["as_if"] for row in one["measures"]}
    wide = 0
    for row in band["measures"]:
        assert row["least"] <= chosen[row["measure"]] <= row["most"]
        wide += row["least"] < row["most"]
    assert wide  # which slots come back matters


@pytest.mark.parametrize(
    ("assume", "said"),
    [
        ("slots_back=eldest", "slots_back is all, random, oldest, newest, not “eldest”"),
        ("read_costs=half", "“read_costs” is not assumed here: say slots_back"),
        ("slots_back", "not “”"),
    ],
)
def test_what_is_no_assumption_is_refused(assume: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["asif", str(TWO_NODES), "rule=global", "--assume", assume]) == 2
    printed = capsys.readouterr().err
    assert said in printed
    assert printed.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(("there", "here"), [(1, 8), (8, 1), (2, 2)])
def test_requests_under_another_granularity_are_near_the_real_ones(
    there: int, here: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def measures(recorded: int, asked: int) -> dict[str, dict[str, float]]:
        capture = CAPTURES / f"interleave-{recorded}.mmscope.gz"
        assert main(["asif", str(capture), f"granularity={asked}", "--json"]) == 0
        return {row["measure"]: row for row in json.loads(capsys.readouterr().out)["measures"]}

    asif, real = measures(there, here), measures(here, here)
    for name in ("read requests", "sectors of a read request", "segments of a read request"):
        assert asif[name]["as_if"] == pytest.approx(real[name]["recorded"], rel=0.05)
        assert asif[name]["least"] <= asif[name]["as_if"] <= asif[name]["most"]


def test_a_switch_shows_where_all_recordings_of_it_are_apart() -> None:
    assert apart([0.5, 0.5, 0.5], [0.37, 0.30, 0.33])
    assert not apart([0.5, 0.5, 0.5], [0.37, 0.49, 0.48])  # repeats differ by more
    assert apart([1.0], [2.0])
    assert not apart([1.0, 2.0], [1.5])


def test_places_of_repeats_are_named_as_in_the_capture_beside() -> None:
    row = from_row(
        {"measure": "given by sdb at 25% of the demand", "share": True, "least": 0.1, "values": [1]}
    )
    assert renamed(row, ("sdb", "sda"), ("sda", "sdb")).measure.name == "given by sda at 25% of the demand"
    assert renamed(row, ("sdc",), ("sdd",)) == row
