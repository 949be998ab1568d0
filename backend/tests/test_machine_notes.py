"""`mmscope machine`: what parts of a text say that does not agree is said, with both numbers."""

from difflib import ndiff, unified_diff
from pathlib import Path
from typing import Any

import pytest

from mmscope.cli.main import main
from test_machine import read

Item = dict[str, Any]
MANAGED = {"DMA32": 760_000, "Normal": 3_300_000}
SHARE = (MANAGED["DMA32"] + MANAGED["Normal"]) // 256, MANAGED["Normal"] // 256  # of DMA, of DMA32
DMA = f"(0, {MANAGED['DMA32'] // 256}, {SHARE[0]}, {SHARE[0]})"


def _zoneinfo(
    *, dma: str = DMA, dma32: int = SHARE[1], free: int = 60_000, present: int = 3_400_000, sets: str = ""
) -> str:
    """A machine with the default ratios, 256 256 32."""
    zones = {
        "DMA": (3_900, 15, 18, 3_998, 3_840, dma),
        "DMA32": (300_000, 3_000, 3_750, 780_000, MANAGED["DMA32"], f"(0, 0, {dma32}, {dma32})"),
        "Normal": (free, 13_000, 16_250, present, MANAGED["Normal"], "(0, 0, 0, 0)"),
    }
    text = ""
    for name, (pages, least, low, spanned, managed, kept) in zones.items():
        text += (
            f"Node 0, zone {name}\n  pages free {pages}\n min {least}\n low {low}\n high {2 * low - least}\n"
            f" present {spanned}\n managed {managed}\n protection: {kept}\n{sets} start_pfn: 1\n"
        )
    return text


def _ratio(*ratios: int) -> str:
    return f"vm.lowmem_reserve_ratio = {chr(9).join(map(str, ratios))}\n"


def _said(text: str) -> list[str]:
    return [note["said"] for note in read(text)["notes"]]


def test_reserves_by_another_ratio_are_said() -> None:
    dma, dma32 = _said(_zoneinfo() + _ratio(128, 64, 32, 0))
    by = "pages, and by a vm.lowmem_reserve_ratio of"
    pages = MANAGED["DMA32"] // 256
    assert dma.startswith(f"node 0 DMA keeps back {pages} {by} 128 would keep {MANAGED['DMA32'] // 128}: ")
    assert dma32.startswith(
        f"node 0 DMA32 keeps back {SHARE[1]} {by} 64 would keep {MANAGED['Normal'] // 64}: "
    )
    [note, _] = read(_zoneinfo() + _ratio(128, 64, 32, 0))["notes"]
    assert note["line"] == 1
    [one] = _said(_zoneinfo() + _ratio(256, 1024, 32, 0))
    assert "DMA32" in one


@pytest.mark.parametrize("ratios", [(256, 256, 32), (256, 256, 32, 0), (256, 256, 32, 0, 0), (256,)])
def test_reserves_by_the_ratio_of_the_text_are_not(ratios: tuple[int, ...]) -> None:
    assert not _said(_zoneinfo() + _ratio(*ratios))


def test_memory_that_was_given_back_since_is_no_other_ratio() -> None:
    """Reserves are of managed as it was: less than today, and never more than is present."""
    grown = SHARE[1] * 8 // 10
    assert not _said(_zoneinfo(dma32=grown) + _ratio(256, 256, 32))
    assert _said(_zoneinfo(dma32=SHARE[1] * 5 // 10) + _ratio(256, 256, 32))
    more = 3_400_000 // 256
    assert not _said(_zoneinfo(dma32=more) + _ratio(256, 256, 32))
    assert _said(_zoneinfo(dma32=more + 1) + _ratio(256, 256, 32))


def test_a_ratio_of_0_keeps_nothing_back() -> None:
    none = "(0, 0, 0, 0)"
    assert not _said(_zoneinfo(dma=none, dma32=0) + _ratio(0, 0, 32))
    [said] = _said(_zoneinfo(dma=none) + _ratio(0, 0, 32))
    assert "would keep 0" in said
    assert _said(_zoneinfo(dma=none, dma32=0) + _ratio(256, 256, 32))


def test_to_5_13_a_zone_whose_ratio_is_0_does_not_count_for_those_below_it() -> None:
    only = MANAGED["DMA32"] // 256
    assert not _said(_zoneinfo(dma=f"(0, {only}, {only}, {only})", dma32=0) + _ratio(256, 0, 32))


def test_of_which_machine_a_ratio_is_must_be_known() -> None:
    two = _zoneinfo() + _zoneinfo(present=3_400_001)
    assert not _said(two + _ratio(128, 64, 32))
    assert not _said(_zoneinfo() + _ratio(128, 64, 32) + _ratio(256, 256, 32)), "neither counts"


def _lists(pages: int) -> str:
    return f"Node 0, zone Normal {' '.join(str(pages >> o & 1) for o in range(10))} {pages >> 10}\n"


@pytest.mark.parametrize(
    ("blocks", "sets", "said"),
    [
        (60_000, "", False),
        (60_000 - 3_250 - 512, "", False),  # from min to low, and a block that is isolated
        (60_000 - 3_250 - 513, "", True),
        (60_000 + 3_250 + 513, "", True),
        (60_000 - 3_250 - 513, " pagesets\n cpu: 0\n count: 9\n batch: 63\n vm stats threshold: 24\n", False),
        (4_000, "", True),
    ],
)
def test_free_lists_of_another_moment_are_said(blocks: int, sets: str, said: bool) -> None:  # noqa: FBT001
    notes = _said(_zoneinfo(sets=sets) + _lists(blocks))
    assert bool(notes) is said
    if said:
        [note] = notes
        assert note == (
            f"node 0 Normal has 60000 free pages by zoneinfo, and {blocks} by buddyinfo: "
            "a request of more than one page is held against the latter"
        )


def _difference(before: str, after: str, context: int = 99) -> str:
    lines = unified_diff(before.splitlines(), after.splitlines(), "before", "after", n=context, lineterm="")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("by", [_difference, lambda a, b: "\n".join(ndiff(a.splitlines(), b.splitlines()))])
def test_a_number_that_a_difference_takes_out_is_said_beside_the_one_that_counts(by: Any) -> None:  # noqa: ANN401
    text = by(_zoneinfo(), _zoneinfo(free=50_000))
    found = read(text)
    assert [z["free"] for z in found["zones"] if z["zone"] == "Normal"] == [50_000]
    [note] = found["notes"]
    assert text.splitlines()[note["line"] - 1].startswith("-")
    assert "60000" in text.splitlines()[note["line"] - 1]
    assert note["said"] == (
        "node 0 Normal has 60000 as free in a line that a difference takes out, and 50000 in another, "
        "which is the one that counts"
    )


def test_rows_of_the_one_command_in_a_difference() -> None:
    row = "zone 0,Normal free={} min=7104 low=8880 high=10656 present=596992 managed=555433 prot=(0,0,0)\n"
    found = read("-" + row.format(8846) + "+" + row.format(9999))
    assert [z["free"] for z in found["zones"]] == [9999]
    assert "8846 as free" in found["notes"][0]["said"]


@pytest.mark.parametrize("mark", ["- ", "< ", "+", ""])
def test_marks_before_every_line_are_no_difference(mark: str) -> None:
    text = "".join(f"{mark}{line}\n" for line in _zoneinfo().splitlines())
    found = read(text)
    assert len(found["zones"]) == 3
    assert not found["notes"]


HEAD = "a invoked oom-killer: gfp_mask={gfp}, order={order}\n"
ZONE = (
    "Node 0 Normal free:4000kB min:55700kB low:69624kB high:83548kB reserved_highatomic:0KB\n"
    "lowmem_reserve[]: 0 0 0\n"
)


def _report(
    gfp: str = "0xcc0(GFP_KERNEL)",
    order: int = 0,
    row: str = "500*4kB (U) 250*8kB (U) 0*16kB = 4000kB",
    swap: tuple[int, int] = (0, 0),
) -> list[str]:
    free, total = swap
    return _said(
        HEAD.format(gfp=gfp, order=order)
        + ZONE
        + f"Node 0 Normal: {row}\nFree swap  = {free}kB\nTotal swap = {total}kB\n"
    )


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (
            _report(row="500*4kB (U) 250*8kB (U) 0*16kB = 4004kB"),
            "free blocks of 4000 kB, and their row says 4004: ",
        ),
        (_report(row="62*64kB (U) 0*128kB = 4000kB"), "free blocks of 3968 kB, and their row says 4000: "),
        (_report(gfp="0xdc0(GFP_HIGHUSER_MOVABLE)"), "others by their names"),
        (_report(gfp="0x820(GFP_KERNEL)"), "others by their names"),
        (_report(order=3), "largest have order 2: "),
        (_report(swap=(8, 4)), "more swap is free than there is"),
    ],
)
def test_what_no_kernel_prints_is_said(report: list[str], said: str) -> None:
    [one] = report
    assert said in one


@pytest.mark.parametrize(
    "report",
    [
        _report(),
        _report(row="62*64kB (U) 0*128kB = 3968kB"),  # pages of 64 KiB
        _report(row="500*4kB (U) 250*8kB (U) 0*16kB = 40"),  # cut
        _report(order=2),
        _report(gfp="0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP)"),
        _report(gfp="0x152c0a(GFP_USER_NEWER|__GFP_NORETRY)"),  # a name that is not known says nothing
        _report(swap=(4, 4)),
    ],
)
def test_what_kernels_print_is_not(report: list[str]) -> None:
    assert not report


def test_command_prints_what_does_not_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "zones"
    file.write_text(_zoneinfo() + _ratio(128, 256, 32))
    assert main(["machine", str(file)]) == 0
    assert (
        f"\nline 1: node 0 DMA keeps back {MANAGED['DMA32'] // 256} pages, and by " in capsys.readouterr().out
    )
