# SPDX-License-Identifier: Apache-2.0
"""Each thing that recording an unpatched kernel needs, broken in turn; the text it comes to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mmscope_trace import attachment, doctor, stock
from mmscope_trace.cli import main
from mmscope_trace.errors import TraceError

RELEASE = "6.12.117+deb12-amd64"


def bpftrace(folder: Path, version: str = "v0.23.2") -> str:
    program = folder / "bpftrace"
    program.write_text(f"#!/bin/sh\necho bpftrace {version}\n")
    program.chmod(0o755)
    return str(program)


@pytest.fixture
def machine(tmp_path: Path) -> doctor.Machine:
    """One that has everything."""
    files = {
        "sys/kernel/btf/vmlinux": "",
        "sys/kernel/security/lockdown": "none [integrity] confidentiality",
        "proc/meminfo": "MemTotal: 900000 kB\nMemAvailable:  500000 kB\n",
        "proc/kallsyms": "".join(f"0000000000000000 T {name}\n" for name in needed()),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "sys/kernel/tracing/events").mkdir(parents=True)
    return doctor.Machine(tmp_path, RELEASE, 0, 4, bpftrace(tmp_path))


def needed() -> list[str]:
    paths = [stock.script(question, RELEASE) for question in stock.SCRIPTS]
    return [name for path in paths for name in (*stock.functions(path), *stock.variables(path))]


def says(machine: doctor.Machine) -> dict[str, str]:
    made = doctor.findings(machine)
    assert len(made) == 10
    return {finding.of: finding.says for finding in made if not finding.good}


def test_nothing_is_missing(machine: doctor.Machine, capsys: pytest.CaptureFixture[str]) -> None:
    assert says(machine) == {}
    assert doctor.main(machine) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert lines[-1] == "ok next      mmscope-trace stock kswapd --for 30s -o kswapd.txt"


def test_each_thing_that_is_missing_is_said(machine: doctor.Machine, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    broken = {
        "kernel": replace(machine, release="7.4.1-amd64"),
        "root": replace(machine, uid=1000),
        "bpftrace": replace(machine, bpftrace=None),
    }
    words = {of: says(changed)[of] for of, changed in broken.items()}
    assert words["kernel"] == "7.4.1-amd64: rules are known of 6.1, 6.12, 7.3"
    assert says(broken["kernel"])["scripts"].startswith("none for this kernel")
    assert words["root"] == "no: run it with sudo"
    assert words["bpftrace"].startswith("not installed")
    old = replace(machine, bpftrace=bpftrace(tmp_path / "old", "v0.17.0"))
    assert "0.17.0 is too old: 0.23 or later" in says(old)["bpftrace"]
    assert says(old)["next"] == "mend first: bpftrace"


@pytest.mark.parametrize(
    ("path", "text", "of", "words"),
    [
        ("sys/kernel/btf/vmlinux", None, "BTF", "CONFIG_DEBUG_INFO_BTF"),
        ("sys/kernel/security/lockdown", "none [confidentiality]", "lockdown", "may read nothing"),
        ("proc/meminfo", "MemAvailable: 4096 kB\n", "memory", "4 MiB are available"),
        ("proc/kallsyms", None, "symbols", "cannot be read"),
        ("proc/kallsyms", "0 T wakeup_kswapd\n", "symbols", "gone: pgdat_balanced"),
    ],
)
def test_a_file_that_is_missing(
    machine: doctor.Machine, path: str, text: str | None, of: str, words: str
) -> None:
    file = machine.root / path
    if text is None:
        file.unlink()
    else:
        file.write_text(text)
    assert words in says(machine)[of]


def test_a_kernel_of_which_one_rule_is_known(machine: doctor.Machine) -> None:
    old = replace(machine, release="6.1.0-42-amd64")
    assert says(old) == {}
    assert doctor.findings(old)[-1].says == "mmscope-trace stock slot --for 30s -o slot.txt"
    with pytest.raises(TraceError, match=r"known \(6\.12, 7\.3\): .* not modelled"):
        stock.script("kswapd", old.release)


def test_the_script_of_6_1_differs_in_one_argument() -> None:
    texts = ((series, stock.FOLDER / f"slot-{series}.bt") for series in ("6.1", "6.12"))
    old, new = (
        path.read_text().replace(f"slot-{series}", "slot").splitlines() for series, path in texts
    )
    other = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    heading = (a.replace("Linux 6.1,", "Linux 6.12,") for a, _ in other[:1])
    assert list(heading) == [other[0][1]]
    assert [a.replace("args.entry_size > 1 ? 9 : 0", "args.entry_order") for a, _ in other[1:]] == [
        b for _, b in other[1:]
    ]


def test_each_script_is_there_and_counts_its_own_question() -> None:
    assert {row.name for row in stock.TABLE} == {path.name for path in stock.FOLDER.glob("*.bt")}
    numbers = {"kswapd": 0, "slot": 1, "il": 2, "ra": 3}
    for row in stock.TABLE:
        text = (stock.FOLDER / row.name).read_text()
        assert f" of={numbers[row.question]} " in text, row.name
        assert f'printf("mms_{row.question} ' in text, row.name
        assert f"{row.name} - " in text, row.name


# Of 6.12 and 7.3: the names that differ, each of a line or more.
RENAMED = {
    "il": [("alloc_pages_mpol_noprof", "alloc_pages_mpol"), ("iw_table", "wi_state")],
    "ra": [("swap_cache_get_folio", "swap_update_readahead")],
}
# 7.3 has the weights in a struct.
OF_7_3 = (
    "if ($table != 0) { $table = $table + offsetof(struct weighted_interleave_state, wi_state); }"
)


@pytest.mark.parametrize("question", RENAMED)
def test_scripts_of_two_kernels_differ_in_names(question: str) -> None:
    old, new = (
        (stock.FOLDER / f"{question}-{series}.bt").read_text().replace(series, "N")
        for series in ("6.12", "7.3")
    )
    for before, after in RENAMED[question]:
        assert before in old
        old, new = old.replace(before, after), new.replace(before, after)
    kept = [line for line in new.splitlines() if line.strip() != OF_7_3]
    assert old.splitlines() == kept


def test_no_tracefs(machine: doctor.Machine) -> None:
    (machine.root / "sys/kernel/tracing/events").rmdir()
    assert says(machine)["tracefs"].startswith("not mounted")


def test_dry_run_prints_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    for release, name in (("6.12.9", "slot-6.12.bt"), ("7.3.4-amd64", "slot-7.3.bt")):
        assert main(["stock", "slot", "--dry-run", "--release", release]) == 0
        assert capsys.readouterr().out == (stock.FOLDER / name).read_text()
    assert main(["stock", "slot", "--dry-run", "--release", "7.4.1"]) == 2
    assert "not modelled" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "number"), [("30", 30), ("30s", 30), ("1.5m", 90), ("2h", 7200)])
def test_times(text: str, number: float) -> None:
    assert stock.seconds(text) == number


FAKE = """#!/usr/bin/env python3
import signal, sys

def end(*_):
    print("mms_end ts=9 of=0 asked=1 left_out=0 torn=0")
    sys.exit(0)

signal.signal(signal.SIGINT, end)
print("mms_begin ts=1 version=1 release=6.12.0", flush=True)
signal.pause()
"""


def test_the_file_is_whole_when_the_time_is_over(tmp_path: Path) -> None:
    program = tmp_path / "bpftrace"
    program.write_text(FAKE)
    program.chmod(0o755)
    output = tmp_path / "k.txt"
    stock.record(stock.script("kswapd", RELEASE), output, 0.1, str(program))
    assert output.read_text().splitlines() == [
        "mms_begin ts=1 version=1 release=6.12.0",
        "mms_end ts=9 of=0 asked=1 left_out=0 torn=0 missed=0",
    ]
    assert not output.with_name("k.txt.part").exists()


def test_a_script_that_fails_leaves_no_file(tmp_path: Path) -> None:
    program = tmp_path / "bpftrace"
    program.write_text("#!/bin/sh\necho 'ERROR: No BTF' >&2\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(TraceError, match="No BTF"):
        stock.record(stock.script("kswapd", RELEASE), tmp_path / "k.txt", None, str(program))
    assert list(tmp_path.glob("k.txt*")) == []


def test_what_was_missed_is_read_of_each_program(tmp_path: Path) -> None:
    folder = tmp_path / "12" / "fdinfo"
    folder.mkdir(parents=True)
    (folder / "1").write_text("prog_type:\t26\nrecursion_misses:\t3\n")
    (folder / "2").write_text("pos:\t0\n")
    (folder / "3").write_text("recursion_misses:\t4\n")
    assert attachment.missed(12, tmp_path) == 7
