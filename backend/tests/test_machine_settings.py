"""What a text says of sysctls: by its marks, by their lines, and where these do not agree."""

import math
from typing import Any

import pytest

from test_machine import read, texts

Item = dict[str, Any]


def _machine(pages_min: int, managed: dict[str, int], *, scale: int = 10, old: bool = False) -> str:
    """One node by the rule of 4.6, or by that before. mm/page_alloc.c:__setup_per_zone_wmarks()."""
    text = ""
    for name, pages in managed.items():
        least = pages_min * pages // sum(managed.values())
        step = max(least // 4, pages * scale // 10_000)
        low, high = (least // 4, least // 2) if old else (step, 2 * step)
        text += (
            f"Node 0, zone {name}\n  pages free {pages // 2}\n"
            f" min {least}\n low {least + low}\n high {least + high}\n"
            f" present {pages}\n managed {pages}\n protection: (0, 0, 0, 0)\n start_pfn: 1\n"
        )
    return text


def _min_free(text: str) -> Item:
    [moment] = read(text)["moments"]
    found: Item = moment["min_free_kbytes"]
    return found


def _default(pages: int, page_kib: int = 4) -> int:
    """calculate_min_free_kbytes(): KiB."""
    return math.isqrt(16 * pages * page_kib)


PAGES = {"DMA": 3_840, "DMA32": 760_000, "Normal": 1_300_001}
SMALL = {"DMA": 3_840, "DMA32": 96_309}


def test_min_free_kbytes_has_the_name_of_who_set_it() -> None:
    def free(name: str) -> Item:
        return _min_free(texts("zoneinfo")[name])

    assert free("003")["name"] == free("007")["name"] == "default"
    assert (free("005")["name"], free("005")["zones"]) == ("khugepaged", 3)
    assert free("005")["kib"][0] <= 22528 * 3 <= free("005")["kib"][1]
    assert free("031")["kib"][0] <= 2 * 22528 * 3 <= free("031")["kib"][1]  # page blocks of 4 MiB
    assert (free("021")["name"], free("021")["page"]) == ("default", 65536)
    assert free("001")["name"] == "by hand"
    assert "min_free_kbytes" not in read(texts("zoneinfo")["041"])["moments"][0], "other zones are missing"


def test_khugepaged_takes_no_more_than_a_twentieth_of_what_is_above_high() -> None:
    """set_recommended_min_free_kbytes(): 22 MiB for each zone would be more; high is that of before."""
    pages = sum(SMALL.values())
    high = _default(pages) // 4 * 3 // 2
    found = _min_free(_machine((pages - high) // 20, SMALL))
    assert (found["name"], "zones" in found) == ("khugepaged", False)
    for other in (pages // 20 * 11 // 10, pages // 20 * 8 // 10):
        assert _min_free(_machine(other, SMALL))["name"] == "by hand"
    large = sum(PAGES.values())
    assert _min_free(_machine(large // 20, PAGES))["name"] == "by hand", "it takes 66 MiB there"


@pytest.mark.parametrize("mib", [0, 20, 40])
def test_the_default_is_of_memory_before_an_initramfs_is_given_back(mib: int) -> None:
    before = sum(SMALL.values()) - mib * 256
    assert _min_free(_machine(_default(before) // 4, SMALL))["name"] == "default"
    assert _min_free(_machine(_default(before) // 4 * 6 // 5, SMALL))["name"] == "by hand"


@pytest.mark.parametrize("kib", [4, 16, 64])
def test_the_size_of_a_page_is_that_of_the_sysctl(kib: int) -> None:
    text = _machine(9_000, PAGES)
    found = _min_free(f"{text}vm.min_free_kbytes = {9_000 * kib}\n")
    assert (found["page"], found["reason"]) == (kib * 1024, "")
    other = _min_free(f"{text}vm.min_free_kbytes = {9_000 * 32}\n")
    assert (other["page"], "sysctl is not" in other["reason"]) == (4096, True)


def test_what_looks_set_by_hand_may_be_of_a_machine_with_more_nodes() -> None:
    text = _machine(9_000, PAGES)
    assert "a node is missing" in _min_free(text)["reason"]
    total = sum(PAGES.values()) * 4
    assert _min_free(f"{text}MemTotal: {total} kB\n")["reason"] == ""
    assert _min_free(f"{text}vm.min_free_kbytes = 36000\n")["reason"] == ""


def test_before_4_6_there_is_no_watermark_scale_factor() -> None:
    [old] = read(_machine(9_002, PAGES, old=True))["moments"]
    [new] = read(_machine(9_002, PAGES))["moments"]
    assert (old["old_gaps"], "watermark_scale_factor" in old) == (True, False)
    assert (new["old_gaps"], "watermark_scale_factor" in new) == (False, True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("vm.swappiness = 300", "vm.swappiness is 300, and a kernel takes 0 to 200"),
        ("vm.watermark_scale_factor = 0", "vm.watermark_scale_factor is 0, and a kernel takes 1 to 3000"),
        (
            "vm.watermark_scale_factor = 3001",
            "vm.watermark_scale_factor is 3001, and a kernel takes 1 to 3000",
        ),
        ("vm.zone_reclaim_mode = 9", "vm.zone_reclaim_mode is 9, which has bits beyond 1, 2 and 4"),
    ],
)
def test_a_sysctl_that_no_kernel_takes_is_said(line: str, said: str) -> None:
    [note] = read(f"{_machine(9_000, PAGES)}{line}\n")["notes"]
    assert note["said"].startswith(said)
    assert note["line"] == 28


def test_a_sysctl_within_its_range_is_not() -> None:
    lines = ("swappiness = 200", "watermark_scale_factor = 3000", "zone_reclaim_mode = 7", "swappiness = 0")
    for line in lines:
        assert not read(f"{_machine(9_000, PAGES)}vm.{line}\n")["notes"]


def test_free_lists_of_14_orders_are_rather_of_larger_pages() -> None:
    text = _machine(9_000, PAGES)
    lists = "Node 0, zone Normal " + " ".join(["650000", *["0"] * 13]) + "\n"
    [note] = read(text + lists)["notes"]
    assert "14 orders" in note["said"]
    assert "PAGESIZE" in note["said"]
    for known in ("page=65536\n", f"MemTotal: {sum(PAGES.values()) * 4} kB\n"):
        assert not any("14 orders" in note["said"] for note in read(text + lists + known)["notes"])
    eleven = "Node 0, zone Normal " + " ".join(["650000", *["0"] * 10]) + "\n"
    assert not read(text + eleven)["notes"]


@pytest.mark.parametrize(
    ("page", "block", "known"),
    [
        (16, 32 << 10, "page=16384\n"),  # arm64
        (64, 2 << 10, "page=65536\n"),  # ppc64, by radix
        (4, 1 << 10, "Hugepagesize: 1024 kB\n"),  # s390
        (64, 512 << 10, "page=65536\nHugepagesize: 524288 kB\n"),  # arm64
    ],
)
def test_khugepaged_asks_for_page_blocks_of_each_architecture(page: int, block: int, known: str) -> None:
    pages = {"DMA": 3_000_000, "Normal": 250_000_000}
    found = _min_free(_machine(11 * 2 * block // page, pages) + known)
    assert (found["name"], found["zones"]) == ("khugepaged", 2)


def test_khugepaged_takes_a_twentieth_with_large_pages_where_their_size_is_told() -> None:
    pages = {"DMA": 40_000, "Normal": 1_000_000}
    text = _machine(sum(pages.values()) // 21, pages)
    assert _min_free(text + "page=65536\n")["name"] == "khugepaged"
    assert _min_free(text)["name"] == "by hand", "with pages of 4 kB it takes 44 MiB"


def test_a_machine_without_dma32_may_have_larger_pages() -> None:
    def said(pages: dict[str, int], more: str = "") -> list[str]:
        return [note["said"] for note in read(_machine(9_000, pages) + more)["notes"]]

    arm = {"DMA": 60_000, "Normal": 1_300_000}
    [note] = said(arm)
    assert note.startswith("no zone here is DMA32")
    assert not said(arm, "page=4096\n")
    assert not said(PAGES)
    assert not said({"DMA": 3_000, "Normal": 12_000}), "a small one"


@pytest.mark.parametrize(
    "line",
    [
        "# vm.watermark_scale_factor = 500",
        "; vm.watermark_scale_factor=500",
        "IIRC vm.watermark_scale_factor = 500 helped me",
        "you could set vm.watermark_scale_factor=500",
    ],
)
def test_a_remark_sets_nothing(line: str) -> None:
    assert "watermark_scale_factor" not in read(_machine(9_000, PAGES) + line + "\n")["sysctls"]


@pytest.mark.parametrize(
    "line",
    [
        "vm.watermark_scale_factor = 500",
        "root@web1:~# sysctl -w vm.watermark_scale_factor=500",
        "$ sudo sysctl vm.watermark_scale_factor=500",
        "vm.swappiness = 60 vm.watermark_scale_factor = 500",
    ],
)
def test_a_command_or_its_output_does(line: str) -> None:
    assert read(_machine(9_000, PAGES) + line + "\n")["sysctls"]["watermark_scale_factor"] == 500
