"""Sweeps: the question, the runs, and the same bytes as the app's own code in Node."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mmscope.cli.main import main
from mmscope.core import CoreModule
from mmscope.settings import load
from mmscope.sweeps import QuestionError, parse, storage

SETTINGS = load()
TABLES = CoreModule(SETTINGS.core).tables
EXAMPLES = json.loads((SETTINGS.root / "datasets" / "sweeps" / "examples.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["text"][:60])
def test_a_question_is_read_as_the_app_reads_it(example: dict[str, str | int]) -> None:
    text = str(example["text"])
    if "error" in example:
        with pytest.raises(QuestionError) as error:
            parse(SETTINGS, text)
        assert str(error.value) == example["error"]
        return
    question = parse(SETTINGS, text)
    assert len(question.runs) == example["runs"]
    assert question.text == parse(SETTINGS, str(example.get("same_as", text))).text
    assert parse(SETTINGS, question.text) == question


@pytest.mark.parametrize(
    "question",
    [
        "of=model:interleave-1&x=granularity:1,2,4&y=max_segments:8,40",
        "of=model:two-nodes&of.rule=roundrobin&x=demand.0:1,4&seeds=1..3",
        "of=model:zones-fair&x=zone_alloc_policy:preferred,fair,fair_local",
        "of=model:swap-in-hybrid&x=swap_poll:interrupt,poll,hybrid",
        "of=capture:two-nodes-node&x=rule:node,global&y=slots_back:random,oldest,newest&seeds=1..2",
        "of=capture:interleave-1&of.granularity=8&x=frames_next:record,endless,sixteen",
        "of=capture:zones-fair&of.zone_alloc_policy=preferred&x=batch_begin:full,half&y=unseen_pages:rule,there",
        "of=capture:swap-in-interrupt&x=read_costs:model,half,double&y=swap_poll:interrupt,poll,hybrid",
    ],
)
def test_node_and_python_write_the_same_bytes(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", question, "--csv", "--jobs", "1"]) == 0
    ours = capsys.readouterr().out
    node = ["node", str(SETTINGS.root / "tools" / "check" / "sweep.mjs"), question]
    assert subprocess.run(node, capture_output=True, check=True, text=True).stdout == ours
    assert ours.count("\n") > 5


def test_a_process_that_asked_the_engine_ends() -> None:
    """An engine that is still open when Python takes objects apart waits for threads that are gone."""
    ask = [sys.executable, "-m", "mmscope", "sweep", "of=model:two-nodes&x=rule:node&of.stop_decisions=20"]
    for _ in range(4):
        subprocess.run(
            [*ask, "--csv", "--no-cache", "--jobs", "1"], capture_output=True, check=True, timeout=60
        )


def test_jobs_do_not_matter(tmp_path: Path) -> None:
    question = "of=model:two-nodes&x=rule:node,global,roundrobin&seeds=1..2"
    texts = []
    for jobs in ("1", "3"):
        out = tmp_path / jobs
        assert main(["sweep", question, "--csv", "--jobs", jobs, "--no-cache", "-o", str(out)]) == 0
        texts.append(out.read_text())
    assert texts[0] == texts[1]


def test_kept_runs_give_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    ask = ["sweep", "of=model:two-nodes&x=rule:node,global&seeds=1..2", "--csv", "--jobs", "1"]
    assert main([*ask, "--no-cache"]) == 0
    fresh = capsys.readouterr()
    assert not list(tmp_path.iterdir())
    assert main(ask) == 0
    assert capsys.readouterr() == fresh
    files = sorted((tmp_path / "mmscope" / "sweeps").iterdir())
    assert len(files) == 4
    assert main(ask) == 0
    again = capsys.readouterr()
    assert again.out == fresh.out
    assert "4 of 4 runs were stored before; --no-cache computes them again" in again.err
    # What is taken is what is kept: another value there is reported; what is damaged is made anew.
    files[0].write_text('[["home",0,"12345",1]]')
    assert main(ask) == 0
    assert "12345" in capsys.readouterr().out
    for damaged in ("", "[[1]]", "{", '[["home",0,"<b>",1]]', "null"):
        files[0].write_text(damaged)
        assert main(ask) == 0
        printed = capsys.readouterr()
        assert printed.out == fresh.out
        assert "3 of 4 runs" in printed.err


def test_each_kept_run_is_looked_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looked: list[str] = []
    find = storage.find

    def counted(where: Path, name: str) -> list[storage.Row] | None:
        looked.append(name)
        return find(where, name)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(storage, "find", counted)
    question = "of=model:two-nodes&x=rule:node,global&seeds=1..{}"
    outs = []
    for seeds, known in ((2, 0), (3, 4), (3, 6)):
        looked.clear()
        assert main(["sweep", question.format(seeds), "--csv", "--jobs", "1"]) == 0
        assert len(looked) == len(set(looked)) == 2 * seeds
        printed = capsys.readouterr()
        assert (f"{known} of {2 * seeds} runs were stored" in printed.err) == (known > 0)
        outs.append(printed.out)
    # Kept or made, they are in the order of the question.
    assert outs[1] == outs[2]


def test_a_run_is_kept_by_all_it_depends_on(tmp_path: Path) -> None:
    core = tmp_path / "core.wasm"
    core.write_bytes(b"one")
    other = tmp_path / "other.wasm"
    other.write_bytes(b"two")
    keys = {
        storage.key(core, None, {"seed": 1}),
        storage.key(core, None, {"seed": 2}),
        storage.key(other, None, {"seed": 1}),
        storage.key(core, other, {"seed": 1}),
        storage.key(core, core, {"seed": 1}),
    }
    assert len(keys) == 5
    assert storage.key(core, None, {"a": 1, "b": 2}) == storage.key(core, None, {"b": 2, "a": 1})


def test_the_cache_stays_within_its_bound(tmp_path: Path) -> None:
    for n in range(8):
        storage.put(tmp_path, str(n), [("home", 0, "1", n)])
        os.utime(tmp_path / f"{n}.json", (n, n))
    assert storage.find(tmp_path, "0") == [("home", 0, "1", 0)]  # asked for: now the newest
    size = (tmp_path / "0.json").stat().st_size
    storage.trim(tmp_path, most=3 * size)
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["0", "6", "7"]


def test_without_a_place_to_keep_runs_a_sweep_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mmscope").write_text("a file")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main(["sweep", "of=model:two-nodes&x=rule:node", "--csv", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("rule,seed,measure")


def test_a_capture_is_swept_as_if(capsys: pytest.CaptureFixture[str]) -> None:
    question = "of=capture:two-nodes-node&x=rule:node,global&m=home&seeds=1..2"
    assert main(["sweep", question, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    home = {(row["x"], row["seed"]): row["value"] for row in rows}
    assert home["node", 1] == 100 > home["global", 1] > 0
    assert main(["sweep", question]) == 0
    assert "stays at home (home, %, more is better)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("of=model:nowhere&x=rule:node", "there is no scenario “nowhere”"),
        ("of=capture:nowhere&x=rule:node", "there is no bundled capture “nowhere”"),
        ("of=capture:interleave-1&x=rule:node", "rule=node: this capture has no walk along a swap list"),
        (
            "of=capture:interleave-1&x=rule:node",
            "It takes the event swap_select: vary granularity of this one, or choose a capture that has it.",
        ),
        (
            "of=capture:interleave-none&x=rule:node",
            "It takes the event swap_select: choose a capture that has it.",
        ),
        (
            "of=model:zones-fair&of.nodes=4&x=cpus_per_node:1,32",
            "cpus_per_node=32: nodes times",
        ),
    ],
)
def test_what_cannot_be_swept_is_said(question: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", question, "--jobs", "1"]) == 2
    assert said in capsys.readouterr().err


def test_which_tunable_matters_is_said_alike_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    question = "of=model:swap-in-hybrid&of.faults=300&m=cpu"
    assert main(["sweep", "--all", question, "--json", "--jobs", "1", "--no-cache"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["question"] == "of=model:swap-in-hybrid&of.faults=300&rank=cpu"
    widths = [bar["width"] for bar in found["bars"]]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 0
    assert len(found["pairs"]) == 21
    # A bar is what the two runs of its ends come to, made by a sweep.
    disk = next(bar for bar in found["bars"] if bar["name"] == "dev_ns")
    sweep = "of=model:swap-in-hybrid&of.faults=300&x=dev_ns:5000,10000,20000&m=cpu"
    assert main(["sweep", sweep, "--json", "--jobs", "1", "--no-cache"]) == 0
    values = [row["value"] for row in json.loads(capsys.readouterr().out)["rows"]]
    assert [disk["ends"][0]["median"], disk["base"], disk["ends"][1]["median"]] == values
    assert main(["sweep", "--all", question, "--csv", "--jobs", "2", "--no-cache"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + sum(len(bar["ends"]) for bar in found["bars"]) + len(found["pairs"])
    assert main(["sweep", "--all", question, "--jobs", "1", "--no-cache"]) == 0
    assert found["headline"] in capsys.readouterr().out


def test_what_cannot_be_ranked_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--all", "of=model:two-nodes&m=cpu"]) == 2
    assert "cpu is measured in a model of swap in" in capsys.readouterr().err
    assert main(["sweep", "--all", "of=model:nowhere&m=home"]) == 2
    assert "there is no scenario “nowhere”" in capsys.readouterr().err
