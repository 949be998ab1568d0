# SPDX-License-Identifier: Apache-2.0
"""Lines of bpftrace, with a shell script in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from mmscope_trace import attachment
from mmscope_trace.errors import TraceError
from mmscope_trace.probes import compose
from mmscope_trace.session import GATHER_SECONDS, Session
from mmscope_trace.writer import CaptureWriter

PROGRAM = compose(["swap"])


def fake(folder: Path, text: str) -> str:
    """A program that behaves like bpftrace."""
    program = folder / "bpftrace"
    program.write_text("#!/bin/sh\ntrap 'exit 0' INT\n" + text)
    program.chmod(0o755)
    return str(program)


def record(tmp_path: Path, text: str, *, command: list[str] | None = None) -> tuple[Session, str]:
    writer = CaptureWriter(tmp_path / "c")
    marks = tmp_path / "marks"
    session = Session(fake(tmp_path, text), PROGRAM, writer, ring_pages=8, marks=marks)
    session.run(command or [], 1.0)
    session.stop()
    writer.finish(session.events, session.lost, {})
    return session, (tmp_path / "c").read_text()


def test_events_losses_and_padding(tmp_path: Path) -> None:
    session, text = record(
        tmp_path,
        r"""
printf 'Attaching 2 probes...\n'
printf 'swap_list ts=1 seq=1 comm=sh\\x00\\x00\n'
printf 'Lost 12 events\n' >&2
printf 'swap_select ts=2 seq=2 comm=a\\x0aswap_list ts=9\\x00\n'
printf 'evil line\n'
while :; do sleep 0.1; done
""",
    )
    assert (session.events, session.lost) == (2, 12)
    assert "swap_list ts=1 seq=1 comm=sh\n" in text
    assert "comm=a\\x0aswap_list ts=9\n" in text
    assert "lost n=12\n" in text
    assert "evil" not in text
    assert text.endswith("end events=2 lost=12 manifest={}\n")


def test_reading_waits_for_more_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("mmscope_trace.session.time.sleep", pauses.append)
    lines = 'i=0\nwhile [ $i -lt 3000 ]; do i=$((i+1)); echo "swap_free ts=$i seq=$i"; done\n'
    session, text = record(tmp_path, lines + "while :; do sleep 0.1; done\n")
    assert session.events == text.count("swap_free ts=") == 3000
    assert set(pauses) == {GATHER_SECONDS}


def test_maps_are_no_lines(tmp_path: Path) -> None:
    maps = "printf '\\n@pages[2, 1]: 40\\n'\nwhile :; do sleep 0.1; done\n"
    session, text = record(tmp_path, maps)
    assert session.events == 0
    assert "@" not in text
    assert "tasks" not in session.again()


def test_events_by_task_and_cpu(tmp_path: Path) -> None:
    maps = "trap 'printf \"@tasks[113, 2, a, b]: 40\\n@tasks[0, 0, \\\\]: 7\\n\"; exit 0' INT\n"
    session, _ = record(tmp_path, maps + "while :; do sleep 0.1; done\n")
    assert session.again()["tasks"] == [(113, 2, 40, "a, b"), (0, 0, 7, "\\x5c")]


def test_other_places_of_the_kernel(tmp_path: Path) -> None:
    printed = (
        r"\n@ask_read[7]: 1\n\n@decided_read[7]: 3\n@decided_read[9]: 1\n\n@seen_read[7]: 3\n",
        r"\n@sum_read_max_win[7]: -1\n@sum_read_max_win[9]: 0\n@sum_read_lo[7]: 255\n",
        r"@decided_list[7]: 1\n\n@hidden_all[1]: 9\n\n",
        r"@hidden_pages[1, 0]: 2\n@hidden_pages[1, 3]: 1\n",
    )
    maps = "trap 'printf \"" + "".join(printed) + "\"; exit 0' INT\n"
    session, _ = record(tmp_path, maps + "while :; do sleep 0.1; done\n")
    again = session.again()
    assert again["witnesses"] == {
        "list": {"fields": [], "tasks": [[7, 1, 0]]},
        "read": {
            "fields": ["lo", "max_win"],
            "tasks": [[7, 3, 3, "ff", "f" * 16], [9, 1, 0, "0", "0"]],
        },
    }
    assert (again["hidden"], again["hidden_left"]) == ({"1": 9}, {"1": 3})


def test_waits_until_all_is_read(tmp_path: Path) -> None:
    late = (
        "sleep 1\nprintf 'swap_list ts=1 seq=1 comm=late\\n'\n"
        "printf 'tick ts=99999999999999999 cpu=0\\ntick ts=99999999999999999 cpu=1\\n'\n"
        "while :; do sleep 0.1; done\n"
    )
    writer = CaptureWriter(tmp_path / "c")
    session = Session(fake(tmp_path, late), PROGRAM, writer, ring_pages=8)
    session.run([], 0.1)
    assert session.events == 0
    session.catch_up([0, 1])
    session.stop()
    assert session.events == 1


def test_events_are_lost_with_bpftrace(tmp_path: Path) -> None:
    event = "printf 'swap_list ts=1 seq=1 comm=a\\n'\n"
    session, text = record(tmp_path, event + "exit 1\n")
    assert (session.events, session.lost) == (1, 1)
    assert "lost n=1\n" in text

    writer = CaptureWriter(tmp_path / "c")
    session = Session(fake(tmp_path, event + "sleep 1\n"), PROGRAM, writer, ring_pages=8)
    session.run(["true"], None)
    assert session.lost == 0
    session.catch_up([0])
    session.stop()
    assert (session.events, session.lost) == (1, 1)


def test_marks_from_the_workload(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    session, text = record(
        tmp_path,
        "while :; do sleep 0.1; done\n",
        command=["sh", "-c", f"echo one > {marks}; echo two > {marks}"],
    )
    assert [line.split("text=")[1] for line in text.splitlines() if "mark " in line] == [
        "one",
        "two",
    ]
    assert [f"mark ts={ts} text={mark}" for ts, mark in session.again()["marks"]] == [
        line for line in text.splitlines() if "mark " in line
    ]


def test_more_marks_than_the_last_line_holds(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    session, text = record(
        tmp_path,
        "while :; do sleep 0.1; done\n",
        command=["sh", "-c", f"seq -f 'a mark of many, number %g' 2000 > {marks}"],
    )
    assert text.count("mark ts=") > 1000
    assert session.again() == {"missed": 0}


def test_stats_from_the_workload(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    lines = "stat 7 vmstat/pgalloc_dma\nstat seven\n"
    session, text = record(
        tmp_path,
        "while :; do sleep 0.1; done\n",
        command=["sh", "-c", f"printf '{lines}' > {marks}"],
    )
    assert session.again()["stats"] == {"vmstat/pgalloc_dma": [1, 7, 7]}
    assert " value=7 text=vmstat/pgalloc_dma\n" in text
    assert " text=stat seven\n" in text


def test_settings_that_were_written(tmp_path: Path) -> None:
    written = (
        r"setting ts=7 text=vm.swap_device_select=roundrobin\\x0a",
        r"setting ts=5 text=vm.swap_device_select=node\\x0a",
        r"setting ts=8 text=vm.lowmem_reserve_ratio=256 32\\x09 0\\x0a",
        r"setting ts=9 text=vm.swap_poll=\\x5c\\xff",
        r"setting ts=9 text=no value",
    )
    session, text = record(
        tmp_path,
        "".join(f"printf '{line}\\n'\n" for line in written) + "while :; do sleep 0.1; done\n",
    )
    assert session.events == 0
    assert session.again()["switches"] == {
        "vm.swap_device_select": [("node", 1), ("roundrobin", 1)],
        "vm.lowmem_reserve_ratio": [("256 32 0", 1)],
        "vm.swap_poll": [("\\x5c\\xef\\xbf\\xbd", 1)],
    }
    assert [line for line in text.splitlines() if line.startswith("setting ")] == [
        "setting ts=7 text=vm.swap_device_select=roundrobin",
        "setting ts=5 text=vm.swap_device_select=node",
        "setting ts=8 text=vm.lowmem_reserve_ratio=256 32 0",
        "setting ts=9 text=vm.swap_poll=\\x5c\\xef\\xbf\\xbd",
    ]


def test_settings_are_read_at_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1, 100))
    monkeypatch.setattr(
        "mmscope_trace.session.switches", lambda: [(next(now), "vm.a", "1"), (next(now), "/b", "")]
    )
    marks = tmp_path / "marks"
    session, text = record(
        tmp_path,
        "while :; do sleep 0.1; done\n",
        command=["sh", "-c", f"echo stat 1 a > {marks}; echo one > {marks}"],
    )
    found = [line for line in text.splitlines() if line.startswith("setting ")]
    assert found[:2] == ["setting ts=1 text=vm.a=1", "setting ts=2 text=/b="]
    assert session.again()["switches"] == {"vm.a": [("1", 1)], "/b": [("", 1)]}


def test_the_program_and_its_argument_are_passed_on(tmp_path: Path) -> None:
    shown = fake(tmp_path, 'printf "%s\\n" "$#" "$4" "$5" | cut -c1-30 >"$0.words"\n')
    writer = CaptureWriter(tmp_path / "c")
    session = Session(shown, compose(["zones"]), writer, ring_pages=8, comm="reader")
    session.run([], 30.0)
    session.stop()
    words = Path(f"{shown}.words").read_text().splitlines()
    assert words[:2] == ["5", "#!/usr/bin/env bpftrace"]
    assert words[-1] == "reader"


def test_marks_must_be_a_fifo(tmp_path: Path) -> None:
    (tmp_path / "marks").write_text("")
    writer = CaptureWriter(tmp_path / "c")
    with pytest.raises(TraceError, match="not a fifo"):
        Session(fake(tmp_path, ""), PROGRAM, writer, ring_pages=8, marks=tmp_path / "marks")


def test_bpftrace_that_fails_to_attach(tmp_path: Path) -> None:
    writer = CaptureWriter(tmp_path / "c")
    failing = fake(tmp_path, "echo ERROR >&2; exit 1\n")
    session = Session(failing, PROGRAM, writer, ring_pages=8)
    with pytest.raises(TraceError, match="ended before it was attached"):
        session.wait_attached()


def test_stopped_twice(tmp_path: Path) -> None:
    writer = CaptureWriter(tmp_path / "c")
    program = fake(tmp_path, "while :; do sleep 0.1; done\n")
    session = Session(program, PROGRAM, writer, ring_pages=8, marks=tmp_path / "marks")
    session.stop()
    session.stop()
    assert not session.pump(0.0)


def test_nothing_attached_here() -> None:
    assert attachment.points(1 << 22) == set()
