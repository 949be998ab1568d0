"""Windows of a capture, read from the bytes that the API writes."""

import json
from typing import Any

import numpy as np


def window_rows(content: bytes) -> tuple[int, list[dict[str, Any]]]:
    """The bins of a window, as the API writes them: their width, and a row for each."""
    length = int.from_bytes(content[:4], "little")
    heading, numbers = json.loads(content[4 : 4 + length]), np.frombuffer(content[4 + length :], "<f8")
    rows: list[dict[str, Any]] = []
    for track in heading["tracks"]:
        names = ("t", "count", *(("min", "max", "sum") if track["measured"] else ()))
        parts, numbers = np.split(numbers, [track["rows"] * len(names)])
        for values in parts.reshape(len(names), -1).T.tolist():
            row = dict(zip(names, values, strict=True))
            given = row["count"] > 0 and track["measured"]
            rows.append(
                {
                    "track": track["track"],
                    "t": int(row["t"]),
                    "count": int(row["count"]),
                    **{name: row[name] if given else None for name in ("min", "max", "sum")},
                }
            )
    assert not len(numbers)
    return int(heading["width"]), rows
