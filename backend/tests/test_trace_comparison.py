"""`mmscope compare` of two traces of stock kernels: conditions, exit statuses, forms."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from mmscope.cli.main import main

FOREIGN = Path(__file__).parents[2] / "datasets" / "foreign"
KINDS = ("begin: order=0 gfp_flags=GFP_KERNEL", "end: nr_reclaimed=32")

Captured = pytest.CaptureFixture[str]


def _line(us: int, event: str) -> str:
    return f"            cc-7       [000] ..... {100 + us / 1e6:.6f}: {event}\n"


def _stalls(*lengths: int) -> str:
    lines = [
        _line(1000 * i + at, f"mm_vmscan_direct_reclaim_{kind}")
        for i, length in enumerate(lengths)
        for at, kind in zip((0, length), KINDS, strict=True)
    ]
    return f"# tracer: nop\n#\n{''.join(lines)}"


@pytest.fixture
def traces(tmp_path: Path) -> dict[str, str]:
    """Stalls of 100 µs, of 120, of 200; one without any; one that lost events."""
    texts = {
        "short": _stalls(100),
        "near": _stalls(120),
        "long": _stalls(200),
        "none": f"# tracer: nop\n#\n{_line(0, 'mm_vmscan_kswapd_sleep: nid=0')}",
        "lost": f"{_stalls(100)}CPU:0 [LOST 12 EVENTS]\n{_line(9000, 'mm_vmscan_kswapd_sleep: nid=0')}",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in texts}


@pytest.mark.parametrize(
    ("b", "condition", "status"),
    [
        ("near", "direct_p99 > 20%", 0),  # just 20 %
        ("near", "direct_p99 >= 20%", 1),
        ("long", "direct_p99 > 20%", 1),
        ("long", "direct_p99 > 100us", 0),
        ("long", "direct_p99 > 99.9us", 1),
        ("long", "direct_p99 < 0", 0),
        ("none", "direct_p99 > 20%", 4),
        ("none", "direct_count < 0", 4),
        ("lost", "direct_p99 > 20%", 4),
        ("lost", "direct_p99 != 0", 4),
        ("long", "request_p99 > 20%", 4),
        ("long", "direct_p9 > 20%", 2),
        ("long", "direct_p99.1 > 20%", 2),
        ("long", "direct_count > 1ms", 2),
        ("long", "direct_p99 is long", 2),
    ],
)
def test_a_condition_holds_or_not_or_is_not_known(
    traces: dict[str, str], b: str, condition: str, status: int, capsys: Captured
) -> None:
    assert main(["compare", traces["short"], traces[b], "--fail-if", condition]) == status
    said = capsys.readouterr().err
    assert bool(said) == (status != 0)
    assert ("cannot be judged" in said) == (status == 4)
    assert (f"so “{condition}” holds" in said) == (status == 1)


def test_one_that_holds_comes_before_one_that_is_not_known(traces: dict[str, str], capsys: Captured) -> None:
    conditions = ["--fail-if", "direct_p99 > 20%", "--fail-if", "cgroup_p99 > 20%"]
    assert main(["compare", traces["short"], traces["long"], *conditions]) == 1
    holds, unknown = capsys.readouterr().err.splitlines()
    assert holds == "mmscope: direct_p99: A 100 µs, B 200 µs, +100 µs (+100.0 %), so “direct_p99 > 20%” holds"
    missing = "has no event mm_vmscan_memcg_reclaim_begin and no mm_vmscan_memcg_reclaim_end"
    assert unknown == (
        f"mmscope: “cgroup_p99 > 20%” cannot be judged: cgroup_p99 is unknown: A {missing}; B {missing}"
    )


def test_a_name_that_there_is_not_is_told_the_others(traces: dict[str, str], capsys: Captured) -> None:
    assert main(["compare", traces["short"], traces["long"], "--fail-if", "direct_p90 > 1"]) == 2
    said = capsys.readouterr().err
    assert "did you mean direct_p99" in said
    assert "kswapd_awake" in said


def test_json_has_what_is_known_and_why_the_rest_is_not(traces: dict[str, str], capsys: Captured) -> None:
    assert main(["compare", traces["short"], traces["lost"], "--json", "--fail-if", "direct_p99 > 1%"]) == 4
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (found["a"]["events"], found["b"]["lost"]) == (2, 12)
    rows = {row["name"]: row for row in found["rows"]}
    direct = rows["direct_p99"]
    assert [direct[key] for key in ("unit", "better", "part")] == ["ns", "less", None]
    assert [direct[key] for key in ("a", "b", "percent")] == [100000, 100000, None]
    assert [direct[key] for key in ("verdict", "unknown")] == ["unknown", "B lost 12 events"]
    assert "request_p99" in found["neither"]
    assert (found["failed"], len(found["unjudged"])) == ([], 1)


def test_text_says_what_is_not_known(traces: dict[str, str], capsys: Captured) -> None:
    assert main(["compare", traces["short"], traces["none"]]) == 0
    lines = capsys.readouterr().out.splitlines()
    [row] = [line.split() for line in lines if line.startswith("direct_p99")]
    assert row[-6:] == ["100", "µs", *["\N{EN DASH}"] * 3, "unknown"]
    assert any(line.startswith("Unknown, since B has no event mm_vmscan_direct_reclaim") for line in lines)


def test_csv_has_a_row_for_each_number(traces: dict[str, str], capsys: Captured) -> None:
    assert main(["compare", traces["short"], traces["long"], "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [r["b"] for r in rows if r["name"] == "direct_longest"] == ["200000"]


def test_tools_may_differ_and_files_be_packed(capsys: Captured) -> None:
    files = [
        FOREIGN / "ftrace/debian-6.12-default.txt.gz",
        FOREIGN / "perf-script/debian-6.12-default.txt.gz",
    ]
    assert main(["compare", *map(str, files), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [found[side]["format"] for side in "ab"] == ["ftrace", "perf"]
    nodes = [row["part"] for row in found["rows"] if row["name"] == "kswapd_awake"]
    assert nodes == [0, 1]


def test_what_cannot_be_compared_is_refused(traces: dict[str, str], tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "notes").write_text("Dear all,\nnothing is traced here.\n")
    refused = (
        [traces["short"], str(tmp_path / "notes")],
        [traces["short"], "two-nodes-node"],
        ["two-nodes-node", traces["short"]],
        ["--a", traces["short"], traces["long"], "--b", traces["near"]],
        [traces["short"]],
    )
    for arguments in refused:
        assert main(["compare", *arguments]) == 2
        assert capsys.readouterr().err.startswith("mmscope: ")
