"""The command line."""

import contextlib
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ModelRun
from mmscope.cli.page import commands
from mmscope.core import Session
from mmscope.settings import Settings, load
from support import process, run

CAPTURES = load().bundled


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
        "cut_packed": packed[: len(packed) // 2],
        "bad": b"\n".join([*lines[:50], lines[50][:100], *lines[51:]]),
        "nothing": b"\n".join([*lines[:2], b"end events=0 lost=0 manifest={}", b""]),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return {name: str(tmp_path / name) for name in contents}


def test_the_readme_lists_every_command() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    listed = readme.partition("## The command\n\n")[2].partition("\n\n")[0]
    named = re.findall(r"^ {4}(mmscope \w+)", listed, re.MULTILINE)
    assert named == [name for name, _ in commands()[1:]]


def test_only_serving_loads_the_web_framework() -> None:
    look = "import sys, mmscope.cli; print('fastapi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], capture_output=True, check=True).stdout == b"False\n"


def test_check_prints_a_row_per_capture_and_sums(files: dict[str, str]) -> None:
    done = process("check", files["plain"], files["packed"])
    assert done.returncode == 0
    counted = "decisions=800 same=800 different=0 incomplete=0 stateless_only=0 lost=0"
    first, second, *sums = done.stdout.decode().splitlines()
    assert sums == [
        f"check mode=node policy=swap_by_node {counted}",
        f"check policy=swap_by_node {counted}",
        f"check {counted}",
        "balances accounts=0 balanced=0 off=0 not_told=0",
    ]
    for row, name in ((first, "plain"), (second, "packed")):
        assert row.split()[:2] == [files[name], "decisions=400"]
        assert "replay_same=400" in row


def test_check_counts_each_mode_and_policy(tmp_path: Path, run_model: ModelRun) -> None:
    """A run that switches the rule under way, and the same again with a decision altered."""
    text = b"".join(run_model("switch-rule").write())
    (tmp_path / "well").write_bytes(text)
    (tmp_path / "ill").write_bytes(re.sub(rb"( mode=2 .* ret=)\d+ ", rb"\g<1>65 ", text, count=1))
    done = run("check", "--json", str(tmp_path / "well"), str(tmp_path / "ill"))
    assert done.returncode == 1
    found = json.loads(done.stdout)
    total = found["total"]
    modes = {row["mode"]: row for row in found["modes"]}
    policies = {row["policy"]: row for row in found["policies"]}
    assert set(modes) == {"node", "global", "roundrobin"}
    assert (total["different"], total["lost"]) == (1, 0)
    assert modes["roundrobin"]["different"] == policies["swap_round_robin"]["different"] == 1
    assert policies["swap_by_node"]["different"] == 0
    for sums in (modes, policies):
        assert sum(row["decisions"] for row in sums.values()) == total["decisions"]
        for row in sums.values():
            assert row["same"] + row["different"] + row["incomplete"] == row["decisions"] > 0
    each = [capture["modes"][mode]["decisions"] for capture in found["captures"] for mode in modes]
    assert sum(each) == total["decisions"]


def test_check_can_want_a_number_of_decisions(files: dict[str, str]) -> None:
    assert run("check", "--at-least", "400", "0", "0", files["plain"]).returncode == 0
    few = run("check", "--at-least", "401", "5", "0", files["plain"])
    assert few.returncode == 1
    printed = few.stderr.decode().splitlines()
    assert printed[0] == "mmscope: 400 decisions, but at least 401 are required"
    assert "mmscope: policy interleave: 0 decisions, but at least 5 are required" in printed
    assert len(printed) == 5
    modes = run("check", "--at-least", "0", "0", "400", files["plain"]).stderr
    assert b"mode node" not in modes
    assert b"mode hybrid: 0 decisions" in modes


def test_check_balances_a_record(tmp_path: Path) -> None:
    """A capture, the same with larger devices in its /proc/swaps, without that file, and with a witness."""
    text = gzip.decompress((CAPTURES / "switch-rule.mmscope.gz").read_bytes())
    (tmp_path / "well").write_bytes(text)
    (tmp_path / "lie").write_bytes(text.replace(rb"partition\t", rb"partition\t1"))
    (tmp_path / "heard").write_bytes(text.replace(b'"list":{"fields"', b'"list":{},"other":{"fields"'))
    (tmp_path / "old").write_bytes(re.sub(rb'"swaps":"[^"]*",', b"", text))
    well = run("check", "-v", str(tmp_path / "well"))
    rows = well.stdout.decode().splitlines()
    assert well.returncode == 0
    assert " off=0 not_told=0" in rows[0]
    assert any(" balance=avail part=0 left=3613 right=3613 slack=0 state=holds" in row for row in rows)
    assert any(row.endswith(" of=vm.swap_device_select") for row in rows)
    heard = run("check", str(tmp_path / "heard"))
    assert heard.returncode == 1
    assert " right=0 slack=0 state=off of=list\n" in heard.stdout.decode()
    lie = run("check", str(tmp_path / "lie"))
    assert lie.returncode == 1
    assert " different=0 " in lie.stdout.decode()
    assert " balance=sizes part=0 " in lie.stdout.decode()
    assert " state=off" in lie.stdout.decode()
    old = run("check", "--json", str(tmp_path / "old"))
    assert old.returncode == 0
    assert json.loads(old.stdout)["balances"]["not_told"] == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("different", 1),
        ("lost", 1),
        ("dropped", 1),
        ("unended", 1),
        ("cut", 1),
        ("cut_packed", 1),
        ("bad", 2),
    ],
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
        assert b"line 51: the capture is cut off" in done.stderr
    if name.startswith("cut"):
        assert found["cut_off"] == 1
        assert total["decisions"] > 400
    if name == "bad":
        assert b"line 51: " in done.stderr
        assert found["unreadable"] == 1


def test_check_of_no_decisions_fails(files: dict[str, str]) -> None:
    done = run("check", files["nothing"])
    assert done.returncode == 1
    none = b"decisions=0 same=0 different=0 incomplete=0 stateless_only=0 lost=0"
    assert done.stdout.splitlines()[-2] == b"check " + none


def test_info_lists_events_that_nobody_knows_by_name_and_fields() -> None:
    line = "   kswapd0-60      [000] ..... 100.00000{}: {}\n"
    events = ["mm_vmscan_kswapd_sleep: nid=1", "my_event: a=1 b=two", "my_event: a=2 b=2", "other: free text"]
    lines = ["# tracer: nop\n", *(line.format(i, event) for i, event in enumerate(events))]
    found = json.loads(run("info", "--json", "-", stdin="".join(lines).encode()).stdout)
    assert (found["understood"], found["generic"]) == (1, 3)
    assert found["generic_events"] == [
        {"name": "my_event", "fields": ["a", "b"], "count": 2, "line": 3},
        {"name": "other", "fields": [], "count": 1, "line": 5},
    ]


def test_info_says_what_the_maps_of_a_script_hold() -> None:
    text = "Attaching 1 probe...\n@n[a b]: -3\n@name: x\n@us:\n(..., 0)  1 |@|\n[1K, ...)  2 |@|\n"
    done = run("info", "-", stdin=text.encode())
    assert done.returncode == 0
    assert [line for line in done.stdout.decode().splitlines() if line.startswith("map ")] == [
        "map @n[a b] -3",
        "map @name x",
        "map @us count 3",
        "map @us (..., 0) 1",
        "map @us [1024, ...) 2",
    ]
    printed = json.loads(run("info", "--json", "-", stdin=text.encode()).stdout)
    assert (printed["events"], printed["span_ns"], len(printed["maps"])) == (0, None, 5)
    assert printed["maps"][3] == {
        "value": 1,
        "low": None,
        "high": 0,
        "line": 5,
        "prints": 1,
        "map": "@us",
        "key": "",
        "text": "",
        "statistic": "bucket",
    }


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"PERFILE2\x68\0\0\0", b"perf script -i FILE > trace.txt"),
        (b"\x17\x08\x44tracing6\0", b"trace-cmd report -i FILE > trace.txt"),
        (b"PK\x03\x04 and so on", b"this is a zip archive: unpack it"),
        (b"time,cpu\n1,2\n3,4\n5,6\n", b"this is a table of values"),
    ],
)
def test_info_says_of_other_files_what_makes_a_trace_of_them(content: bytes, says: bytes) -> None:
    done = run("info", "-", stdin=content)
    assert done.returncode == 2
    assert says in done.stderr


def test_info_says_what_a_capture_holds(files: dict[str, str], text: bytes, model: Session) -> None:
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


@pytest.mark.slow
def test_evidence_prints_a_line_for_each_claim_and_a_page_that_can_be_checked(settings: Settings) -> None:
    env = {"MMSCOPE_ROOT": str(settings.root)}
    settings.published.mkdir()
    source = dict.fromkeys(("title", "author", "date", "kernel", "message", "url"), "x")
    claim = {"match": {"id": 1}, "columns": ["n"], "captures": ["first"], "measure": "explicit_first"}
    table = {
        "id": "t",
        "source": "000",
        "title": "T",
        "columns": ["id", "n", "s"],
        "labels": ["id"],
        "rows": [[1, 2, 3.5]],
        "not_shown": "times",
        "claims": [
            {**claim, "what": "priorities", "measure": "priorities", "holds": {"equal": [-2, -3]}},
            {**claim, "what": "explicit", "holds": {"equal": 1}},
            {**claim, "what": "absent", "captures": ["second"], "holds": {"equal": 1}},
        ],
    }
    document = {"id": "d", "title": "D", "sources": {"000": source}, "tables": [table]}
    (settings.published / "d.json").write_text(json.dumps(document))
    done = run("evidence", env=env)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 1
    assert [line.rpartition(" | ")[2] for line in lines[:-1]] == [
        "holds",
        "does not hold",
        "no capture",
        "not shown by emulation",
    ]
    assert "first: no walk past a device of explicit priority" in lines[1]
    assert lines[-1] == "evidence claims=4 holds=1 direction=0 differ=1 not_shown=1 no_capture=1"
    page, as_data = settings.root / "page.md", settings.root / "page.json"
    files = (str(page), str(as_data))
    assert run("evidence", "--check", *files, env=env).returncode == 1
    assert run("evidence", "--write", *files, env=env).returncode == 0
    assert run("evidence", "--check", *files, env=env).returncode == 0
    read = json.loads(as_data.read_text())["t"]
    assert [line["verdict"] for line in read] == ["holds", "does not hold", "no capture", "not shown"]
    assert (read[0]["match"], read[0]["columns"], read[0]["given"]) == ({"id": 1}, ["n"], ["-2 : -3"])
    assert (read[2]["reason"], read[3]) == (
        "no capture second",
        {"match": {"id": 1}, "columns": ["s"], "verdict": "not shown", "reason": "times"},
    )
    for path in (page, as_data):
        before = path.read_text()
        path.write_text(before.replace("-3", "-4"))
        stale = run("evidence", "--check", *files, env=env)
        assert (stale.returncode, b"is stale" in stale.stderr) == (1, True)
        path.write_text(before)
    table["claims"] = table["claims"][:1]
    (settings.published / "d.json").write_text(json.dumps(document))
    fine = run("evidence", "--json", env=env)
    assert (fine.returncode, len(json.loads(fine.stdout))) == (0, 2)
    (settings.published / "d.json").write_text("{")
    assert run("evidence", env=env).returncode == 3


@pytest.mark.parametrize("command", ["info", "check"])
def test_errors_name_file_line_and_reason(command: str, files: dict[str, str]) -> None:
    done = run(command, files["bad"])
    assert done.returncode == 2
    assert done.stderr.decode().startswith(f"mmscope: {files['bad']}: line 51: ")
    missing = run(command, files["bad"] + "-not")
    assert missing.returncode == 2
    assert b"No such file" in missing.stderr
    folder = run(command, str(Path(files["bad"]).parent))
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


@pytest.mark.parametrize("at_once", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("list", "scenes"),
        ("list", "--json"),
        ("render", "swap-devices?a=model:four-nodes&k=5"),
        ("render", "swap-devices?a=model:four-nodes&k=5", "--text"),
        ("convert", "CAPTURE", "--to", "perfetto", "-o", "-"),
        ("info", "CAPTURE", "--json"),
    ],
    ids=" ".join,
)
def test_a_full_output_is_one_sentence(
    arguments: tuple[str, ...], at_once: str, files: dict[str, str]
) -> None:
    command = [files["plain"] if word == "CAPTURE" else word for word in arguments]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mmscope", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": at_once},
        )
    assert done.stderr == b"mmscope: standard output: No space left on device\n"
    assert done.returncode == 2


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "mmscope", "list", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.close()
    child.stdout = None
    _, err = child.communicate()
    assert (child.returncode, err) == (0, b"")


def test_a_set_up_that_cannot_work_is_reported(tmp_path: Path, files: dict[str, str]) -> None:
    done = process("check", files["plain"], env={"MMSCOPE_ROOT": str(tmp_path)})
    assert (done.returncode, b"cannot be read" in done.stderr) == (3, True)
    done = process("serve", env={"PORT": "99999"})
    assert (done.returncode, b"PORT is '99999'" in done.stderr) == (3, True)
    assert process("dance").returncode == 2
    assert process("--version").stdout.startswith(b"mmscope 0.")
