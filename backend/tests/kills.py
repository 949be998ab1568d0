"""SIGKILL at random moments of all that changes a data folder; what is there afterwards.

`python tests/kills.py KILLS [SEED]` kills a server that takes in, reads and removes files, also on a small
disk that fills up; backups and restores; and takes or tears files after a kill. Its last line is
`kill-test kills=… lost=… broken=…`. Lost: something acknowledged is gone. Broken: whatever else must not be.
"""

import random
import secrets
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from pytest import skip  # noqa: PT013  # its type is an exception

from kill_cases import (
    Scene,
    Stage,
    backing_up,
    damaged,
    full,
    missing,
    reading,
    removing,
    restoring,
    sending,
)
from kill_uploads import BrokenError, LostError
from mmscope.settings import Settings, load
from support import small_disk

SCENES: tuple[Scene, ...] = (sending, reading, backing_up, full, restoring, damaged, removing, missing)
DISK = 24 << 20  # bytes of the small disk
LIMIT = 1800.0  # seconds for all of it

Say = Callable[[str], None]


def run(settings: Settings, kills: int, seed: int, events: int, say: Say) -> Counter[str]:
    """Kill so often; how often in each scene, and what was `lost` or `broken`."""
    chance = random.Random(seed)  # noqa: S311
    found: Counter[str] = Counter()
    until = time.monotonic() + LIMIT
    with ExitStack() as end:
        stage = Stage(settings, chance, events)
        end.callback(stage.end)
        small = _small(settings, end, chance, events)
        scenes = [scene for scene in SCENES if small is not None or scene is not full]
        for number in range(kills):
            if time.monotonic() > until:
                found["broken"] += 1
                say(f"broken: only {number} of {kills} kills in {LIMIT:.0f} s")
                break
            scene = scenes[number % len(scenes)]
            found["kills"] += 1
            found[scene.__name__] += 1
            try:
                scene(small if scene is full and small is not None else stage)
            except LostError as error:
                found["lost"] += 1
                say(f"kill {number + 1}, {scene.__name__}: lost: {error}")
            except (BrokenError, AssertionError) as error:
                found["broken"] += 1
                say(f"kill {number + 1}, {scene.__name__}: broken: {error}")
            else:
                continue
            break  # what is broken once would be found again and again
    return found


def _small(settings: Settings, end: ExitStack, chance: random.Random, events: int) -> Stage | None:
    """A stage on a small disk; None where we may not mount one."""
    try:
        disk = end.enter_context(small_disk(settings.data.parent / "disk", DISK))
    except skip.Exception:
        return None
    stage = Stage(replace(settings, data=disk / "data"), chance, events)
    end.callback(stage.end)
    return stage


def main() -> int:
    """Kill so often as the command line says."""
    kills = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(1 << 31)
    _say(f"seed {seed}: make kill-test SEED={seed} makes the same choices")
    usual = load({})
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mmscope-kills-") as folder:
        root = Path(folder) / "root"
        # a copy: the core that is rebuilt meanwhile would make every capture be read again
        shutil.copytree(usual.core.parent, root / "wasm-core" / "dist")
        found = run(replace(usual, root=root, data=Path(folder) / "data"), kills, seed, 4_000, _say)
    _say(" ".join(f"{scene.__name__}={found[scene.__name__]}" for scene in SCENES))
    if not found["full"] and kills >= len(SCENES):
        _say("a full disk was not tried: mounting a small one needs root")
    _say(f"{time.monotonic() - began:.0f} s")
    _say(f"kill-test kills={found['kills']} lost={found['lost']} broken={found['broken']}")
    return 1 if found["lost"] or found["broken"] else 0


def _say(words: str) -> None:
    print(words, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
