# SPDX-License-Identifier: Apache-2.0
"""Every sample of datasets/foreign as it looks behind a mail, a journal, a terminal or a page: what comes of it?

`texts.py [LINES] [short] [sample=PATTERN] [change=PATTERN]`: the first LINES of each sample (60); `short` tries more than
half of the alterations on one sample in six each; of the patterns, only samples and alterations that match are tried. An altered text may give the same events, or some of them with
what is missing counted, or be refused. It may not give an event that the text did not have. Alterations that lose
nothing must give the same events in 95 % of the samples at least.
Last line: `texts samples=… altered=… same=… counted=… refused=… wrong=0`.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from alteration import (
    BASIC,
    CASED,
    GONE,
    HEADLESS,
    LOSSLESS,
    ORDERED,
    REPAIRED,
    REWRITTEN,
    TORN,
    Alteration,
    Lines,
    interleaved,
)
from alteration_lines import CASED_TOO, DOUBLE, GONE_TOO, HANDED_ON, OF_MARKERS, OF_THE_KERNEL, UNSEEN
from alteration_pastes import CASED as CASED_OF_PASTES
from alteration_pastes import GONE as GONE_OF_PASTES
from alteration_pastes import HEADLESS as HEADLESS_OF_PASTES
from alteration_pastes import NAMELESS as NAMELESS_OF_PASTES
from alteration_pastes import OF_MARKERS as OF_MARKERS_OF_PASTES
from alteration_pastes import OF_TASKS, PASTED, RETOLD
from alteration_pastes import OF_THE_KERNEL as OF_THE_KERNEL_OF_PASTES
from alteration_pastes import TORN as TORN_OF_PASTES
from alteration_screens import COPIES, NAMELESS, OF_SEVERAL_TASKS, SCREENS
from alteration_screens import DOUBLE as DOUBLE_ON_SCREENS
from alteration_screens import GONE as GONE_ON_SCREENS
from alteration_screens import OF_MARKERS as OF_MARKERS_ON_SCREENS
from alteration_screens import OF_THE_KERNEL as OF_THE_KERNEL_ON_SCREENS

from mmscope.captures import PlainText
from mmscope.captures.trace.columns import Copied, table
from mmscope.core import CoreError, TraceBatch, TraceBounds, TraceModule, TraceReader
from mmscope.settings import load

ROOT = Path(__file__).resolve().parents[2]
LINES = 60
SAME_PERCENT = 95
SAME_LEAST = 20  # of fewer texts no share is taken
SHARE = 9  # where time is short, further alterations are tried on one sample in so many
SHARE_OF_MORE = 31  # and these
NO_EVENT = "no event"
NAMELESS_EVENT = "printf"  # of a script, where it gives none
LOSSLESS |= UNSEEN | SCREENS | PASTED
REPAIRED |= HANDED_ON | COPIES | RETOLD
MORE = frozenset({*UNSEEN, *HANDED_ON, *SCREENS, *COPIES, *PASTED, *RETOLD})
IS_GONE = frozenset({*GONE, *GONE_TOO, *GONE_ON_SCREENS, *GONE_OF_PASTES})
IS_HEADLESS = HEADLESS | HEADLESS_OF_PASTES
IS_THERE_TWICE = frozenset({"doubled", *DOUBLE, *DOUBLE_ON_SCREENS})
NOT_OF_SCRIPTS = frozenset(
    {*ORDERED, *OF_THE_KERNEL, *OF_MARKERS, *OF_THE_KERNEL_ON_SCREENS, *OF_THE_KERNEL_OF_PASTES}
)
MAP_VALUE = ("map", "key", "statistic", "low", "high", "value", "text")
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Reading:
    """What a text was read as. `rows`: kind, columns; unknown values are None; without the line's number."""

    refused: str  # empty: not
    rows: Counter[Row]
    short: int  # lines that are no events and lines that are bad, and values passed over
    format: str
    clock: str
    untimed: bool  # lines without a time have that of their neighbours
    unended: bool  # the last line
    torn: bool = False  # a line of a script may go on in the next
    headless: bool = False  # lines of the kernel's lost what they begin with
    maps: frozenset[Row] = frozenset()  # what maps hold; no value but one that the text printed at some time

    def without_times(self) -> "Reading":
        """The same, but for them."""
        return replace(self, rows=untimed(self.rows))


def plain_value(value: Any) -> Any:
    """A value that can be counted; of one that stands there twice, `0x20 (32)`, the first."""
    if isinstance(value, str):
        return re.sub(r"^(0x[0-9a-f]+) \(\d+\)$", r"\1", value)
    return tuple(value) if isinstance(value, list) else value


def decoded(reader: TraceReader, batch: TraceBatch) -> Iterator[Row]:
    """Rows of a batch as plain values."""
    columns = table(batch.kind, [Copied(batch.rows, batch.columns, batch.heap)], reader.names())
    for row in zip(*(column.to_pylist() for column in columns), strict=True):
        yield (batch.kind.name, *map(plain_value, row))


def read(module: TraceModule, text: bytes) -> Reading:
    """By the reader of the server."""
    rows: Counter[Row] = Counter()
    reader = TraceReader(module, TraceBounds(memory=64 << 20))
    try:
        found = [row for batch in reader.feed(text) for row in decoded(reader, batch)]
        found += [row for batch in reader.end() for row in decoded(reader, batch)]
    except CoreError as error:
        return Reading(str(error), rows, 0, "", "", False, False)
    report = reader.report()
    if not report["events"]:
        return Reading(NO_EVENT, rows, 0, report["format"], report["clock"], False, False)
    for kind, ts, cpu, pid, comm, _, *own in found:
        rows[(kind, None if kind == "lost" else ts, cpu, pid, comm, *own)] += (
            1  # a loss has its neighbour's time
        )
    short = report["unreadable"] + report["other"] + report["unknown_fields"] + report["lost_lines"]
    unended = not text.endswith(b"\n")
    maps = frozenset(tuple(v[name] for name in MAP_VALUE) for v in reader.map_values())
    return Reading(
        "", rows, short, report["format"], report["clock"], bool(report["untimed"]), unended, maps=maps
    )


def every_print(module: TraceModule, lines: Lines) -> frozenset[Row]:
    """All that the maps of a text held at any of its lines."""
    texts = ("".join(f"{line}\n" for line in lines[: n + 1]).encode() for n in range(len(lines)))
    return frozenset().union(*(read(module, text).maps for text in texts))


# ---- what came of it ----------------------------------------------------------------------------------------------


def words(row: Row) -> set[str]:
    """Of an event that no table knows: its name and its text are the line's own words."""
    name = "" if row[5] == NAMELESS_EVENT else row[5]
    text = f"{row[1] or ''} {name} {row[6]}"
    found = set(re.findall(r"\w+", text.replace("_", " ")))
    return found if row[1] else {word for word in found if not re.fullmatch(r"\d{10,}", word)}


def said_in(word: str, other: Row) -> bool:
    """A word of an event's; a name that a sentence gives it may end within one."""
    return any(each == word or (word.isalpha() and each.startswith(word)) for each in words(other))


def left_of(value: Any, whole: Any) -> bool:
    """The end of a task's name, of its pid or of a time: what stands behind the columns that were cut."""
    return value not in (None, "") and whole is not None and str(whole).endswith(str(value))


def unknown(value: Any) -> bool:
    """Nothing is said."""
    return value in (None, "") or (isinstance(value, tuple) and set(value) == {None})


def agrees(row: Row, other: Row, torn: bool, headless: bool = False) -> bool:
    """All that `row` says is so in `other`; the last value of a text whose last line has no end may be cut."""
    odd = [(a, b) for a, b in zip(row[1:5], other[1:5], strict=True) if not (a == b or a in (None, ""))]
    if odd and not (headless and all(left_of(a, b) for a, b in odd)):
        return False
    if row[0] == "other_event":  # of a kind's line whose rest is not there: it stands as it is
        return torn or other[0] != row[0] or all(said_in(word, other) for word in words(row))
    if len(row) != len(other):
        return False
    odd = [(a, b) for a, b in zip(row[5:], other[5:], strict=True) if not (a == b or unknown(a))]
    return not odd or (torn and len(odd) == 1 and str(odd[0][1]).startswith(str(odd[0][0])))


def begins(row: Row, other: Row) -> bool:
    """An event that no table knows, with the first of its text."""
    return row[0] == other[0] == "other_event" and row[1:6] == other[1:6] and other[6].startswith(row[6])


def plain(value: Any) -> Any:
    """Without the case of letters."""
    return value.casefold() if isinstance(value, str) else value


def rewritten(row: Row) -> Row:
    """Of an event that no table knows, without what was done to its text."""
    if row[0] != "other_event":
        return row
    text = re.sub(r"[^\s=]*(\.\.\.|\u2026|>)$", "", re.sub(r"(\d),(\d{3})\b", r"\1\2", row[6].casefold()))
    return (*row[:6], text)


def unmarked(row: Row) -> Row:
    """Of an event that no table knows, without its text."""
    return (*row[:6], "") if row[0] == "other_event" else row


def nameless(row: Row) -> Row:
    """Without the task's name."""
    return (*unmarked(row)[:4], "", *unmarked(row)[5:])


def beheaded(row: Row) -> Row:
    """Of a script's event, without its name, its time, and the first word of its text."""
    return (row[0], None, *row[2:5], "", row[6].partition(" ")[2]) if row[0] == "other_event" else row


def changed(reading: Reading, change: Callable[[Row], Row]) -> Reading:
    """Its rows otherwise."""
    rows: Counter[Row] = Counter()
    for row, n in reading.rows.items():
        rows[change(row)] += n
    return replace(reading, rows=rows)


def unknowable(change: str, tool: str) -> Callable[[Row], Row] | None:
    """What of a row nobody can know after this alteration is taken out of it."""
    if change in CASED | CASED_TOO | CASED_OF_PASTES:
        return lambda row: tuple(map(plain, row))
    if change in REWRITTEN:
        return rewritten
    if change in NAMELESS | NAMELESS_OF_PASTES:
        return nameless
    if change in OF_MARKERS | OF_MARKERS_ON_SCREENS | OF_MARKERS_OF_PASTES:
        return unmarked
    if change in IS_HEADLESS and tool.startswith("bpftrace"):
        return beheaded
    return None


def surplus(row: Row, other: Row) -> int:
    """What of an event that no table knows is not in this row of it: the closest is the one."""
    return len(words(other) - words(row)) if row[0] == other[0] == "other_event" else 0


def may_be(row: Row, kind: str) -> bool:
    """Of this kind, whether its line was understood or not."""
    return kind == row[0] or (row[0] == "other_event" and (kind in row[5] or not row[5]))


def unmatched(now: Reading, allowed: Counter[Row]) -> tuple[list[Row], int]:
    """Rows that the text does not have; how many of it are missing."""
    by_kind: dict[str, list[Row]] = {}
    for row in (allowed - now.rows).elements():
        by_kind.setdefault(row[0], []).append(row)
    odd = []
    for row in (now.rows - allowed).elements():
        left = [other for kind, others in by_kind.items() if may_be(row, kind) for other in others]
        fits = [o for o in left if agrees(row, o, False, now.headless)] or [
            o for o in left if (now.unended and agrees(row, o, True)) or (now.torn and begins(row, o))
        ]
        match = min(fits, key=lambda o: surplus(row, o), default=None)
        if match is None:
            odd.append(row)
        else:
            by_kind[match[0]].remove(match)
    return odd, sum(map(len, by_kind.values()))


def untimed(rows: Counter[Row]) -> Counter[Row]:
    """Without times."""
    out: Counter[Row] = Counter()
    for (kind, _, *rest), n in rows.items():
        out[(kind, None, *rest)] += n
    return out


def verdict(
    now: Reading, before: Reading, allowed: Counter[Row], maps: frozenset[Row], gone: bool
) -> tuple[str, list[Row]]:
    """same, counted, refused, wrong. `gone`: what is missing is not in the text at all."""
    if now.refused:
        return "refused", []
    if now.maps - maps:
        return "wrong", sorted(now.maps - maps, key=str)
    if now.untimed or before.untimed or now.clock != before.clock:
        now, before, allowed = now.without_times(), before.without_times(), untimed(allowed)
    if now.rows == allowed or now.rows == before.rows:
        return ("same" if now.maps == before.maps else "counted"), []
    odd, missing = unmatched(now, allowed)
    if odd or (missing > sum((allowed - before.rows).values()) and not now.short and not gone):
        return "wrong", odd
    return "counted", []


def head_of(path: Path) -> bytes:
    """The first of a sample's text, unpacked."""
    with path.open("rb") as file:
        return next(iter(PlainText(file, load().limits)), b"")


def samples(count: int) -> Iterator[tuple[str, str, Lines]]:
    """Name, tool and first lines."""
    for manifest in sorted((ROOT / "datasets" / "foreign").glob("*/*.json")):
        about = json.loads(manifest.read_text())
        head = head_of(manifest.parent / about["file"])
        lines = head.decode("utf-8", "replace").lstrip("\ufeff").replace("\r\n", "\n").split("\n")
        yield about["id"], manifest.parent.name, [line for line in lines[: 4 * count] if line][:count]


def without_rest(module: TraceModule, lines: Lines) -> Lines:
    """Without a first line that is the rest of one, which is none once something stands before it."""
    reader = TraceReader(module, TraceBounds(memory=64 << 20))
    try:
        for _ in (*reader.feed("".join(f"{line}\n" for line in lines).encode()), *reader.end()):
            pass
    except CoreError:
        return lines
    return lines[1:] if reader.report()["cut_first"] else lines


def pattern(name: str) -> re.Pattern[str]:
    """What this word of the command line asks for; without it, anything."""
    words = (word.removeprefix(f"{name}=") for word in sys.argv[1:] if word.startswith(f"{name}="))
    return re.compile(next(words, ""))


def main() -> int:
    """All of it."""
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), LINES)
    module = TraceModule(ROOT / "wasm-core" / "dist" / "mmtrace.wasm")
    totals: Counter[str] = Counter()
    lossless: dict[str, Counter[str]] = {name: Counter() for name in LOSSLESS}
    wrong: list[str] = []
    found = [(name, tool, without_rest(module, lines)) for name, tool, lines in samples(count)]
    readings = {}
    for name, _, lines in found:
        readings[name] = read(module, "".join(f"{line}\n" for line in lines).encode())
        if readings[name].refused and readings[name].refused != NO_EVENT:
            wrong.append(f"{name}: as it is: refused: {readings[name].refused}")
    others = {
        tool: (name, lines) for name, tool, lines in found if tool != "ugly" and not readings[name].refused
    }

    prints = {
        name: every_print(module, lines) if readings[name].maps else frozenset() for name, _, lines in found
    }

    def judge(
        sample: tuple[str, str], change: str, text: bytes, allowed: Counter[Row], other: str = ""
    ) -> str:
        name, tool = sample
        now, before = read(module, text), readings[name]
        headless = change in IS_HEADLESS and not tool.startswith("bpftrace")
        now = replace(now, torn=change in TORN | TORN_OF_PASTES, headless=headless)
        if known := unknowable(change, tool):
            now, before = changed(now, known), changed(before, known)
            allowed = before.rows
        maps = prints[name] | prints.get(other, frozenset())
        what, odd = verdict(now, before, allowed, maps, change in IS_GONE)
        totals[what] += 1
        if what == "wrong":
            wrong.append(
                f"{name}: {change}: read as {now.format}: {len(odd)} rows that are none, as {odd[:1]}"
            )
        return what

    short = "short" in sys.argv
    turn = {change: n for n, change in enumerate([*LOSSLESS, *REPAIRED])}
    asked, change_asked = pattern("sample"), pattern("change")
    for number, (name, tool, lines) in enumerate(f for f in found if not readings[f[0]].refused):
        before, sample = readings[name], (name, tool)
        if not asked.search(name):
            continue

        def due(changes: Mapping[str, Alteration], number: int = number) -> list[tuple[str, Alteration]]:
            return [
                (change, alter)
                for change, alter in changes.items()
                if change_asked.search(change)
                and (
                    not short
                    or change in BASIC
                    or (number + turn[change]) % (SHARE_OF_MORE if change in MORE else SHARE) == 0
                )
            ]

        for change, alter in due(LOSSLESS):
            what = judge(sample, change, alter(lines), before.rows)
            lossless[change][what] += 1
            if "-v" in sys.argv and what in ("counted", "refused"):
                print(f"{name}: {change}: {what}")
        for change, alter in due(REPAIRED):
            if change in NOT_OF_SCRIPTS and ("bpftrace" in tool or "bpftrace" in name):
                continue
            if change in OF_TASKS and {row[3] for row in before.rows} == {None}:
                continue
            if change in OF_SEVERAL_TASKS and len({row[4] for row in before.rows} - {""}) < 2:
                continue
            allowed = before.rows + before.rows if change in IS_THERE_TWICE else before.rows
            judge(sample, change, alter(lines), allowed)
        for other, (other_name, other_lines) in others.items():
            if tool not in (other, "ugly") and change_asked.search(f"with {other_name}"):
                both = before.rows + readings[other_name].rows
                judge(sample, f"with {other_name}", interleaved(lines, other_lines), both, other_name)
    for change, counts in lossless.items():
        if counts.total() >= SAME_LEAST and counts["same"] * 100 < SAME_PERCENT * counts.total():
            wrong.append(
                f"{change}: loses nothing, and is the same in {counts['same']} of {counts.total()} only"
            )
    for line in wrong:
        print(line)
    print(
        f"texts samples={len(found)} altered={totals.total()} same={totals['same']} counted={totals['counted']} "
        f"refused={totals['refused']} wrong={totals['wrong']}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
