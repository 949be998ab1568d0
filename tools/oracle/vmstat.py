# SPDX-License-Identifier: Apache-2.0
"""What the kernel counted by itself: written from docs/numbers.md, "Waits"."""

import re
from pathlib import Path


def computed(files: list[str]) -> dict[str, int | None]:
    """Direct reclaims between the first file and the last."""
    counted = [_stalls(Path(file).read_text()) for file in files]
    if len(counted) < 2 or not counted[0] or counted[0].keys() != counted[-1].keys():
        return {}
    return {"vmstat: direct reclaims": abs(sum(counted[-1].values()) - sum(counted[0].values()))}


def _stalls(text: str) -> dict[str, int]:
    return {name: int(n) for name, n in re.findall(r"^(allocstall(?:_\w+)?) (\d+)$", text, re.MULTILINE)}
