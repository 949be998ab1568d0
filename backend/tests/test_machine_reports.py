"""Reports of pasted texts: the check that failed, against an oracle and the kernel's sources by release."""

import re

import pytest

import mark_oracle as oracle
from test_machine import Item, key_of, read, texts

EXPLAINED = 0.87  # of reports with a head that are about marks: of the others, pages had been given back


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
                [zone] = [z for z in zones if (z.node, z.name) == key_of(claim)]
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


KDUMP = """\
swapper/0: page allocation failure: order:5, mode:0xcc1({flags}), nodemask=(null),cpuset=/,mems_allowed=0
Node 0 DMA free:0kB min:0kB low:0kB high:0kB present:636kB managed:{managed}kB
lowmem_reserve[]: 0 0 0 0 0
Node 0 DMA32 free:132384kB min:3500kB low:4372kB high:5244kB present:261960kB managed:207196kB
lowmem_reserve[]: 0 0 0 0 0
"""


def test_a_zone_that_manages_no_pages_is_asked_by_nobody() -> None:
    """As in a kdump kernel. 5.17 does not warn of it any more (c4dc63f0032c)."""
    [report] = read(KDUMP.format(flags="GFP_KERNEL|GFP_DMA", managed=0))["reports"]
    assert (report["explained"], report["class"]) == (True, "marks")
    assert report["reason"].startswith("node 0 DMA manages no pages (managed:0kB)")
    [other] = read(KDUMP.format(flags="GFP_KERNEL", managed=0))["reports"]
    assert "manages no pages" not in other["reason"]
    [some] = read(KDUMP.format(flags="GFP_KERNEL|GFP_DMA", managed=400))["reports"]
    assert "manages no pages" not in some["reason"]


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
        more = ", nodemask=(null)" if fields else ""
        report = _one_zone(FAILED.format(order=0, mode=mode, more=more), free, fields)
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


def _of_two_tasks(order: str) -> list[Item]:
    """An OOM of a task and a failure on a CPU, five lines each, as CONFIG_PRINTK_CALLER tags them."""
    heads = (
        "a invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0",
        FAILED.format(order=0, mode="0xa20(GFP_ATOMIC)", more=""),
    )

    def tagged(tag: str, head: str, kib: int) -> list[str]:
        zones = (
            f"Node 0 DMA free:{kib}kB min:700kB low:800kB high:900kB",
            "lowmem_reserve[]: 0 5000 5000",
            f"Node 0 Normal free:{kib}kB min:55700kB low:69624kB high:83548kB",
            "lowmem_reserve[]: 0 0 0",
        )
        return [f"[   12.345678][{tag}] {line}\n" for line in (head, *zones)]

    lines = {"a": iter(tagged(" T1234", heads[0], 4000)), "b": iter(tagged("    C1", heads[1], 12000))}
    return list(read("".join(next(lines[who]) for who in order))["reports"])


@pytest.mark.parametrize("order", ["aabbabaabb", "aaabaabbbb", "ababababab", "abbbbbaaaa"])
def test_lines_of_two_tasks_that_are_mixed_explain_nothing(order: str) -> None:
    for report in _of_two_tasks(order):
        assert not report["explained"]
        assert "more than the check asks for" not in report["reason"], "a zone of another report"


def test_lines_of_two_tasks_one_after_the_other_do() -> None:
    assert [report["explained"] for report in _of_two_tasks("aaaaabbbbb")] == [True, True]
    assert [report["explained"] for report in _of_two_tasks("aaaabbbbba")] == [False, True], "whole within it"


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


LARGE = (
    "Node 0 DMA32 free:400000kB min:1000kB low:1200kB high:9000kB managed:2971648kB\n"
    "lowmem_reserve[]: 0 0 0\n"
    "Node 1 Normal free:400kB min:1000kB low:1200kB high:1400kB managed:2971648kB\n"
    "lowmem_reserve[]: 0 0 0\n"
)
OOM = "a invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\n"


def test_the_last_try_before_the_oom_killer_asks_for_high() -> None:
    [report] = read(OOM + LARGE)["reports"]
    assert report["reason"].startswith(f"node 0 DMA32 has {(400_000 - 9_000) // 4} pages more than")
    [report] = read(OOM + LARGE.replace("free:400000kB", "free:9004kB"))["reports"]
    assert report["reason"].startswith("node 0 DMA32 has 1 page more than")
    [report] = read(OOM + LARGE.replace("free:400000kB", "free:9000kB"))["reports"]
    assert report["explained"]


def test_where_a_cpuset_is_not_told_it_may_be_the_reason() -> None:
    for last, said in (
        ("", True),
        ("oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0-1\n", False),
    ):
        [report] = read(OOM + LARGE + last)["reports"]
        assert ("the line with constraint= is not in the text" in report["reason"]) is said


def test_a_memory_cgroup_s_report_is_of_the_machine_of_those_behind_it() -> None:
    memcg = (
        "b invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\nmemory: usage 4kB, limit 4kB, failcnt 1\n"
    )
    found = read(memcg + OOM + LARGE)
    assert found["machines"] == 1
    assert [report["class"] for report in found["reports"]] == ["cgroup", "marks"]


def test_zones_that_sysrq_shows_are_of_no_failure() -> None:
    memcg = (
        "b invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\nmemory: usage 4kB, limit 4kB, failcnt 1\n"
    )
    cgroup, shown = read(f"{memcg}sysrq: Show Memory\nMem-Info:\n{LARGE}")["reports"]
    assert not cgroup["zones"]
    assert (shown["class"], shown["explained"]) == ("by hand", False)
    assert "SysRq m" in shown["reason"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "a: vmalloc: allocation failure, allocated 4096 of 8192 bytes, mode:0xcc0(GFP_KERNEL)",
            "got no page for one",
        ),
        (
            "a: vmalloc: allocation failure: 8192 bytes, mode:0xcc0(GFP_KERNEL)",
            "found no range of addresses, or",
        ),
        (
            "vmap allocation for size 8192 failed: use vmalloc=<size> to increase size",
            "found no range of addresses that",
        ),
        (
            "vmalloc_node_range for size 8192 failed: Address range restricted to 0xf - 0xff",
            "found no range of addresses that",
        ),
        (
            "a: vmalloc size 4096 allocation failure: page order 0 allocation failed, mode:0xcc0(GFP_KERNEL)",
            "got no page for one of its own",
        ),
        (
            "a: vmalloc size 4096 allocation failure: exceeds total pages, mode:0xcc0(GFP_KERNEL)",
            "was asked for more than all memory",
        ),
        (
            "a: vmalloc size 4096 allocation failure: failed to map pages, mode:0xcc0(GFP_KERNEL)",
            "got no page for page",
        ),
    ],
)
def test_what_vmalloc_lacked_is_what_its_line_says(line: str, reason: str) -> None:
    [report] = read(f"{line}\nMem-Info:\n{LARGE}")["reports"]
    assert report["class"] == "vmalloc"
    assert report["reason"].startswith(f"vmalloc {reason}")


@pytest.mark.parametrize(
    ("release", "explained"), [("5.15.0", True), ("6.2.0", True), ("6.6.0", False), ("", False)]
)
def test_who_may_use_pages_for_high_orders_is_told_by_the_release(release: str, *, explained: bool) -> None:
    """gfp_to_alloc_flags(): to 6.2 it takes __GFP_ATOMIC, since then a request that does not wait will do."""
    [report] = read(
        "a: page allocation failure: order:0, mode:0x2800(GFP_NOWAIT|__GFP_NOWARN), nodemask=(null)\n"
        + (f"CPU: 0 PID: 7 Comm: a Not tainted {release} #1\n" if release else "")
        + "Node 0 Normal free:9000kB min:4000kB low:5000kB high:6000kB reserved_highatomic:8192KB\n"
        "lowmem_reserve[]: 0 0\n"
    )["reports"]
    assert report["explained"] is explained


def _column(name: str, zones: list[oracle.Zone], columns: int) -> int:
    """Of lowmem_reserve[]: kernels with high memory have no DMA32, small ones neither."""
    has = {zone.name for zone in zones} | {"Normal", "Movable"}
    more = ("DMA", "Device") if "HighMem" in has else ("DMA", "DMA32", "Device")
    for other in more:
        has |= {other} if len(has) < columns else set()
    return [zone for zone in oracle.ZONES if zone in has].index(name)


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


@pytest.mark.parametrize(
    ("lack", "reason"),
    [
        ("page order 0, failed to allocate pages", "no page for one of its own"),
        ("failed to allocated page array size 4096", "list of its pages"),  # so it is spelt
        ("failed to map pages", "page tables"),
        ("exceeds total pages", "more than all memory"),
        ("vm_struct allocation failed", "no range of addresses"),
    ],
)
def test_what_vmalloc_lacked(lack: str, reason: str) -> None:
    line = f"modprobe: vmalloc error: size 8388608, {lack}, mode:0xcc0(GFP_KERNEL), nodemask=(null)\n"
    [report] = read(line)["reports"]
    assert report["class"] == "vmalloc"
    assert reason in report["reason"]


@pytest.mark.parametrize(
    ("release", "more", "explained"),
    [
        ("6.12.60", "", False),
        ("7.0.1", "", False),
        ("6.11.3-arch1", "", True),
        ("5.15.0-91-generic", "", True),
        ("6.12.60", " free_highatomic:8000KB", True),
        ("6.12.60", " free_highatomic:0KB", False),
    ],
)
def test_pages_of_highatomic_blocks_that_are_not_free_count_to_6_11(
    release: str, more: str, *, explained: bool
) -> None:
    """6.12.y takes away those that are free (c928807f6f6b); reports have printed them since 6.15."""
    text = (
        f"{FAILED.format(order=0, mode='0xcc0(GFP_KERNEL)', more='')}\n"
        f"CPU: 0 PID: 7 Comm: task Not tainted {release} #1\n"
        "Node 0 Normal free:62000kB boost:0kB min:55700kB low:69624kB high:83548kB "
        f"reserved_highatomic:8192KB{more} present:13200000kB managed:13200000kB\nlowmem_reserve[]: 0 0 0\n"
    )
    [report] = read(text)["reports"]
    assert report["explained"] is explained
