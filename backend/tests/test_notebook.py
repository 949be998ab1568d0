"""The widget for notebooks, without a browser: sources, traits both ways, what a page may ask, tables."""

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest
from gen import notebook_page
from traitlets import TraitError

import mmscope
from mmscope.cli.main import main
from mmscope.figures import Source, engine
from mmscope.notebook import View, ViewError, assets
from mmscope.settings import load

PAIR = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
BUNDLED = load().bundled
CAPTURE = BUNDLED / "one-each-roundrobin.mmscope.gz"


@pytest.fixture
def view() -> View:
    return View(PAIR)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[dict[str, Any], list[bytes]]]:
    """What the kernel answers a page."""
    answers: list[tuple[dict[str, Any], list[bytes]]] = []

    def send(_: View, content: dict[str, Any], buffers: list[bytes] | None = None) -> None:
        answers.append((content, buffers or []))

    monkeypatch.setattr(View, "send", send)
    return answers


def asks(view: View, **content: str) -> None:
    view._handle_custom_msg({"call": "1", **content}, [])  # noqa: SLF001  # as a page's message comes


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("four-nodes", "swap-devices?a=model:four-nodes&k=0"),
        ("model:zones-fair", "zones?a=model:zones-fair&k=0"),
        ("one-each-roundrobin", "swap-devices?a=capture:one-each-roundrobin&k=0"),
        ("capture:interleave-8", "interleave?a=capture:interleave-8&k=0"),
        (PAIR, PAIR),
        (f"https://class.example/#v1/{PAIR}", PAIR),
    ],
)
def test_a_source_is_a_name_or_a_link(source: str, text: str) -> None:
    assert View(source).view == text


def test_a_source_is_a_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run 1.mmscope.gz"
    shutil.copy(CAPTURE, path)
    given = f"swap-devices?a=file:{tmp_path}/run+1.mmscope.gz&k=7"
    assert View(path, step=7).view == given
    assert View(str(path), step=7).view == given
    monkeypatch.chdir(tmp_path)
    assert View("run 1.mmscope.gz").view == "swap-devices?a=file:run+1.mmscope.gz&k=0"


def test_two_sources_stand_beside_each_other() -> None:
    shown = View("model:four-nodes", "capture:one-each-roundrobin", step=1800)
    assert (shown.view, shown.step) == (PAIR, 1800)
    assert View("four-nodes", scene="decisions").view.startswith("decisions?")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("none-such", "no scenario, no bundled capture and no file"),
        ("../captures/one-each-roundrobin", "no scenario, no bundled capture and no file"),
        ("interleave-1", "is both: say model:interleave-1 or capture:interleave-1"),
        ("model:none-such", "There is no scenario “none-such”"),
        ("capture:none-such", "There is no bundled capture “none-such”"),
        ("file:none-such", "none-such: No such file"),
        (Path("none-such"), "none-such: No such file"),
        ("zones?a=server:abc", "is kept by a server"),
        ("zones?a=model:zones-fair&k=soon", "“k=soon” is not a number"),
        ("zones?a=model:zones-fair&a.none=1", "There is no tunable “none”"),
        ("nowhere?a=model:zones-fair", "There is no scene “nowhere”"),
        ("zones?", "The view shows nothing"),
        ("", "no scenario, no bundled capture and no file"),
    ],
)
def test_what_cannot_be_shown_is_a_sentence(source: str | Path, words: str) -> None:
    with pytest.raises(ViewError, match=words.replace("?", r"\?")):
        View(source)


def test_a_file_must_be_a_capture_and_not_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("nothing\n")
    with pytest.raises(ViewError, match=r"notes\.txt is no capture of mmscope-trace"):
        View(text)
    broken = tmp_path / "broken.gz"
    broken.write_bytes(CAPTURE.read_bytes()[:5000])
    with pytest.raises(ViewError, match=r"broken\.gz: .*line \d+"):
        View(broken)
    monkeypatch.setattr(assets, "LARGEST", CAPTURE.stat().st_size - 1)
    with pytest.raises(ViewError, match=r"MB; a notebook shows captures of up to .*mmscope serve"):
        View(CAPTURE)
    with pytest.raises(ViewError, match="MB; a notebook shows captures"):
        View(f"zones?a=file:{CAPTURE}")


def test_a_link_says_what_stands_beside_it() -> None:
    with pytest.raises(ViewError, match="say it there"):
        View(PAIR, "four-nodes")


MACHINE = "machine?numbers=4096;0:2,9k6,,70s,9kj,c4a,,1ysxs,1ysxs,0,0,,,,,,,,,0.0.0.0"


def test_a_machine_is_one_moment() -> None:
    view = View(f"https://class.example/#v1/{MACHINE}&cpuset=0")
    assert (view.view, view.step) == (f"{MACHINE}&cpuset=0", 0)
    data = view._repr_mimebundle_()  # as Jupyter asks
    assert data is not None
    assert data[0]["image/svg+xml"].startswith("<svg")
    assert view.sentence.startswith("No zone is above low and reserve: kswapd is woken. After another 12.9 ")
    for ask in (view.frame, view.decisions, view.events):
        with pytest.raises(ViewError, match="it has no events"):
            ask()
    with pytest.raises(TraitError, match="it has no steps"):
        view.step = 5
    with pytest.raises(ViewError, match="node is not one of its nodes"):
        View(f"{MACHINE}&node=1")


def test_step_and_view_agree(view: View) -> None:
    assert view.step == 1800
    view.step = 5
    assert view.view == PAIR.replace("1800", "5")
    view.view = "zones?a=model:zones-fair&k=40"
    assert view.step == 40
    view.view = "https://class.example/#v1/zones?k=9&a=model:zones-fair"
    assert (view.step, view.view) == (9, "zones?a=model:zones-fair&k=9")


def test_what_is_no_view_changes_nothing(view: View) -> None:
    with pytest.raises(ViewError, match="There is no scenario"):
        view.view = "zones?a=model:none-such"
    with pytest.raises(TraitError, match="step"):
        view.step = -1
    with pytest.raises(TraitError, match="theme"):
        view.theme = "loud"
    assert (view.view, view.step, view.theme) == (PAIR, 1800, "")


def test_a_page_that_steps_is_heard(view: View) -> None:
    heard: list[Any] = []
    view.observe(lambda change: heard.append((change["name"], change["new"])), ["step", "view", "answer"])
    text = PAIR.replace("1800", "1801")
    view.set_state({"view": text, "step": 1801, "sentence": "swapB."})
    assert (view.view, view.step, view.sentence) == (text, 1801, "swapB.")
    assert sorted(heard) == [("step", 1801), ("view", text)]
    # At a time: the page knows which decision that is.
    timed = "zones?a=model:zones-fair&t=1000&align=time"
    view.set_state({"view": timed, "step": 12})
    assert (view.view, view.step) == (timed, 12)
    view.set_state({"answer": {"pane": "A", "k": 12, "said": "x", "decided": "y"}})
    assert heard[-1] == ("answer", {"pane": "A", "k": 12, "said": "x", "decided": "y"})
    view.step = 13
    assert view.view == "zones?a=model:zones-fair&k=13"


def test_a_page_gets_what_figures_need(view: View, said: list[tuple[dict[str, Any], list[bytes]]]) -> None:
    asks(view, ask="figures")
    asks(view, ask="catalogue")
    asks(view, ask="capture", id="one-each-roundrobin")
    (first, [code]), (_, [catalogue]), (_, [capture]) = said
    assert first == {"call": "1"}
    assert b"mm-scope" in gzip.decompress(code)
    assert {"scenarios", "captures"} <= set(json.loads(catalogue))
    assert capture == CAPTURE.read_bytes()


def test_a_page_gets_no_other_file(
    view: View, said: list[tuple[dict[str, Any], list[bytes]]], tmp_path: Path
) -> None:
    asks(view, ask="file", id=str(CAPTURE))
    asks(view, ask="capture", id="../../LICENSE")
    asks(view, ask="capture", id="none-such")
    asks(view, ask="all")
    view._handle_custom_msg("rubbish", [])  # noqa: SLF001
    view._handle_custom_msg({"ask": "figures"}, [])  # noqa: SLF001
    assert [bool(answer.get("refused")) for answer, _ in said] == [True] * 4
    assert not any(buffers for _, buffers in said)
    with pytest.raises(ViewError, match="opens no files"):
        view.set_state({"view": f"zones?a=file:{CAPTURE}"})
    mine = tmp_path / "mine.gz"
    shutil.copy(CAPTURE, mine)
    named = View(mine)
    asks(named, ask="file", id=str(mine))
    assert said[-1][1] == [CAPTURE.read_bytes()]


def test_a_reader_without_a_kernel_has_a_picture(view: View) -> None:
    made = view._repr_mimebundle_()
    assert made is not None
    data, _ = made
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].startswith(f"mmscope.View('{PAIR}')\nRule node keeps")
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == view.model_id


def test_what_cannot_be_drawn_says_so_in_words() -> None:
    data, _ = View("swap-devices?a=model:zones-fair&k=1")._repr_mimebundle_() or ({}, {})
    assert "can show nothing of" in data["text/plain"]
    assert "image/svg+xml" not in data


def test_tables_are_those_of_convert(view: View, tmp_path: Path) -> None:
    assert main(["convert", str(CAPTURE), "-o", str(tmp_path / "out"), "--to", "parquet"]) == 0
    there = pq.read_table(tmp_path / "out" / "swap_select.parquet")
    table = view.frame("swap_select", pane="B")
    assert table.schema.names == there.schema.names
    assert table.num_rows == there.num_rows == view.events(pane="b")["swap_select"]
    plain = [
        name for name in there.schema.names if table.schema.field(name).type == there.schema.field(name).type
    ]
    assert table.select(plain).equals(there.select(plain))
    words = json.loads(there.schema.metadata[b"enums"])["rule"]
    assert [words[word] for word in table["mode"].to_pylist()] == there["mode"].to_pylist()


def test_polars_and_pandas_take_them(view: View) -> None:
    decisions = view.decisions(pane="B")
    assert decisions["k"].to_pylist() == list(range(1, decisions.num_rows + 1))
    assert set(decisions["check"].to_pylist()) == {"same"}
    polars, pandas = pl.DataFrame(decisions), decisions.to_pandas()
    assert isinstance(pandas, pd.DataFrame)
    assert polars["ts"].to_list() == pandas["ts"].tolist()
    assert view.frame(pane="B").equals(view.frame("swap_select", pane="B"))
    at = dict(zip(decisions["index"].to_pylist(), decisions["kind"].to_pylist(), strict=True))
    assert set(at.values()) == {"swap_select"}
    assert list(at) == view.frame(pane="B")["index"].to_pylist()


def test_as_if_is_another_table() -> None:
    own = View("capture:two-nodes-node")
    asif = View("swap-devices?a=capture:two-nodes-node&a.rule=global")
    assert set(own.frame("swap_select")["mode"].to_pylist()) == {"node"}
    assert set(asif.frame("swap_select")["mode"].to_pylist()) == {"global"}


def test_tables_that_are_not_there(view: View) -> None:
    with pytest.raises(ViewError, match=r"no event “zone_select” in it: there are .*swap_select"):
        view.frame("zone_select")
    with pytest.raises(ViewError, match="no pane “C”: there is A and B"):
        view.decisions(pane="C")


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.gz"
    shutil.copy(CAPTURE, path)
    shown = View(path)
    before = shown.events()
    shutil.copy(BUNDLED / "two-nodes-node.mmscope.gz", path)
    assert shown.events() != before
    path.unlink()
    with pytest.raises(ViewError, match="No such file"):
        shown.events()


def test_paths_stay_among_the_bundled() -> None:
    assert engine().path(Source("capture", "one-each-roundrobin", {})) == CAPTURE


def test_importing_the_package_is_light_and_the_extra_is_named() -> None:
    code = """
import sys, mmscope
assert not {"anywidget", "pyarrow", "mmscope.notebook"} & set(sys.modules), sorted(sys.modules)
sys.modules["anywidget"] = None
try:
    mmscope.View
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "mmscope.View needs packages that are not installed: pip install 'mmscope[notebook]'\n"
    )
    with pytest.raises(AttributeError, match="nothing"):
        _ = mmscope.nothing


def test_the_page_of_docs_runs() -> None:
    before = notebook_page.FILE.read_text()
    assert notebook_page.run(before) == before, "python tools/gen/notebook_page.py, and commit the result"
