# SPDX-License-Identifier: Apache-2.0
"""The probes' lines are those of the event table; several join into one program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mmscope_trace import probes, queues, session
from mmscope_trace.errors import TraceError

TABLE = (Path(__file__).resolve().parents[2] / "wasm-core/include/mms/events.def").read_text()
BALANCES = Path(__file__).resolve().parents[2] / "wasm-core/include/mms/balances.def"
NAMES = sorted(path.stem for path in probes.FOLDER.glob("*.bt"))
ROW = re.compile(r"F\((\w+), +(\w+), +(\d+), +\w+,")
PRINTED = re.compile(r'printf\("(\w+) ([^"]*)\\n"')
BITS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "s16": 16, "s32": 32, "s64": 64, "x64": 64}
# How bpftrace 0.17 prints a number of each type as the reader wants it.
FORMATS = {
    "u8": "%u", "u16": "%u", "u32": "%u", "u64": "%llu", "s16": "%d", "s32": "%d", "s64": "%lld",
    "x64": "%llx",
}  # fmt: skip
# Kinds that swap_avail_lock orders; only they have a seq.
ORDERED = ("swap_list", "swap_select")
# bpftrace gathers what it prints on a BPF program's stack of 512 bytes; comm takes 16 and a length.
STACK_WORDS = (512 - 64 - 24) // 8


def fields(kind: str) -> list[tuple[str, str, int]]:
    """Name, type and lanes of a kind's own fields."""
    part = re.split(r"\n\n", TABLE.partition(f"#define MMS_FIELDS_{kind}(F)")[2])[0]
    return [(name, of, int(lanes)) for name, of, lanes in ROW.findall(part)]


def wanted(kind: str) -> list[tuple[str, str]]:
    """Name and format of everything a line of the kind holds."""
    own = []
    for name, of, lanes in fields(kind):
        if of == "text":
            own.append((name, "text"))
        elif lanes > 1:
            own.append((name, ",".join(["%llx"] * (lanes * BITS[of] // 64))))
        else:
            own.append((name, FORMATS[of]))
    if kind == probes.SETTING:
        return [("ts", "%llu"), *own]
    return [("ts", "%llu"), ("cpu", "%u"), ("pid", "%d"), ("seq", "order"), *own, ("comm", "%r")]


def lines() -> list[tuple[str, str, str]]:
    """Probe, kind and format of every line that a probe prints."""
    return [
        (name, kind, form)
        for name in NAMES
        for kind, form in PRINTED.findall(probes.place(name).read_text())
        if kind != probes.TICK
    ]


def test_all_kinds_of_tracepoints_are_printed() -> None:
    printed = re.findall(r'E\((\w+), +\d+, +"[^"]*tracepoint', TABLE)
    assert sorted(printed) == sorted({kind for _, kind, _ in lines()} - {probes.SETTING})


@pytest.mark.parametrize(("probe", "kind", "form"), lines(), ids=lambda text: text[:16])
def test_fields(probe: str, kind: str, form: str) -> None:
    assert kind not in ORDERED or probe == "swap"
    # Where the text is in two parts, name and value, its last one is escaped.
    form = re.sub(r"(text=)[^%]*%s=%r|(text=)[^%]*=%r", "text=%s", form)
    printed = [tuple(part.split("=", 1)) for part in form.split(" ")]
    ordered = "%llu" if kind in ORDERED else "0"
    for (name, got), (other, want) in zip(printed, wanted(kind), strict=True):
        assert name == other
        if want == "order":
            assert got == ordered
        elif want == "text":
            assert re.fullmatch(r"%s|%c[AS]?", got)
        else:
            assert got == want
    assert sum(part[1].count("%") for part in printed) < STACK_WORDS


@pytest.mark.parametrize("name", NAMES)
def test_manual_and_ticks(name: str) -> None:
    text = probes.place(name).read_text()
    assert text.startswith(f"#!/usr/bin/env bpftrace\n/*\n * {name}.bt - ")
    assert " * Needs\n" in text
    assert text.count('printf("tick ts=%llu cpu=%u\\n", nsecs, cpu);') == 1


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_printed_or_counted_behind_the_end(name: str) -> None:
    text = probes.place(name).read_text()
    assert text.count(f'/curtask->tgid == @tracer && args->newcomm == "{session.STOP_NAME}"/') == 1
    for block in probes.BLOCK.findall(text):
        if (PRINTED.search(block) and "tick ts=" not in block) or "@hidden_pages[args" in block:
            assert "\n/@stopped == 0" in block


@pytest.mark.parametrize("name", NAMES)
def test_events_are_counted_by_task_and_cpu(name: str) -> None:
    """Each event once: those that a probe adds up itself are no task's."""
    for block in probes.BLOCK.findall(probes.place(name).read_text()):
        kinds = {kind for kind, _ in PRINTED.findall(block)} - {
            probes.TICK,
            probes.SETTING,
            "zone_hidden",
        }
        assert block.count("@tasks[curtask->pid, cpu, comm] = count();") == len(kinds)


@pytest.mark.parametrize("name", sorted({*NAMES} - {probes.SETTINGS}))
def test_each_group_is_counted_and_has_sums(name: str) -> None:
    text = probes.place(name).read_text()
    groups = set(re.findall(r"@decided_([a-z]+)\[", text))
    assert groups
    assert groups == set(re.findall(r"@seen_([a-z]+)\[", text))
    assert groups == set(re.findall(r"@sum_([a-z]+)_\w+\[", text))
    # What is asked on the way in is asked anew for the next decision.
    for asked in set(re.findall(r"\tif \(@(ask_[a-z]+)\[curtask->pid\] == 1\b", text)):
        assert f"delete(@{asked}[curtask->pid]);" in text


def test_joined() -> None:
    joined = probes.compose(NAMES)
    assert set(joined.kinds) == {kind for _, kind, _ in lines()} - {probes.SETTING}
    assert joined.source.count("tick ts=") == 1
    assert ("swap", "mm_swap_ra") in joined.points
    assert ("", "blk_mq_start_request") in joined.points
    assert joined.source.count("\n{\n") == joined.source.count("\n}\n")


def test_settings_are_beside_each_of_ours() -> None:
    for name in NAMES:
        made = probes.compose([name])
        assert made.source.startswith(probes.place(name).read_text())
        assert made.source.count("kretprobe:proc_sys_write\n") == 1
        assert ("", "kernfs_fop_write_iter") in made.points
        assert probes.SETTING not in made.kinds


def test_allocations_can_be_filtered() -> None:
    for name in ("zones", "interleave", "swapin"):
        assert "$# == 0 || comm == str($1)" in probes.place(name).read_text()


def test_by_path(tmp_path: Path) -> None:
    own = tmp_path / "own.bt"
    own.write_text('tracepoint:a:b\n{\n\tprintf("thing ts=1\\n");\n}\n')
    made = probes.compose([str(own)])
    assert (made.kinds, made.points) == (("thing",), (("a", "b"),))
    with pytest.raises(TraceError, match="or one of block, interleave"):
        probes.compose(["nothing"])


def test_the_check_knows_the_kinds_of_each_probe() -> None:
    kinds = re.findall(r"^\tE\((\w+), +\d+,", TABLE, re.MULTILINE)
    rows = re.findall(r'P\("(\w+)", (\w+), (\w+)\)', BALANCES.read_text())
    found = {name: set[str]() for name in NAMES}
    for name, first, last in rows:
        found[name] |= set(kinds[kinds.index(first) : kinds.index(last) + 1])
    for name in NAMES:
        printed = set(probes.compose([name]).kinds) - {queues.KIND}
        assert printed <= found[name], name
        assert not printed & {kind for other in NAMES if other != name for kind in found[other]}
