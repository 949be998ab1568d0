"""`mmscope machine`: rows of vmstat and sar, free lists, meminfo, nodes, kubelet, two moments compared.

The texts are of an invented machine; what they come to is computed here once more, from what the kernel and
kubelet do.
"""

import json
import re
from pathlib import Path

import pytest

from mmscope.cli.main import main
from test_machine import Captured, Item, distance, read

PAGE = 4096
MIB = 1 << 20
FREE, MIN, LOW, HIGH, MANAGED = 150000, 5120, 6400, 7680, 512000
INACTIVE, ANON, FILE = 40000, 200000, 90000


def zoneinfo(*, free: int = FREE, low: int = LOW, more: str = "", node: int = 0) -> str:
    """One zone, with what a node prints."""
    return f"""Node {node}, zone   Normal
  per-node stats
      nr_inactive_file {INACTIVE}
      nr_anon_pages {ANON}
      nr_file_pages {FILE}
  pages free     {free}
        boost    0
        min      {MIN}
        low      {low}
        high     {2 * low - MIN}
        spanned  {MANAGED}
        present  {MANAGED}
        managed  {MANAGED}
        protection: (0, 0, 0)
      nr_free_cma  0
        reserved_highatomic 0
{more}  start_pfn:           4096
"""


SETS = """  pagesets
    cpu: 0
              count:    100
              high:     378
              batch:    63
    cpu: 1
              count:    7
              high:     378
              batch:    63
  vm stats threshold: 24
"""
VMSTAT = """procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 600000  12044 204800    0    0     2     9   33   61  1  0 99  0  0
 2  0      0 300000  12044 204800    0    0     0     0   91  141  1  0 99  0  0
 2  1    512  20000   1044   4800    0  512     0   512   91  141  1  0 99  0  0
"""


def _columns(series: Item) -> dict[str, list[float]]:
    return {column["name"]: column["values"] for column in series["columns"]}


def _kinds(text: str) -> list[str]:
    return [piece["kind"] for piece in read(text)["pieces"]]


def test_rows_of_vmstat_stand_beside_the_marks() -> None:
    found = read(zoneinfo() + VMSTAT)
    [series] = found["series"]
    assert (series["kind"], series["rows"], series["lost"]) == ("vmstat", 3, 0)
    assert _columns(series)["free"] == [600000, 300000, 20000]
    assert _columns(series)["so"] == [0, 0, 512]
    [free] = [column for column in series["columns"] if column["name"] == "free"]
    assert free["below_low"] == 1  # 20,000 KiB < 6,400 pages
    assert free["below_min"] == 1
    assert "vmstat" in _kinds(VMSTAT)
    assert not any("vmstat" in item["what"] for item in found["missing"])


def test_headers_of_vmstat_that_come_again_are_one_series_and_a_cut_row_is_counted() -> None:
    [series] = read(VMSTAT + VMSTAT)["series"]
    assert series["rows"] == 6
    more = VMSTAT.splitlines(keepends=True)[3]
    [cut] = read(VMSTAT + " 1  0      0 600000  120\n" + more)["series"]
    assert (cut["rows"], cut["lost"]) == (4, 1)
    assert _columns(cut)["free"][-1] == 300000


def test_the_last_row_may_be_cut_in_a_number_and_is_left_out() -> None:
    text = VMSTAT.rstrip()
    for length in range(text.rindex("\n") + 1, len(text) + 1):
        [series] = read(text[:length])["series"]
        assert series["rows"] == 2


def test_rows_of_vmstat_with_the_time_behind_them_are_whole() -> None:
    for zone in ("UTC", "CEST", "+03"):
        head, names, *rows = VMSTAT.splitlines()
        timed = [head, f"{names} {zone:>19}", *(f"{row} 2026-11-27 12:00:01" for row in rows)]
        [series] = read("\n".join(timed) + "\n")["series"]
        assert (series["rows"], series["lost"]) == (3, 0)
        assert _columns(series) == _columns(read(VMSTAT)["series"][0])


def test_rows_are_held_against_marks_that_are_in_the_text_alone() -> None:
    cut = zoneinfo(node=1).split("        low")[0]
    another = zoneinfo().replace("present  ", "present  1")
    for zones in ("", zoneinfo() + another, zoneinfo() + cut):
        [series] = read(VMSTAT + zones)["series"]
        assert not any("below_low" in column or "below_min" in column for column in series["columns"])


def test_rows_of_sar_with_either_clock_and_either_comma() -> None:
    text = """Linux 6.1.0 (host)  11/27/2026  _x86_64_ (2 CPU)

12:00:01 AM  pgpgin/s pgpgout/s   fault/s  majflt/s  pgfree/s pgscank/s pgscand/s pgsteal/s    %vmeff
12:00:02 AM      0.00     16.00    123.00      0.00    321.00      0.00      0.00      0.00      0.00
12:00:03 AM     12.50     16.00    123.00      0.00    321.00    640.25     12.00    500.00     76.67
Average:         6.25     16.00    123.00      0.00    321.00    320.12      6.00    250.00     76.67
"""
    [series] = read(text)["series"]
    assert (series["kind"], series["rows"]) == ("sar", 2)
    assert _columns(series)["pgscank/s"] == [0, 640.25]
    german = "00:00:01  pswpin/s pswpout/s\n00:00:02  1,50  0,00\n00:00:03  0,00  12,25\n"
    assert _columns(read(german)["series"][0]) == {"pswpin/s": [1.5, 0], "pswpout/s": [0, 12.25]}


BUDDY = "Node 0, zone   Normal     10      9      8      7      6      5      4      3      2      1      1\n"
TYPES = """Page block order: 9
Pages per block:  512

Free pages count per migrate type at order    0   1   2   3   4   5   6   7   8   9  10
Node    0, zone   Normal, type    Unmovable  10   0   0   0   0   0   0   0   0   0   1
Node    0, zone   Normal, type  Movable >100000   9   8   7   6   5   4   3   2   1   0

Number of blocks type     Unmovable      Movable  Reclaimable   HighAtomic      Isolate
Node 0, zone   Normal          120          800           80            0            0
"""


def test_free_lists_limit_requests_of_higher_orders() -> None:
    free, limited = (distance(text, "GFP_KERNEL order=9") for text in (zoneinfo(), zoneinfo() + BUDDY))
    assert free["to_kswapd"][1] > limited["to_kswapd"][1] == (1 << 9) + (1 << 10)
    assert distance(zoneinfo() + BUDDY)["to_kswapd"] == distance(zoneinfo())["to_kswapd"]


def test_pagetypeinfo_is_read_by_type_and_its_page_blocks_are_no_free_lists() -> None:
    found = read(zoneinfo() + TYPES)
    [zone] = found["zones"]
    assert zone["free_of"]["Unmovable"] == 10 + 1024
    assert zone["free_of"]["Movable"] == 100000 + sum(
        n << o for o, n in enumerate((0, 9, 8, 7, 6, 5, 4, 3, 2, 1))
    )
    assert {"zoneinfo", "pagetypeinfo"} == {piece["kind"] for piece in found["pieces"]}
    assert len(found["zones"]) == 1
    assert found["zones"][0]["marks"] == "exact"


def test_numastat_gives_its_nodes_and_a_line_that_is_cut_none() -> None:
    text = """Per-node system memory usage (in MBs):
                          Node 0          Node 1           Total
                 --------------- --------------- ---------------
MemTotal                31992.05        32253.97        64246.02
MemFree                  1024.50         2048.25         3072.75
MemUsed                 30967.55        30205.72        61173.27
"""
    nodes = read(text)["nodes"]
    assert nodes == [
        {"node": 0, "total_kib": 3199205 * 1024 // 100, "free_kib": 1049088},
        {"node": 1, "total_kib": 3225397 * 1024 // 100, "free_kib": 2097408},
    ]
    assert set(_kinds(text)) == {"numastat"}
    cut = read(text.replace("3072.75", "307"))["nodes"]
    assert all("free_kib" not in node for node in cut)


def test_lists_of_cpus_widen_a_distance() -> None:
    without, with_ = (distance(zoneinfo(more=more)) for more in ("", SETS))
    exact = FREE - LOW
    assert without["to_kswapd"] == [exact, exact]
    assert not without["lists"]
    assert with_["lists"]
    drift, held, batch = 2 * 24, 107, 63
    assert with_["to_kswapd"] == [exact - drift - (batch - 1), exact + drift + held]
    assert [part["free"] for part in with_["axis"] if part["until"] == "low"] == [LOW]
    cut = zoneinfo(more=SETS).split("  start_pfn")[0]
    assert distance(cut)["to_kswapd"] == [exact, exact], "some CPU may be missing"


def test_a_cpu_takes_32_batches_at_most_since_6_7_whatever_others_hold() -> None:
    sets = SETS.replace(
        "batch:    63\n", "batch:    63\n              high_min: 378\n              high_max: 99999\n"
    )
    assert distance(zoneinfo(more=sets))["to_kswapd"][0] == FREE - LOW - 2 * 24 - (32 * 63 - 1)


def test_a_sysctl_with_two_values_counts_as_neither() -> None:
    found = read(zoneinfo() + "vm.min_free_kbytes = 20480\nvm.min_free_kbytes = 40960\n")
    assert "min_free_kbytes" not in found["sysctls"]
    assert any("one value" in item["what"] for item in found["missing"])
    assert read(zoneinfo() + 2 * "vm.min_free_kbytes = 20480\n")["sysctls"]["min_free_kbytes"] == 20480


# ---- kubelet


def kubelet(text: str, words: str = "") -> Item:
    """What is said of it."""
    told: Item = read(text, f"GFP_HIGHUSER_MOVABLE {words}")["distance"]["moments"][0]["kubelet"]
    return told


def test_kubelet_counts_a_node_as_its_releases_do() -> None:
    told = kubelet(zoneinfo())
    new, old = told["counts"]
    assert told["from"] == "zoneinfo"
    assert told["capacity"] == MANAGED * PAGE
    assert new["counts"] == "anon + file"
    assert new["working_set"] == (ANON + FILE - INACTIVE) * PAGE
    assert new["available"] == (MANAGED - (ANON + FILE - INACTIVE)) * PAGE
    assert old["available"] == (FREE + INACTIVE) * PAGE
    assert told["threshold"] == 100 * MIB
    assert told["kswapd"] == [(FREE - LOW) * PAGE] * 2
    assert told["files"] == [(FREE - LOW + INACTIVE) * PAGE] * 2
    assert told["reclaim"] == [(FREE - MIN + INACTIVE) * PAGE] * 2
    for count in told["counts"]:
        due = count["available"] - 100 * MIB
        assert count["eviction"] == [due, due]
        assert count["first"] == ("eviction" if due < told["reclaim"][0] else "reclaim")


def test_what_comes_first_follows_from_threshold_and_rate() -> None:
    text = zoneinfo()
    _, old = kubelet(text, "evictionHard=10Mi")["counts"]
    assert old["first"] == "reclaim"  # the kernel keeps 20 MiB
    _, old = kubelet(text, "evictionHard=40Mi")["counts"]
    assert old["first"] == "eviction"
    _, old = kubelet(text, "evictionHard=40Mi rate=40Mi")["counts"]
    assert old["eviction"][1] - old["eviction"][0] == 400 * MIB
    assert old["first"] == "either"
    needed = old["needed"]
    assert needed == (MIN * PAGE + 400 * MIB) // MIB * MIB + MIB
    for mib, first in ((needed // MIB, "eviction"), (needed // MIB - 2, "either")):
        assert kubelet(text, f"evictionHard={mib}Mi rate=40Mi")["counts"][1]["first"] == first


def test_a_threshold_may_be_a_percentage_and_other_words_are_refused() -> None:
    assert kubelet(zoneinfo(), "evictionHard=5%")["threshold"] == MANAGED * PAGE // 100 * 5
    for words in ("evictionHard=0", "evictionHard=100%", "evictionHard=1.5Gi", "evictionHard=", "rate=fast"):
        assert read(zoneinfo(), f"GFP_KERNEL {words}")["distance"]["notice"], words


def _meminfo(total: int, **more: int) -> str:
    """So many kB, with what kubelet needs."""
    names = {
        "MemTotal": total,
        "MemFree": FREE * 4,
        "Buffers": 4000,
        "Cached": (FILE - 1500) * 4,
        "SwapCached": 2000,
        "AnonPages": ANON * 4,
        "Inactive(file)": INACTIVE * 4,
        **more,
    }
    return "".join(f"{name}: {kib:12} kB\n" for name, kib in names.items())


def test_meminfo_tells_what_zoneinfo_lacks_and_two_of_them_nothing() -> None:
    bare = re.sub(r" +nr_(inactive_file|anon_pages|file_pages).*\n", "", zoneinfo())
    assert "is not in the text" in kubelet(bare)["reason"]
    meminfo = _meminfo(MANAGED * 4)
    assert [c["available"] for c in kubelet(bare + meminfo)["counts"]] == [
        c["available"] for c in kubelet(zoneinfo())["counts"]
    ]
    of_node = "".join(f"Node 0 {line}\n" for line in meminfo.splitlines())
    assert kubelet(bare + of_node)["reason"], "a node is not the machine"
    assert kubelet(bare + meminfo + meminfo.replace(f"{FREE * 4}", "4"))["reason"]


def test_memtotal_and_the_zones_are_one_number_or_nothing_is_said_of_both() -> None:
    """si_meminfo() gives totalram_pages, which adjust_managed_page_count() changes with a zone's managed."""
    bare = re.sub(r" +nr_(inactive_file|anon_pages|file_pages).*\n", "", zoneinfo())
    hugetlb = MANAGED * 4 * 7 // 512  # page structs that nr_hugepages gives back, of all memory at most
    for total in (MANAGED * 4, MANAGED * 4 + hugetlb, MANAGED * 4 - hugetlb):
        assert kubelet(bare + _meminfo(total))["from"] == "meminfo"
        assert not kubelet(zoneinfo() + _meminfo(total))["reason"]
    for total in (MANAGED, MANAGED * 6, MANAGED * 4 * 7 // 10):
        for text in (bare, zoneinfo()):
            told = kubelet(text + _meminfo(total))
            assert "MemTotal is not what these zones have" in told["reason"]
            assert "capacity" not in told
    two = zoneinfo() + zoneinfo().replace(f"present  {MANAGED}", f"present  {MANAGED + 1}")
    assert not kubelet(two + _meminfo(MANAGED))["reason"], "of which of the two it is, is not told"


@pytest.mark.parametrize("kib", [4, 8, 16, 64])
def test_memtotal_tells_the_size_of_a_page(kib: int) -> None:
    def page(text: str) -> int:
        [moment] = read(text)["moments"]
        return int(moment["page"])

    assert page(zoneinfo() + _meminfo(MANAGED * kib)) == kib * 1024
    assert page("page=16384\n" + zoneinfo() + _meminfo(MANAGED * kib)) == kib * 1024
    near = zoneinfo() + _meminfo(MANAGED * kib + 4)
    assert page(near) == PAGE, "another machine may have 16 times as much, but hardly to the kB"


@pytest.mark.parametrize(
    ("said", "page"),
    [
        ("$ getconf PAGESIZE\n16384\n", 16384),
        ("# getconf PAGE_SIZE\n65536\n$ cat /proc/zoneinfo\n", 65536),
        ("PAGESIZE                           16384\nPAGE_SIZE                          16384\n", 16384),
        ("$ getconf PAGESIZE\n16384\n$ getconf PAGESIZE\n65536\n", 4096),
        ("$ getconf PAGESIZE\n$ free\n16384\n", 4096),
        ("$ getconf PAGESIZE\n16385\n", 4096),
    ],
)
def test_getconf_tells_the_size_of_a_page(said: str, page: int) -> None:
    [moment] = read(said + zoneinfo())["moments"]
    assert moment["page"] == page


def test_command_says_that_swap_comes_on_top(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "node.txt"
    for kib in (0, 2 << 20):
        file.write_text(zoneinfo() + _meminfo(MANAGED * 4, SwapTotal=2 << 20, SwapFree=kib))
        assert main(["machine", str(file), "--request", "GFP_HIGHUSER_MOVABLE"]) == 0
        assert ("up to 2048.0 MiB" in capsys.readouterr().out) == (kib > 0)


@pytest.mark.parametrize("sysctl", [500, 10])
def test_a_sysctl_that_the_marks_are_not_of_is_said_to_be(
    sysctl: int, tmp_path: Path, capsys: Captured
) -> None:
    """LOW is MIN and a quarter: watermark_scale_factor is at most the quarter of 512,000 in 10,000."""
    file = tmp_path / "node.txt"
    file.write_text(zoneinfo() + f"vm.watermark_scale_factor = {sysctl}\n")
    assert main(["machine", str(file)]) == 0
    assert ("sysctl of 500, which these marks were not computed from" in capsys.readouterr().out) == (
        sysctl > 25
    )


def test_numbers_of_use_that_cannot_be_are_not_taken() -> None:
    assert kubelet(zoneinfo().replace(f"nr_file_pages {FILE}", f"nr_file_pages {MANAGED * 2}"))["reason"]
    assert kubelet(zoneinfo().replace(f"nr_inactive_file {INACTIVE}", f"nr_inactive_file {FILE + 1}"))[
        "reason"
    ]


# ---- before and after


def _compared(text: str) -> Item:
    told: Item = read(text, "GFP_KERNEL before=1 after=2")["distance"]["comparison"]
    return told


def test_two_moments_are_compared_number_by_number() -> None:
    told = _compared(zoneinfo() + zoneinfo(free=FREE - 1000, low=LOW + 512))
    [zone] = told["zones"]
    assert told["same_machine"]
    assert zone["free"] == {"before": FREE, "after": FREE - 1000, "change": -1000}
    assert zone["low"]["change"] == 512
    assert zone["min"]["change"] == 0


def test_a_zone_of_one_moment_alone_has_no_change() -> None:
    told = _compared(zoneinfo() + zoneinfo(node=1) + zoneinfo())
    only = {zone["node"]: zone["only"] for zone in told["zones"]}
    assert only == {0: "", 1: "before"}
    [alone] = [zone for zone in told["zones"] if zone["only"]]
    assert "change" not in alone["free"]


def test_what_is_not_there_is_not_compared() -> None:
    assert read(zoneinfo(), "GFP_KERNEL before=1 after=9")["distance"]["comparison"]["reason"]


def test_command_compares_files_and_says_what_comes_first(tmp_path: Path, capsys: Captured) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.write_text(zoneinfo())
    after.write_text(zoneinfo(low=LOW + 512))
    assert main(["machine", "--compare", str(before), str(after)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"0 +Normal +low +6400 +6912 +512\n", out)
    assert f"pages until kswapd is woken: {FREE - LOW}, then {FREE - LOW - 512}" in out
    assert main(["machine", "--compare", str(before)]) == 2
    assert "two of /proc/zoneinfo" in capsys.readouterr().err
    request = "GFP_HIGHUSER_MOVABLE evictionHard=10Mi"
    assert main(["machine", str(before), "--request", request]) == 0
    assert "a task reclaims for itself before kubelet evicts" in capsys.readouterr().out


# ---- what is none of it


WINDOWS = "Total Physical Memory:     16,310 MB\nAvailable Physical Memory: 4,921 MB\n"
MACOS = """Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               12345.
Pages active:                            234567.
"""
FREEBSD = """vm.stats.vm.v_free_count: 12345
 procs    memory    page                    disks     faults         cpu
 r b w   avm   fre   flt  re  pi  po    fr   sr ada0   in   sy   cs us sy id
 1 0 0  12M  800M   100   0   0   0   120    0    0   10  200  300  1  1 98
"""
OPENBSD = (
    "Device      512-blocks     Used    Avail Capacity  Priority\n/dev/sd0b   2097152    0  2097152   0%  0\n"
)
CUT = ("Node 0, zone\n", "Node 0, zone Normal\n", "Node 0, zone Normal, type\n", "r b swpd free\n")
PROSE = ("root:hunter2\n", "Dear all,\nthe min is low and the high is free 12 of 30.\n", "free 12\nmin 9\n")
OTHER = ("\x00\x01\x02" * 100, "MemTotal\n", "Node Total\n", "12:00:00 pgscank/s\n")


FREE_H = "       total  used  free  shared  buff/cache  available\nMem:  31Gi  5Gi  18Gi  344Mi  7Gi  24Gi\n"
TOP = "%Cpu(s): 25.1 us, 10.2 sy\nMiB Mem :   7821.4 total,    233.1 free,   2304.2 used,   5283.9 cached\n"
KILLED = "[ 1.9] Out of memory: Killed process 999 (hunter2) total-vm:1234kB, anon-rss:123kB, file-rss:0kB\n"
OF_CGROUP = (
    "[ 1.9] Memory cgroup out of memory: Killed process 999 (hunter2) total-vm:1234kB, anon-rss:123kB\n"
)
NODE = "Capacity:\n  cpu:     4\n  memory:  16091984Ki\nAllocatable:\n  memory:  15081296Ki\n"
EVICTED = "kubelet  The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi.\n"
OOMD = "systemd-oomd[8]: Killed /user.slice/hunter2.scope due to memory used (16000) / total (16700)\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MACOS, "from macOS"), (WINDOWS, "from Windows"), (FREEBSD, "from FreeBSD"),
        (FREE_H, "free says how much"), (TOP, "top says how much"), (NODE, "kubectl says how much"),
        (KILLED, "invoked oom-killer"), (OF_CGROUP, "at its limit"), (EVICTED, "a threshold of its own"),
        (OOMD, "systemd-oomd killed here"), ("Filesystem  1K-blocks  Used Use%\n", "nothing in this text"),
    ],
)  # fmt: skip
def test_a_text_of_something_else_is_called_what_it_is(text: str, said: str) -> None:
    found = read(text)
    assert said in found["notice"]
    assert "hunter2" not in json.dumps(found)
    assert said not in read(text + zoneinfo())["notice"]


@pytest.mark.parametrize("text", [WINDOWS, MACOS, FREEBSD, OPENBSD, *CUT, *PROSE, *OTHER])
def test_another_systems_words_and_prose_give_no_number(text: str) -> None:
    found = read(text, "GFP_KERNEL before=1 after=2")
    assert not [z for z in found["zones"] if z.get("marks") != "not told"]
    assert not any(series["rows"] for series in found["series"])
    assert not found["sysctls"]
    assert not found["reports"]
    for swap in found["swaps"]:
        assert swap["name"] == "/dev/sd0b"


def test_no_word_of_a_secret_comes_back() -> None:
    text = (
        zoneinfo()
        + "vm.password = hunter2\nuser:hunter2@host\nSwapTotal: hunter2 kB\n"
        + VMSTAT
        + "hunter2\n"
    )
    assert "hunter2" not in json.dumps(read(text, "GFP_KERNEL"))


NODES = {
    (0, "DMA32"): (15688, 2046, 2788),
    (0, "Normal"): (12490, 9100, 12403),
    (1, "Normal"): (21004, 11370, 15497),
}
RESERVE = {"DMA32": 1290, "Normal": 0}


def _nodes() -> str:
    text = ""
    for (node, zone), (free, least, low) in NODES.items():
        numbers = f"pages free {free}\n boost 0\n min {least}\n low {low}\n high {2 * low - least}"
        reserve = f"protection: (0, 0, {RESERVE[zone]}, {RESERVE[zone]})\n reserved_highatomic 0"
        sizes = "present 999999\n managed 999999"
        text += f"Node {node}, zone {zone}\n {numbers}\n {sizes}\n {reserve}\n start_pfn: 1\n"
    return text


def _drained(
    starts: list[int], low: set[int], least: set[int]
) -> tuple[list[int], dict[tuple[int, str, int], int], list[dict[tuple[int, str], int]]]:
    """Page after page until no zone is above low, then none above min: where each ends, and what is left."""
    left = {zone: free for zone, (free, _, _) in NODES.items()}
    ends, taken, found = {}, 0, []
    lefts = [dict(left)]
    for mark, nodes in ((2, low), (1, least)):
        turn = 0
        while True:
            node = starts[turn % len(starts)]
            order = sorted(NODES, key=lambda z: (z[0] != node, z[1] != "Normal"))
            above = (z for z in order if z[0] in nodes and left[z] > NODES[z][mark] + RESERVE[z[1]])
            zone = next(above, None)
            if zone is None:
                break
            left[zone] -= 1
            taken, turn = taken + 1, turn + 1
            ends[*zone, mark] = taken
            lefts.append(dict(left))
        found.append(taken)
    return found, ends, lefts


@pytest.mark.parametrize(
    ("task", "starts", "low", "least"),
    [
        ("", [0], {0, 1}, {0, 1}),
        ("preferred=1", [1], {0, 1}, {0, 1}),
        ("bind=1", [0], {1}, {1}),
        ("bind=0", [0], {0}, {0}),
        ("cpuset=1", [0], {1}, {1}),
        ("cpuset=0-1 bind=0,1", [0], {0, 1}, {0, 1}),
        ("interleave=0-1", [0, 1], {0, 1}, {0, 1}),
        ("interleave=0-1 cpuset=1", [1], {1}, {1}),
        ("interleave=1", [1], {0, 1}, {0, 1}),
    ],
)
def test_a_task_s_nodes_bound_a_distance_and_give_in_turn(
    task: str, starts: list[int], low: set[int], least: set[int]
) -> None:
    asked = distance(_nodes(), f"GFP_HIGHUSER_MOVABLE {task}")
    (to_low, to_min), ends, lefts = _drained(starts, low, least)
    assert (asked["to_kswapd"], asked["to_min"]) == ([to_low] * 2, [to_min] * 2)
    drawn = {(p["node"], p["zone"], 2 if p["until"] == "low" else 1): p["ends"] for p in asked["axis"]}
    assert drawn == {zone: [end, end] for zone, end in ends.items()}
    free = dict(lefts[0])
    for part in asked["axis"]:
        free |= {(zone["node"], zone["zone"]): zone["free"] for zone in (part, *part["zones"])}
        assert free == lefts[part["ends"][1]]
        assert bool(part["zones"]) <= (len(starts) > 1)


def test_a_kernel_s_request_may_leave_its_cpuset_and_one_for_a_lower_zone_its_bind() -> None:
    def ask(request: str) -> Item:
        return distance(_nodes(), request)

    inside, all_nodes = ask("GFP_USER cpuset=1"), ask("GFP_KERNEL")
    beyond = ask("GFP_KERNEL cpuset=1")
    assert beyond["to_kswapd"] == inside["to_kswapd"]
    assert beyond["to_min"] == [inside["to_min"][0], all_nodes["to_min"][1]], (
        "an ancestor's nodes are not known"
    )
    assert ask("GFP_ATOMIC cpuset=1")["to_min"] == ask("GFP_ATOMIC")["to_min"]
    assert ask("GFP_DMA32 bind=1")["to_kswapd"] == ask("GFP_DMA32")["to_kswapd"]
    assert ask("GFP_DMA32 cpuset=1")["reason"] == "no node of the text is left to this request"
    assert ask("GFP_USER bind=7")["reason"] == "no node of the text is left to this request"


@pytest.mark.parametrize(
    "task", ["bind=", "bind=x", "cpuset=1-0", "interleave=0-64", "preferred=0,1", "policy=1"]
)
def test_nodes_that_are_none_are_refused(task: str) -> None:
    assert read(_nodes(), f"GFP_KERNEL {task}")["distance"]["notice"]


def test_a_request_that_is_too_long_is_none_and_not_cut_to_another() -> None:
    names = "|".join(["__GFP_MOVABLE"] * 20)
    assert read(_nodes(), f"{names} order=9")["distance"]["notice"]
