"""`import mmscope`: figures, captures and models from Python, beside what the commands say."""

import gzip
import json
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mmscope
from mmscope.cli.main import main
from mmscope.settings import load

SETTINGS = load()
VIEW = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
CAPTURE = SETTINGS.bundled / "two-nodes-node.mmscope.gz"
FTRACE = """# tracer: nop
  kswapd0-72 [001] d... 10.000000: mm_vmscan_kswapd_wake: nid=0 order=0
  kswapd0-72 [001] d... 10.250000: mm_vmscan_kswapd_sleep: nid=0
"""
ZONEINFO = """Node 0, zone   Normal
  pages free     12390
        boost    0
        min      9100
        low      12403
        high     15706
        spanned  3303424
        present  3303424
        managed  3303424
        protection: (0, 0, 0, 0)
        reserved_highatomic 0
  start_pfn:           1048576
"""


def test_what_is_offered_is_listed_typed_and_explained() -> None:
    assert set(mmscope.__all__) <= set(dir(mmscope))
    for name in set(mmscope.__all__) - {"View"}:
        assert getattr(mmscope, name).__doc__, name
    help_text = pydoc.plain(pydoc.render_doc(mmscope.render))
    assert "width: px, 320 to 4096" in help_text
    with pytest.raises(AttributeError, match="no attribute 'rendr'"):
        _ = mmscope.rendr


def test_it_is_imported_without_what_it_does_not_need() -> None:
    late = ("pyarrow", "fastapi", "duckdb", "wasmtime")
    code = f"import sys, mmscope; print([name for name in {late} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_a_picture_is_what_the_command_draws(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["render", VIEW, "-o", "-", "--theme", "dark"]) == 0
    assert mmscope.render(VIEW, theme="dark") == capsysbinary.readouterr().out
    assert mmscope.render(VIEW, "png", width=704).startswith(b"\x89PNG")
    with pytest.raises(mmscope.Error, match="Did you mean “four-nodes”"):
        mmscope.render("swap-devices?a=model:four-node")


def test_a_machine_is_drawn_from_what_its_kernel_printed(tmp_path: Path) -> None:
    text, swaps = tmp_path / "zoneinfo", tmp_path / "swaps.gz"
    text.write_text(ZONEINFO)
    swaps.write_bytes(gzip.compress(b"Filename Type Size Used Priority\n/dev/vda2 partition 1048572 0 -2\n"))
    view = mmscope.machine(text, swaps)
    # Names of devices are in no view.
    assert view.startswith("machine?numbers=4096;0:2,")
    assert "vda2" not in view

    def said(of: str) -> str:
        """Its lines are folded where they are full."""
        return " ".join(mmscope.render(of, "text").decode().split())

    # 12,390 free are not above low; down to min there are 12,390 - 9,100 pages.
    assert "No zone is above low and reserve: kswapd is woken. After another 12.9 MiB" in said(view)
    words = mmscope.render(view, "text").decode()
    assert re.search(r"node 0 Normal +12,390 +9,100 +12,403 +15,706 +0 ", words)
    assert "8 pages, from a CPU of node 0" in said(f"{view}&order=3")
    with pytest.raises(mmscope.Error, match="order is not a number from 0 to 10"):
        mmscope.render(f"{view}&order=11")
    with pytest.raises(mmscope.Error, match="one moment: it has no events"):
        mmscope.read(view)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("root:secret\n", "nothing in this text is of a machine"),
        ("top - 14:02\nMiB Mem :  9 total\n%Cpu(s): 1 us\n", "top says how much memory is free"),
        ("vm.min_free_kbytes = 90112\n", "No zone is in this text"),
    ],
)
def test_a_text_without_zones_is_no_machine(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text(text)
    with pytest.raises(mmscope.Error, match=f"(?i){why}"):
        mmscope.machine(path)
    with pytest.raises(mmscope.Error, match="none: No such file"):
        mmscope.machine(tmp_path / "none")


@pytest.mark.parametrize(
    "question",
    [
        "of=model:two-nodes&x=rule:node,roundrobin&seeds=1..2&of.stop_decisions=200",
        "of=capture:two-nodes-node&x=rule:node,global&y=slots_back:oldest,newest",
    ],
)
def test_a_sweep_is_what_the_command_prints(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", question, "--json", "--no-cache"]) == 0
    printed = json.loads(capsys.readouterr().out)
    table = mmscope.sweep(question)
    assert table.to_pylist() == printed["rows"]
    assert {row["x"] for row in printed["rows"]} == set(
        question.partition("x=rule:")[2].split("&")[0].split(",")
    )


def test_a_sweep_that_cannot_be_asked_says_why() -> None:
    with pytest.raises(mmscope.Error, match="no scenario “two-node”"):
        mmscope.sweep("of=model:two-node&x=rule:node")
    with pytest.raises(mmscope.Error):
        mmscope.sweep("rubbish")


@pytest.mark.parametrize("source", [CAPTURE, str(CAPTURE), "capture:two-nodes-node"])
def test_a_capture_is_counted_as_by_the_command(
    source: str | Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--json", str(CAPTURE)]) == 0
    told = json.loads(capsys.readouterr().out)["captures"][0]
    found = mmscope.check(source)
    for name in ("decisions", "same", "different", "incomplete", "lost"):
        assert getattr(found, name) == told[name]
    assert list(found.balances) == told["balances"]
    assert found.agrees
    table = mmscope.decisions(source)
    assert table.num_rows == found.decisions
    assert table["k"].to_pylist() == list(range(1, found.decisions + 1))
    read = mmscope.read(source)
    assert read.events("swap_select").num_rows == read.kinds["swap_select"]


def test_a_changed_decision_does_not_agree(tmp_path: Path) -> None:
    text = gzip.decompress(CAPTURE.read_bytes()).decode()
    lines = text.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("swap_select ") and " mode=0 " in line)
    lines[at] = lines[at].replace(" mode=0 ", " mode=1 ")
    forged = tmp_path / "forged.mmscope"
    forged.write_text("".join(lines))
    assert not mmscope.check(forged).agrees


def test_a_capture_that_is_cut_off_does_not_agree(tmp_path: Path) -> None:
    lines = gzip.decompress(CAPTURE.read_bytes()).splitlines(keepends=True)
    cut = tmp_path / "cut.mmscope"
    cut.write_bytes(b"".join(lines[: len(lines) // 2]))
    found = mmscope.check(cut)
    assert found.decisions == found.same > 0
    assert (found.whole, found.agrees) == (False, False)
    assert mmscope.check("four-nodes").agrees  # a model has no end line


def test_a_trace_of_another_tool_is_tables_and_decides_nothing(tmp_path: Path) -> None:
    path = tmp_path / "trace.txt"
    path.write_text(FTRACE)
    read = mmscope.read(path)
    assert read.kinds == {"mm_vmscan_kswapd_sleep": 1, "mm_vmscan_kswapd_wake": 1}
    table = read.events("mm_vmscan_kswapd_wake")
    assert table["ts"].to_pylist() == [10_000_000_000]
    assert table["nid"].to_pylist() == [0]
    with pytest.raises(mmscope.Error, match="another tool"):
        read.decisions()
    with pytest.raises(mmscope.Error, match=r"trace\.txt"):
        mmscope.check(path)
    with pytest.raises(mmscope.Error, match="there are mm_vmscan"):
        read.events("mm_page_alloc")


def test_decisions_of_an_unpatched_kernel_are_checked_as_by_the_command() -> None:
    (text, *_) = sorted((SETTINGS.root / "datasets" / "stock").rglob("*.gz"))
    found = mmscope.check(text)
    assert found.agrees
    assert found.decisions == found.same + found.raced > 100


def test_what_cannot_be_read_says_what_would_do(tmp_path: Path) -> None:
    with pytest.raises(mmscope.Error, match="no scenario, no bundled capture and no file"):
        mmscope.read("nothing-of-that-name")
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    with pytest.raises(mmscope.Error, match=r"empty\.txt"):
        mmscope.read(empty)
