"""`mmscope machine`: rows of swap devices whose line of names was left out, among other text or alone."""

import re
from typing import Any

import pytest

from test_machine import read, texts

Item = dict[str, Any]
SDA = "/dev/sda2                               partition\t8388604\t\t0\t\t-2"
ZRAM = "/dev/zram0 partition 4194300 1024 100"
SHOWN = "/dev/sda2  partition   8G    0B   -2\n/dev/zram0 partition   4G 15.1M  100\n"


def _devices(found: Item) -> list[Item]:
    """All but where they stand."""
    return [{k: v for k, v in swap.items() if k != "line"} for swap in found["swaps"]]


def _without_names(text: str) -> str:
    return "".join(f"{line}\n" for line in text.splitlines() if not re.match(r"Filename|NAME", line))


def test_rows_without_their_line_of_names_are_the_same_devices() -> None:
    seen = 0
    for name, text in texts("swaps").items():
        if " ghost " in text:
            continue  # a kind that no kernel prints
        whole, bare = read(text), read(_without_names(text))
        if not whole["swaps"]:
            assert not bare["swap_lists"], name
            continue
        assert _devices(bare) == _devices(whole), name
        [listed], [known] = bare["swap_lists"], whole["swap_lists"]
        assert {k: listed[k] for k in ("next", "then", "rule")} == {
            k: known[k] for k in ("next", "then", "rule")
        }
        assert listed["lines"] == [1, len(bare["swaps"])]
        assert any("names above the swap devices at line 1" in item["what"] for item in bare["missing"]), name
        assert not any("names above" in item["what"] for item in whole["missing"]), name
        seen += 1
    assert seen > 10


@pytest.mark.parametrize(
    "before", ["> ", "Nov 27 12:00:01 host agent[1]: ", "2026-11-27T12:00:01Z stdout F ", "web-1  | "]
)
def test_rows_from_logs_and_mails(before: str) -> None:
    plain = read(f"{SDA}\n{ZRAM}\n")
    assert _devices(read(f"{before}{SDA}\n{before}{ZRAM}\n")) == _devices(plain)
    assert len(plain["swaps"]) == 2


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", ""),
        ("My swap:\n", ""),
        ("My swap:\n", "\nWhy is it full?\n"),
        ("Hello,\n\n", "\nRegards\n"),
        ("$ tail -n +2 /proc/swaps\n", "$ free -m\n"),
        ("# swapon --noheadings --show\n", "# \n"),
        ("vm.swappiness = 60\n", "vm.zone_reclaim_mode = 0\n"),
    ],
)
def test_one_row_by_itself(before: str, behind: str) -> None:
    found = read(f"{before}{SDA}\n{behind}")
    [swap] = found["swaps"]
    assert (swap["name"], swap["size"], swap["used"], swap["priority"]) == ("/dev/sda2", 8388604, 0, -2)
    assert any("names above the swap devices" in item["what"] for item in found["missing"])


@pytest.mark.parametrize(
    "text",
    [
        f"I saw that\n{SDA}\nwas there.\n",  # others may have been left out
        f"It says {SDA}\n",
        f"{SDA} is in it\n",
        "/dev/sda2 partition\n8388604 0 -2\n",
        "/dev/sda2 partition table is broken\n",
        "/dev/sda2 none swap sw 0 0\n",
        "/dev/sda1 ext4 20511312 12048 5\n",
        "/dev/sda2 partition 100 200 -2\n",
        "/dev/sda2 partition 8388604 0 99999\n",
        "/dev/sda2 partition 8388604 0\n",
        "/dev/sda2 swap 8388604 0 -2\n",
        "sda2 partition 8388604 0 -2\n",
        "/dev/sda2 partition 8589930496 0 -2\n",  # --bytes, or KiB
    ],
)
def test_what_is_no_row_or_may_be_one_of_several_is_no_list(text: str) -> None:
    found = read(text)
    assert not found["swaps"]
    assert not found["swap_lists"]
    assert found["notice"]


def test_rows_of_swapon_show_are_rounded() -> None:
    found = read(SHOWN)
    assert [(s["size"], s["used"], s["next"]) for s in found["swaps"]] == [
        (8 << 20, 0, False),
        (4 << 20, 151 * 1024 // 10, True),
    ]
    full = read(SHOWN.replace("15.1M", "4G"))
    assert "may be full" in full["swap_lists"][0]["reason"]


def test_a_row_behind_them_that_is_cut_leaves_open_who_is_next() -> None:
    [listed] = read(f"{SDA}\n/dev/zram0 partition 81")["swap_lists"]
    assert (listed["cut"], listed["next"]) == (2, [])


HEAD = "Filename Type Size Used Priority\n"


def test_a_minus_as_this_page_prints_it_is_one() -> None:
    sda, zram = "/dev/sda2 partition 8388604 0 \u22122\n", "/dev/zram0 partition 4194300 0 100\n"
    found = read(HEAD + sda + zram)
    assert [swap["priority"] for swap in found["swaps"]] == [-2, 100]
    assert found["swap_lists"][0]["cut"] == 0


def test_a_device_that_stands_twice_in_a_list_is_said() -> None:
    first = HEAD + "/dev/sda2 partition 8388604 0 -2\n"
    [note] = read(f"{first}/dev/sda2 partition 8388604 512 -2\n")["notes"]
    assert note["line"] == 3
    assert note["said"].startswith("this swap device is in line 2 of the same list")
    assert not read(f"{first}/dev/sda22 partition 8388604 512 -2\n")["notes"]


@pytest.mark.parametrize(
    ("rows", "first", "missing"),
    [
        ({"zram0": -3}, None, "-2"),
        ({"sda2": -2, "zram0": -4}, "/dev/sda2", "-3"),
        ({"sda2": -3, "zram0": 5}, "/dev/zram0", "-2"),
        ({"sda2": -1, "zram0": -3}, "/dev/sda2", "-2"),
        ({"sda2": -2, "zram0": -3}, "/dev/sda2", None),
        ({"sda2": -1, "zram0": -2}, "/dev/sda2", None),
        ({"sda2": -1, "sdb2": -1, "zram0": 9}, "/dev/zram0", None),
    ],
)
def test_automatic_priorities_have_no_gaps(
    rows: dict[str, int], first: str | None, missing: str | None
) -> None:
    """They are closed by swapoff (mm/swapfile.c): where there is one a row is missing."""
    lines = (f"/dev/{name} partition 4194300 0 {prio}\n" for name, prio in rows.items())
    [found] = read(HEAD + "".join(lines))["swap_lists"]
    assert found["next"] == ([first] if first else [])
    said = f"no device has priority {missing}, and swapoff leaves no gap"
    assert (said in found["reason"]) is (missing is not None)


@pytest.mark.parametrize("row", ["none virtual 524288 10240 0", "/dev/null partition 524288 10240 -1"])
def test_a_container_s_own_list_names_no_device(row: str) -> None:
    """Lxcfs and OpenVZ make one up."""
    [found] = read(f"Filename Type Size Used Priority\n{row}\n")["swap_lists"]
    assert not found["next"]
    assert "a container's" in found["reason"]


def test_columns_in_another_order_and_rows_of_a_table() -> None:
    rows = "/dev/sda2 partition 8G 0B {}2\n/dev/zram0 partition 4G 1M 100\n"
    table = "".join(f"| {' | '.join(row.split())} |\n" for row in rows.format("-").splitlines())
    usual = _devices(read(f"NAME TYPE SIZE USED PRIO\n{rows.format('-')}"))
    assert len(usual) == 2
    for text in (
        "PRIO USED SIZE TYPE NAME\n -2 0B 8G partition /dev/sda2\n100 1M 4G partition /dev/zram0\n",
        f"| NAME | TYPE | SIZE | USED | PRIO |\n|---|:-:|---|---|---:|\n{table}",
        f"NAME TYPE SIZE USED PRIO\n{rows.format(chr(0x2013))}",
    ):
        assert _devices(read(text)) == usual
