"""Measures: each sees in events made by hand what is in them, and says so when nothing is."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from event_lines import capture, event
from mmscope.captures import read_capture
from mmscope.core import CoreModule
from mmscope.evidence import NothingMeasuredError, Run, Value, measure
from mmscope.settings import Limits

Event = tuple[str, dict[str, Any]]
Take = Callable[..., Value]
BARE = {"node", "zone", "zonelist", "stat", "mark"}


@pytest.fixture
def take(core: CoreModule) -> Take:
    """Take a measure of these events."""

    def taken(name: str, events: list[Event], **arguments: object) -> Value:
        lines = [
            event(core.tables, kind, ts=at, **({} if kind in BARE else {"comm": "t"}) | values)
            for at, (kind, values) in enumerate(events, 1)
        ]
        text = capture(lines, sum(kind not in BARE for kind, _ in events))
        return measure(Run(read_capture(core, io.BytesIO(text), Limits())), name, arguments)

    return taken


def given(zone: int, pref: int = 2, mode: str = "fair", order: int = 0, end: str = "took") -> Event:
    return "zone_select", {"mode": mode, "pref": pref, "zone": zone, "order": order, "end": end}


def batch(zone: int, new: int, reason: str = "slowpath") -> Event:
    return "zone_batch", {"mode": "fair", "zone": zone, "new": new, "reason": reason, "charged": 100}


def hidden(zone: int, limit: int, pages: int) -> Event:
    return "zone_hidden", {"zone": zone, "limit": limit, "pages": pages}


def test_zone_shares_count_the_pages_of_whole_rounds(take: Take) -> None:
    before = [batch(2, 7, "wmarks"), given(2), batch(2, 20), batch(1, 10), batch(0, 1)]
    within = [given(2)] * 2 + [given(2, order=2), given(1, mode="preferred")] + [given(1)] * 3
    found = take("zone_shares", [*before, *within, batch(2, 20), given(2)])
    assert (found.value, found.expected) == ([3, 6], [10.0, 20.0])
    assert found.unit == "pages of node 0 DMA32, node 0 Normal"
    others = [hidden(1, 110, 2), hidden(2, 120, 3), hidden(2, 120, 1), hidden(2, 7, 50)]
    ends = [("zone_batch", {**batch(zone, new)[1], "charged": 500}) for zone, new in ((2, 20), (1, 10))]
    all_tasks = take("zone_shares", [*before, *within, *others, *ends, hidden(2, 520, 9)])
    assert all_tasks.value == [5, 10], "of tasks that are not recorded, in rounds that end here"
    for events, known in (
        ([given(2)], "no event zone_batch"),
        ([given(2), batch(2, 20, "mode")], "no batch that was set anew"),
        ([*before, *within], "no whole round"),
        ([given(2, mode="preferred"), batch(2, 20)], "no page given under fair"),
    ):
        with pytest.raises(NothingMeasuredError, match=known):
            take("zone_shares", events)


def test_zone_type_shares_are_the_kernels_counters(take: Take) -> None:
    counters = ("vmstat/pgalloc_dma32", "vmstat/pgalloc_normal")
    before = [("stat", {"text": name, "value": 5}) for name in counters]
    after = [
        ("stat", {"text": name, "value": value}) for name, value in zip(counters, (15, 105), strict=True)
    ]
    found = take("zone_type_shares", [*before, batch(1, 10), batch(2, 60), batch(10, 40), *after])
    assert (found.value, found.expected) == ([10, 100], [10.0, 100.0])


def test_lower_zone_share(take: Take) -> None:
    own, other = given(2, mode="preferred"), given(1, mode="preferred")
    assert take("lower_zone_share", [own] * 3 + [other, given(1)]).value == 0.25


def woken(free: int, verdict: str, reserve: int = 5, unusable: int = 0) -> Event:
    lanes = {"visit_zone": [2], "visit_free": [free], "visit_reserve": [reserve]}
    return "kswapd_wake", {
        **lanes,
        "visit_unusable": [unusable],
        "visits": 1,
        "verdict": verdict,
        "mark": "low",
    }


def test_a_wake_up_is_missed_below_high_only(take: Take) -> None:
    zone = ("zone", {"zone": 2, "low": 100, "high": 150})
    missed = [woken(155, "balanced"), woken(160, "balanced", unusable=5), woken(101, "balanced")]
    rightly = [woken(156, "balanced"), woken(101, "woken"), woken(101, "awake")]
    assert take("missed_wakes", [zone, *missed, *rightly]).value == 3
    assert take("missed_wakes", [zone, *rightly]).value == 0


def stat(name: str, value: int) -> Event:
    return "stat", {"text": name, "value": value}


def test_refaults_grow_from_the_first_recording_to_the_last(take: Take) -> None:
    names = [f"node{n}/vmstat/workingset_refault_file" for n in range(2)]
    events = [stat(names[0], 10), stat(names[1], 5), stat("vmstat/pswpin", 1)]
    events += [stat(names[0], 11), stat(names[0], 30), stat(names[1], 9)]
    found = take("refault_share", events, node=0)
    assert (found.value, found.of) == (20 / 24, "24 refaults")
    with pytest.raises(NothingMeasuredError, match="no counter"):
        take("refault_share", events[2:3], node=0)
    with pytest.raises(NothingMeasuredError, match="no page came back"):
        take("refault_share", events[:2], node=0)


def read(how: str, single: int = 1, **more: object) -> Event:
    return "swap_in", {"how": how, "single": single, "can_poll": 1, "mode": "poll", **more}


def test_only_single_pages_may_be_polled(take: Take) -> None:
    fine = [read("poll"), read("interrupt", single=0)]
    assert take("polled_not_single", fine).value == 0
    assert take("polled_not_single", [*fine, read("poll", single=0), read("hybrid", order=1)]).value == 2
    for blind in (fine[:1], fine[1:]):
        with pytest.raises(NothingMeasuredError):
            take("polled_not_single", blind)


def test_a_device_without_queues_cannot_be_polled(take: Take) -> None:
    fine = [read("interrupt", can_poll=0), read("poll")]
    assert take("polled_without_queues", fine).value == 0
    assert take("polled_without_queues", [*fine, read("poll", can_poll=0)]).value == 1
    with pytest.raises(NothingMeasuredError):
        take("polled_without_queues", [read("interrupt", can_poll=0, mode="interrupt")])


def test_sleeps_by_formula(take: Take) -> None:
    fixed, half = {"delay": 700, "sleep": 700, "mean": 9}, {"delay": 0, "mean": 9, "sleep": 5}
    fine = [read("hybrid", **fixed), read("hybrid", **half), read("poll", sleep=3)]
    assert take("sleeps_by_formula", fine).value == 1
    assert take("sleeps_by_formula", [*fine[:1], read("hybrid", **{**half, "sleep": 4})]).value == 0.5


def test_polls_per_read(take: Take) -> None:
    done = [("swap_in_done", {"how": how, "polls": polls}) for how, polls in (("poll", 4), ("hybrid", 1))]
    assert take("polls_per_read", [*done, ("swap_in_done", {"how": "interrupt", "polls": 0})]).value == 2.5


def request(sectors: int, segments: int, rwbs: str = "RA", dev: int = 1) -> Event:
    return "block_rq", {"dev": dev, "sectors": sectors, "segments": segments, "rwbs": rwbs}


def test_requests_are_those_of_the_disk_that_is_read_most(take: Take) -> None:
    events = [
        request(496, 62),
        request(496, 62),
        request(80, 10),
        request(9999, 1, "WS"),
        request(8, 1, "R", 2),
    ]
    assert take("request_sectors", events).value == pytest.approx(1072 / 3)
    assert take("pages_per_segment", events).value == 1
    assert take("full_requests", events).value == pytest.approx(2 / 3)
    with pytest.raises(NothingMeasuredError, match="no read"):
        take("request_sectors", [request(8, 1, "W")])


def test_greatest_lead_is_that_of_one_task(take: Take) -> None:
    events = [
        ("interleave", {"nid": nid, "pid": pid, "mode": "interleave", "nodes": "3"})
        for pid, nids in ((1, (0, 0, 1, 1, 0)), (2, (0, 0, 0)))
        for nid in nids
    ]
    assert take("greatest_lead", events).value == 2
