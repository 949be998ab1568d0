"""`mmscope list`: all there is, under names that views take, beside the project's folders and tables."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mmscope.cli.main import main
from mmscope.figures import Engine
from mmscope.settings import load

SETTINGS = load()
DATASETS, DEFINITIONS = (SETTINGS.root / name for name in ("datasets", "wasm-core/include/mms/params.def"))
KINDS = ("scenes", "scenarios", "captures", "tunables")


def listed(capsys: pytest.CaptureFixture[str], *what: str) -> dict[str, list[dict[str, Any]]]:
    assert main(["list", "--json", *what]) == 0
    found: dict[str, list[dict[str, Any]]] = json.loads(capsys.readouterr().out)
    return found


def names(folder: str, ending: str) -> set[str]:
    return {path.name.removesuffix(ending) for path in (DATASETS / folder).glob(f"*{ending}")}


def test_it_names_all_that_the_folders_hold(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys)
    assert tuple(found) == KINDS
    assert {row["id"] for row in found["scenarios"]} == names("scenarios", ".json")
    assert {row["id"] for row in found["captures"]} == names("captures", ".mmscope.gz")
    scenes = {path.parent.name for path in Path(SETTINGS.root, "frontend/src/scenes").glob("*/decision.ts")}
    assert {row["id"] for row in found["scenes"]} == scenes


def test_tunables_are_those_of_the_core_with_their_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    found = {row["name"]: row for row in listed(capsys, "tunables")["tunables"]}
    rows = re.findall(
        r"^\s*P\((\w+),\s*\d+,\s*(\d+), (-?\d+), (-?\d+)L*, (-?\d+)L*, (\w+),",
        DEFINITIONS.read_text(),
        re.MULTILINE,
    )
    assert len(rows) > 100
    for name, count, least, most, default, enum in rows:
        row = found[name]
        assert (row["count"], row["least"], row["most"]) == (int(count), int(least), int(most)), name
        assert (row["values"] is None) == (enum == "none"), name
        assert enum != "none" or row["default"] == default, name
    assert found["rule"]["values"] == ["node", "global", "roundrobin"]
    assert found["rule"]["default"] == "node"


def test_every_view_opens_and_each_scene_has_one_that_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "scenes", "scenarios", "captures")
    engine = Engine(SETTINGS)
    for row in [*found["scenarios"], *found["captures"]]:
        assert row["view"].partition("?")[0] == row["scene"]
        assert engine.read(row["view"]).text.startswith(row["scene"]), row["view"]
    for scene in found["scenes"]:
        assert main(["render", "--text", scene["view"], "-o", "-"]) == 0, scene["view"]


def test_as_text_kinds_are_apart_and_a_wrong_one_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    assert [line for line in text.splitlines() if line in KINDS] == list(KINDS)
    assert main(["list", "tunables"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert any(
        re.match(r"swap +rule +node, global, roundrobin +node +vm\.swap_device_select$", row) for row in rows
    )
    assert any(re.match(r"swap +dev_pages +64 to 1073741824 pages; up to 16 ", row) for row in rows)
    with pytest.raises(SystemExit) as end:
        main(["list", "scene"])
    assert end.value.code == 2
    assert "none of scenes, scenarios, captures, tunables" in capsys.readouterr().err
