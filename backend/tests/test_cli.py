"""The command line, as a process."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mmscope.core import Session


def run(
    *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `mmscope`."""
    return subprocess.run(
        [sys.executable, "-m", "mmscope", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
    )


@pytest.fixture
def files(tmp_path: Path, text: bytes, packed: bytes) -> dict[str, str]:
    """Captures, by what they are."""
    lines = text.split(b"\n")
    odd = next(i for i, line in enumerate(lines) if b" ret=64 " in line)
    contents = {
        "plain": text,
        "packed": packed,
        "different": b"\n".join(
            [*lines[:odd], lines[odd].replace(b" ret=64 ", b" ret=65 "), *lines[odd + 1 :]]
        ),
        "unended": b"\n".join(lines[:50]),
        "lost": b"\n".join([*lines[:50], b"lost n=3", *lines[50:]]),
        "dropped": b"\n".join([*lines[:50], *lines[51:]]),
        "cut": b"\n".join(lines[:50]) + b"\n" + lines[50][:100],
        "nothing": b"\n".join([*lines[:2], b"end events=0 lost=0 manifest={}", b""]),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return {name: str(tmp_path / name) for name in contents}


def test_check_prints_a_row_per_capture_and_their_sum(files: dict[str, str]) -> None:
    done = run("check", files["plain"], files["packed"])
    assert done.returncode == 0
    *rows, last = done.stdout.decode().splitlines()
    assert last == "check decisions=800 same=800 different=0 incomplete=0 lost=0"
    assert [row.split()[:2] for row in rows] == [[files[n], "decisions=400"] for n in ("plain", "packed")]
    assert all("replay_same=400" in row for row in rows)


@pytest.mark.parametrize(
    ("name", "status"), [("different", 1), ("lost", 1), ("dropped", 1), ("unended", 1), ("cut", 2)]
)
def test_check_fails_for_anything_less(files: dict[str, str], name: str, status: int) -> None:
    done = run("check", "--json", files["plain"], files[name])
    assert done.returncode == status
    found = json.loads(done.stdout)
    total = found["total"]
    assert total["same"] + total["different"] + total["incomplete"] == total["decisions"]
    assert (total["different"] > 0) == (name == "different")
    assert (total["lost"] > 0) == (name in {"lost", "dropped"})
    if name == "unended":
        assert b"line 50: the capture is cut off" in done.stderr
    if name == "cut":
        assert b"line 51: " in done.stderr
        assert found["unreadable"] == 1


def test_check_of_no_decisions_fails(files: dict[str, str]) -> None:
    done = run("check", files["nothing"])
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == b"check decisions=0 same=0 different=0 incomplete=0 lost=0"


def test_info_tells_what_a_capture_holds(files: dict[str, str], text: bytes, model: Session) -> None:
    found = json.loads(run("info", "--json", files["packed"]).stdout)
    assert found["lines"] == text.count(b"\n")
    assert found["events"] == found["understood"] == sum(found["kinds"].values()) == model.event_count
    assert found["kinds"]["swap_select"] == 400
    assert (found["generic"], found["unreadable"], found["lost"], found["closed"]) == (0, 0, 0, True)
    times = [int(event["ts"]) for event in model.events(0, model.event_count)]
    assert found["span_ns"] == max(times) - min(times)
    plain = run("info", "-", stdin=text)
    assert plain.returncode == 0
    assert b"format           mmscope-capture 1\n" in plain.stdout
    assert found["manifest_sha256"].encode() in plain.stdout


@pytest.mark.parametrize("command", ["info", "check"])
def test_errors_name_file_line_and_reason(command: str, files: dict[str, str]) -> None:
    done = run(command, files["cut"])
    assert done.returncode == 2
    assert done.stderr.decode().startswith(f"mmscope: {files['cut']}: line 51: ")
    missing = run(command, files["cut"] + "-not")
    assert missing.returncode == 2
    assert b"No such file" in missing.stderr
    folder = run(command, str(Path(files["cut"]).parent))
    assert (folder.returncode, b"Is a directory" in folder.stderr) == (2, True)


def test_a_gigabyte_of_one_line_is_refused_at_once(text: bytes) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "mmscope", "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    sent, line = 0, b"x" * (1 << 20)
    try:
        child.stdin.write(b"\n".join(text.split(b"\n")[:2]) + b"\n")
        for _ in range(1024):
            sent += child.stdin.write(line)
        child.stdin.close()
    except BrokenPipeError:
        with contextlib.suppress(BrokenPipeError):
            child.stdin.close()
    child.stdin = None
    _, err = child.communicate()
    assert sent < 16 << 20
    assert child.returncode == 2
    assert b"line 3: the line is longer than 4096 bytes" in err


def test_a_set_up_that_cannot_work_is_told(tmp_path: Path, files: dict[str, str]) -> None:
    done = run("check", files["plain"], env={"MMSCOPE_ROOT": str(tmp_path)})
    assert (done.returncode, b"cannot be read" in done.stderr) == (3, True)
    done = run("serve", env={"PORT": "99999"})
    assert (done.returncode, b"PORT is '99999'" in done.stderr) == (3, True)
    assert run("dance").returncode == 2
    assert run("--version").stdout.startswith(b"mmscope 0.")
