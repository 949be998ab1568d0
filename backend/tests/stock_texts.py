"""What Debian's own kernels printed in guests under known settings, against what `mmscope machine` says.

`python tests/stock_texts.py FOLDER` reads the texts that `lab.py pastes` left there, one folder for each
kernel. Its last line is `machine kernels=… settings=… marks=… same=… distances=… within=… band_p50=… …`.

A mark is the same where the kernel's is what the oracle computes from the sysctls that were written, and
the core calls it exact, with these sysctls within its intervals; a distance is within where what was taken
lies in its band.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import mark_oracle as oracle
from mmscope.core import PasteModule
from mmscope.settings import load

Item = dict[str, Any]
MARKS = ("min", "low", "high")
REQUEST = "GFP_HIGHUSER_MOVABLE order=0 node=0"
PAGE_KIB = 4
BAND_PERCENT, BAND_PAGES = 10, 512


@dataclass
class Count:
    """What came of it."""

    numbers: Counter[str] = field(default_factory=Counter)
    kernels: set[str] = field(default_factory=set)
    widths: list[tuple[int, int]] = field(default_factory=list)
    """Of a band, and the distance that it is of."""
    wrong: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """All marks the same, all distances within bands that are narrow enough, all reports explained."""
        numbers = self.numbers
        pairs = (("marks", "same"), ("distances", "within"), ("ooms", "explained"))
        return not self.wrong and all(numbers[a] == numbers[b] for a, b in pairs)

    def line(self) -> str:
        """For people and programs."""
        numbers = self.numbers
        widths = [width for width, _ in self.widths] or [0]
        names = ("marks", "same", "distances", "within", "ooms", "explained")
        counts = {name: numbers[name] for name in names}
        told = " ".join(f"{name}={value}" for name, value in counts.items() if name in names[:4])
        share = median(100 * width / max(1, distance) for width, distance in self.widths or [(0, 1)])
        return (
            f"machine kernels={len(self.kernels)} settings={numbers['settings']} {told} "
            f"band_p50={median(widths):.0f} band_percent_p50={share:.1f} "
            f"ooms={counts['ooms']} explained={counts['explained']}"
        )


def judge(module: PasteModule, kernel: str, name: str, text: str, count: Count) -> None:
    """One text: of a setting, or of a death."""
    head, _, body = text.partition("\n")
    known = dict(re.findall(r"(\S+)=(\S+)", head))
    count.kernels.add(kernel)
    if "kind" in known:
        _death(module, f"{kernel}/{name}", known["kind"], body, count)
        return
    count.numbers["settings"] += 1
    found = module.read(body.encode(), REQUEST)
    _marks(f"{kernel}/{name}", known, body, found, count)
    _distances(f"{kernel}/{name}", body, found, count)


def _marks(name: str, known: dict[str, str], body: str, found: Item, count: Count) -> None:
    scale, kib = int(known["vm.watermark_scale_factor"]), int(known["vm.min_free_kbytes"])
    zones = [z for z in oracle.zoneinfo(body) if z.values.get("managed")]
    capped = {"HighMem"} | ({"Movable"} if _capped(body) else set())
    total = sum(z.values["managed"] for z in zones if z.name not in capped)
    claims = {(z["node"], z["zone"]): z for z in found["zones"]}
    [moment] = found["moments"]
    intervals = {
        "min_free_kbytes": moment.get("min_free_kbytes", {}).get("kib", [0, -1]),
        "watermark_scale_factor": moment.get("watermark_scale_factor", [0, -1]),
    }
    for sysctl, value in (("min_free_kbytes", kib), ("watermark_scale_factor", scale)):
        low, high = intervals[sysctl]
        if not low <= value <= high:
            count.wrong.append(f"{name}: {sysctl} was {value}, and is said to be {low} to {high}")
    for zone in zones:
        managed, boost = zone.values["managed"], zone.values.get("boost", 0)
        tmp = oracle.marks(kib // PAGE_KIB, managed, total)
        gap = max(tmp // 4, managed * scale // 10000)
        low = oracle.capped(managed) if zone.name in capped else tmp
        claim = claims[zone.node, zone.name]
        ruled = [low + boost, low + gap + boost, low + 2 * gap + boost]
        printed = [zone.values[mark] for mark in MARKS]
        told = claim.get("computed", {})
        exact = claim["marks"] == "exact" and told["min"] == low and told["gaps"] == [gap, gap]
        count.numbers["marks"] += len(MARKS)
        count.numbers["boosted"] += boost > 0
        if ruled == printed and exact and told["boost"] == boost:
            count.numbers["same"] += len(MARKS)
        else:
            count.wrong.append(
                f"{name}: node {zone.node} {zone.name}: rule {ruled}, printed {printed}, "
                f"said {claim['marks']} {claim['reason']} {told}"
            )


def _capped(body: str) -> bool:
    """Since 6.6 Movable has a min of its own; 6.12 prints promo, which came after that."""
    return " promo " in body


def _distances(name: str, body: str, found: Item, count: Count) -> None:
    [told] = found["distance"]["moments"]
    for event, key in (("kswapd", "to_kswapd"), ("reclaim", "to_min")):
        row = re.search(rf"^eater {event} pages=(\d+) tables=(-?\d+) freed=(\d+)$", body, re.MULTILINE)
        if not row:
            continue
        pages, tables, freed = map(int, row.groups())
        low, high = told[key]
        count.numbers["distances"] += 1
        count.widths.append((high - low, (low + high) // 2))
        taken = pages + tables - freed
        # it is seen with the next look at the counters
        step = 16
        if low <= taken <= high + step:
            count.numbers["within"] += 1
        else:
            count.wrong.append(f"{name}: {event} after {taken} pages ({row[0]}), said {low} to {high}")


def _death(module: PasteModule, name: str, kind: str, body: str, count: Count) -> None:
    reports = module.read(body.encode())["reports"]
    if not reports:
        count.wrong.append(f"{name}: no report")
        return
    report = reports[0]
    count.numbers["ooms"] += 1
    count.numbers[f"order {report.get('order', '-')}"] += 1
    if kind == "cgroup":
        right = report["class"] == "cgroup" and not report["explained"]
    else:
        right = report["explained"] and report["class"] in _classes(kind)
    if right:
        count.numbers["explained"] += 1
    else:
        count.wrong.append(f"{name}: {kind}: {report['class']}: {report['reason']}")


def _classes(kind: str) -> set[str]:
    return {"marks": {"marks", "cpuset"}, "order": {"marks", "fragmentation"}}.get(kind, {kind})


def texts(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Kernel, name and text of each."""
    for path in sorted(folder.glob("*/*.txt")):
        text = path.read_text()
        if text.startswith("setting "):
            yield path.parent.name, path.stem, text


def main() -> int:
    """Entry point; returns the exit status."""
    module = PasteModule(load().paste)
    count = Count()
    for kernel, name, text in texts(Path(sys.argv[1])):
        judge(module, kernel, name, text, count)
    sys.stdout.writelines(f"{line}\n" for line in [*count.wrong, count.line()])
    return 0 if count.good() and count.numbers["settings"] else 1


if __name__ == "__main__":
    sys.exit(main())
