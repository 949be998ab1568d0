"""Files that are no text of a trace: sentence by sentence what the app says of them, and nothing changed."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from mmscope.cli import main
from mmscope.settings import Settings
from support import tree


@dataclass(frozen=True)
class Wrong:
    """One of the files that the app is tested with, too."""

    name: str
    content: bytes
    says: str


def wrong_files(root: Path) -> list[Wrong]:
    """Each is `hex` and so many zeros behind it, or `text` so many times."""
    listed = json.loads((root / "frontend/src/trace/testing/wrong-files.json").read_text("utf-8"))
    return [
        Wrong(
            entry["name"],
            bytes.fromhex(entry["hex"]) + bytes(entry.get("pad", 0))
            if "hex" in entry
            else (entry["text"] * entry.get("times", 1)).encode(),
            entry["says"],
        )
        for entry in listed
    ]


@pytest.mark.slow
def test_the_command_line_says_what_they_are(
    usual: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = wrong_files(usual.root)
    assert len(files) >= 40
    for wrong in files:
        path = tmp_path / wrong.name
        path.write_bytes(wrong.content)
        before = tree(tmp_path)
        assert main(["info", str(path)]) == 2, wrong.name
        said = capsys.readouterr()
        assert said.out == "", wrong.name
        place = "" if wrong.says == "the text is empty" else "line 1: "
        assert said.err.splitlines()[0] == f"mmscope: {path}: {place}{wrong.says}", wrong.name
        assert tree(tmp_path) == before, wrong.name
