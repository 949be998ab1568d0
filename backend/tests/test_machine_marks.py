"""`mmscope machine`: machines drawn by seed, whose managed pages grew after their marks were computed."""

import random
from dataclasses import dataclass
from math import isqrt

import pytest

import mark_oracle as oracle
from test_machine import Item, key_of, read

BLOCKS = 11 * 512  # mm/khugepaged.c:set_recommended_min_free_kbytes(), pages of a zone
RATIO = {"DMA": 256, "DMA32": 256, "Normal": 32}


@dataclass
class Drawn:
    """A machine, as it was when its marks were computed, and as it is."""

    text: str
    kib: int
    name: str
    scale: int
    then: dict[tuple[int, str], int]
    now: dict[tuple[int, str], int]
    old: bool


def _reserve(managed: dict[tuple[int, str], int], node: int, name: str) -> str:
    """mm/page_alloc.c:setup_per_zone_lowmem_reserve(), of DMA, DMA32, Normal and Movable."""
    order = [*RATIO, "Movable"]
    row, above = [], 0
    for upper in order:
        if order.index(upper) > order.index(name):
            above += managed.get((node, upper), 0)
            row.append(above // RATIO[name])
        else:
            row.append(0)
    return f"({', '.join(map(str, row))})"


def _draw(seed: int) -> Drawn:
    draw = random.Random(seed)  # noqa: S311
    old = draw.random() < 0.3
    then = {(0, "DMA"): 3840, (0, "DMA32"): draw.randint(300_000, 760_000)}
    most = draw.choice([200_000, 2_000_000, 16_000_000])
    for node in range(draw.choice([1, 1, 2, 4])):
        then[node, "Normal"] = draw.randint(most // 4, most)
    total = sum(then.values())
    kib, name = draw.choice(
        [
            (isqrt(16 * total * 4), "default"),
            (BLOCKS * 4 * len(then), "khugepaged"),
            (draw.randint(70_000, 200_000), "by hand"),
        ]
    )
    if kib // 4 > total // 20:
        kib, name = isqrt(16 * total * 4), "default"
    scale = 10 if old else draw.choice([10, 10, 100, 150])
    now = {
        key: pages
        + (
            draw.randint(1, pages // draw.choice([1000, 250, 80]))
            if key[1] != "DMA" and draw.random() < 0.7
            else 0
        )
        for key, pages in then.items()
    }
    reserved = then if draw.random() < 0.5 else now  # sysctl -a computes them again
    text = ""
    for (node, zone), pages in then.items():
        least = oracle.marks(kib // 4, pages, total)
        step = least >> 2 if old else max(least >> 2, pages * scale // 10_000)
        high = least + (least >> 1) if old else least + 2 * step
        managed = f" managed {now[node, zone]}\n"
        text += (
            f"Node {node}, zone {zone}\n pages free {now[node, zone] // 2}\n min {least}\n"
            f" low {least + step}\n high {high}\n present {now[node, zone]}\n{'' if old else managed}"
            f" protection: {_reserve(reserved, node, zone)}\n start_pfn: 1\n"
        )
    return Drawn(text, kib, name, scale, then, now, old)


def _moment(text: str) -> tuple[Item, dict[tuple[int, str], Item]]:
    found = read(text)
    [moment] = found["moments"]
    return moment, {key_of(zone): zone for zone in found["zones"]}


@pytest.mark.parametrize("seed", range(150))
def test_what_is_said_of_a_machine_that_has_grown_holds(seed: int) -> None:
    drawn = _draw(seed)
    moment, zones = _moment(drawn.text)
    if kib := moment.get("min_free_kbytes"):
        assert kib["kib"][0] <= drawn.kib <= kib["kib"][1]
        assert kib["name"] == drawn.name
    if not drawn.old and (scale := moment.get("watermark_scale_factor")):
        assert scale[0] <= drawn.scale <= scale[1]
    if drawn.old:
        assert "watermark_scale_factor" not in moment or drawn.then != drawn.now
    for key, zone in zones.items():
        assert zone["marks"] != "not told" or any(drawn.then[k] != drawn.now[k] for k in zones), (
            "it has grown, or its marks are told"
        )
        assert "of any release's rule" not in zone["reason"] or drawn.then[key] != drawn.now[key]


@pytest.mark.parametrize("seed", range(150))
def test_a_machine_that_has_not_grown_is_exact(seed: int) -> None:
    drawn = _draw(seed)
    text = drawn.text
    for (node, zone), pages in drawn.now.items():
        text = text.replace(
            f"Node {node}, zone {zone}\n pages free {pages // 2}",
            f"Node {node}, zone {zone}\n pages free 100",
        )
        text = text.replace(f" present {pages}\n", f" present {drawn.then[node, zone]}\n")
        text = text.replace(f" managed {pages}\n", f" managed {drawn.then[node, zone]}\n")
    moment, zones = _moment(text)
    assert {zone["marks"] for zone in zones.values()} == {"exact"}
    assert moment["min_free_kbytes"]["kib"][0] <= drawn.kib <= moment["min_free_kbytes"]["kib"][1]
    assert moment["old_gaps"] is drawn.old
