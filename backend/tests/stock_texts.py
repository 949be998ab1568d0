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
from collections.abc import Iterable, Iterator
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
        pairs = (("marks", "same"), ("asif", "asif_same"), ("distances", "within"), ("ooms", "explained"))
        width, share = self.widths_p50()
        narrow = width <= BAND_PAGES or share <= BAND_PERCENT
        return not self.wrong and narrow and all(numbers[a] == numbers[b] for a, b in pairs)

    def widths_p50(self) -> tuple[float, float]:
        """Of a band: pages, and percent of the distance."""
        if not self.widths:
            return 0, 0
        shares = [100 * width / max(1, distance) for width, distance in self.widths]
        return median(width for width, _ in self.widths), median(shares)

    def line(self) -> str:
        """For people and programs."""
        names = ("settings", "marks", "same", "asif", "asif_same", "distances", "within")
        told = " ".join(f"{name}={self.numbers[name]}" for name in names)
        width, share = self.widths_p50()
        reports = " ".join(f"{name}={self.numbers[name]}" for name in ("boosted", "ooms", "explained"))
        return (
            f"machine kernels={len(self.kernels)} {told} band_p50={width:.0f} "
            f"band_percent_p50={share:.1f} {reports}"
        )


def settings_of(text: str) -> tuple[dict[str, str], str]:
    """What was set, and what the kernel printed then."""
    head, _, body = text.partition("\n")
    return dict(re.findall(r"(\S+)=(\S+)", head)), body


def judge_asif(module: PasteModule, name: str, first: str, other: str, count: Count) -> None:
    """Marks of a text as if the sysctls were those of another one of the same guest, against that one."""
    known, body = settings_of(other)
    words = " ".join(f"{key}={known[f'vm.{key}']}" for key in ("min_free_kbytes", "watermark_scale_factor"))
    [moment] = module.read(settings_of(first)[1].encode(), f"{REQUEST} {words}")["distance"]["moments"]
    printed = {(z.node, z.name): z for z in oracle.zoneinfo(body) if z.values.get("managed")}
    for claim in moment["asif"]["zones"]:
        values = printed[claim["node"], claim["zone"]].values
        count.numbers["asif"] += len(MARKS)
        if [claim[mark] + values.get("boost", 0) for mark in MARKS] == [values[mark] for mark in MARKS]:
            count.numbers["asif_same"] += len(MARKS)
        else:
            count.wrong.append(f"{name}: as if {words}: said {claim}, printed {values}")


def judge(module: PasteModule, kernel: str, name: str, text: str, count: Count) -> None:
    """One text: of a setting, or of a death."""
    known, body = settings_of(text)
    count.kernels.add(kernel)
    if "kind" in known:
        _death(module, f"{kernel}/{name}", known["kind"], body, count)
        return
    count.numbers["settings"] += 1
    found = module.read(body.encode(), REQUEST)
    if not found["moments"]:
        count.wrong.append(f"{kernel}/{name}: no zoneinfo")
        return
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
    if told["reason"]:
        count.wrong.append(f"{name}: no distance: {told['reason']}")
        return
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
    return {"marks": {"marks", "cpuset"}}.get(kind, {kind})


def texts(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Kernel, name and text of each."""
    for path in sorted(folder.glob("*/*.txt")):
        text = path.read_text()
        if text.startswith("setting "):
            yield path.parent.name, path.stem, text


def judge_all(module: PasteModule, every: Iterable[tuple[str, str, str]], count: Count) -> None:
    """Each text by itself, and the first of each guest as if it had the sysctls of the others."""
    first: dict[tuple[str, str], str] = {}
    for kernel, name, text in every:
        judge(module, kernel, name, text, count)
        if "-oom-" not in name and "Node 0" in text:
            guest = kernel, name.partition("-")[0]
            judge_asif(module, f"{kernel}/{name}", first.setdefault(guest, text), text, count)


def main() -> int:
    """Entry point; returns the exit status."""
    module = PasteModule(load().paste)
    count = Count()
    judge_all(module, texts(Path(sys.argv[1])), count)
    sys.stdout.writelines(f"{line}\n" for line in [*count.wrong, count.line()])
    return 0 if count.good() and count.numbers["settings"] else 1


if __name__ == "__main__":
    sys.exit(main())
