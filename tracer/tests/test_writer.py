# SPDX-License-Identifier: Apache-2.0
"""The file has its name only when it is complete."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from mmscope_trace.errors import TraceError
from mmscope_trace.writer import TEXT_BYTES, CaptureWriter, escape


def test_named_when_finished(tmp_path: Path) -> None:
    path = tmp_path / "a.mmscope"
    writer = CaptureWriter(path)
    writer.manifest({"b": 1, "a": 2})
    writer.mark(7, b"a\nb \\")
    writer.lost(3)
    assert not path.exists()
    writer.finish(0, 3, {})
    assert path.read_text().splitlines() == [
        "mmscope-capture 1",
        'manifest {"a":2,"b":1}',
        r"mark ts=7 text=a\x0ab \x5c",
        "lost n=3",
        "end events=0 lost=3 manifest={}",
    ]
    assert list(tmp_path.iterdir()) == [path]


def test_long_mark_is_cut(tmp_path: Path) -> None:
    writer = CaptureWriter(tmp_path / "a")
    writer.mark(1, b"x" * 200)
    writer.finish(0, 0, {})
    assert "text=" + "x" * 159 + "\n" in (tmp_path / "a").read_text()


def test_texts_fill_their_field(tmp_path: Path) -> None:
    """events.def gives the bytes of the field, the last of which is NUL."""
    table = Path(__file__).resolve().parents[2] / "wasm-core/include/mms/events.def"
    for kind in ("mark", "stat"):
        fields = table.read_text().partition(f"#define MMS_FIELDS_{kind}(F)")[2]
        found = re.search(r"F\(text, +text, (\d+),", fields)
        assert found
        assert int(found[1]) == TEXT_BYTES + 1
    writer = CaptureWriter(tmp_path / "a")
    writer.stat(1, 5, b"node0/vmstat/x" * 20)
    writer.finish(0, 0, {})
    line = (tmp_path / "a").read_text().splitlines()[1]
    assert line.startswith("stat ts=1 value=5 text=node0/vmstat/x")
    assert len(line.partition("text=")[2]) == TEXT_BYTES


def test_compressed_alike(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        writer = CaptureWriter(tmp_path / name)
        writer.finish(0, 0, {})
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()).endswith(b"manifest={}\n")


def test_abandon_leaves_nothing(tmp_path: Path) -> None:
    CaptureWriter(tmp_path / "a").abandon()
    assert not list(tmp_path.iterdir())


def test_unwritable(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="cannot write"):
        CaptureWriter(tmp_path / "nowhere" / "a")


def test_escape() -> None:
    assert escape(b"kswapd0") == "kswapd0"
    assert escape(b"\x1b[2J\\\xff") == r"\x1b[2J\x5c\xff"
