"""Which swap device is next on each node, where the text tells on which node an NVMe disk sits.

The oracle is written from the documentation of the rule (000, and mm/swapfile.c of 4.14 to 6.18): on the
list of a node an automatic device whose disk sits there counts as -1, every other one by its priority; equal
ones take turns.
"""

import itertools
import subprocess
from pathlib import Path

import pytest

from test_machine import read, texts

HEAD = "Filename Type Size Used Priority\n"
DISKS = {"nvme0n1p3": 0, "nvme1n1p1": 1, "zram0": None, "sda2": None}
NODES = "".join(f"/sys/class/nvme/nvme{n}/numa_node:{node}\n" for n, node in ((0, 0), (1, 1)))


def _text(priorities: dict[str, int]) -> str:
    rows = (f"/dev/{name} partition 8388604 0 {prio}\n" for name, prio in priorities.items())
    return HEAD + "".join(rows)


def _ranks(priorities: dict[str, int], node: int) -> list[int]:
    counts = {n: -1 if p < 0 and DISKS[n] == node else p for n, p in priorities.items()}
    order = sorted(set(counts.values()), reverse=True)
    return [order.index(counts[name]) + 1 for name in priorities]


@pytest.mark.parametrize("names", list(itertools.permutations(DISKS)))
@pytest.mark.parametrize("given", [None, "zram0", "nvme1n1p1"])
def test_each_node_asks_its_own_disk_first(names: tuple[str, ...], given: str | None) -> None:
    automatic = (n for n in names if n != given)
    priorities = {n: -2 - i for i, n in enumerate(automatic)} | ({given: 5} if given else {})
    found = read(_text(priorities) + NODES)
    [listed] = found["swap_lists"]
    assert [s.get("node") for s in found["swaps"]] == [
        -1 if DISKS[n] is None else DISKS[n] for n in priorities
    ]
    assert listed["rule"] == "node"
    told = {one["node"]: one["ranks"] for one in listed["nodes"]}
    assert set(told) - {-1} == {DISKS[n] for n in names if n != given} - {None}
    for node, ranks in told.items():
        assert ranks == _ranks(priorities, node), node
    first = {n for ranks in told.values() for n, rank in zip(priorities, ranks, strict=True) if rank == 1}
    assert {s["name"] for s in found["swaps"] if s["next"]} == {f"/dev/{n}" for n in first}
    assert listed["every_node"] == (len({tuple(r == 1 for r in ranks) for ranks in told.values()}) == 1)


def test_the_only_node_asks_its_disk_before_a_zram_that_came_first() -> None:
    zoneinfo = texts("zoneinfo")["005"]
    [listed] = read(zoneinfo + _text({"zram0": -2, "nvme0n1p3": -3}) + NODES)["swap_lists"]
    assert [one["node"] for one in listed["nodes"]] == [0]
    assert (listed["next"], listed["then"], listed["every_node"]) == (
        ["/dev/nvme0n1p3"],
        ["/dev/zram0"],
        True,
    )
    assert listed["mend"] == "swapoff /dev/zram0 && swapon -p 100 /dev/zram0"


def test_disks_of_no_node_are_on_every_list_alike() -> None:
    [listed] = read(_text({"sda2": -2, "zram0": -3}))["swap_lists"]
    assert [one["node"] for one in listed["nodes"]] == [-1]
    assert listed["every_node"]


@pytest.mark.parametrize("lines", ["", NODES.replace("nvme0/", "nvme7/"), NODES + NODES.replace(":0", ":1")])
def test_a_node_that_is_not_told_is_not_made_up(lines: str) -> None:
    found = read(_text({"zram0": -2, "nvme0n1p3": -3}) + lines)
    [listed] = found["swap_lists"]
    assert "node" not in found["swaps"][1]
    assert (listed["nodes"], listed["every_node"]) == ([], False)
    assert any("numa_node" in one["what"] for one in found["missing"])


@pytest.mark.parametrize(
    "path",
    [
        "/sys/block/nvme0n1/device/numa_node",
        "/sys/class/block/nvme0n1p3/device/device/numa_node",
        "/sys/devices/pci0000:00/0000:00:06.0/0000:02:00.0/nvme/nvme0/numa_node",
    ],
)
def test_other_paths_to_the_node_of_a_controller(path: str) -> None:
    found = read(_text({"zram0": -2, "nvme0n1p3": -3}) + f"{path}:1\n")
    assert found["swaps"][1].get("node") == (None if ":" in path else 1)


def test_as_if_under_the_rule_of_nodes() -> None:
    """6.19 gives all of them -1; 6.18 would have counted down, and promoted."""
    priorities = {"zram0": -1, "nvme0n1p3": -1, "nvme1n1p1": -1}
    [listed] = read(_text(priorities) + NODES)["swap_lists"]
    assert listed["rule"] == "roundrobin"
    assert {one["node"]: (one["ranks"], one["under_node"]) for one in listed["nodes"]} == {
        0: ([1, 1, 1], [2, 1, 3]),
        1: ([1, 1, 1], [2, 3, 1]),
        -1: ([1, 1, 1], [1, 2, 3]),
    }


@pytest.mark.parametrize("node", ["", "x", "64", "-2", "1x", "--1"])
def test_a_node_that_cannot_be_is_none(node: str) -> None:
    found = read(_text({"nvme0n1p3": -2}) + f"/sys/class/nvme/nvme0/numa_node:{node}\n")
    assert "node" not in found["swaps"][0]


def test_the_one_command_prints_the_node_of_an_nvme_disk(tmp_path: Path) -> None:
    """Its lines on swap, run over a list and a class of NVMe controllers that are not this machine's."""
    source = Path(__file__).parents[2] / "frontend/src/pages/machine/command.ts"
    command = source.read_text().split("String.raw`", 1)[1].rsplit("`", 1)[0]
    (tmp_path / "swaps").write_text(
        HEAD
        + "/dev/nvme1n1p3 partition 16777212 9437180 -2\n/dev/zram0 partition 8126460 0 -3\n"
        + "/dev/nvme0n2 partition 8 0 -4\n/swap\\040file\\040(deleted) file 99 0 -5\n"
        + "/dev/sda2 partition 9 0 7\n/home/swap file 4 0 -6\n/homes/swap file 4 0 -7\n"
        + "/pool/swap file 4 0 -8\n"
    )
    (tmp_path / "mounts").write_text(
        "proc /proc proc rw 0 0\n/dev/mapper/vg-root / ext4 rw 0 0\n/dev/nvme1n1p1 /home xfs rw 0 0\n"
        "tank/pool /pool zfs rw 0 0\n"
    )
    (tmp_path / "nvme1").mkdir()
    (tmp_path / "nvme1/numa_node").write_text("1\n")
    command = command.replace("/proc/swaps", f"{tmp_path}/swaps").replace("/sys/class/nvme/", f"{tmp_path}/")
    command = command.replace("/proc/mounts", f"{tmp_path}/mounts")
    printed = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False).stdout
    lines = [line for line in printed.splitlines() if line.startswith("swap")]
    assert lines == [
        "swap1 nvme size_kB=16777212 used_kB=9437180 prio=-2 node=1",
        "swap2 zram size_kB=8126460 used_kB=0 prio=-3",
        "swap3 nvme size_kB=8 used_kB=0 prio=-4",
        "swap4 file-dm size_kB=99 used_kB=0 prio=-5",
        "swap5 sda size_kB=9 used_kB=0 prio=7",
        "swap6 file-nvme size_kB=4 used_kB=0 prio=-6 node=1",
        "swap7 file-dm size_kB=4 used_kB=0 prio=-7",
        "swap8 file size_kB=4 used_kB=0 prio=-8",
    ]
    found = read("\n".join(lines) + "\n")
    assert [s.get("node") for s in found["swaps"]] == [1, -1, None, -1, -1, 1, -1, None]
    assert not found["swap_lists"][0]["nodes"], "one disk's node is not told"
    told = read("\n".join(line for line in lines if line[:5] not in ("swap3", "swap8")) + "\n")
    assert {one["node"] for one in told["swap_lists"][0]["nodes"]} == {1, -1}


def test_the_first_automatic_device_comes_first_on_whatever_node_it_sits() -> None:
    [listed] = read(_text({"nvme0n1p3": -2, "zram0": -3}))["swap_lists"]
    assert (listed["next"], listed["every_node"]) == (["/dev/nvme0n1p3"], True)
    [listed] = read(_text({"nvme0n1p3": -2, "nvme1n1p1": -3}) + NODES.splitlines()[1])["swap_lists"]
    assert not listed["every_node"]
    assert not listed["nodes"], "they may sit on one node, and take turns there"


@pytest.mark.parametrize("first", ["", "6a0e0a6e-0000-4000-8000-000000000000"])
@pytest.mark.parametrize("label", ["", " swap"])
def test_cells_without_words_hide_no_device(first: str, label: str) -> None:
    head = "NAME           TYPE      SIZE USED PRIO UUID                                 LABEL\n"
    rows = (
        f"/dev/zram0     partition   8G   0B   -2 {first:36}{label}\n"
        f"/dev/nvme0n1p3 partition  16G   9G  100 {'6a0e0a6e-0000-4000-8000-000000000001':36}\n"
    )
    found = read(head + rows)
    assert [(s["name"], s["priority"]) for s in found["swaps"]] == [
        ("/dev/zram0", -2),
        ("/dev/nvme0n1p3", 100),
    ]
    assert found["swap_lists"][0]["next"] == ["/dev/nvme0n1p3"]


@pytest.mark.parametrize("end", ["/dev/zram0 parti", "/dev/zram0  partition 9 10 5\n"])
def test_a_row_that_is_cut_or_cannot_be_may_come_first(end: str) -> None:
    [listed] = read(_text({"sda2": -2}) + end)["swap_lists"]
    assert (listed["cut"], listed["next"]) == (3, [])
