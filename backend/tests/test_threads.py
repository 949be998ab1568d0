"""Texts in the shapes of public threads, as people pasted them: read right, or refused by what they are.

Each line of the tables below was copied from its text by hand.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mmscope.captures.trace.columns import Copied, table
from mmscope.cli.commands.report import report
from mmscope.core import CoreError, PasteModule, TraceBatch, TraceModule, TraceReader
from mmscope.settings import Settings

THREADS = Path(__file__).parent / "threads"
Fields = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """An event. None: not known. `fields`: of those it has, some that the line tells."""

    kind: str
    ts: int | None
    cpu: int | None
    pid: int | None
    comm: str
    fields: Fields


@dataclass(frozen=True)
class Answer:
    """What a text is. `unreadable`: lines of people's own words."""

    format: str
    rows: list[Row]
    unreadable: int = 0
    says: str = ""  # of what was undone


def wake(ts: int, cpu: int | None, pid: int, comm: str, nid: int, order: int) -> Row:
    return Row("mm_vmscan_kswapd_wake", ts, cpu, pid, comm, {"nid": nid, "order": order})


def sleep(ts: int, cpu: int | None, pid: int, comm: str, nid: int) -> Row:
    return Row("mm_vmscan_kswapd_sleep", ts, cpu, pid, comm, {"nid": nid})


def other(ts: int | None, cpu: int | None, pid: int | None, comm: str, name: str, text: str) -> Row:
    return Row("other_event", ts, cpu, pid, comm, {"name": name, "text": text})


def probe(us: int, name: str, text: str) -> Row:
    return other(59599956000000 + us * 1000, 0, 47, "kswapd0", name, text)


def compaction(us: int, **fields: Any) -> Row:  # noqa: ANN401  # numbers and names
    kind = "mm_compaction_end" if "status" in fields else "mm_compaction_begin"
    start = {"zone_start": 0x40000, "free_pfn": 0xFFC00, "zone_end": 0x100000}
    return Row(kind, 7971000000000 + us * 1000, 6, 5972, "", {**start, **fields})


def direct_begin(us: int) -> Row:
    fields = {"order": 4, "gfp_flags": "GFP_HIGHUSER|__GFP_NOWARN|__GFP_COMP|__GFP_ZERO"}
    return Row("mm_vmscan_direct_reclaim_begin", 7971000000000 + us * 1000, 6, 5972, "", fields)


def direct_end(us: int, pages: int) -> Row:
    fields = {"nr_reclaimed": pages}
    return Row("mm_vmscan_direct_reclaim_end", 7971000000000 + us * 1000, 6, 5972, "", fields)


def shrink(us: int, scanned: int, priority: int) -> Row:
    flags = "RECLAIM_WB_FILE|RECLAIM_WB_ASYNC"
    fields = {"nid": 0, "nr_scanned": scanned, "nr_reclaimed": 0, "priority": priority, "flags": flags}
    ts = 2691911664000000 + us * 1000
    return Row("mm_vmscan_lru_shrink_inactive", ts, 3, 455459, "<...>", fields)


def function(ts: int | None, cpu: int, text: str) -> Row:
    return other(ts, cpu, None, "", "function_graph", text)


def requests(ts: int, sector: int) -> list[Row]:
    of = {"dev": 8 << 20, "rwbs": "R", "sector": sector, "nr_sector": 8}
    return [
        Row("block_rq_issue", ts, 0, 1970, "dd", {**of, "bytes": 4096}),
        Row("block_rq_complete", ts + 500000, 0, 0, "<idle>", {**of, "error": 0}),
    ]


def zeroed(ts: int, cpu: int, pfn: int) -> Row:
    flags = "GFP_HIGHUSER_MOVABLE|__GFP_ZERO"
    return Row("mm_page_alloc", ts, cpu, None, "", {"pfn": pfn, "order": 0, "gfp_flags": flags})


def swap(name: str, pages: int, used: int, prio: int) -> Row:
    fields = {"name": name, "pages": pages, "used": used, "prio": prio}
    return Row("swap_list", None, None, None, "", fields)


def woken(ts: int) -> Row:
    fields = {"nid": 0, "order": 8, "gfp_flags": "GFP_ATOMIC"}
    return Row("mm_vmscan_wakeup_kswapd", ts, 2, 0, "<idle>", fields)


MOVABLE = "GFP_HIGHUSER_MOVABLE|__GFP_NOWARN|__GFP_COMP|__GFP_THISNODE"
SECOND = 1_000_000_000
HALF_PAST_FOUR = (16 * 60 + 30) * 60 * SECOND
MIDNIGHT = 24 * 3600 * SECOND
BEFORE_TWO = (13 * 3600 + 38 * 60 + 56) * SECOND

READ = {
    "mail-perf-quoted.txt": Answer(
        "perf",
        [
            wake(59599956573000, 0, 47, "kswapd0", 0, 0),
            probe(575, "shrink_zone", "(ffffffff810c848c) priority=12 zone=ffff8801005fe000"),
            probe(576, "shrink_zone_return", "(ffffffff810c848c <- ffffffff810c96c6) arg1=0"),
            probe(578, "i915_gem_inactive_shrink", "(ffffffffa0081e48) gfp_mask=d0 nr_to_scan=0"),
            probe(589, "shrink_return", "(ffffffffa0081e48 <- ffffffff810c6a62) arg1=320"),
            probe(589, "shrink_slab_return", "(ffffffff810c69f5 <- ffffffff810c96ec) arg1=0"),
            wake(59599956611000, 0, 47, "kswapd0", 0, 0),
            probe(612, "shrink_zone", "(ffffffff810c848c) priority=12 zone=ffff8801005fe000"),
            wake(59599956629000, 0, 47, "kswapd0", 0, 0),
        ],
        unreadable=6,
        says="marks of a quoted mail (>) were taken off; folded lines were put together",
    ),
    "android-empty-comm.txt": Answer(
        "ftrace",
        [
            compaction(248176, migrate_pfn=0x40000, mode="async"),
            compaction(248394, migrate_pfn=0xAC800, mode="async", status="contended"),
            direct_begin(248399),
            direct_end(248922, 17),
            compaction(248974, migrate_pfn=0xACC00, mode="async"),
            compaction(249063, migrate_pfn=0xB5C00, mode="async", status="contended"),
            direct_begin(249067),
            direct_end(249768, 18),
        ],
        unreadable=1,
    ),
    "mail-ftrace-wrapped.txt": Answer(
        "trace_cmd",
        [shrink(706, 1, 0), shrink(711, 1, 4), shrink(714, 2, 3)],
        unreadable=2,
        says="folded lines were put together",
    ),
    "fgraph-with-events.txt": Answer(
        "ftrace",
        [
            function(None, 24, "0.141 us    |      __next_zones_zonelist();"),
            function(None, 24, "0.134 us    |      __zone_watermark_ok();"),
            function(None, 24, "1.688 us    |    }"),
            function(None, 24, "|    __cond_resched() {"),
            function(None, 24, "0.123 us    |      rcu_all_qs();"),
            function(None, 24, "0.370 us    |    }"),
            function(None, 24, "@ 184015.2 us |  }"),
            Row("mm_page_alloc", None, 24, None, "", {"pfn": 0, "order": 9, "gfp_flags": MOVABLE}),
            Row("mm_vmscan_kswapd_wake", None, 24, None, "", {"nid": 1, "order": 9}),
            Row("mm_vmscan_kswapd_sleep", None, 24, None, "", {"nid": 1}),
        ],
    ),
    "fgraph-abstime.txt": Answer(
        "ftrace",
        [
            function(1287587105140000, 1, "|  __alloc_pages_nodemask() {"),
            function(1287587105142000, 1, "0.061 us    |    get_page_from_freelist();"),
            zeroed(1287587105144000, 1, 1704824),
            function(1287587105145000, 1, "1.061 us    |  }"),
            zeroed(1287587105150000, 0, 1704830),
        ],
    ),
    "proc-swaps-paste.txt": Answer(
        "swaps",
        [
            swap("sda2", 158716 // 4, 444 // 4, -2),
            swap("zram0", 13308 // 4, 0, -3),
        ],
    ),
    "grep-color.txt": Answer(
        "trace_cmd",
        [
            wake(236009285028000, 2, 53, "kswapd0", 0, 8),
            sleep(236009295028000, 2, 53, "kswapd0", 0),
            woken(236009284803000),
        ],
        says="colours were taken out",
    ),
    "bpftrace-pid-first.txt": Answer(
        "bpftrace",
        [
            other(None, None, None, "", "java", "4312 java order=0 nid=0"),
            other(None, None, None, "", "java", "4312 java order=0 nid=1"),
            other(None, None, None, "", "kswapd0", "77 kswapd0 order=0 nid=0"),
            other(None, None, None, "", "postgres", "9120 postgres order=3 nid=1"),
        ],
    ),
    "journal-prefix.txt": Answer(
        "trace_cmd",
        [
            wake(236009285028000, 2, 53, "kswapd0", 0, 8),
            woken(236009294803000),
            sleep(236009295028000, 2, 53, "kswapd0", 0),
        ],
        says="a prefix of 33 bytes was taken off every line: 'Apr 26 20:09:09 host trace[412]: '",
    ),
    "bpftrace-printf-time.txt": Answer(
        "bpftrace",
        [
            other(HALF_PAST_FOUR + 50 * SECOND, None, None, "", "kswapd0_woke", "nid=0"),
            other(
                HALF_PAST_FOUR + 51 * SECOND,
                None,
                None,
                "",
                "direct_reclaim_java",
                "4312 latency 12 ms",
            ),
            other(MIDNIGHT - SECOND, None, None, "", "kswapd0_slept", "nid=0"),
            other(MIDNIGHT + SECOND, None, None, "", "kswapd0_woke", "nid=1"),
            other(MIDNIGHT + 2 * SECOND, None, None, "", "kswapd0_slept", "nid=1"),
        ],
    ),
    "old-kernel-vmscan.txt": Answer(
        "ftrace",
        [
            Row(
                "writeback_congestion_wait",
                71592057000,
                7,
                4719,
                "<...>",
                {"usec_timeout": 100000, "usec_delayed": 104000},
            ),
            Row("mm_vmscan_write_folio", 71696033000, 7, 4719, "<...>", {"pfn": 20153}),
            Row(
                "mm_vmscan_lru_shrink_inactive",
                71696042000,
                7,
                4719,
                "<...>",
                {"nid": 0, "nr_scanned": 5, "nr_reclaimed": 0, "priority": 12, "nr_dirty": None},
            ),
            Row(
                "mm_vmscan_lru_isolate",
                138621120000,
                1,
                4719,
                "<...>",
                {"order": 0, "nr_scanned": 32, "nr_taken": 25},
            ),
            Row(
                "mm_vmscan_lru_shrink_inactive",
                138700000000,
                1,
                4719,
                "<...>",
                {"nid": 0, "nr_scanned": 32, "nr_reclaimed": 20, "priority": 10, "nr_dirty": 0},
            ),
            Row(
                "mm_vmscan_wakeup_kswapd",
                138800000000,
                1,
                4719,
                "<...>",
                {"nid": 0, "order": 3, "gfp_flags": ""},
            ),
        ],
    ),
    "bcc-trace.txt": Answer(
        "bpftrace",
        [
            wake(BEFORE_TWO, None, 47, "kswapd0", 0, 0),
            Row("mm_vmscan_direct_reclaim_begin", BEFORE_TWO, None, 4319, "java", {"order": 0}),
            sleep(BEFORE_TWO + SECOND, None, 47, "kswapd0", 0),
        ],
    ),
    "short-wake-long-trace.txt": Answer(
        "ftrace",
        [
            *requests(100000000000, 2048),
            wake(130000000000, 1, 47, "kswapd0", 0, 0),
            sleep(130010000000, 1, 47, "kswapd0", 0),
            *requests(160000000000, 4096),
        ],
    ),
}
REFUSED = {
    "tutorial-no-times.txt": "line 1: 'memhog-131",
    "oom-dmesg.txt": "OOM killer",
    "vmstat-1.txt": "output of vmstat",
    "swapon-show.txt": "output of swapon",
    "systemTraceEvents.json": "jq -r .systemTraceEvents",
    "tracecmd-instances.txt": "several recordings",
}


def decoded(reader: TraceReader, batch: TraceBatch) -> list[Fields]:
    """Rows of a batch by name of column."""
    columns = table(batch.kind, [Copied(batch.rows, batch.columns, batch.heap)], reader.names())
    return [{"kind": batch.kind.name, **row} for row in columns.to_pylist()]


def rows_of(reader: TraceReader, name: str) -> list[Fields]:
    """Of the text, in its order. Raises CoreError."""
    batches = [decoded(reader, batch) for batch in reader.feed((THREADS / name).read_bytes())]
    batches += [decoded(reader, batch) for batch in reader.end()]
    return sorted((row for rows in batches for row in rows), key=lambda row: row["line"])


def test_there_is_an_answer_for_each() -> None:
    assert {path.name for path in THREADS.iterdir()} == {*READ, *REFUSED}


@pytest.mark.parametrize("name", READ)
def test_it_is_read_right(trace: TraceModule, name: str) -> None:
    answer = READ[name]
    reader = TraceReader(trace)
    found = rows_of(reader, name)
    said = reader.report()
    assert (said["format"], said["unreadable"], len(found)) == (
        answer.format,
        answer.unreadable,
        len(answer.rows),
    )
    assert answer.says in said["repairs"]
    for row, right in zip(found, answer.rows, strict=True):
        assert row["kind"] == right.kind
        if right.ts is not None:
            assert row["ts"] == right.ts
        assert (row["cpu"], row["pid"], row["comm"] or "") == (right.cpu, right.pid, right.comm), row
        assert {field: row[field] for field in right.fields} == right.fields
    if answer.format != "swaps":  # of a file of /proc no line has a time
        assert said["untimed"] == sum(row.ts is None for row in answer.rows)


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_with_what_it_is(trace: TraceModule, name: str) -> None:
    with pytest.raises(CoreError, match=re.escape(REFUSED[name])):
        rows_of(TraceReader(trace), name)


def test_a_short_stretch_awake_is_a_small_share_of_a_long_trace(
    usual: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(usual, str(THREADS / "short-wake-long-trace.txt"), [], as_json=True) == 0
    [node] = json.loads(capsys.readouterr().out)["kswapd"]
    assert (node["awake_ns"], node["known_ns"]) == (10_000_000, 60_000_500_000)


@pytest.mark.parametrize("name", ["oom-dmesg.txt", "proc-swaps-paste.txt"])
def test_of_a_machine_it_is_a_paste(usual: Settings, name: str) -> None:
    said = PasteModule(usual.paste).read((THREADS / name).read_bytes())
    assert len(said["reports" if name.startswith("oom") else "swaps"]) == (1 if name.startswith("oom") else 2)
