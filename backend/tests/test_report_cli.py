"""`mmscope report`, and what `mmscope convert` draws for Perfetto: both by the page's own code."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mmscope.cli.commands.convert import convert
from mmscope.cli.commands.info import info
from mmscope.cli.commands.report import report
from mmscope.cli.main import main
from mmscope.settings import Settings

FOREIGN = Path(__file__).parents[2] / "datasets" / "foreign"
LARGE = FOREIGN / "ftrace" / "numa-reclaim.txt.zst"
PROC = FOREIGN / "ftrace" / "numa-reclaim"

Captured = pytest.CaptureFixture[str]


def _facts(settings: Settings, *files: Path, capsys: Captured) -> dict[str, Any]:
    file, *proc = (str(each) for each in files)
    assert report(settings, file, proc, as_json=True) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_json_has_kswapd_and_every_wait_by_task(usual: Settings, capsys: Captured) -> None:
    found = _facts(usual, LARGE, PROC / "after.swaps.txt", capsys=capsys)
    assert (found["overwritten"], found["lost"]) == (220794, 0)
    assert [row["node"] for row in found["kswapd"]] == [0, 1]
    for row in found["kswapd"]:
        assert 0 < row["awake_ns"] < row["known_ns"] < found["span_ns"]
        assert row["known_ns"] + row["unknown_ns"] == found["span_ns"]
    [direct] = found["waits"]
    given = {
        "wait": "direct reclaim",
        "count": 86,
        "pages": 7775,
        "unbegun": 4,
        "unended": 0,
        "pages_unbegun": 301,
    }
    assert given.items() <= direct.items()
    assert sum(task["count"] for task in direct["tasks"]) == 86
    assert max(task["longest_ns"] for task in direct["tasks"]) == direct["longest_ns"] == 2358029000
    assert found["vmstat"] == {"direct_reclaims": None}
    assert [swap["name"] for swap in found["swaps"]] == ["nvme0n1", "nvme1n1"]
    assert found["swap_reads"]["unknown"] == "numbers"


def test_text_is_the_sentence_the_answers_and_the_tables(usual: Settings, capsys: Captured) -> None:
    assert report(usual, str(LARGE), [], as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "86 direct reclaims took up to 2.36 s" in lines[0]
    assert any(line.startswith("How is a page read back?  which reads are of swap devices") for line in lines)
    assert any(line.split()[:4] == ["direct", "reclaim", "all", "86"] for line in lines)
    assert (
        "How long others took is not known: direct reclaim: 4 without a beginning, which got 301 pages."
        in lines
    )


KEYVALUE = FOREIGN / "bpftrace" / "debian-6.1-keyvalue.txt.gz"


def test_events_of_a_script_count_as_a_tracepoint_where_that_is_asked(
    usual: Settings, capsys: Captured
) -> None:
    found = _facts(usual, KEYVALUE, capsys=capsys)
    assert (found["counted"], found["requests"]) == ([], None)
    pair = ("rq_issue", "block_rq_issue")
    assert report(usual, str(KEYVALUE), [], count=[pair], as_json=True) == 0
    counted = json.loads(capsys.readouterr().out)
    assert counted["counted"] == [{"name": pair[0], "tracepoint": pair[1], "events": 582}]
    assert counted["requests"]["n"] == 582
    assert sum(disk["requests"] for disk in counted["disks"]) == 582
    assert counted["understood"] - found["understood"] == found["generic"] - counted["generic"] == 582
    assert report(usual, str(KEYVALUE), [], count=[pair], as_json=False) == 0
    assert "582 events rq_issue are counted as block_rq_issue." in capsys.readouterr().out.splitlines()
    assert report(usual, str(KEYVALUE), [], count=[("rq_issue", "block_rq_insert")], as_json=False) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith(
        "Events “rq_issue” cannot be counted as block_rq_insert. What can be: "
        "rq_issue=block_rq_issue, memcg_reclaim_begin=mm_vmscan_memcg_reclaim_begin, "
        "memcg_reclaim_end=mm_vmscan_memcg_reclaim_end.\n"
    )


def test_info_counts_them_so_too(usual: Settings, capsys: Captured) -> None:
    assert info(usual, str(KEYVALUE), count=[("rq_issue", "block_rq_issue")], as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "kind block_rq_issue 582" in lines
    assert "counted rq_issue as block_rq_issue 582" in lines
    assert not [line for line in lines if line.startswith("generic rq_issue")]
    with pytest.raises(SystemExit):
        main(["info", str(KEYVALUE), "--count", "rq_issue"])
    assert "'rq_issue' is not NAME=TRACEPOINT" in capsys.readouterr().err


def test_vmstat_says_how_many_direct_reclaims_are_not_in_the_capture(
    usual: Settings, capsys: Captured
) -> None:
    files = [PROC / f"{when}.vmstat.txt" for when in ("before", "after")]
    assert _facts(usual, LARGE, *files, capsys=capsys)["vmstat"] == {"direct_reclaims": 148}
    assert report(usual, str(LARGE), [str(file) for file in files], as_json=False) == 0
    said = capsys.readouterr().out
    assert "86 direct reclaims took up to 2.36 s (vmstat counted 148)" in said
    assert "vmstat counted 148 direct reclaims, this capture has 86 and 4 of which it has one end." in said


def test_zoneinfo_says_on_which_node_pages_are(usual: Settings, capsys: Captured) -> None:
    found = _facts(usual, LARGE, PROC / "after.zoneinfo.txt", capsys=capsys)
    assert sum(task["allocations"] for task in found["placed"]) == 40071
    by_node = [sum(task["nodes"][node]["pages"] for task in found["placed"]) for node in (0, 1)]
    assert min(by_node) > 0
    assert [sum(task[key] for task in found["placed"]) for key in ("failed", "unknown")] == [512, 0]
    assert report(usual, str(LARGE), [], as_json=False) == 0
    assert "On which node allocated pages are is not known: add /proc/zoneinfo" in capsys.readouterr().out


def test_numactl_says_which_pages_are_at_home(usual: Settings, capsys: Captured, tmp_path: Path) -> None:
    cpus = tmp_path / "numactl.txt"
    cpus.write_text("available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 1 cpus: 2 3\nnode distances:\n")
    found = _facts(usual, LARGE, PROC / "after.zoneinfo.txt", cpus, capsys=capsys)["placed"]
    home, away = (sum(task[f"pages_{where}"] for task in found) for where in ("home", "away"))
    assert min(home, away) > 0
    assert home + away == sum(node["pages"] for task in found for node in task["nodes"])
    assert report(usual, str(LARGE), [str(PROC / "after.zoneinfo.txt")], as_json=False) == 0
    assert "is not known: add what numactl -H prints" in capsys.readouterr().out


def test_a_clock_that_counts_keeps_its_unit(usual: Settings, capsys: Captured) -> None:
    found = _facts(usual, FOREIGN / "ftrace" / "debian-6.1-clock-x86-tsc.txt.gz", capsys=capsys)
    assert "span_cycles" in found
    assert not [key for key in json.dumps(found).split('"') if key.endswith("_ns")]


def test_what_cannot_be_read_is_said(usual: Settings, tmp_path: Path, capsys: Captured) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("Dear all,\nnothing is traced here.\n")
    for files in ([notes], [tmp_path / "none"], [LARGE, notes], [LARGE, LARGE]):
        file, *proc = (str(each) for each in files)
        assert report(usual, file, proc, as_json=False) == 2
        assert capsys.readouterr().err.startswith(f"mmscope: {files[-1]}: ")


def _events(settings: Settings, file: Path, out: Path) -> list[dict[str, Any]]:
    assert convert(settings, str(file), str(out), "perfetto") == 0
    found: list[dict[str, Any]] = json.loads(out.read_text())["traceEvents"]
    return found


@pytest.mark.slow
def test_perfetto_gets_what_the_timeline_pairs(usual: Settings, tmp_path: Path) -> None:
    events = _events(usual, LARGE, tmp_path / "trace.json")
    assert sum(event["ph"] == "i" for event in events) == 124519
    assert not [event for event in events if event["ph"] in "BE"]
    spans = [event for event in events if event["ph"] == "X"]
    reclaims = [event["dur"] for event in spans if event["name"] == "mm_vmscan_direct_reclaim"]
    assert len(reclaims) == 86
    assert sum(reclaims) / 1000 == pytest.approx(17149, abs=1)
    assert sum(event["name"] == "mm_shrink_slab" for event in spans) == 1806
    rows = [event for event in events if event["ph"] == "b"]
    assert sum(event["cat"] == "requests" for event in rows) == 539
    assert {event["name"] for event in rows if event["cat"] == "kswapd"} == {"kswapd0 awake", "kswapd1 awake"}
    assert len(rows) == sum(event["ph"] == "e" for event in events)


@pytest.mark.slow
def test_slices_of_a_task_lie_in_each_other(usual: Settings, tmp_path: Path) -> None:
    events = _events(usual, LARGE, tmp_path / "trace.json")
    by_task: dict[int, list[tuple[int, int]]] = {}
    for event in events:
        if event["ph"] == "X":
            start = round(event["ts"] * 1000)
            by_task.setdefault(event["pid"], []).append((start, start + round(event["dur"] * 1000)))
    for slices in by_task.values():
        opened: list[int] = []
        for start, end in sorted(slices, key=lambda one: (one[0], -one[1])):
            while opened and opened[-1] <= start:
                opened.pop()
            assert not opened or end <= opened[-1]
            opened.append(end)


def test_perfetto_of_a_packed_file_that_is_cut_off(usual: Settings, tmp_path: Path) -> None:
    whole = FOREIGN / "ftrace" / "debian-6.12-pipe.txt.gz"
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(gzip.decompress(whole.read_bytes()))[:60_000])
    events = _events(usual, cut, tmp_path / "trace.json")
    assert any(event["ph"] == "b" for event in events)
