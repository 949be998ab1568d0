# SPDX-License-Identifier: Apache-2.0
"""The bpftrace program of a recording, and what can be known from its text.

A probe is a file of probes/. Several are joined into one program, and beside one of ours that of
settings: their blocks one after the other, each only once, so that the ticks they all have come
from one place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .errors import TraceError

FOLDER = Path(__file__).resolve().parent.parent / "probes"
# A block opens with its probe at the margin and closes with a brace there.
BLOCK = re.compile(r"^[a-z]+:[^\n]*\n(?:/[^\n]*\n)?\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
POINT = re.compile(r"^(?:tracepoint:(\w+):|kprobe:)(\w+)$", re.MULTILINE)
KIND = re.compile(r'printf\("(\w+) ')
TICK = "tick"
# What is set while a program runs; no event, as it is read at marks, too.
SETTINGS, SETTING = "settings", "setting"


@dataclass(frozen=True)
class Program:
    """What bpftrace shall run.

    Attributes:
        names: the probes it was joined from.
        source: its text.
        kinds: kinds of events it prints.
        points: what it attaches to, as (group, name) of a tracepoint, or ("", function).
    """

    names: tuple[str, ...]
    source: str
    kinds: tuple[str, ...]
    points: tuple[tuple[str, str], ...]


def place(name: str) -> Path:
    """The file of a probe: one of ours by its name, or any by its path. Raises TraceError."""
    path = Path(name) if "/" in name or name.endswith(".bt") else FOLDER / f"{name}.bt"
    if not path.is_file():
        ours = ", ".join(sorted(p.stem for p in FOLDER.glob("*.bt")))
        raise TraceError(f"no probe at {path}: give its path with --probe, or one of {ours}")
    return path


def compose(names: list[str]) -> Program:
    """Join probes into one program. Raises TraceError for one that is not there."""
    files = [place(name) for name in names]
    if any(file.parent == FOLDER for file in files):
        files.append(place(SETTINGS))
    texts = [file.read_text() for file in files]
    source = texts[0]
    for text in texts[1:]:
        source += "".join("\n" + block for block in BLOCK.findall(text) if block not in source)
    points = dict.fromkeys((group, name) for group, name in POINT.findall(source))
    kinds = dict.fromkeys(kind for kind in KIND.findall(source) if kind not in (TICK, SETTING))
    return Program(tuple(names), source, tuple(kinds), tuple(points))
