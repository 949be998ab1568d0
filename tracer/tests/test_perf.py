# SPDX-License-Identifier: Apache-2.0
"""What perf said, folded."""

from __future__ import annotations

import gzip
from pathlib import Path

from mmlab.experiments import perf

SCRIPT = """\
writer
\tffffffff81000001 nvme_poll
\tffffffff81000002 swap_read_folio
\t          401000 main

writer
\tffffffff81000001 nvme_poll
\tffffffff81000002 swap_read_folio
\t          401000 main

kswapd0
\tffffffff81000003 shrink_node

"""
COUNTERS = """\
# started on Sat Nov 21 2026

57;;context-switches;1024;100.00;1.2;/sec
9;;major-faults:u;1024;100.00;;
12.50;msec;task-clock;12500000;100.00;0.9;CPUs utilized
"""


def test_collect(tmp_path: Path) -> None:
    (tmp_path / perf.SCRIPT).write_text(SCRIPT)
    (tmp_path / f"{perf.STAT}.2.writer").write_text(COUNTERS)
    (tmp_path / f"{perf.STAT}.10.fill").write_text("")
    facts, stacks = perf.collect(tmp_path)
    assert stacks == "writer;main;swap_read_folio;nvme_poll 2\nkswapd0;shrink_node 1\n"
    assert facts["samples"] == 3
    assert facts["samples_by_comm"] == {"writer": 2, "kswapd0": 1}
    assert facts["runs"] == [
        {
            "run": 2,
            "program": "writer",
            "context-switches": 57,
            "major-faults": 9,
            "task-clock": 12.5,
        },
        {"run": 10, "program": "fill"},
    ]


def test_file(tmp_path: Path) -> None:
    perf.file(tmp_path / "a", "x 1\n")
    assert gzip.decompress((tmp_path / "a").read_bytes()) == b"x 1\n"
