# SPDX-License-Identifier: Apache-2.0
"""Experiments of a pair differ in their switch alone."""

from __future__ import annotations

from typing import Any

import pytest
import tomllib
from mmlab.paths import EXPERIMENTS

PAIRS = tomllib.loads((EXPERIMENTS.parent / "pairs.toml").read_text())["pair"]
# What people read of an experiment, and what the tracer does about it, but not the machine.
DESCRIBED = ("title", "description", "seeds", "stats", "perf", "ring_pages")


def demand(name: str, switch: str) -> tuple[dict[str, Any], object]:
    """What an experiment does apart from the switch, and the value of that; None is the default."""
    experiment = tomllib.loads((EXPERIMENTS / f"{name}.toml").read_text())
    for key in DESCRIBED:
        experiment.pop(key, None)
    if switch == "rule":
        return experiment, experiment.pop("rule", None)
    sysctls = experiment.setdefault("sysctls", {})
    return experiment, sysctls.pop(switch, None)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["experiments"][0])
def test_one_switch(pair: dict[str, Any]) -> None:
    first, *others = (demand(name, pair["switch"]) for name in pair["experiments"])
    assert others
    assert all(other == first[0] for other, _ in others)
    values = [first[1], *(value for _, value in others)]
    assert len(set(map(str, values))) == len(values)


def test_one_pair_each() -> None:
    names = [name for pair in PAIRS for name in pair["experiments"]]
    assert len(set(names)) == len(names)
