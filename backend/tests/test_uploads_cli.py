"""`mmscope uploads`, and `mmscope remove` by age, size and owner."""

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from mmscope.api import create_app
from mmscope.captures import Library
from mmscope.cli.main import main
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings

PROXY = "127.0.0.2"
Run = Callable[..., str]


@pytest.fixture
def ids(
    settings: Settings, core: CoreModule, trace: TraceModule, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """What anna sent, of a hundred days ago, what bob sent, and what both did."""
    known = replace(settings, proxies=(f"{PROXY}/32",), user_header="X-User")
    made: dict[str, str] = {}
    with TestClient(create_app(Library(known, core, trace)), client=(PROXY, 1)) as client:
        for level, (what, names) in enumerate(
            (("old", ["anna"]), ("new", ["bob"]), ("both", ["anna", "bob"]))
        ):
            content = gzip.compress(text, level)
            for name in names:
                answer = client.post(
                    f"/api/captures?filename={what}.gz", content=content, headers={"x-user": name}
                )
                made[what] = answer.json()["id"]
    monkeypatch.setenv("MMSCOPE_DATA", str(settings.data))
    monkeypatch.setenv("MMSCOPE_ROOT", str(settings.root))
    then = (datetime.now(UTC) - timedelta(days=100)).isoformat()
    with closing(sqlite3.connect(settings.data / "catalogue.sqlite")) as catalogue, catalogue:
        catalogue.execute("UPDATE captures SET added = ? WHERE id = ?", (then, made["old"]))
    return made


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ran(*words: str, status: int = 0) -> str:
        capsys.readouterr()
        assert main(list(words)) == status
        out, err = capsys.readouterr()
        return out + err

    return ran


def chosen(run: Run, *words: str) -> list[str]:
    return [item["id"] for item in json.loads(run("uploads", "--json", *words))]


def test_they_are_chosen_by_age_size_and_owner(ids: dict[str, str], run: Run) -> None:
    old, new, both = ids["old"], ids["new"], ids["both"]
    assert set(chosen(run)) == {old, new, both}
    assert chosen(run, "--older-than", "99") == [old]
    assert chosen(run, "--older-than", "101") == []
    assert set(chosen(run, "--of", "anna")) == {old, both}
    assert chosen(run, "--of", "anna", "--older-than", "1") == [old]
    assert chosen(run, "--of", "carl") == []
    assert chosen(run, "--larger-than", "10G") == []
    assert chosen(run, "--by", "date")[0] == old
    sizes = [item["bytes"] for item in json.loads(run("uploads", "--json"))]
    assert sizes == sorted(sizes, reverse=True)
    assert len(chosen(run, "--larger-than", str(sizes[0] - 1))) == sizes.count(sizes[0])


def test_the_sum_of_each_owner(ids: dict[str, str], run: Run) -> None:
    owners = json.loads(run("uploads", "--by", "owner", "--json"))
    assert [owner["captures"] for owner in owners] == [2, 2]
    by_id = {item["id"]: item for item in json.loads(run("uploads", "--json"))}
    assert len(by_id[ids["both"]]["owners"]) == 2
    assert {owner["bytes"] for owner in owners} == {
        by_id[ids["both"]]["bytes"] + by_id[ids[one]]["bytes"] for one in ("old", "new")
    }
    lines = run("uploads", "--by", "owner").splitlines()
    assert lines[0].split() == ["owner", "captures", "bytes"]
    assert lines[-1] == "owners=2"


def test_what_was_chosen_is_removed_only_when_sure(ids: dict[str, str], run: Run) -> None:
    asked = run("remove", "--older-than", "30")
    assert f"{ids['old']} " in asked
    assert "uploads=1 " in asked
    assert "nothing is removed without --yes" in asked
    assert len(chosen(run)) == 3
    assert f"removed {ids['old']}" in run("remove", "--older-than", "30", "--yes")
    assert set(chosen(run)) == {ids["new"], ids["both"]}
    assert "uploads=0" in run("remove", "--older-than", "30", "--yes")
    run("remove", ids["new"])
    assert chosen(run) == [ids["both"]]


@pytest.mark.usefixtures("ids")
def test_neither_or_both(run: Run) -> None:
    for words in ([], ["u-1", "--of", "anna"], ["--yes"]):
        assert "name captures, or say which" in run("remove", *words, status=2)
    for words in (["--older-than", "-1"], ["--older-than", "x"], ["--larger-than", "big"]):
        with pytest.raises(SystemExit, match="2"):
            main(["uploads", *words])


def test_no_data_folder(tmp_path: object, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MMSCOPE_DATA", f"{tmp_path}/none")
    assert "is not the data folder of a server" in run("uploads", status=3)
