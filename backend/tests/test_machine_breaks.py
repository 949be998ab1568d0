"""`mmscope machine`: lines that terminals, mails and editors broke, and what was lost where they did."""

import textwrap

import pytest

from test_machine import Item, read

HEAD = "java invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, oom_score_adj=0"
NODES = (
    "Node 0 active_anon:20480kB inactive_anon:1924936kB all_unreclaimable? no",
    "Node 0 DMA32 free:8000kB min:12720kB low:15900kB high:19080kB present:3018080kB managed:2971648kB",
    "lowmem_reserve[]: 0 12501 12501",
    "Node 0 Normal free:54400kB min:54796kB low:68492kB high:82188kB present:13001948kB managed:12801920kB",
    "lowmem_reserve[]: 0 0 0",
    "Node 1 Normal free:44400kB min:54796kB low:68492kB high:82188kB present:13001948kB managed:12801920kB",
    "lowmem_reserve[]: 0 0 0",
    "Node 0 DMA32: 2000*4kB (U) 0*8kB = 8000kB",
    "Node 0 Normal: 13600*4kB (UME) 0*8kB = 54400kB",
    "Node 1 Normal: 11100*4kB (UME) 0*8kB = 44400kB",
)
COMMAND = tuple(
    """\
mmscope/1 6.8.0-45-generic x86_64 page=4096
zone 0,DMA free=2816 boost=0 min=10 low=13 high=16 spanned=3996 present=3900 managed=3840 cma=0 \
prot=(0,2902,15403,15403,15403) nr_free_cma=0 start_pfn:=1
zone 0,DMA32 free=16500 boost=0 min=2073 low=2815 high=3557 spanned=754616 present=754520 managed=742912 \
cma=0 prot=(0,0,12501,12501,12501) nr_free_cma=0 start_pfn:=1
zone 0,Normal free=13400 boost=0 min=8934 low=12134 high=15334 spanned=3250583 present=3250487 \
managed=3200480 cma=0 prot=(0,0,0,0,0) nr_free_cma=0 start_pfn:=1
vm.lowmem_reserve_ratio=256 256 32 0 0
swap1 partition size_kB=8388604 used_kB=0 prio=-2""".splitlines()
)


def _said(text: str) -> list[Item]:
    """What it says of zones, and without lines."""
    return [{k: v for k, v in zone.items() if k != "lines"} for zone in read(text)["zones"]]


def _wrapped(lines: tuple[str, ...], width: int) -> list[str]:
    return [line[at : at + width] for line in lines for at in range(0, len(line), width)]


def _report(*lines: str) -> Item:
    [report] = read("".join(f"{line}\n" for line in lines))["reports"]
    return dict(report)


def test_the_whole_report_is_explained() -> None:
    assert _report(HEAD, *NODES)["explained"]


@pytest.mark.parametrize("at", range(4, len(HEAD)))
def test_a_head_that_is_broken_anywhere_is_read_right_or_refused(at: int) -> None:
    report = _report(HEAD[:at], HEAD[at:], *NODES)
    assert report["explained"] or "not in the text" in report["reason"]
    assert report.get("gfp", "0x140cca").startswith("0x140cca") or not report["explained"]
    assert "more than the check asks for" not in report["reason"]


@pytest.mark.parametrize("part", ["x140cca(GFP", "cca(GFP", "er=0,", "oked oom", "killer: "])
def test_words_of_a_head_that_are_in_two_are_one(part: str) -> None:
    at = HEAD.index(part)
    assert _report(HEAD[:at], HEAD[at:], *NODES)["explained"]


@pytest.mark.parametrize("lost", [1, 3, 5])
def test_a_zone_whose_line_is_lost_is_missed(lost: int) -> None:
    report = _report(HEAD, *(line for n, line in enumerate(NODES) if n != lost))
    assert not report["explained"]
    assert report["reason"].startswith("not all zones that this request may use")


@pytest.mark.parametrize("columns", ["0 0 12", "0 0", "0 0 12\nusb 1-1: new device\n501"])
def test_a_row_of_reserves_that_is_cut_counts_for_nothing(columns: str) -> None:
    rows = [NODES[0], "Node 0 DMA free:9000kB min:40kB low:50kB high:60kB managed:15360kB"]
    report = _report(
        HEAD, *rows, "lowmem_reserve[]: 0 2902 15403 15403", NODES[1], f"lowmem_reserve[]: {columns}"
    )
    assert not report["explained"]
    [zone] = [zone for zone in report["zones"] if zone["zone"] == "DMA32"]
    assert "needed" not in zone["check"]


@pytest.mark.parametrize("end", ["$", ";", "\u00b6", "\u21b5"])
def test_signs_for_a_line_s_end_are_no_part_of_it(end: str) -> None:
    assert _report(*(line + end for line in (HEAD, *NODES)))["explained"]


def test_signs_that_an_editor_of_markdown_escaped() -> None:
    lines = "\n".join((HEAD, *NODES, ""))
    for sign in "_*[]":
        lines = lines.replace(sign, f"\\{sign}")
    [report] = read(lines)["reports"]
    assert report["explained"]
    assert report["zones"][0]["free"] == 2000


def test_the_last_word_may_be_escaped_too() -> None:
    text = "vm.swappiness = 60\nuname\\_r vm.min\\_free\\_kbytes=4096"
    assert read(text)["sysctls"] == read(text.replace("\\", ""))["sysctls"]


@pytest.mark.parametrize("width", range(40, 130, 3))
def test_the_one_command_s_lines_may_be_broken_anywhere(width: int) -> None:
    whole = _said("\n".join((*COMMAND, "")))
    assert [zone["marks"] for zone in whole] == ["exact"] * 3
    rows = _wrapped(COMMAND, width)
    assert _said("\n".join((*rows, ""))) == whole
    assert _said("".join(f"> {row}\n" for row in rows)) == whole, "quoted"
    filled = [row for line in COMMAND for row in textwrap.wrap(line, width)]
    assert _said("\n".join((*filled, ""))) == whole, "at blanks"


def test_what_follows_the_one_command_is_no_part_of_it() -> None:
    text = "\n".join((*COMMAND[:4], "", "managed=77 and so on", "Node 0, zone DMA 1 1 1 1 1 1 1 1 1 1 1", ""))
    assert _said(text) == _said("\n".join((*COMMAND[:4], "")))


def test_a_short_mode_is_not_joined_with_what_follows() -> None:
    """To 4.5 it stands alone at its line's end, and a console's prompt may come behind it."""
    head = "java: page allocation failure. order:0, mode:0x20"
    for line in ("Pid: 5, comm: java", "db1(kern): hello", "c(0)", "f5, and so on"):
        assert read(f"{head}\n{line}\n{NODES[1]}\n")["reports"][0]["gfp"] == "0x20"


@pytest.mark.parametrize("width", range(41, 60))
def test_swap_rows_of_the_one_command_may_be_broken_too(width: int) -> None:
    rows = (COMMAND[0], *(f"swap{n} partition size_kB=8388604 used_kB=1024 prio=-{n + 1}" for n in (1, 2)))
    for quote in ("", "> "):
        swaps = read("".join(f"{quote}{row}\n" for row in _wrapped(rows, width)))["swaps"]
        assert [(swap["name"], swap["priority"], swap["next"]) for swap in swaps] == [
            ("swap1", -2, True),
            ("swap2", -3, False),
        ]


def test_free_lists_that_are_broken_in_a_number_are_not_given() -> None:
    row = "Node 0, zone Normal 1000 2000 3000 4000 5000 6000 7000 8000 9000 1000 2000"
    numbers = " pages free 90\n min 9\n low 12\n high 15\n present 99\n managed 99\n protection: (0, 0)\n"
    zone = f"Node 0, zone Normal\n{numbers}"
    for at in range(row.index("3000"), len(row)):
        for note in read(f"{zone}{row[:at]}\n{row[at:]}\n")["notes"]:
            assert f" {sum((n % 9 + 1) * 1000 << n for n in range(11))} by buddyinfo" in note["said"]
