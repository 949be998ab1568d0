"""How far it is to kswapd and to direct reclaim, by a pasted text, and as if sysctls were others."""

import random
import re

import pytest

import mark_oracle as oracle
from test_machine import MARKS, distance, key_of, read, texts


def test_no_distance_where_a_zone_is_not_in_the_text() -> None:
    text = texts("zoneinfo")["005"]
    heads = [m.start() for m in re.finditer("^Node", text, re.MULTILINE)]
    assert not distance(text)["reason"]
    for cut in (
        text[text.index("spanned", heads[1]) :],  # it begins in DMA32
        text[text.index("protection", heads[0]) :],
        text[: heads[2]] + text[heads[3] :],  # without Normal, for which DMA keeps pages
    ):
        assert distance(cut)["reason"] == "a zone of this machine is not in the text"


@pytest.mark.parametrize("free", ["8 846", "8\u200b846", "8\u00a0846", "99999999"])
def test_free_that_cannot_be_is_no_number(free: str) -> None:
    text = texts("zoneinfo")["005"].replace("pages free     8846", f"pages free     {free}")
    assert distance(text)["reason"] == "a zone is cut off, or its numbers cannot be"


def test_a_boost_stands_beside_the_distance() -> None:
    zones = {z["zone"]: z.get("boost") for z in distance(texts("zoneinfo")["013"])["zones"]}
    assert zones == {"DMA": None, "DMA32": 26 * 512, "Normal": 512}
    assert not any("boost" in z for z in distance(texts("zoneinfo")["005"])["zones"])


def test_a_kswapd_that_has_given_up_may_not_be_woken() -> None:
    """wakeup_kswapd() returns early on a hopeless node; shrink_node() of a task that reclaims revives it."""
    text = texts("zoneinfo")["005"]
    row = r"\1\n  node_unreclaimable:  1"
    now = distance(text)
    gone = distance(re.sub(r"(protection: .*)", row, text))
    assert (now["given_up"], gone["given_up"]) == (False, True)
    assert gone["to_kswapd"] == [now["to_kswapd"][0], now["to_min"][1]]
    assert gone["to_min"] == now["to_min"]
    assert not distance(re.sub(r"(protection: .*)", row, text, count=1))["given_up"], "another kswapd's"


@pytest.mark.parametrize(
    ("gfp", "wakes"),
    [
        ("GFP_KERNEL", True),
        ("GFP_HIGHUSER_MOVABLE", True),
        ("GFP_ATOMIC", True),
        ("GFP_NOWAIT", True),
        ("GFP_KERNEL|GFP_DMA32", True),
        ("__GFP_HIGH|__GFP_KSWAPD_RECLAIM", True),
        ("0xcc0", True),
        ("GFP_TRANSHUGE", False),
        ("GFP_TRANSHUGE_LIGHT", False),
        ("GFP_DMA32", False),
        ("__GFP_HIGH", False),
        ("__GFP_DIRECT_RECLAIM", False),
        ("0x400", False),
    ],
)
def test_only_some_flags_wake_kswapd(gfp: str, *, wakes: bool) -> None:
    """__alloc_pages_slowpath() wakes it for ALLOC_KSWAPD, which is __GFP_KSWAPD_RECLAIM."""
    assert distance(texts("zoneinfo")["005"], gfp)["wakes"] is wakes


def _taken(zones: list[oracle.Zone], node: int, *, mark: str, kept: int) -> int:
    """Pages that requests of GFP_KERNEL take, one by one, until no zone is above the mark."""
    left = {id(z): z.values["free"] - kept * (z.values["managed"] // 100 + 512) for z in zones}
    order = sorted(zones, key=lambda z: (z.node != node, z.node, -oracle.ZONES.index(z.name)))
    taken = 0
    while zone := next((z for z in order if left[id(z)] > z.values[mark] + z.reserve[2]), None):
        left[id(zone)] -= 1
        taken += 1
    return taken


def test_distances_are_those_of_requests_one_by_one() -> None:
    text = texts("zoneinfo")["023"].replace("free     57231", "free     19231")
    zones = oracle.zoneinfo(text)
    found = distance(text, "GFP_KERNEL order=0 node=0")
    for mark, name in (("low", "to_kswapd"), ("min", "to_min")):
        least, most = (_taken(zones, 0, mark=mark, kept=kept) for kept in (1, 0))
        assert found[name] == [least, most]
    assert found["to_kswapd"][1] > 0
    assert found["then"] == "the task reclaims for itself"
    given = text.replace("        scanned", "        reserved_highatomic 0\n        scanned")
    band = distance(given)["to_kswapd"]
    assert band[0] == band[1] == found["to_kswapd"][1], "what is printed needs no band"


@pytest.mark.parametrize(("kib", "scale"), [(4096, 10), (90112, 10), (262144, 150), (20000, 1000)])
def test_marks_as_if_sysctls_were_others_are_the_rules(kib: int, scale: int) -> None:
    asked = 0
    for name, text in texts("zoneinfo").items():
        found = read(text)
        free = found["moments"][0].get("min_free_kbytes") if found["moments"] else None
        if not free or len(found["moments"]) > 1:
            continue
        told = distance(text, f"GFP_KERNEL min_free_kbytes={kib} watermark_scale_factor={scale}")["asif"]
        if "watermark_scale_factor" not in told:
            assert "before 4.6" in told["reason"], name
            continue
        zones = {key_of(z): z for z in found["zones"]}
        shared = [z for z in zones.values() if z["computed"]["rule"] == "share"]
        total = sum(z.get("managed", z["present"]) for z in shared)
        for claim in told["zones"]:
            zone = zones[key_of(claim)]
            managed = zone.get("managed", zone["present"])
            tmp = oracle.marks(kib * 1024 // free["page"], managed, total)
            gap = max(tmp // 4, managed * scale // 10000)
            low = tmp if zone["computed"]["rule"] == "share" else oracle.capped(managed)
            assert [claim[m] for m in MARKS] == [low, low + gap, low + 2 * gap], (name, claim)
            asked += 1
    assert asked > 20


def test_as_if_nothing_were_changed_the_marks_are_those_printed() -> None:
    same = 0
    for name, text in texts("zoneinfo").items():
        found = read(text)
        if len(found["moments"]) != 1 or any(z["marks"] != "exact" for z in found["zones"]):
            continue
        now = distance(text, "GFP_KERNEL")["asif"]
        if "min_free_kbytes" not in now:
            continue
        told = distance(text, f"GFP_KERNEL min_free_kbytes={now['min_free_kbytes']}")["asif"]
        for claim, zone in zip(told["zones"], found["zones"], strict=True):
            boost = zone["computed"]["boost"]
            assert [claim[m] + boost for m in MARKS] == [zone[m] for m in MARKS], (name, claim)
            same += 1
    assert same > 10


def test_reserves_as_if_the_ratio_were_another() -> None:
    text = texts("zoneinfo")["001"]
    before, after = (distance(text, f"GFP_KERNEL {more}") for more in ("", "lowmem_reserve_ratio=256,64,32"))
    by_name = {z["zone"]: z for z in after["zones"]}
    assert {z["zone"]: z["reserve"] for z in before["zones"]} == {"Normal": 0, "DMA32": 13053, "DMA": 16022}
    assert by_name["DMA32"]["reserve"] == 3341779 // 64
    assert by_name["DMA"]["reserve"] == (3341779 + 760023) // 256
    assert after["asif"]["lowmem_reserve_ratio"][:3] == [256, 64, 32]


def test_the_axis_ends_where_the_distances_do() -> None:
    for name, text in texts("zoneinfo").items():
        for moment in read(text, "GFP_HIGHUSER_MOVABLE")["distance"]["moments"]:
            if moment["reason"]:
                continue
            parts = {until: [p for p in moment["axis"] if p["until"] == until] for until in ("low", "min")}
            low = parts["low"][-1]["ends"] if parts["low"] else [0, 0]
            assert low == moment["to_kswapd"], name
            for i in (0, 1):
                assert sum(p["pages"][i] for p in parts["low"]) == moment["to_kswapd"][i], name
                assert sum(p["pages"][i] for p in parts["min"]) == moment["after_kswapd"][i], name


def test_a_request_may_be_a_number() -> None:
    text = texts("zoneinfo")["005"]
    for number, names in ((0x100CCA, "GFP_HIGHUSER_MOVABLE"), (0xCC0, "GFP_KERNEL"), (0x820, "GFP_ATOMIC")):
        by_number, by_names = (distance(text, gfp) for gfp in (hex(number), names))
        assert by_number == by_names


def test_a_request_without_reclaim_goes_further_and_fails() -> None:
    text = texts("zoneinfo")["005"]
    kernel, atomic = distance(text), distance(text, "GFP_ATOMIC")
    assert atomic["then"] == "the request fails"
    assert atomic["to_kswapd"] == kernel["to_kswapd"]
    assert atomic["to_min"][0] == atomic["to_min"][1] > kernel["to_min"][1] > kernel["to_min"][0]
    assert [z["zone"] for z in distance(text, "GFP_DMA32")["zones"]] == ["DMA32", "DMA"]
    assert distance(text, "GFP_KERNEL node=7")["reason"] == "this node is not in the text"


DISTANCES = """\
node 0 cpus: 0 1
node 1 cpus: 2 3
node 2 cpus:
node distances:
node   0   1   2
  0:  10  21  14
  1:  21  10  24
  2:  14  24  10
"""


def _three_nodes() -> str:
    return "".join(
        f"Node {n}, zone Normal\n pages free 90000\n min 900\n low 1200\n high 1500\n present 100000\n"
        f" managed 100000\n protection: (0, 0)\n start_pfn: 1\n"
        for n in range(3)
    )


@pytest.mark.parametrize("node", range(3))
def test_nodes_are_asked_by_the_distances_of_the_text(node: int) -> None:
    """find_next_best_node(): its distance, 1 more below the node that asks, 1 more with CPUs."""
    table = [[int(n) for n in row.split()[1:]] for row in DISTANCES.splitlines()[-3:]]
    cost = {n: table[node][n] + (n < node) + (n < 2) for n in range(3) if n != node}
    expected = [node, *sorted(cost, key=lambda n: cost[n])]

    def asked(text: str) -> tuple[list[int], bool]:
        moment = distance(text, f"GFP_KERNEL node={node}")
        return [zone["node"] for zone in moment["zones"]], moment["distances"]

    assert asked(DISTANCES + _three_nodes()) == (expected, True)
    assert asked(_three_nodes()) == ([(node + n) % 3 for n in range(3)], False)
    cut = DISTANCES.replace("  2:  14  24  10\n", "")
    assert asked(cut + _three_nodes())[1] is False


def _fallback(table: list[list[int]], cpus: list[bool], *, summed: bool) -> list[list[int]]:
    """Of each node: mm/page_alloc.c:build_zonelists(), since 5.16 with sums of loads (54d032ced983)."""
    nodes = range(len(table))
    load, lists = [0 for _ in nodes], []
    for node in nodes:
        order, before = [node], node
        while len(order) < len(table):
            best = min(
                (n for n in nodes if n not in order),
                key=lambda n: (table[node][n] + (n < node) + cpus[n], load[n], n),
            )
            if table[node][best] != table[node][before]:
                load[best] = load[best] + 1 if summed else len(table) - len(order)
            order.append(best)
            before = best
        lists.append(order)
    return lists


@pytest.mark.parametrize("boost", [" boost 0\n", ""])
@pytest.mark.parametrize("seed", range(12))
def test_nodes_that_are_equally_far_take_turns_to_come_first(seed: int, boost: str) -> None:
    draw = random.Random(seed)  # noqa: S311
    n = draw.choice([4, 8])
    table = [[10] * n for _ in range(n)]
    for a in range(n):
        for b in range(a):
            table[a][b] = table[b][a] = draw.choice([12, 21, 32])
    cpus = [draw.random() < 0.8 for _ in range(n)]
    text = "".join(f"node {i} cpus:{' 1' if cpus[i] else ''}\n" for i in range(n)) + "node distances:\nnode "
    text += " ".join(map(str, range(n))) + "\n"
    text += "".join(f"{i}: {' '.join(map(str, row))}\n" for i, row in enumerate(table))
    text += "".join(
        f"Node {i}, zone Normal\n pages free 90000\n{boost} min 900\n low 1200\n high 1500\n present 100000\n"
        f" managed 100000\n protection: (0, 0)\n start_pfn: 1\n"
        for i in range(n)
    )
    lists = _fallback(table, cpus, summed=bool(boost))
    for node in range(n):
        assert [zone["node"] for zone in distance(text, f"GFP_KERNEL node={node}")["zones"]] == lists[node]


def test_distances_of_a_machine_of_another_size_are_not_these_nodes() -> None:
    sized = DISTANCES + _three_nodes()
    for mib, used in ((390, True), (4000, False)):
        assert distance(f"node 1 size: {mib} MB\n{sized}")["distances"] is used


def test_without_free_lists_a_request_of_many_pages_may_wake_kswapd_at_once() -> None:
    zone = _three_nodes()
    assert distance(zone, "GFP_KERNEL order=0")["to_kswapd"][0] > 0
    assert distance(zone, "GFP_KERNEL order=3")["to_kswapd"][0] == 0
    blocks = "".join(f"Node {n}, zone Normal 0 0 0 0 0 0 0 0 0 0 87\n" for n in range(3))
    assert distance(zone + blocks, "GFP_KERNEL order=3")["to_kswapd"][0] > 0


def test_a_zone_below_the_first_of_its_node_is_missed_by_the_node_s_counters() -> None:
    """mm/vmstat.c:is_zone_first_populated() prints them with the first one, since 4.8."""
    zone = _three_nodes().replace(" present", " nr_zone_active_anon 5\n present")
    assert "not in the text" in distance(zone)["reason"]
    whole = zone.replace("zone Normal\n", "zone Normal\n per-node stats\n nr_file_pages 5\n")
    assert not distance(whole)["reason"]
