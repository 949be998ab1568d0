# SPDX-License-Identifier: Apache-2.0
"""Zones from the kernel's own words."""

from __future__ import annotations

import pytest

from mmscope_trace import zones

ZONE = """\
Node {nid}, zone {name:>8}
  per-node stats
      nr_inactive_anon 17
  pages free     {free}
        boost    {boost}
        min      {low}
        low      {low}
        high     {high}
        spanned  4095
        present  {present}
        managed  {managed}
        cma      0
        protection: (0, 7, {free}, 4294967296)
      nr_free_pages 1
  pagesets
    cpu: 0
              count:    5
              high:     9
              low: 3
  start_pfn:           {start}
"""
EMPTY = """\
Node {nid}, zone  Movable
  pages free     0
        boost    0
        min      0
        low      0
        high     0
        spanned  0
        present  0
        managed  0
        cma      0
        protection: (0, 0, 0, 0)
"""
TEXT = (
    ZONE.format(nid=0, name="DMA", free=30, boost=0, low=2, high=3, present=31, managed=30, start=1)
    + ZONE.format(
        nid=0, name="DMA32", free=50, boost=4, low=12, high=14, present=60, managed=55, start=4096
    )
    + EMPTY.format(nid=0)
    + EMPTY.format(nid=1).replace("Movable", "    DMA")
    + ZONE.format(
        nid=1, name="DMA32", free=70, boost=0, low=5, high=6, present=80, managed=0, start=9000
    )
)
LOG = "Fallback order for Node 0: 0 1 \nother\nFallback order for Node 1: 1 0 \n"


def test_zones_with_memory() -> None:
    found = zones.parse(TEXT)
    assert [zone.number for zone in found] == [0, 1, 9]
    assert (found[1].low, found[1].high, found[1].free) == (8, 10, 50)
    assert [zone.boost for zone in found] == [0, 4, 0]
    assert found[0].protection == [0, 7, 30, 4294967296]


def test_frames() -> None:
    assert zones.frames(TEXT) == {"0": [1, 4095], "1": [4096, 4095]}
    assert zones.frames(TEXT.replace("start_pfn", "begins")) == {}


def test_lanes() -> None:
    assert zones.lanes([1, 2], 8, 16) == "ffffffffffff0201,ffffffffffffffff"
    assert zones.lanes([0, 7, 30], 32, 4) == "700000000,ffffffff0000001e"
    assert zones.lanes(list(range(20)), 8, 16) == "706050403020100,f0e0d0c0b0a0908"


def test_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zones, "read", lambda _: TEXT)
    monkeypatch.setattr(zones, "kernel_log", lambda: LOG)
    kinds = [line.split(" ", 1)[0] for line in zones.lines().splitlines()]
    # Zone 9 has pages but none for the buddy allocator: on the list, not a zone to watch.
    assert kinds == ["zone", "zone", "zonelist", "zonelist"]
    assert "zonelist nid=0 n=3 zone=ffffffffff090001,ffffffffffffffff\n" in zones.lines()
    assert "zonelist nid=1 n=3 zone=ffffffffff000109,ffffffffffffffff\n" in zones.lines()
    marks = "min=8 low=8 high=10 boost=4"
    assert f"zone zone=1 managed=55 {marks} free=50 reserve=700000000," in zones.lines()


def test_a_log_that_has_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zones, "read", lambda _: TEXT)
    monkeypatch.setattr(zones, "kernel_log", lambda: "")
    assert "zonelist" not in zones.lines()
