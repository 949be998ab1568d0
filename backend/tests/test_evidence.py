"""Evidence: nothing published is left out, and no claim holds that should not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ModelRun
from mmscope.captures import read_capture
from mmscope.cli.commands.evidence import take
from mmscope.core import CoreModule
from mmscope.evidence import Job, PublishedError, Result, Value, jobs, load, page, result_of, summary
from mmscope.evidence.claims import Claim, Source
from mmscope.evidence.criteria import CRITERIA
from mmscope.evidence.measures import MEASURES
from mmscope.settings import Limits, Settings
from test_columns import Pieces

Table = dict[str, Any]
Write = Callable[..., Path]

TABLE: Table = {
    "id": "used",
    "source": "009",
    "title": "Used",
    "columns": ["rule", "first", "second", "note"],
    "labels": ["rule"],
    "rows": [["one", "16G", "512M", "x"], ["two", 8, 8, None]],
    "not_shown": "times",
    "claims": [
        {
            "match": {"rule": "one"},
            "columns": ["first", "second"],
            "what": "use",
            "captures": ["a"],
            "measure": "device_fills",
            "holds": {"shares": 0.01},
        }
    ],
}
SOURCE: dict[str, Any] = {
    "title": "T",
    "author": "A",
    "date": "2011-12-05",
    "kernel": "none",
    "message": "m",
    "url": "u",
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def give(**changes: object) -> Path:
        table = {key: value for key, value in {**TABLE, **changes}.items() if value is not None}
        document = {"id": "d", "title": "D", "sources": {"009": SOURCE}, "tables": [table]}
        (tmp_path / "d.json").write_text(json.dumps(document))
        return tmp_path

    return give


def test_every_cell_is_answered_or_said_not_to_be(write: Write) -> None:
    (document,) = load(write())
    answered = {(c.label, name): c.not_shown for c in document.claims for name in c.cells}
    assert answered == {
        ("one", "first"): "",
        ("one", "second"): "",
        ("one", "note"): "times",
        ("two", "first"): "times",
        ("two", "second"): "times",
    }
    with pytest.raises(PublishedError, match=r"no claim answers \['note'\] of \['one'\]"):
        load(write(not_shown=None))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rows": [["one", 1, 2]]}, "a row does not have 4 cells"),
        ({"claims": [{"match": {"rule": "three"}}]}, "a claim picks no cell"),
        ({"source": "000"}, "KeyError"),
        ({"columns": 7}, "TypeError"),
    ],
)
def test_a_file_that_cannot_be_used_is_reported(write: Write, changes: Table, words: str) -> None:
    with pytest.raises(PublishedError, match=f"d.json: .*{words}"):
        load(write(**changes))


def test_the_project_publishes_all_five_documents_whole(usual: Settings) -> None:
    documents = load(usual.published)
    assert [s.id for d in documents for s in d.sources] == ["000", "001", "002", "003", "004"]
    assert jobs(claim for d in documents for claim in d.claims)
    counts = {
        table: sum(len(c.cells) for c in d.claims if c.table == table)
        for d in documents
        for table in d.titles
    }
    assert (counts["parallelio"], counts["parallelio-vmstat"], counts["iostat"]) == (
        24 * 3,
        46 * 2,
        5 + 12 * 10,
    )


def test_a_measure_that_is_not_there_is_reported(write: Write) -> None:
    (document,) = load(write(claims=[{**TABLE["claims"][0], "measure": "luck"}]))
    with pytest.raises(PublishedError, match="no measure 'luck'"):
        jobs(document.claims)
    assert len({function.__name__ for function in MEASURES.values()}) == len(MEASURES)


def line(write: Write, found: Value | str | None) -> Result:
    (document,) = load(write())
    claim = document.claims[0]
    (job,) = jobs(document.claims)
    return result_of(
        claim, {"a"} if found is not None else set(), {job.key: found} if found is not None else {}
    )


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (Value([3200, 100]), "holds"),
        (Value([3200, 200]), "does not hold"),
        ("a: no event swap_select", "does not hold"),
        (None, "no capture"),
    ],
)
def test_verdicts(write: Write, found: Value | str | None, verdict: str) -> None:
    judged = line(write, found)
    assert judged.verdict == verdict
    (document,) = load(write())
    text = page([document], {document.id: [judged]})
    assert f" | {verdict} |" in text
    assert ("kernel a" in text, "no capture a" in text) == (True, found is None)
    given = {"holds": "holds=1", "does not hold": "differ=1", "no capture": "no_capture=1"}
    assert given[verdict] in summary([judged])


def claim(criterion: str, bound: object, cells: list[object]) -> Claim:
    return Claim(
        source=Source(id="009", **SOURCE),
        table="t",
        label="l",
        cells={"c": cells},
        captures=("a", "b"),
        measure="device_fills",
        criterion=criterion,
        bound=bound,
    )


@pytest.mark.parametrize(
    ("criterion", "bound", "cells", "fits", "fails"),
    [
        ("equal", True, [7], (7, 7), (7, 8)),
        ("equal", 0, ["words"], (0, 0), (0, 1)),
        ("shares", 0.01, ["1G", "1G"], (None, [50, 50]), (None, [52, 48])),
        ("mean", 0.1, [90, 110], (None, 110), (None, 111)),
        ("near_to", [1, 0.05], [], (None, 1.04), (None, 1.06)),
        ("at_most", 5, [], (None, 5), (None, 6)),
        ("at_least", 5, [], (None, 5), (None, 4)),
        ("keeps", 0.1, [], (100, 91), (100, 89)),
        ("falls", True, [], (2, 1), (2, 2)),
        ("rises", True, [], (1, 2), (2, 2)),
        ("falls_below", 0.05, [], (1.0, 0.05), (1.0, 0.06)),
        ("falls_below", 0.05, [], (1.0, 0.0), (0.0, 0.0)),
        ("rises_to", 1.0, [], (0.5, 1.0), (0.5, 0.99)),
        ("rises_from", 0, [], (0, 3), (1, 3)),
    ],
)
def test_criteria(
    criterion: str, bound: object, cells: list[object], fits: tuple[Any, Any], fails: tuple[Any, Any]
) -> None:
    asked = claim(criterion, bound, cells)
    for values, wanted in ((fits, {"holds", "direction holds"}), (fails, {"does not hold"})):
        found = {
            Job(name, "device_fills", {}).key: Value(value) for name, value in zip("ab", values, strict=True)
        }
        assert result_of(asked, {"a", "b"}, found).verdict in wanted


def test_near_compares_with_what_the_capture_expects() -> None:
    near = CRITERIA["near"].holds
    assert near([Value([102, 200], expected=[1.0, 2.0])], 0.02, [])
    assert not near([Value([110, 200], expected=[1.0, 2.0])], 0.02, [])
    expected = CRITERIA["expected"].holds
    assert expected([Value([35, 65], expected=[1.0, 2.0])], 0.02, [])
    assert not expected([Value([36, 64], expected=[1.0, 2.0])], 0.02, [])
    assert {"equal", "shares", "near"} <= set(CRITERIA)


def test_measures_agree_with_the_model(core: CoreModule, run_model: ModelRun) -> None:
    """What the state says at the end of a model's run, a measure reads from its events."""
    model = run_model("published-node", stop_decisions=20000)
    devices = [row for row in model.seek(model.event_count)["dev"] if row["pages"]]
    wanted = [Job("x", name, {}) for name in ("device_fills", "priorities", "request_sectors")]
    found = take(wanted, read_capture(core, Pieces(model), Limits()))
    fills, priorities, requests = (found[job.key] for job in wanted)
    assert isinstance(fills, Value)
    assert isinstance(priorities, Value)
    assert fills.value == [row["used"] for row in devices]
    assert priorities.value == [row["prio"] for row in devices]
    assert requests == "x: no event block_rq"
