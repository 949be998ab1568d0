# SPDX-License-Identifier: Apache-2.0
"""Every sample of datasets/foreign as it looks behind a mail, a journal, a terminal or a page: what comes of it?

`texts.py [LINES]`: the first LINES of each sample (60). An altered text may give the same events, or some of them with
what is missing counted, or be refused. It may not give an event that the text did not have. Alterations that lose
nothing must give the same events in 95 % of the samples at least.
Last line: `texts samples=… altered=… same=… counted=… refused=… wrong=0`.
"""

import json
import quopri
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mmscope.captures import PlainText
from mmscope.captures.trace.columns import Copied, table
from mmscope.core import CoreError, TraceBatch, TraceBounds, TraceModule, TraceReader
from mmscope.settings import load

ROOT = Path(__file__).resolve().parents[2]
LINES = 60
SAME_PERCENT = 95
NO_EVENT = "no event"
MAP_VALUE = ("map", "key", "statistic", "low", "high", "value", "text")
Row = tuple[Any, ...]
Lines = list[str]


@dataclass(frozen=True)
class Reading:
    """What a text was read as. `rows`: kind, columns; untold values are None; without the line's number."""

    refused: str  # empty: not
    rows: Counter[Row]
    short: int  # lines that are no events and lines that are bad, and values passed over
    format: str
    clock: str
    untimed: bool  # lines without a time have that of their neighbours
    unended: bool  # the last line
    maps: frozenset[Row] = frozenset()  # what maps hold; no value but one that the text printed at some time

    def without_times(self) -> "Reading":
        """The same, but for them."""
        return replace(self, rows=untimed(self.rows))


def decoded(reader: TraceReader, batch: TraceBatch) -> Iterator[Row]:
    """Rows of a batch as plain values."""
    columns = table(batch.kind, [Copied(batch.rows, batch.columns, batch.heap)], reader.names())
    for row in zip(*(column.to_pylist() for column in columns), strict=True):
        yield (batch.kind.name, *(tuple(value) if isinstance(value, list) else value for value in row))


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
    return Reading("", rows, short, report["format"], report["clock"], bool(report["untimed"]), unended, maps)


def every_print(module: TraceModule, lines: Lines) -> frozenset[Row]:
    """All that the maps of a text held at any of its lines."""
    texts = ("".join(f"{line}\n" for line in lines[: n + 1]).encode() for n in range(len(lines)))
    return frozenset().union(*(read(module, text).maps for text in texts))


# ---- alterations ------------------------------------------------------------------------------------------------


def each(change: Callable[[str], str]) -> Callable[[Lines], bytes]:
    """Of every line."""
    return lambda lines: "".join(f"{change(line)}\n" for line in lines).encode()


def numbered(form: str) -> Callable[[Lines], bytes]:
    """Its number before every line."""
    return lambda lines: "".join(f"{form.format(n + 1)}{line}\n" for n, line in enumerate(lines)).encode()


def clocked(form: str) -> Callable[[Lines], bytes]:
    """A time that goes on before every line."""

    def change(lines: Lines) -> bytes:
        return "".join(
            f"{form.format(h=9 + n // 3600, m=n // 60 % 60, s=n % 60, us=n * 7919 % 1000000)}{line}\n"
            for n, line in enumerate(lines)
        ).encode()

    return change


def whole(change: Callable[[bytes], bytes]) -> Callable[[Lines], bytes]:
    """Of the text."""
    return lambda lines: change("".join(f"{line}\n" for line in lines).encode())


def coloured(line: str) -> str:
    """As grep --color does."""
    return re.sub(r"(kswapd\d?|reclaim|alloc|block)", "\x1b[01;31m\x1b[K\\1\x1b[m\x1b[K", line)


def folded(line: str, width: int) -> Lines:
    """As a mailer does, at blanks; the blanks at the beginning stay."""
    out = []
    while len(line) > width and (at := line.rfind(" ", len(line) - len(line.lstrip()) + 1, width + 1)) > 0:
        out.append(line[:at])
        line = line[at + 1 :]
    return [*out, line]


def cut_hard(line: str, width: int) -> Lines:
    """As a terminal does, anywhere."""
    return [line[at : at + width] for at in range(0, max(len(line), 1), width)]


def many(change: Callable[[str], Lines]) -> Callable[[Lines], bytes]:
    """Several lines of one."""
    return lambda lines: "".join(f"{part}\n" for line in lines for part in change(line)).encode()


def without(pattern: str) -> Callable[[Lines], bytes]:
    """The first of these of every line is missing."""
    return each(lambda line: re.sub(pattern, "", line, count=1))


def with_prose(lines: Lines) -> bytes:
    """As in a mail."""
    said = ["Hi all,", "", "here is what I see when the box stalls, order=3 mostly:", ""]
    after = ["", "Any idea what kswapd is doing?", "", "Regards,", "J"]
    return "".join(f"{line}\n" for line in [*said, *lines, *after]).encode()


JOURNAL = "Apr 26 {h:02}:{m:02}:{s:02} host trace[412]: "
GONE = {"cut-beginning", "cut-early", "cut-end", "cut-both", "no-task"}
LOSSLESS: dict[str, Callable[[Lines], bytes]] = {
    "crlf": each(lambda line: line + "\r"),
    "bom": whole(lambda text: b"\xef\xbb\xbf" + text),
    "bom-crlf": whole(lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")),
    "colours": each(coloured),
    "colours-whole": each(lambda line: f"\x1b[32m{line}\x1b[0m"),
    "journal": clocked(JOURNAL),
    "journal-iso": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}+02:00 host trace[412]: "),
    "journal-monotonic": clocked("[ 1234.{us:06}] host trace[412]: "),
    "dmesg": clocked("[ 1234.{us:06}] "),
    "dmesg-level": clocked("<4>[ 1234.{us:06}] "),
    "dmesg-date": clocked("[Sun Apr 26 {h:02}:{m:02}:{s:02} 2026] "),
    "netconsole": clocked("6,1234,5678{us:06},-;"),
    "docker": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}Z "),
    "compose": each(lambda line: f"tracer-1  | {line}"),
    "file-name": each(lambda line: f"trace.txt: {line}"),
    "grep-file": each(lambda line: f"logs/trace.txt:{line}"),
    "quoted": each(lambda line: f"> {line}"),
    "quoted-twice": each(lambda line: f"> > {line}"),
    "quoted-printable": whole(lambda text: quopri.encodestring(text)),
    "quoted-quoted-printable": whole(
        lambda text: quopri.encodestring(b"".join(b"> " + line for line in text.splitlines(keepends=True)))
    ),
    "fences": whole(lambda text: b"```\n" + text + b"```\n"),
    "fences-glued": whole(lambda text: b"```" + text.removesuffix(b"\n") + b"```\n"),
    "journal-json": each(lambda line: json.dumps({"_HOSTNAME": "host", "MESSAGE": line, "PRIORITY": "6"})),
    "container-json": each(lambda line: json.dumps({"log": f"{line}\n", "stream": "stdout"})),
    "indented": each(lambda line: f"    {line}"),
    "page": each(lambda line: line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")),
    "page-blanks": each(lambda line: line.replace("  ", "\xa0 ")),
    "blanks-behind": each(lambda line: f"{line}   "),
    "empty-lines": each(lambda line: f"{line}\n"),
    "no-last-end": whole(lambda text: text.removesuffix(b"\n")),
}
REPAIRED: dict[str, Callable[[Lines], bytes]] = {
    "numbers": numbered("{}:"),
    "numbers-cat": numbered("{:6}\t"),
    "tab": each(lambda line: f"\t{line}"),
    "fences-prose": lambda lines: with_prose(["```", *lines, "```"]),
    "prose": with_prose,
    "trimmed": each(str.strip),
    "tabs": each(lambda line: line.replace("        ", "\t")),
    "spaces": each(lambda line: line.expandtabs(8)),
    "one-blank": each(lambda line: re.sub(" +", " ", line)),
    "cut-beginning": whole(lambda text: text[len(text) // 3 :]),
    "cut-early": whole(lambda text: text[37:]),
    "cut-end": whole(lambda text: text[: len(text) * 2 // 3]),
    "cut-both": whole(lambda text: text[len(text) // 5 : len(text) * 4 // 5]),
    "folded-72": many(lambda line: folded(line, 72)),
    "folded-78": many(lambda line: folded(line, 78)),
    "folded-quoted": many(lambda line: [f"> {part}" for part in folded(line, 72)]),
    "hard-80": many(lambda line: cut_hard(line, 80)),
    "no-task": without(r"^ {0,15}\S.*?(?=-\d+ |\s\d+ \[\d)"),
    "no-cpu": without(r"\[\d{3}\] ?"),
    "no-time": without(r"\d+\.\d{6}: ?"),
    "no-equals": each(lambda line: line.replace("=", " ")),
    "upside-down": lambda lines: "".join(f"{line}\n" for line in reversed(lines)).encode(),
    "escaped": each(lambda line: json.dumps(line)),
    "commented": each(lambda line: f"# {line}"),
    "bullets": each(lambda line: f"* {line}"),
    "table": lambda lines: "".join(["| line |\n|---|\n", *(f"| {line} |\n" for line in lines)]).encode(),
    "patch": lambda lines: "".join(
        ["--- a\n+++ b\n@@ -0,0 +1 @@\n", *(f"+{line}\n" for line in lines)]
    ).encode(),
    "json-unknown": each(lambda line: json.dumps({"text": line, "n": 1})),
    "doubled": lambda lines: "".join(f"{line}\n" for line in doubled(lines)).encode(),
}


def doubled(lines: Lines) -> Lines:
    """One line stands there twice."""
    at = len(lines) * 2 // 3
    return [*lines[: at + 1], *lines[at:]]


def interleaved(lines: Lines, others: Lines) -> bytes:
    """Two outputs in one terminal, line by line."""
    order = random.Random(7)
    a, b, out = list(lines), list(others), []
    while a or b:
        take = a if a and (not b or order.random() < 0.5) else b
        out.append(take.pop(0))
    return "".join(f"{line}\n" for line in out).encode()


# ---- what came of it ----------------------------------------------------------------------------------------------


def words(row: Row) -> set[str]:
    """Of an event that no table knows: its name and its text are the line's own words."""
    text = f"{row[1] or ''} {row[5]} {row[6]}"
    found = set(re.findall(r"\w+", text.replace("_", " ")))
    return found if row[1] else {word for word in found if not re.fullmatch(r"\d{10,}", word)}


def agrees(row: Row, other: Row, torn: bool) -> bool:
    """All that `row` says is so in `other`; the last value of a text whose last line has no end may be cut."""
    if not all(a == b or a in (None, "") for a, b in zip(row[1:5], other[1:5], strict=True)):
        return False
    if row[0] == "other_event":  # of a kind's line whose rest is not there: it stands as it is
        return torn or other[0] != row[0] or words(row) <= words(other)
    if len(row) != len(other):
        return False
    odd = [(a, b) for a, b in zip(row[5:], other[5:], strict=True) if not (a == b or a is None or a == "")]
    return not odd or (torn and len(odd) == 1 and str(odd[0][1]).startswith(str(odd[0][0])))


def surplus(row: Row, other: Row) -> int:
    """What of an event that no table knows is not in this row of it: the closest is the one."""
    return len(words(other) - words(row)) if row[0] == other[0] == "other_event" else 0


def may_be(row: Row, kind: str) -> bool:
    """Of this kind, whether its line was understood or not."""
    return kind == row[0] or (row[0] == "other_event" and kind in row[5])


def unmatched(now: Reading, allowed: Counter[Row]) -> tuple[list[Row], int]:
    """Rows that the text does not have; how many of it are missing."""
    by_kind: dict[str, list[Row]] = {}
    for row in (allowed - now.rows).elements():
        by_kind.setdefault(row[0], []).append(row)
    odd = []
    for row in (now.rows - allowed).elements():
        left = [other for kind, others in by_kind.items() if may_be(row, kind) for other in others]
        fits = [o for o in left if agrees(row, o, False)] or [
            o for o in left if now.unended and agrees(row, o, True)
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


def main() -> int:
    """All of it."""
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), LINES)
    module = TraceModule(ROOT / "wasm-core" / "dist" / "mmtrace.wasm")
    totals: Counter[str] = Counter()
    lossless: dict[str, Counter[str]] = {name: Counter() for name in LOSSLESS}
    wrong: list[str] = []
    found = list(samples(count))
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

    def judge(name: str, change: str, text: bytes, allowed: Counter[Row], other: str = "") -> str:
        now = read(module, text)
        maps = prints[name] | prints.get(other, frozenset())
        what, odd = verdict(now, readings[name], allowed, maps, change in GONE)
        totals[what] += 1
        if what == "wrong":
            wrong.append(
                f"{name}: {change}: read as {now.format}: {len(odd)} rows that are none, as {odd[:1]}"
            )
        return what

    for name, tool, lines in found:
        before = readings[name]
        if before.refused:
            continue
        for change, alter in LOSSLESS.items():
            what = judge(name, change, alter(lines), before.rows)
            lossless[change][what] += 1
            if "-v" in sys.argv and what in ("counted", "refused"):
                print(f"{name}: {change}: {what}")
        for change, alter in REPAIRED.items():
            if change == "no-task" and tool.startswith("bpftrace"):
                continue
            judge(
                name, change, alter(lines), before.rows + before.rows if change == "doubled" else before.rows
            )
        for other, (other_name, other_lines) in others.items():
            if tool not in (other, "ugly"):
                both = before.rows + readings[other_name].rows
                judge(name, f"with {other_name}", interleaved(lines, other_lines), both, other_name)
    for change, counts in lossless.items():
        if counts["same"] * 100 < SAME_PERCENT * counts.total():
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
