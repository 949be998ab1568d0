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


def read(text: str, request: str | None = None) -> Item:
    """What it says."""
    return module().read(text.encode(), request)


def distance(text: str, request: str = "GFP_KERNEL") -> Item:
    """How far this request is from kswapd, in its one moment."""
    [moment] = read(text, request)["distance"]["moments"]
    return dict(moment)


def _zones(found: Item) -> list[Item]:
    return [*found["zones"], *(zone for report in found["reports"] for zone in report["zones"])]


def key_of(zone: Item) -> tuple[int, str]:
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
            zone = zones[key_of(claim)]
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


def test_a_boost_that_is_not_printed_is_a_layer_of_its_own() -> None:
    zones = {key_of(z): z for z in read(texts("zoneinfo")["013"])["zones"]}
    assert zones[0, "DMA"]["computed"]["boost"] == 0
    assert zones[0, "DMA32"]["computed"]["boost"] == 26 * 512
    assert zones[0, "Normal"]["computed"]["boost"] == 512


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
            plain = {key_of(z): z for z in _zones(read(text))}
            for zone in _zones(read(alter(text))):
                before = plain.get(key_of(zone))
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
    assert "min_free_kbytes 67580 to 67591: khugepaged" in out
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


@pytest.mark.parametrize("code", ["utf-16-le", "utf-16-be", "utf-8"])
def test_command_reads_texts_as_windows_writes_them(code: str, tmp_path: Path, capsys: Captured) -> None:
    text = texts("swaps")["017"]
    file = tmp_path / "swaps.txt"
    file.write_bytes(f"\ufeff{text}".encode(code))
    assert main(["machine", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["swaps"] == read(text)["swaps"]


def test_command_reads_standard_input() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "mmscope", "machine", "-", "--json"],
        input=texts("swaps")["017"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [s["next"] for s in json.loads(found.stdout)["swaps"]] == [False, True]
