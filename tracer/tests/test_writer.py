# SPDX-License-Identifier: Apache-2.0
"""The file has its name only when it is complete."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from mmscope_trace.errors import TraceError
from mmscope_trace.writer import CaptureWriter, escape


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
    writer.mark(1, b"x" * 100 + b" ")
    writer.finish(0, 0, {})
    assert "text=" + "x" * 79 + "\n" in (tmp_path / "a").read_text()


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
