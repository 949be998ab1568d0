# SPDX-License-Identifier: Apache-2.0
"""Experiments drawn at random: machine, switches and workload of number N of a seed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from mmlab.experiments.experiment import Experiment
from mmlab.experiments.script import workload

from .dice import Dice
from .phases import phases
from .plan import LIMITS, MIXES, PARTS, RING_PAGES, TRACED, Plan, machine_of, nodes, switches

# Another drawing of the same numbers is another seed.
DRAWING = 1
# Events of a run: a few minutes' reading, and far below what the checker takes of one capture.
EVENTS = 240_000
PRIORITIES = (0, 1, 5, 5, 10, 10, 100, 32767)


def data(seed: int, number: int) -> dict[str, Any]:
    """The tables of an experiment's file."""
    dice = Dice(f"{DRAWING}/{seed}/{number}")
    parts = dice.pick(MIXES) or dice.some(list(PARTS), 2)
    plan = Plan(dice, nodes(dice), parts)
    machine = machine_of(plan)
    sysctls = switches(plan)
    steps: list[dict[str, Any]] = []
    for name in dice.shuffled(plan.swap):
        step: dict[str, Any] = {"swapon": name}
        if dice.chance(30):
            step["priority"] = dice.pick(PRIORITIES)
        steps.append(step)
    steps += phases(plan, EVENTS)
    drawn: dict[str, Any] = {
        "title": f"Drawn: {', '.join(parts)}",
        "description": f"Number {number} of seed {seed}, drawn at random.",
        "seeds": [document for part in parts for document in PARTS[part]],
        "rule": dice.pick(("node", "global", "roundrobin")),
        "slots_cache": 0,
        "probes": parts,
        "ring_pages": RING_PAGES,
        "timeout_s": 3600,
        **machine,
        "steps": steps,
    }
    if parts != ["swap"]:
        drawn["comm"] = TRACED
    if sysctls:
        drawn["sysctls"] = sysctls
    if plan.swap:
        drawn["cgroups"] = LIMITS
    if plan.cpusets:
        drawn["cpusets"] = plan.cpusets
    if any(device["kind"] == "nvme" for device in machine["devices"]):
        drawn["boot"] = "nvme.poll_queues=2"
    return drawn


def name(seed: int, number: int) -> str:
    """Of an experiment that was drawn."""
    return f"long-{seed}-{number}"


def experiment(seed: int, number: int) -> Experiment:
    """Number N of a seed, checked as any file is. Raises LabError."""
    made = Experiment.make(name(seed, number), data(seed, number))
    workload(made)
    return made


def key(seed: int, number: int) -> str:
    """Of its description: the same experiment has the same."""
    text = json.dumps(data(seed, number), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
