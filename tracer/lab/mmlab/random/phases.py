# SPDX-License-Identifier: Apache-2.0
"""Phases of a drawn workload. Each is about one part, sets that part's switches, and makes so many
events at most that the tracer's ring holds them; before the next one the tracer is waited for.
"""

from __future__ import annotations

from typing import Any

from .plan import LIMITS, PHASE_EVENTS, TRACED, UNTRACED, Plan

Steps = list[dict[str, Any]]
CAUGHT_UP_S = 900
# An emulated guest takes half a minute to fill this much, and to read as much.
PRESSED_MIB = 400
GRANULARITIES = (1, 1, 2, 3, 4, 5, 7, 8, 16, 33, 64)
WEIGHT = "/sys/kernel/mm/mempolicy/weighted_interleave/node{}"


def _mapper(plan: Plan, pages: int, most_mib: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """A mapper that touches so many pages, on some node."""
    mb = plan.dice.between(1, max(1, min(most_mib, pages >> 8)))
    loops = max(1, pages // (mb << 8))
    return {"mb": mb, "loops": loops, "node": plan.dice.pick(plan.with_cpus), **more}


def _writers(plan: Plan, name: str, tasks: int, events: int, *, cost: int, fill: int) -> Steps:
    """Writers that have more memory than their limit lets them; all start at once.

    `events`: of all together; `cost`: of an iteration that misses; `fill`: of a page at first.
    """
    dice = plan.dice
    steps: Steps = []
    room = min(plan.capacity_mib * 6 // 10, 140) // tasks
    for _ in range(tasks):
        group = dice.pick([group for group, limit in LIMITS.items() if limit * 3 <= room * 2])
        limit = LIMITS[group]
        mb = dice.between(limit * 3 // 2, max(limit * 3 // 2, min(room, limit * 4)))
        write: dict[str, Any] = {
            "name": name, "mb": mb, "cgroup": group, "node": dice.pick(plan.with_cpus),
            "seed": plan.seed(), "gate": f"go{plan.filled}",
        }  # fmt: skip
        left = max(events // tasks - fill * (mb << 8), events // tasks // 2)
        write["iterations"] = left * mb // (mb - limit) // cost
        for flag, percent in (("sequential", 30), ("read", 40), ("huge", 10)):
            if dice.chance(percent):
                write[flag] = True
        if dice.chance(25):
            write["threads"] = dice.between(2, 4)
            write["iterations"] //= write["threads"]
        steps.append({"write": write, "background": True})
    gate = f"go{plan.filled}"
    plan.filled += tasks
    return [*steps, {"filled": plan.filled}, {"gate": gate}]


def _can_write(plan: Plan, tasks: int) -> bool:
    """Is there room in swap for so many writers of the smallest kind?"""
    return min(plan.capacity_mib * 6 // 10, 140) // tasks * 2 >= min(LIMITS.values()) * 3


def swap(plan: Plan, events: int) -> Steps:
    """Swapping, while rules change and devices leave and come back."""
    dice = plan.dice
    rules = ("node", "global", "roundrobin")
    cached = dice.chance(12)
    steps: Steps = [{"rule": dice.pick(rules)}, {"slots_cache": int(cached)}]
    tasks = dice.between(1, 5)
    if dice.chance(50) and _can_write(plan, tasks):
        steps += _writers(plan, UNTRACED, tasks, events, cost=2, fill=2)
    else:
        most = max(1, min(16, plan.capacity_mib // tasks))
        for _ in range(tasks):
            mapper = _mapper(plan, events // 2 // tasks, most, name=UNTRACED, pageout=True)
            if dice.chance(15):
                mapper["huge"] = True
            steps.append({"map": mapper, "background": True})
        plan.filled += tasks
    for _ in range(dice.below(3)):
        steps.append({"sleep": dice.pick((0.2, 0.5, 1))})
        if dice.chance(50):
            steps.append({"rule": dice.pick(rules)})
        elif len(plan.swap) > 3:
            device = dice.pick(plan.swap)
            steps += [{"swapoff": device}, {"sleep": 0.3}, {"swapon": device}]
            if dice.chance(30):
                steps[-1]["priority"] = dice.between(0, 9)
    return [*steps, {"wait": True}]


def swapin(plan: Plan, events: int) -> Steps:
    """Faults on pages in swap, with windows of all kinds, waiting in all ways."""
    dice = plan.dice
    cluster = dice.pick((0, 0, 1, 2, 3, 3, 5))
    switches: dict[str, Any] = {
        "vm.swap_poll": dice.pick((0, 1, 1, 2, 2)),
        "vm.swap_poll_delay_ns": dice.pick((0, 0, 0, 20000, 150000)),
        "vm.page-cluster": cluster,
        "/sys/kernel/mm/swap/vma_ra_enabled": dice.pick(("true", "true", "false")),
    }
    steps: Steps = [{"sysctl": switches}, {"rule": dice.pick(("node", "roundrobin"))}]
    tasks = dice.between(1, 4)
    # A fault: its window, read and completion; where these are recorded too, a zone and a slot.
    fill = ("zones" in plan.parts) + 2 * ("swap" in plan.parts)
    cost = 3 + fill
    if dice.chance(75) and _can_write(plan, tasks):
        steps += _writers(plan, TRACED, tasks, events, cost=cost, fill=fill)
    else:
        most = max(1, min(16, plan.capacity_mib // tasks))
        for _ in range(tasks):
            mapper = _mapper(plan, events // cost // tasks, most, name=TRACED, pageout=True)
            steps.append({"map": mapper, "background": True})
        plan.filled += tasks
    if dice.chance(50):
        steps += [{"sleep": dice.pick((0.5, 1, 2))}, {"sysctl": {"vm.swap_poll": dice.below(3)}}]
    return [*steps, {"wait": True}]


def _policy(plan: Plan, policies: tuple[str, ...]) -> dict[str, Any]:
    policy = plan.dice.pick(policies)
    return {"policy": policy, "nodes": plan.dice.some(plan.with_memory)}


def _least_mib(plan: Plan, nodes: list[int]) -> int:
    """What a task bound to these nodes may take without going short."""
    have = [
        plan.nodes[nid]["memory_mib"] - 32 * plan.nodes[nid]["cpus"] - (200 if not nid else 40)
        for nid in nodes
    ]
    return max(1, sum(max(0, mib) for mib in have) // 4)


def _zone_task(plan: Plan, events: int) -> dict[str, Any]:
    """A reader, or a mapper that may be bound to some nodes."""
    dice = plan.dice
    if dice.chance(40):
        mb = min(plan.disks["data"], max(4, events >> 8))
        read = {"name": TRACED, "device": "data", "node": dice.pick(plan.with_cpus), "mb": mb}
        return {"read": read}
    mapper = _mapper(plan, events, max(1, min(24, plan.spare_mib // 8)), name=TRACED)
    if dice.chance(40):
        mapper |= _policy(plan, ("bind", "preferred", "preferred-many", "local"))
        if mapper["policy"] == "preferred":
            mapper["nodes"] = mapper["nodes"][:1]
        mapper["mb"] = min(mapper["mb"], _least_mib(plan, mapper["nodes"]))
    elif plan.cpusets and dice.chance(50):
        mapper["cgroup"] = dice.pick(list(plan.cpusets))
        mapper["mb"] = min(mapper["mb"], _least_mib(plan, plan.cpusets[mapper["cgroup"]]))
    if dice.chance(15):
        mapper["huge"] = True
    mapper["loops"] = max(1, events // (mapper["mb"] << 8))
    return {"map": mapper}


def zones(plan: Plan, events: int) -> Steps:
    """Allocations of the page cache and of mappings under each policy."""
    dice = plan.dice
    switches: dict[str, Any] = {
        "vm.zone_alloc_policy": dice.pick(("preferred", "fair", "fair-local")),
        "vm.kswapd_wake_mark": dice.pick(("high", "low", "zone")),
    }
    if dice.chance(30):
        switches["vm.zone_reclaim_mode"] = dice.below(2)
    if dice.chance(15):
        switches["vm.min_free_kbytes"] = dice.pick((1024, 3072, 6144, 9216))
    steps: Steps = [{"sysctl": switches}]
    if plan.spare_mib <= PRESSED_MIB and dice.chance(25):
        return steps + _pressure(plan, events)
    tasks = dice.between(1, 3)
    for number in range(tasks):
        step = _zone_task(plan, events // tasks)
        if number < tasks - 1:
            step["background"] = True
        steps.append(step)
    return [*steps, {"wait": True}]


def _pressure(plan: Plan, events: int) -> Steps:
    """Less memory than is read: kswapds are asked for, again and again."""
    dice = plan.dice
    steps: Steps = []
    ballast = plan.spare_mib - 160
    if ballast >= 16:
        write = {"name": UNTRACED, "mb": ballast, "hold": 3600, "seed": plan.seed()}
        steps.append({"write": {**write, "node": dice.pick(plan.with_cpus)}, "background": True})
        plan.filled += 1
        steps.append({"filled": plan.filled})
    node = dice.pick(plan.with_cpus)
    steps.append({"read": {"name": UNTRACED, "device": "big", "mb": 320, "node": node}})
    mb = min(plan.disks["big"], max(8, events >> 9))
    steps.append({"read": {"name": TRACED, "device": "big", "mb": mb, "node": node}})
    node = dice.pick(plan.with_cpus)
    loops = dice.between(1, 2)
    steps.append(
        {"read": {"name": UNTRACED, "device": "big", "mb": 320, "node": node, "loops": loops}}
    )
    return [*steps, {"stop": True}] if ballast >= 16 else steps


def interleave(plan: Plan, events: int) -> Steps:
    """Page cache and mappings spread over nodes, by turns, by weights and by place."""
    dice = plan.dice
    weights = {WEIGHT.format(nid): dice.between(1, 9) for nid in dice.some(plan.with_memory)}
    steps: Steps = [
        {"sysctl": {"vm.numa_interleave_granularity": dice.pick(GRANULARITIES), **weights}}
    ]
    # An allocation and its frame; in other parts of the run, its zone.
    pages = events // (2 + ("zones" in plan.parts))
    tasks = dice.between(1, 3)
    for number in range(tasks):
        spread = _policy(plan, ("interleave", "interleave", "weighted"))
        if dice.chance(60):
            mb = min(plan.disks["data"], max(4, pages // tasks >> 8))
            read = {"name": TRACED, "device": "data", "node": dice.pick(plan.with_cpus), "mb": mb}
            step: dict[str, Any] = {"read": {**read, **spread}}
        else:
            mapper = _mapper(
                plan, pages // tasks, max(1, min(16, plan.spare_mib // 8)), name=TRACED
            )
            mapper["task"] = dice.chance(50)
            if mapper["task"] and dice.chance(30):
                mapper["kernel-kb"] = dice.between(100, 4000)
            step = {"map": {**mapper, **spread}}
        if number < tasks - 1:
            step["background"] = True
        steps.append(step)
        if number < tasks - 1 and dice.chance(60):
            change = {"vm.numa_interleave_granularity": dice.pick(GRANULARITIES)}
            steps += [{"sleep": 0.4}, {"sysctl": change}]
    return [*steps, {"wait": True}, {"drop_caches": 1}]


PHASES = {"swap": swap, "zones": zones, "swapin": swapin, "interleave": interleave}


def phases(plan: Plan, events: int) -> Steps:
    """Phases of the plan's parts, until there are so many events."""
    steps: Steps = []
    turn = plan.dice.shuffled(plan.parts)
    number = 0
    while events > 0:
        part = turn[number % len(turn)]
        number += 1
        most = PHASE_EVENTS * 100 // plan.dice.between(100, 250)
        steps += [{"mark": f"{number}: {part}"}, *PHASES[part](plan, most)]
        steps.append({"caught_up": CAUGHT_UP_S})
        events -= most
    return steps
