"""Bad captures: a clear message naming line and reason, and nothing changed."""

import gzip
import io

import pytest
from starlette.testclient import TestClient

from mmscope.captures import CaptureError, preflight, read_capture
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Limits, Settings
from support import tree
from wrong_captures import Bad, bad_captures


def check_message(bad: Bad, code: str, message: str, line: int) -> None:
    """The answer says what and where."""
    assert code == (bad.code or code), bad.name
    assert bad.words in message, bad.name
    assert line == (bad.line or line), bad.name
    assert not line or message.startswith(f"line {line}: "), bad.name
    assert message.isascii(), bad.name


@pytest.mark.parametrize("pack", [False, True])
def test_reading_refuses_with_line_and_reason(core: CoreModule, text: bytes, *, pack: bool) -> None:
    for bad in bad_captures(text):
        content = gzip.compress(bad.content) if pack and bad.code != "gzip" else bad.content
        with pytest.raises(CaptureError) as caught:
            read_capture(core, io.BytesIO(content), Limits())
        check_message(bad, caught.value.code, caught.value.message, caught.value.line)
        assert not caught.value.reason.startswith("line ")


@pytest.mark.parametrize(
    ("limits", "code", "most"),
    [
        (Limits(events=100), "too_many", "100 events (MMSCOPE_MAX_EVENTS)"),
        (Limits(core_memory=2_500_000), "no_memory", "what 2 MiB hold (MMSCOPE_CORE_MEMORY)"),
    ],
)
def test_one_that_is_too_long_is_told_what_shows_it(
    core: CoreModule, text: bytes, limits: Limits, code: str, most: str
) -> None:
    with pytest.raises(CaptureError) as caught:
        read_capture(core, io.BytesIO(_longer(text)), limits)
    assert caught.value.code == code
    assert caught.value.reason == (
        f"the capture is longer than {most}, the most that is checked and stepped through; "
        "the timeline shows all of it, if the file is opened there"
    )
    assert caught.value.line > 0


def _longer(text: bytes) -> bytes:
    """With one of its events again and again."""
    lines = text.splitlines(keepends=True)
    event = next(line for line in lines if line.startswith(b"swap_select "))
    return b"".join([*lines[:-1], *[event] * 9999])


def test_uploading_it_changes_nothing(client: TestClient, text: bytes, settings: Settings) -> None:
    assert client.post("/api/captures?filename=good", content=text).status_code == 201
    captures = settings.data / "captures"
    before, listed = tree(captures), client.get("/api/captures").json()
    for bad in bad_captures(text):
        answer = client.post("/api/captures", content=bad.content)
        assert answer.status_code in {413, 415, 422}, bad.name
        error = answer.json()["error"]
        check_message(bad, error["code"], error["message"], error.get("line", 0))
        assert tree(captures) == before, bad.name
        assert client.get("/api/captures").json() == listed, bad.name
        assert list((settings.data / "incoming").iterdir()) == [], bad.name


def test_a_bomb_is_refused(client: TestClient, text: bytes) -> None:
    lines = text.split(b"\n")
    packed = gzip.compress(b"\n".join(lines[:2]) + b"\n" + b"padding x=1\n" * 12_000_000)
    answer = client.post("/api/captures", content=packed)
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "bomb"
    assert answer.json()["error"]["line"] > 1000


def test_a_tag_that_fits_stays_text(client: TestClient, text: bytes) -> None:
    tagged = text.replace(b"comm=writer", b"comm=<b>x</b>", 1)
    answer = client.post("/api/captures?filename=<script>alert(1)</script>", content=tagged)
    assert answer.status_code == 201
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["title"] == "script>"  # a slash ends a folder's name


def test_order_of_lines_does_not_matter(core: CoreModule, text: bytes) -> None:
    lines = text.split(b"\n")
    mixed = [
        *lines[:100],
        *(line for pair in zip(lines[101:300:2], lines[100:300:2], strict=True) for line in pair),
    ]
    good = read_capture(core, io.BytesIO(text), Limits()).session
    capture = read_capture(core, io.BytesIO(b"\n".join([*mixed, *lines[300:]])), Limits())
    assert capture.report["reordered"] > 0
    assert capture.session.check()["same"] == good.check()["same"] == len(good.decisions())
    kept = [
        {**e, "index": 0} for e in capture.session.events(0, good.event_count) if e["kind"] == "swap_select"
    ]
    assert kept == [{**e, "index": 0} for e in good.events(0, good.event_count) if e["kind"] == "swap_select"]


@pytest.mark.parametrize("alter", ["drop", "lost", "cut"])
def test_lost_events_make_verdicts_incomplete(core: CoreModule, text: bytes, alter: str) -> None:
    lines = text.split(b"\n")
    if alter == "drop":
        lines = (
            [*lines[:200], *lines[201:]]
            if lines[200].startswith(b"swap_select")
            else [*lines[:199], *lines[200:]]
        )
    elif alter == "lost":
        lines.insert(200, b"lost n=7")
    else:
        lines = [line for line in lines if not line.startswith(b"end ")]
    capture = read_capture(core, io.BytesIO(b"\n".join(lines)), Limits())
    report, totals = capture.report, capture.session.check()
    assert (report["missing"], report["lost"], report["closed"]) == {
        "drop": (1, 0, 1), "lost": (0, 7, 1), "cut": (0, 0, 0)
    }[alter]  # fmt: skip
    if alter != "cut":
        assert totals["lost"] > 0
        assert totals["replay_incomplete"] > 0
    assert totals["different"] == totals["replay_different"] == 0


def test_preflight_refuses_early_and_only_for_cause(
    core: CoreModule, trace: TraceModule, text: bytes, packed: bytes
) -> None:
    for good in (text, packed):
        for size in (2, 100, len(good) // 2, len(good)):
            preflight(core, trace, good[:size], Limits())
    with pytest.raises(CaptureError, match=r"line 1: .*format"):
        preflight(core, trace, b"a" * (1 << 20), Limits())
    with pytest.raises(CaptureError, match="longer than 4096"):
        preflight(core, trace, text[: text.index(b"\n") + 1] + b"manifest {}\n" + b"A" * (1 << 20), Limits())
