"""Sweeps: the question, the runs, and the same bytes as the app's own code in Node."""

import json
import subprocess
from pathlib import Path

import pytest

from mmscope.cli.main import main
from mmscope.core import CoreModule
from mmscope.settings import load
from mmscope.sweep import QuestionError, parse

SETTINGS = load()
TABLES = CoreModule(SETTINGS.core).tables
EXAMPLES = json.loads((SETTINGS.root / "datasets" / "sweeps" / "examples.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["text"][:60])
def test_a_question_is_read_as_the_app_reads_it(example: dict[str, str | int]) -> None:
    text = str(example["text"])
    if "error" in example:
        with pytest.raises(QuestionError) as error:
            parse(text, TABLES)
        assert str(error.value) == example["error"]
        return
    question = parse(text, TABLES)
    assert len(question.runs()) == example["runs"]
    assert question.text() == parse(str(example.get("same_as", text)), TABLES).text()
    assert parse(question.text(), TABLES) == question


@pytest.mark.parametrize(
    "question",
    [
        "of=model:interleave-1&x=granularity:1,2,4&y=max_segments:8,40",
        "of=model:two-nodes&of.rule=roundrobin&x=demand.0:1,4&seeds=1..3",
        "of=model:zones-fair&x=zone_alloc_policy:preferred,fair,fair_local",
        "of=model:swap-in-hybrid&x=swap_poll:interrupt,poll,hybrid",
    ],
)
def test_node_and_python_write_the_same_bytes(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", question, "--csv", "--jobs", "1"]) == 0
    ours = capsys.readouterr().out
    node = ["node", str(SETTINGS.root / "tools" / "sweep.mjs"), question]
    assert subprocess.run(node, capture_output=True, check=True, text=True).stdout == ours
    assert ours.count("\n") > 5


def test_jobs_do_not_matter(tmp_path: Path) -> None:
    question = "of=model:two-nodes&x=rule:node,global,roundrobin&seeds=1..2"
    texts = []
    for jobs in ("1", "3"):
        out = tmp_path / jobs
        assert main(["sweep", question, "--csv", "--jobs", jobs, "-o", str(out)]) == 0
        texts.append(out.read_text())
    assert texts[0] == texts[1]


def test_a_capture_is_swept_as_if(capsys: pytest.CaptureFixture[str]) -> None:
    question = "of=capture:two-nodes-node&x=rule:node,global&m=home&seeds=1..2"
    assert main(["sweep", question, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    home = {(row["x"], row["seed"]): row["value"] for row in rows}
    assert home["node", 1] == 100 > home["global", 1] > 0
    assert main(["sweep", question]) == 0
    assert "home (%, more is better)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("of=model:nowhere&x=rule:node", "there is no scenario “nowhere”"),
        ("of=capture:nowhere&x=rule:node", "there is no bundled capture “nowhere”"),
        ("of=capture:interleave-1&x=rule:node", "rule=node: this capture tells of no walk along a swap list"),
        (
            "of=model:zones-fair&of.nodes=4&x=cpus_per_node:1,32",
            "cpus_per_node=32: nodes times",
        ),
    ],
)
def test_what_cannot_be_swept_is_said(question: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", question, "--jobs", "1"]) == 2
    assert said in capsys.readouterr().err
