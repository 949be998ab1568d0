"""`mmscope lesson check`: the page's own code, where there is Node; a sentence where there is none."""

from pathlib import Path

import pytest

from mmscope.cli.commands import lesson as command
from mmscope.cli.commands.lesson import NO_NODE, lesson
from mmscope.settings import load

BAD = """---
title: T
id: t
minutes: 5
---

## S

It has 5 nodes.

[view](#v1/swap-devices?a=model:four-nodes&k=1)
"""


def test_a_lesson_is_checked_by_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    settings = load()
    file = tmp_path / "-t.md"
    file.write_text(BAD, encoding="utf-8")
    assert lesson(settings, "check", [file]) == 1
    assert "line 9  text      “5 nodes” is typed. Write {nodes}: the core says 4." in capfd.readouterr().out
    file.write_text(BAD.replace("5 nodes", "{nodes} nodes"), encoding="utf-8")
    assert lesson(settings, "show", [file]) == 0
    assert "It has 4 nodes." in capfd.readouterr().out


def test_the_lesson_to_do_first_is_known(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    settings = load()
    one, other = tmp_path / "one.md", tmp_path / "no-such-lesson.md"
    text = BAD.replace("5 nodes", "{nodes} nodes")
    one.write_text(text.replace("minutes: 5", "minutes: 5\nbefore: no-such-lesson"), encoding="utf-8")
    assert lesson(settings, "check", [one]) == 1
    assert "line 5  file      before: there is no lesson “no-such-lesson”." in capfd.readouterr().out
    other.write_text(text, encoding="utf-8")
    assert lesson(settings, "check", [one, other]) == 0


def test_without_node_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_node", lambda _: None)
    assert lesson(load(), "check", [Path("x.md")]) == NO_NODE
    assert "open the file in the app" in capsys.readouterr().err
