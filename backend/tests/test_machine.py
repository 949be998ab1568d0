"""`mmscope machine`: zones, reports and swap lists of public threads, as they were pasted, against an oracle.

`pastes.tar.gz` has shapes of such texts with details replaced; each of its folders says where they are from.
"""

import json
import re
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mark_oracle as oracle
from mmscope.cli.main import main
from mmscope.core import PasteModule
from mmscope.settings import load

Item = dict[str, Any]
Captured = pytest.CaptureFixture[str]
EXPLAINED = 0.87  # of reports with a head that are about marks: of the others, pages had been given back
MARKS = ("min", "low", "high")
NUMBERS = ("free", *MARKS, "managed", "present", "boost")


@cache
def texts(kind: str) -> dict[str, str]:
    """The texts of one kind, by number."""
    found = {}
    with tarfile.open(Path(__file__).with_name("pastes.tar.gz")) as archive:
        for member in archive.getmembers():
            folder, _, name = member.name.partition("/")
            file = archive.extractfile(member)
            if folder == kind and name.endswith(".txt") and file:
                found[name[:-4]] = file.read().decode()
    return found


@cache
def module() -> PasteModule:
    """Compiled once."""
    return PasteModule(load().paste)


def read(text: str) -> Item:
    """What it says."""
    return module().read(text.encode())


def _zones(found: Item) -> list[Item]:
    return [*found["zones"], *(zone for report in found["reports"] for zone in report["zones"])]


def _key(zone: Item) -> tuple[int, str]:
    return zone["node"], zone["zone"]


@pytest.mark.parametrize("kind", ["zoneinfo", "oom"])
def test_marks_of_nine_zones_in_ten_are_exact_or_drift(kind: str) -> None:
    given = [
        z for text in texts(kind).values() for z in _zones(read(text)) if "managed" in z or "present" in z
    ]
    given = [z for z in given if all(mark in z for mark in MARKS)]
    right = [z for z in given if z["marks"] != "not told"]
    assert len(given) > 50
    assert len(right) >= 0.9 * len(given)
    for zone in given:
        assert zone["marks"] in {"exact", "drift", "not told"}
        assert zone["reason"] or zone["marks"] == "exact"


@pytest.mark.parametrize("kind", ["zoneinfo", "oom"])
def test_what_is_called_exact_or_drift_is_the_kernels_rule(kind: str) -> None:
    for name, text in texts(kind).items():
        found = read(text)
        zones = {
            (z.node, z.name): z for z in (oracle.zoneinfo if kind == "zoneinfo" else oracle.report)(text)
        }
        scale = next(
            (m["watermark_scale_factor"] for m in found["moments"] if "watermark_scale_factor" in m),
            (0, 3000),
        )
        mins, pages = {}, {}
        for i, claim in enumerate(_zones(found)):
            zone = zones[_key(claim)]
            assert all(claim.get(n) == zone.values.get(n) for n in NUMBERS if n in claim), (name, claim)
            if claim["marks"] == "not told":
                continue
            computed = claim["computed"]
            then = (computed["managed"][0], computed["managed"][1])
            if claim["marks"] == "exact":
                assert then[0] == then[1] == zone.values.get("managed", zone.values.get("present")), (
                    name,
                    claim,
                )
            assert computed["min"] + computed["boost"] == zone.values["min"]
            if "boost" in zone.values:
                assert computed["boost"] == zone.values["boost"]
            if computed["rule"] == "own":
                assert oracle.capped(then[0]) <= computed["min"] <= oracle.capped(then[1])
                continue
            mins[i], pages[i] = computed["min"], then
            assert oracle.holds(zone, then, computed["min"], tuple(scale)), (name, claim)
        if mins and kind == "zoneinfo" and any("min_free_kbytes" in m for m in found["moments"]):
            assert oracle.shares(mins, pages), name


def test_min_free_kbytes_has_the_name_of_who_set_it() -> None:
    def free(name: str) -> Item:
        [moment] = read(texts("zoneinfo")[name])["moments"]
        given: Item = moment["min_free_kbytes"]
        return given

    assert free("003")["name"] == free("007")["name"] == "default"
    assert (free("005")["name"], free("005")["zones"]) == ("khugepaged", 3)
    assert free("005")["kib"][0] <= 22528 * 3 <= free("005")["kib"][1]
    assert free("031")["kib"][0] <= 2 * 22528 * 3 <= free("031")["kib"][1]  # page blocks of 4 MiB
    assert (free("021")["name"], free("021")["page"]) == ("default", 65536)
    assert free("001")["name"] == "by hand"
    assert "min_free_kbytes" not in read(texts("zoneinfo")["041"])["moments"][0], "other zones are missing"


def test_a_boost_that_is_not_printed_is_a_layer_of_its_own() -> None:
    zones = {_key(z): z for z in read(texts("zoneinfo")["013"])["zones"]}
    assert zones[0, "DMA"]["computed"]["boost"] == 0
    assert zones[0, "DMA32"]["computed"]["boost"] == 26 * 512
    assert zones[0, "Normal"]["computed"]["boost"] == 512


def test_reports_are_explained_to_the_check() -> None:
    counted, explained = 0, 0
    for name, text in texts("oom").items():
        asked, zones = oracle.request(text), oracle.report(text)
        for found in read(text)["reports"]:
            if found["class"] in {"no header", "vmalloc", "cgroup", "no zones"}:
                assert not found["explained"]
                assert asked is None or found["event"] not in {"oom", "allocation failure"}, name
                continue
            counted += 1
            explained += found["explained"]
            if found["class"] == "page fault" or "MEMALLOC)" in text or asked is None or not asked[1]:
                continue
            order, names, _ = asked
            most = oracle.highest(names, zones)
            columns = len(zones[0].reserve)
            for claim in found["zones"]:
                [zone] = [z for z in zones if (z.node, z.name) == _key(claim)]
                check = claim["check"]
                assert check["eligible"] == (oracle.ZONES.index(zone.name) <= oracle.ZONES.index(most)), (
                    name,
                    claim,
                )
                if check["eligible"] and "above" in check and zone.values["min"] < 1 << 40:
                    column = _column(most, zones, columns)
                    assert check["above"] == oracle.above(zone, order, names, column, columns), (name, claim)
    assert counted >= 25
    assert explained >= EXPLAINED * counted


def test_a_page_block_for_high_orders_shows_in_the_free_lists() -> None:
    cma = 13  # GFP_NOWAIT may not take it
    [found] = read(texts("oom")["029"])["reports"]  # 5.0 prints no reserved_highatomic
    [normal] = [zone["check"] for zone in found["zones"] if zone["zone"] == "Normal"]
    assert normal["unusable"] == 512 + cma
    assert normal["left"] == 10072 - (512 + cma) - 10031
    assert not normal["above"]
    assert normal["unusable_most"] > 512 + cma
    assert found["explained"]
    [found] = read(texts("oom")["029"].replace("H)", ")"))["reports"]
    assert not found["explained"]
    assert "may be in highatomic blocks" in found["reason"]


ATOMIC = """\
task: page allocation failure: order:{order}, mode:0x820(GFP_ATOMIC), nodemask=(null)
Node 0 {zone} free:{free}kB boost:8192kB min:11192kB low:11940kB high:12688kB reserved_highatomic:0KB \
present:523388kB managed:500000kB free_cma:0kB
lowmem_reserve[]: {reserves}
Node 0 {zone}: {blocks}*4kB (U) 0*8kB 0*16kB 0*32kB = {free}kB
"""


@pytest.mark.parametrize(
    ("zone", "reserves", "free", "order", "needed"),
    [
        ("DMA32", "0 0 0 0 0", 750, 0, 750 // 2 - 750 // 2 // 4),  # boost 2048 of min 2798 is not asked for
        ("DMA32", "0 0 0 0 0", 750, 1, 2798 // 2 - 2798 // 2 // 4),  # more than a page: it is
        ("DMA", "0 0 1280 1280", 2000, 0, 282),  # DMA, Normal, HighMem, Movable: nothing is kept from Normal
        ("DMA", "0 2968 16022 16022", 2000, 0, None),  # Normal, which is not there, would be asked first
    ],
)
def test_an_atomic_request_beside_a_boost(
    zone: str, reserves: str, free: int, order: int, needed: int | None
) -> None:
    text = ATOMIC.format(zone=zone, reserves=reserves, free=4 * free, blocks=free, order=order)
    [report] = read(text)["reports"]
    [found] = report["zones"]
    assert needed is None or found["check"]["needed"] == needed
    assert report["explained"] is (order > 0)


def test_a_report_of_which_a_zone_is_cut_off_is_not_explained() -> None:
    text = texts("oom")["027"]
    assert read(text)["reports"][0]["explained"]
    lines = text.splitlines(keepends=True)
    [normal] = [i for i, line in enumerate(lines) if line.startswith("Node 0 Normal free:")]
    for cut in (
        [*lines[:normal], lines[normal][:40]],  # in its middle
        [*lines[:normal], *lines[normal + 2 :]],  # its two lines: DMA32 has a reserve for it
    ):
        [report] = read("".join(cut))["reports"]
        assert not report["explained"]
        assert report["reason"].startswith("not all zones that this request may use are in the text")


def _distance_of(text: str) -> Item:
    [moment] = module().read(text.encode(), "GFP_KERNEL")["distance"]["moments"]
    return dict(moment)


def test_no_distance_where_a_zone_is_not_in_the_text() -> None:
    text = texts("zoneinfo")["005"]
    heads = [m.start() for m in re.finditer("^Node", text, re.MULTILINE)]
    assert not _distance_of(text)["reason"]
    for cut in (
        text[text.index("spanned", heads[1]) :],  # it begins in DMA32
        text[text.index("protection", heads[0]) :],
        text[: heads[2]] + text[heads[3] :],  # without Normal, for which DMA keeps pages
    ):
        assert _distance_of(cut)["reason"] == "a zone of this machine is not in the text"


@pytest.mark.parametrize("free", ["8 846", "8\u200b846", "8\u00a0846", "99999999"])
def test_free_that_cannot_be_is_no_number(free: str) -> None:
    text = texts("zoneinfo")["005"].replace("pages free     8846", f"pages free     {free}")
    assert _distance_of(text)["reason"] == "a zone is cut off, or its numbers cannot be"


def test_a_boost_stands_beside_the_distance() -> None:
    zones = {z["zone"]: z.get("boost") for z in _distance_of(texts("zoneinfo")["013"])["zones"]}
    assert zones == {"DMA": None, "DMA32": 26 * 512, "Normal": 512}
    assert not any("boost" in z for z in _distance_of(texts("zoneinfo")["005"])["zones"])


def test_a_kswapd_that_has_given_up_may_not_be_woken() -> None:
    """wakeup_kswapd() returns early on a hopeless node; shrink_node() of a task that reclaims revives it."""
    text = texts("zoneinfo")["005"]
    row = r"\1\n  node_unreclaimable:  1"
    now = _distance_of(text)
    gone = _distance_of(re.sub(r"(protection: .*)", row, text))
    assert (now["given_up"], gone["given_up"]) == (False, True)
    assert gone["to_kswapd"] == [now["to_kswapd"][0], now["to_min"][1]]
    assert gone["to_min"] == now["to_min"]
    assert not _distance_of(re.sub(r"(protection: .*)", row, text, count=1))["given_up"], "another kswapd's"


FAILED = "task: page allocation failure: order:{order}, mode:{mode}{more}"
ONE_ZONE = """\
{head}
Node 0 Normal free:{free}kB min:55700kB low:69624kB high:83548kB {fields}present:13200000kB managed:13200000kB
lowmem_reserve[]: 0 0 0 0
Node 0 Normal: {blocks}
"""
MIN = 13925
TODAY = "reserved_highatomic:0KB "
DROPPED = "\n** 1432 printk messages dropped **"


def _one_zone(head: str, free: int, fields: str = "", blocks: str = "") -> Item:
    text = ONE_ZONE.format(
        head=head, free=4 * free, fields=fields, blocks=blocks or f"{free}*4kB (U) = {4 * free}kB"
    )
    [report] = read(text)["reports"]
    return dict(report)


# mm/page_alloc.c:gfp_to_alloc_flags() and __zone_watermark_ok() by release:
# HIGH halves, HARDER takes a quarter
@pytest.mark.parametrize(
    ("mode", "fields", "mark"),
    [
        ("0x820(GFP_NOWAIT|__GFP_HIGH)", "", MIN - MIN // 2),  # 5.4: not __GFP_ATOMIC, so not HARDER
        ("0x820(GFP_ATOMIC)", TODAY, MIN - MIN // 2 - (MIN - MIN // 2) // 4),  # 6.3 and later
        ("0xa20(GFP_ATOMIC)", TODAY, MIN - MIN // 2 - (MIN - MIN // 2) // 4),  # 5.0 to 6.2
        ("0x480000(GFP_NOWAIT|__GFP_ATOMIC)", "", MIN - MIN // 4),  # 4.18
        ("0x2204020", "", MIN - MIN // 2),  # 4.4, by number
        ("0x2280020", "", MIN - MIN // 2 - (MIN - MIN // 2) // 4),
        ("0xcc0", TODAY, MIN),  # 5.7 and later, by number
        ("0xa20", TODAY, MIN - MIN // 2 - (MIN - MIN // 2) // 4),
        ("0x800", TODAY, MIN),
        ("0xd0", "", MIN),  # to 4.3: __GFP_WAIT
        ("0x20", "", MIN - MIN // 2 - (MIN - MIN // 2) // 4),
        ("0x4000", "", MIN - MIN // 4),
    ],
)
def test_how_far_below_min_a_request_may_go(mode: str, fields: str, mark: int) -> None:
    for free, fails in ((mark, True), (mark + 1, False)):
        report = _one_zone(FAILED.format(order=0, mode=mode, more=""), free, fields)
        [zone] = report["zones"]
        assert zone["check"]["mark"] == mark
        assert report["explained"] is fails, free


def test_flags_by_number_whose_kernel_is_not_known() -> None:
    head = FAILED.format(order=0, mode="0x480020", more=", nodemask=(null)")
    assert "a number alone" in _one_zone(head, 6000)["reason"]
    assert not _one_zone(head, 6000)["explained"]


def test_without_watermarks() -> None:
    report = _one_zone(FAILED.format(order=0, mode="0x2082020", more=""), 60000)  # 4.4: __GFP_MEMALLOC
    assert report["reason"].startswith("it may go below all marks, and pages are free")


def test_blocks_are_counted_as_to_4_3() -> None:
    blocks = "59000*4kB 100*8kB 100*16kB 50*32kB = 241600kB"
    report = _one_zone(FAILED.format(order=3, mode="0xd0", more=""), 59000 + 1000, blocks=blocks)
    assert (report["class"], report["explained"]) == ("fragmentation", True)
    assert "none has a free block" not in report["reason"]


@pytest.mark.parametrize(
    ("head", "class_"),
    [
        ("cc1: page allocation stalls for 10512ms, order:0, mode:0x14200ca(GFP_HIGHUSER_MOVABLE)", "stall"),
        ("modprobe: vmalloc: allocation failure, allocated 409600 of 4198400 bytes, mode:0xcc0", "vmalloc"),
        ("bash invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=-1, oom_score_adj=0", "by hand"),
        (
            FAILED.format(order=0, mode="0xcc0(GFP_KERNEL)", more=DROPPED),
            "marks",
        ),
        (FAILED.format(order=0, mode="0x40cc0(GFP_KERNEL|__GFP_THISNODE)", more=""), "marks"),
    ],
)
def test_what_no_check_explains(head: str, class_: str) -> None:
    report = _one_zone(head, 60000 if "THISNODE" in head else 100, TODAY)
    assert (report["class"], report["explained"]) == (class_, False)


VMSTAT = """\
vmstat{option} 1
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0  402  10 200    0    0    10    20  100  200  1  1 98  0  0
"""


def test_vmstat_in_another_unit_stands_beside_no_mark() -> None:
    def free(option: str) -> Item:
        [series] = read(texts("zoneinfo")["005"] + VMSTAT.format(option=option))["series"]
        [column] = [c for c in series["columns"] if c["name"] == "free"]
        return {"scaled": series["scaled"], **column}

    for option in ("", " -S K", " -SK", " -n"):
        assert (free(option)["scaled"], free(option)["below_low"]) == (False, 1)
    for option in (" -S M", " -Sm", " -n -S k", " -wS M"):
        assert free(option)["scaled"]
        assert "below_low" not in free(option)


def test_a_device_whose_name_has_blanks_is_a_row_that_could_not_be_read() -> None:
    for text in (
        "NAME TYPE SIZE USED PRIO\n/mnt/my swap/file file 2G 0B -2\n",
        "Filename Type Size Used Priority\n/mnt/my swap file partition 100000 0 -2\n",
    ):
        [swaps] = read(text)["swap_lists"]
        assert swaps["cut"] == 2
        assert swaps["next"] == []


def _two_reports(first: str, second: str) -> list[Item]:
    """Two heads, and then the zones of both; before each line what its index in `hosts` says."""
    zones = [
        f"Node 0 Normal free:{free}kB min:55700kB low:69624kB high:83548kB "
        "present:13200000kB managed:13200000kB\nlowmem_reserve[]: 0 0 0 0"
        for free in (36000, 12000)
    ]
    heads = [
        "a invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0",
        FAILED.format(order=0, mode="0xa20(GFP_ATOMIC)", more=""),
    ]
    lines = [*zip((first, second), heads, strict=True), *zip((first, second), zones, strict=True)]
    text = "".join(f"{before}{line}\n" for before, block in lines for line in block.split("\n"))
    return list(read(text)["reports"])


def test_zones_of_two_reports_that_overlap_are_nobodys() -> None:
    told = [r for r in _two_reports("", "") if r["event"]]
    assert [(r["explained"], "are mixed" in r["reason"]) for r in told] == [(False, True)] * 2
    hosts = ("Nov 29 20:00:00 alpha kernel: ", "Nov 29 20:00:01 beta kernel: ")
    for report in _two_reports(*hosts):
        assert not report["explained"]


def test_zones_of_another_host_explain_nothing() -> None:
    text = ONE_ZONE.format(
        head=FAILED.format(order=0, mode="0xcc0(GFP_KERNEL)", more=""), free=4000, fields=TODAY, blocks=""
    )
    head, *rest = text.splitlines()

    def of(first: str, then: str) -> Item:
        lines = [
            f"Nov 29 20:00:00 {first} kernel: {head}",
            *(f"Nov 29 20:00:00 {then} kernel: {line}" for line in rest),
        ]
        [report] = read("\n".join(lines) + "\n")["reports"]
        return dict(report)

    assert of("alpha", "alpha")["explained"]
    assert "two hosts" in of("alpha", "beta")["reason"]
    assert "two hosts" in of("alpha", "alphabet")["reason"]


@pytest.mark.parametrize("before", ["4,1000,1234560,-;", "4,1001,1234561,-,caller=T12;", "6,1002,1234562,c;"])
def test_records_of_the_kernels_log_device(before: str) -> None:
    text = texts("oom")["027"]
    lines = "".join(f"{before}{line}\n" for line in text.splitlines())
    assert (
        [r["explained"] for r in read(lines)["reports"]]
        == [r["explained"] for r in read(text)["reports"]]
        == [True]
    )
    zoneinfo = texts("zoneinfo")["005"]
    assert len(read("".join(f"{before}{line}\n" for line in zoneinfo.splitlines()))["zones"]) == len(
        read(zoneinfo)["zones"]
    )


def _column(name: str, zones: list[oracle.Zone], columns: int) -> int:
    """Of lowmem_reserve[]: kernels with high memory have no DMA32, small ones neither."""
    has = {zone.name for zone in zones} | {"Normal", "Movable"}
    more = ("DMA", "Device") if "HighMem" in has else ("DMA", "DMA32", "Device")
    for other in more:
        has |= {other} if len(has) < columns else set()
    return [zone for zone in oracle.ZONES if zone in has].index(name)


def test_the_next_swap_device_is_right_for_its_era() -> None:
    for name, text in texts("swaps").items():
        found = read(text)
        devices = oracle.swaps(text)
        assert {s["name"] for s in found["swaps"]} == {n for n, _, _ in devices}, name
        assert {s["name"] for s in found["swaps"] if s["next"]} == oracle.next_of(devices), name
        negative = [prio for _, prio, _ in devices if prio < 0]
        [listed] = found["swap_lists"]
        if negative and max(negative) == -2:
            assert listed["rule"] == "node", name
        if negative.count(-1) > 1:
            assert listed["rule"] == "roundrobin", name
        if {-1, -2} <= set(negative):
            assert listed["rule"] == "global", name


def test_a_zram_that_is_never_used_gets_the_command_that_mends_it() -> None:
    [listed] = read(texts("swaps")["013"])["swap_lists"]
    assert listed["next"] == ["/dev/sda2"]
    assert listed["mend"] == "swapoff /dev/zram0 && swapon -p 100 /dev/zram0"
    name = texts("swaps")["013"].replace("/dev/zram0", "/dev/zram0;reboot")
    assert not read(name)["swap_lists"][0]["mend"], "no command is made of such a name"


def test_a_full_device_is_passed_over_where_its_size_is_not_rounded() -> None:
    rows = "/dev/a partition 300{0} 300{0} 9\n/dev/b partition 300{0} 0{0} 5\n"
    exact = read("Filename Type Size Used Priority\n" + rows.format(""))
    assert [s["next"] for s in exact["swaps"]] == [False, True]
    rounded = read("NAME TYPE SIZE USED PRIO\n" + rows.format("M"))
    assert [s["next"] for s in rounded["swaps"]] == [False, False]
    [listed] = rounded["swap_lists"]
    assert (listed["cut"], listed["next"]) == (2, [])
    assert "may be full" in listed["reason"]
    some = read("NAME TYPE SIZE USED PRIO\n" + rows.format("M").replace("300M 300M", "300M 299.9M"))
    assert [s["next"] for s in some["swaps"]] == [True, False]


@pytest.mark.parametrize("log", ["Nov 27 12:00:01 host agent[1]: ", "2026-11-27T12:00:01+01:00 host agent: "])
def test_a_list_of_devices_from_a_log_is_the_same(log: str) -> None:
    for name, text in texts("swaps").items():
        logged = read("".join(f"{log}{line}\n" for line in text.splitlines()))
        assert logged["swaps"] == read(text)["swaps"], name


@pytest.mark.parametrize(
    "end",
    ["/dev/zram0", "/dev/zram0 partition 8126", "/dev/zram0 partition 8126460 0 99999", "/a file 9 0 -"],
)
def test_a_device_that_is_cut_off_or_cannot_be_leaves_open_who_is_next(end: str) -> None:
    whole = "Filename Type Size Used Priority\n/dev/sda2 partition 8126460 0 -2\n"
    found = read(whole + end)
    [one] = found["swap_lists"]
    assert (one["cut"], one["next"], found["swaps"][0]["next"]) == (3, [], False)
    assert "line 3" in one["reason"]
    for prompt in ("", "/ # ", "user@host:/# ls\n", "\n/home/a: No such file\n"):
        assert read(whole + prompt)["swap_lists"][0]["next"] == ["/dev/sda2"], prompt


def test_a_device_that_cannot_be_hides_none_behind_it() -> None:
    rows = ["/dev/sda2 partition 8388604 0 99999", "/dev/zram0 partition 8388604 0 -2", "/a file 9 0 -"]
    found = read(
        "Filename Type Size Used Priority\n" + "\n".join([*rows, "/dev/sdb1 partition 8388604 0 5"]) + "\n"
    )
    [listed] = found["swap_lists"]
    assert [s["name"] for s in found["swaps"]] == ["/dev/zram0", "/dev/sdb1"]
    assert (listed["cut"], listed["next"], listed["rule"]) == (2, [], "not told")
    assert listed["lines"] == [1, 5]


@pytest.mark.parametrize(
    ("priorities", "rule"),
    [
        ((-2, -2, -2), "not told"),  # each device of a list has its own, but for -1 of 6.19
        ((-1, -3), "not told"),  # swapoff closes gaps
        ((-2, -4), "not told"),
        ((-1, -1, -2), "not told"),
        ((-3,), "not told"),
        ((-1,), "not told"),  # of 4.13 or of 6.19
        ((5,), "not told"),
        ((-2,), "node"),
        ((-3, 7, -2), "node"),
        ((-1, -2, -3), "global"),
        ((-1, 3, -1), "roundrobin"),
    ],
)
def test_priorities_that_no_release_gives_tell_no_rule(priorities: tuple[int, ...], rule: str) -> None:
    rows = (f"/dev/d{i} partition 8388604 0 {priority}\n" for i, priority in enumerate(priorities))
    [listed] = read("Filename Type Size Used Priority\n" + "".join(rows))["swap_lists"]
    assert listed["rule"] == rule


def _mail(text: str) -> str:
    """Quoted, and folded at blanks."""
    folded = (part for line in text.splitlines() for part in re.findall(r".{1,70}(?:\s|$)|\S+", line))
    return "\n".join(f"> {part}" for part in folded)


def _terminal(text: str) -> str:
    return "\r\n".join(line[i : i + 80] for line in text.splitlines() for i in range(0, len(line) or 1, 80))


def _journal(text: str) -> str:
    return "\n".join(
        f"Nov 27 12:00:0{i % 10} host kernel: {line}" for i, line in enumerate(text.splitlines())
    )


def _dmesg(text: str) -> str:
    return "\n".join(f"[ 1234.5678{i % 10}] [T99] {line}" for i, line in enumerate(text.splitlines()))


def _forum(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _container(text: str) -> str:
    return "\n".join(f"2026-11-27T12:00:01.123456789Z stdout F {line}" for line in text.splitlines())


def _cut(text: str) -> str:
    return text[: len(text) * 2 // 3]


@pytest.mark.parametrize("alter", [_mail, _terminal, _journal, _container, _dmesg, _forum, _one_line, _cut])
def test_an_altered_text_says_the_same_or_less(alter: Any) -> None:  # noqa: ANN401
    same = total = 0
    for kind in ("zoneinfo", "oom"):
        if kind == "zoneinfo" and alter is _dmesg:
            continue  # no file of /proc comes that way
        for name, text in texts(kind).items():
            plain = {_key(z): z for z in _zones(read(text))}
            for zone in _zones(read(alter(text))):
                before = plain.get(_key(zone))
                if before is None:  # a zone without pages, and what says so cut off
                    assert (zone["marks"], alter) == ("not told", _cut), (name, zone)
                    continue
                total += 1
                given = [n for n in NUMBERS if n in zone]
                assert {n: zone[n] for n in given} == {n: before[n] for n in given}, (name, zone)
                whole = len(zone.get("lowmem_reserve", ())) == len(before.get("lowmem_reserve", ()))
                assert not whole or zone.get("lowmem_reserve") == before.get("lowmem_reserve"), (name, zone)
                same += zone["marks"] == before["marks"]
    assert total > 50
    assert same >= (0.95 if alter is not _cut else 0.6) * total


def test_two_machines_are_two_and_two_moments_are_one() -> None:
    a, b = texts("zoneinfo")["001"], texts("zoneinfo")["005"]
    assert read(a + b)["machines"] == 2
    assert {z["machine"] for z in read(a + b)["zones"]} == {1, 2}
    assert read(b + b)["machines"] == 1
    assert {z["moment"] for z in read(b + b)["zones"]} == {1, 2}


def test_numbers_of_a_zone_without_its_head_are_named_and_not_given_to_another() -> None:
    found = read(texts("zoneinfo")["001"])
    assert [z["zone"] for z in found["zones"]] == ["DMA", "DMA32", "Normal"]
    assert "the head of a zone before line" in found["missing"][0]["what"]


@pytest.mark.parametrize(
    ("text", "class_"),
    [
        (
            "x invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\nMemory cgroup out of memory\n",
            "cgroup",
        ),
        ("x invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\n", "no zones"),
        ("x: vmalloc error: size 4096, mode:0xcc0(GFP_KERNEL)\n", "vmalloc"),
        (
            "Node 0 Normal free:4kB min:64kB low:80kB high:96kB managed:4000kB\nlowmem_reserve[]: 0 0\n",
            "no header",
        ),
    ],
)
def test_a_report_that_is_not_about_marks_names_its_class(text: str, class_: str) -> None:
    [found] = read(text)["reports"]
    assert (found["class"], found["explained"]) == (class_, False)
    assert found["reason"]


def test_marks_that_cannot_be_are_refused() -> None:
    text = "Node 0, zone Normal\n pages free 9\n min 900\n low 1000\n high 1100\n present 100\n managed 100\n"
    [zone] = read(text)["zones"]
    assert zone["marks"] == "not told"
    assert "cannot be" in zone["reason"]


def test_a_thousand_nodes_are_read_in_a_moment() -> None:
    numbers = "pages free 9000\n min 1000\n low 1250\n high 1500\n present 99999\n managed 99999\n"
    zone = "Node {}, zone Normal\n " + numbers
    zones = read("".join(zone.format(n) for n in range(1000)))["zones"]
    assert len(zones) == 1000
    assert {z["marks"] for z in zones} == {"exact"}


def test_the_one_command_prints_what_the_files_say() -> None:
    prot = "prot=(0,2963,5125,5125,5125)"
    text = (
        "mmscope/1 5.4.0 x86_64 page=4096\n"
        f"zone 0,DMA free=3584 min=49 low=61 high=73 present=3997 managed=3840 {prot} start_pfn:=1\n"
        "zone 0,DMA32 free=731977 min=9742 low=12177 high=14612 present=782288 managed=765904 "
        "prot=(0,0,2161,2161,2161)\n"
        "zone 0,Normal free=8846 min=7104 low=8880 high=10656 present=596992 managed=555433 "
        "prot=(0,0,0,0,0)\n"
        "vm.min_free_kbytes=67584\nvm.lowmem_reserve_ratio=256 256 32 0 0\n"
        "swap1 zram size_kB=8388604 used_kB=0 prio=100\nswap2 partition size_kB=999 used_kB=0 prio=-2\n"
    )
    found, files = read(text), read(texts("zoneinfo")["005"])
    alike = ("zone", "marks", "reason", *NUMBERS)
    assert [[z.get(n) for n in alike] for z in found["zones"]] == [
        [z.get(n) for n in alike] for z in files["zones"]
    ]
    assert found["moments"][0]["min_free_kbytes"]["sysctl"] == 67584
    assert not found["moments"][0]["min_free_kbytes"]["reason"]
    assert [(s["name"], s["next"]) for s in found["swaps"]] == [("swap1", True), ("swap2", False)]


def _taken(zones: list[oracle.Zone], node: int, *, mark: str, kept: int) -> int:
    """Pages that requests of GFP_KERNEL take, one by one, until no zone is above the mark."""
    left = {id(z): z.values["free"] - kept * (z.values["managed"] // 100 + 512) for z in zones}
    order = sorted(zones, key=lambda z: (z.node != node, z.node, -oracle.ZONES.index(z.name)))
    taken = 0
    while zone := next((z for z in order if left[id(z)] > z.values[mark] + z.reserve[2]), None):
        left[id(zone)] -= 1
        taken += 1
    return taken


def test_distances_are_those_of_requests_one_by_one() -> None:
    text = texts("zoneinfo")["023"].replace("free     57231", "free     19231")
    zones = oracle.zoneinfo(text)
    found = module().read(text.encode(), "GFP_KERNEL order=0 node=0")["distance"]["moments"][0]
    for mark, name in (("low", "to_kswapd"), ("min", "to_min")):
        least, most = (_taken(zones, 0, mark=mark, kept=kept) for kept in (1, 0))
        assert found[name] == [least, most]
    assert found["to_kswapd"][1] > 0
    assert found["then"] == "the task reclaims for itself"
    given = text.replace("        scanned", "        reserved_highatomic 0\n        scanned")
    band = module().read(given.encode(), "GFP_KERNEL")["distance"]["moments"][0]["to_kswapd"]
    assert band[0] == band[1] == found["to_kswapd"][1], "what is printed needs no band"


def _walked(text: str, request: str) -> Item:
    told: Item = module().read(text.encode(), request)["distance"]["moments"][0]
    return told


@pytest.mark.parametrize(("kib", "scale"), [(4096, 10), (90112, 10), (262144, 150), (20000, 1000)])
def test_marks_as_if_sysctls_were_others_are_the_rules(kib: int, scale: int) -> None:
    asked = 0
    for name, text in texts("zoneinfo").items():
        found = read(text)
        free = found["moments"][0].get("min_free_kbytes") if found["moments"] else None
        if not free or len(found["moments"]) > 1:
            continue
        told = _walked(text, f"GFP_KERNEL min_free_kbytes={kib} watermark_scale_factor={scale}")["asif"]
        if "watermark_scale_factor" not in told:
            assert "before 4.6" in told["reason"], name
            continue
        zones = {_key(z): z for z in found["zones"]}
        shared = [z for z in zones.values() if z["computed"]["rule"] == "share"]
        total = sum(z.get("managed", z["present"]) for z in shared)
        for claim in told["zones"]:
            zone = zones[_key(claim)]
            managed = zone.get("managed", zone["present"])
            tmp = oracle.marks(kib * 1024 // free["page"], managed, total)
            gap = max(tmp // 4, managed * scale // 10000)
            low = tmp if zone["computed"]["rule"] == "share" else oracle.capped(managed)
            assert [claim[m] for m in MARKS] == [low, low + gap, low + 2 * gap], (name, claim)
            asked += 1
    assert asked > 20


def test_as_if_nothing_were_changed_the_marks_are_those_printed() -> None:
    same = 0
    for name, text in texts("zoneinfo").items():
        found = read(text)
        if len(found["moments"]) != 1 or any(z["marks"] != "exact" for z in found["zones"]):
            continue
        now = _walked(text, "GFP_KERNEL")["asif"]
        if "min_free_kbytes" not in now:
            continue
        told = _walked(text, f"GFP_KERNEL min_free_kbytes={now['min_free_kbytes']}")["asif"]
        for claim, zone in zip(told["zones"], found["zones"], strict=True):
            boost = zone["computed"]["boost"]
            assert [claim[m] + boost for m in MARKS] == [zone[m] for m in MARKS], (name, claim)
            same += 1
    assert same > 10


def test_reserves_as_if_the_ratio_were_another() -> None:
    text = texts("zoneinfo")["001"]
    before, after = (_walked(text, f"GFP_KERNEL {more}") for more in ("", "lowmem_reserve_ratio=256,64,32"))
    by_name = {z["zone"]: z for z in after["zones"]}
    assert {z["zone"]: z["reserve"] for z in before["zones"]} == {"Normal": 0, "DMA32": 13053, "DMA": 16022}
    assert by_name["DMA32"]["reserve"] == 3341779 // 64
    assert by_name["DMA"]["reserve"] == (3341779 + 760023) // 256
    assert after["asif"]["lowmem_reserve_ratio"][:3] == [256, 64, 32]


def test_the_axis_ends_where_the_distances_do() -> None:
    for name, text in texts("zoneinfo").items():
        for moment in module().read(text.encode(), "GFP_HIGHUSER_MOVABLE")["distance"]["moments"]:
            if moment["reason"]:
                continue
            parts = {until: [p for p in moment["axis"] if p["until"] == until] for until in ("low", "min")}
            low = parts["low"][-1]["ends"] if parts["low"] else [0, 0]
            assert low == moment["to_kswapd"], name
            for i in (0, 1):
                assert sum(p["pages"][i] for p in parts["low"]) == moment["to_kswapd"][i], name
                assert sum(p["pages"][i] for p in parts["min"]) == moment["after_kswapd"][i], name


def test_a_request_may_be_a_number() -> None:
    text = texts("zoneinfo")["005"]
    for number, names in ((0x100CCA, "GFP_HIGHUSER_MOVABLE"), (0xCC0, "GFP_KERNEL"), (0x820, "GFP_ATOMIC")):
        by_number, by_names = (_walked(text, gfp) for gfp in (hex(number), names))
        assert by_number == by_names


def test_what_counted_in_a_report_is_where_it_stands() -> None:
    seen = 0
    for name, text in texts("oom").items():
        raw = text.encode()
        for report in read(text)["reports"]:
            words = [raw[a:b].decode() for a, b in report["counted"]]
            assert all(re.search(r"\d|^nodemask=", word) for word in words), (name, words)
            for zone in report["zones"]:
                check = zone.get("check", {})
                if not check.get("eligible") or "free" not in check or len(report["zones"]) > 1:
                    continue
                kib = zone["free"] * report["page"] // 1024
                assert f"free:{kib}kB" in [re.sub(r"\s|>", "", word) for word in words], (name, words)
                seen += 1
    assert seen > 3


def test_a_request_without_reclaim_goes_further_and_fails() -> None:
    text = texts("zoneinfo")["005"]

    def ask(request: str) -> Item:
        given: Item = module().read(text.encode(), request)["distance"]["moments"][0]
        return given

    kernel, atomic = ask("GFP_KERNEL"), ask("GFP_ATOMIC")
    assert atomic["then"] == "the request fails"
    assert atomic["to_kswapd"] == kernel["to_kswapd"]
    assert atomic["to_min"][0] == atomic["to_min"][1] > kernel["to_min"][1] > kernel["to_min"][0]
    assert [z["zone"] for z in ask("GFP_DMA32")["zones"]] == ["DMA32", "DMA"]
    assert ask("GFP_KERNEL node=7")["reason"] == "this node is not in the text"


@pytest.mark.parametrize("request_", ["", "GFP_NONE", "GFP_KERNEL order=11", "GFP_KERNEL size=1"])
def test_a_request_that_is_none_is_refused(request_: str, tmp_path: Path, capsys: Captured) -> None:
    assert main(["machine", *_written(tmp_path, texts("zoneinfo")["005"]), "--request", request_]) == 2
    assert "a request is the names of its flags" in capsys.readouterr().err


def _written(folder: Path, *contents: str) -> list[str]:
    paths = [folder / f"{i}.txt" for i in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(content)
    return [str(path) for path in paths]


def test_command_prints_zones_reports_and_devices_of_several_files(tmp_path: Path, capsys: Captured) -> None:
    files = _written(tmp_path, texts("zoneinfo")["005"], texts("oom")["027"], texts("swaps")["013"])
    assert main(["machine", *files, "--request", "GFP_KERNEL"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"0 +DMA32 +765904 .* drift +exact if managed was 758542 to 758783 pages", out)
    assert "allocation failure, order 4, 0x40c40(GFP_NOFS|__GFP_COMP): fragmentation\nexplained: " in out
    assert re.search(r"pages until kswapd is woken: \d+ to \d+\n", out)
    assert "min_free_kbytes 67564 to 67607: khugepaged" in out
    assert "to put it first: swapoff /dev/zram0" in out
    assert main(["machine", *files, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"zones", "reports", "swaps"} <= set(found)


@pytest.mark.parametrize("text", ["", "root:hunter2\n", "# a readme\nmin 5 low 6\n"])
def test_command_refuses_what_says_nothing(text: str, tmp_path: Path, capsys: Captured) -> None:
    assert main(["machine", *_written(tmp_path, text)]) == 2
    printed = capsys.readouterr()
    assert "nothing in this text is of a machine's memory" in printed.err
    assert "hunter2" not in printed.out + printed.err


def test_command_refuses_files_that_are_missing_or_too_long(tmp_path: Path, capsys: Captured) -> None:
    assert main(["machine", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err
    with (tmp_path / "long").open("wb") as file:
        file.truncate((32 << 20) + 1)
    assert main(["machine", str(tmp_path / "long")]) == 2
    assert "longer than 32 MiB" in capsys.readouterr().err


def test_command_reads_standard_input() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "mmscope", "machine", "-", "--json"],
        input=texts("swaps")["017"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [s["next"] for s in json.loads(found.stdout)["swaps"]] == [False, True]
