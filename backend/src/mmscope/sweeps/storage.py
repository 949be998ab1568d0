"""What runs came to, kept by all that a run depends on, in a cache folder of bounded size."""

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from mmscope.core import ParamValue

Row = tuple[str, int, str, int]  # measure, part, value as text, what it was made of

BYTES_MAX = 64 << 20  # of all files; whichever were not asked for longest go first
_BYTES = 1 << 20  # of one; no run has so many measures


def folder(environ: Mapping[str, str]) -> Path:
    """Where they are: XDG_CACHE_HOME, else ~/.cache."""
    base = environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "mmscope" / "sweeps"


def key(core: Path, capture: Path | None, params: Mapping[str, ParamValue]) -> str:
    """Names a run by its content: the bytes of the core and of the capture, every tunable, the seed."""
    identity = {"core": _digest(core), "capture": capture and _digest(capture), "params": dict(params)}
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()


def find(where: Path, name: str) -> list[Row] | None:
    """What the run came to; None where it is not known. A file that is damaged is as good as none."""
    path = where / f"{name}.json"
    try:
        with path.open("rb") as file:
            rows = json.loads(file.read(_BYTES))
        found = [_row(row) for row in rows]
        os.utime(path)
    except (OSError, ValueError, TypeError):
        return None
    return found


def put(where: Path, name: str, rows: list[Row]) -> None:
    """Keep it. Where that cannot be, as on a full disk, the sweep goes on without."""
    with contextlib.suppress(OSError):
        where.mkdir(parents=True, exist_ok=True)
        part, path = tempfile.mkstemp(prefix=".", dir=where)
        try:
            with os.fdopen(part, "w") as file:
                json.dump(rows, file, separators=(",", ":"))
            Path(path).replace(where / f"{name}.json")
        except OSError:
            Path(path).unlink(missing_ok=True)
            raise


def trim(where: Path, most: int = BYTES_MAX) -> None:
    """Remove what was not asked for longest until the rest fits."""
    with contextlib.suppress(OSError):
        files = [(path.stat(), path) for path in where.iterdir() if path.is_file()]
        over = sum(stat.st_size for stat, _ in files) - most
        for stat, path in sorted(files, key=lambda file: (file[0].st_mtime_ns, file[1])):
            if over <= 0:
                break
            path.unlink(missing_ok=True)
            over -= stat.st_size


@cache
def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _row(row: object) -> Row:
    match row:
        case [str(measure), int(part), str(value), int(of)]:
            float(value)
            return measure, part, value, of
    raise ValueError(row)
