"""What a page that does not hold a capture must know of it to step through it: one answer, for one scene.

In gzip: a u32 with the length of a JSON text, that text, blanks up to a multiple of 8; then of all steps by
how much the time, in ns since the first event that has one, has grown (`times`: u4 or f8), and by how much
the place in the log has (u32); and the places of what deserves a mark (u32).
"""

import json
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mmscope.captures.remote.index import EventIndex
from mmscope.core import Tables

MARKS = 2000  # places of marks given at most
GAPS = 500  # gaps given at most

Json = dict[str, Any]
Places = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a scene steps through: decisions of these kinds, None for all; `instead` where there are none.

    `quiet`: kinds that deserve no mark and have no time.
    """

    kinds: tuple[str, ...] | None
    instead: tuple[str, ...]
    quiet: tuple[str, ...]


def steps_of(track: EventIndex, tables: Tables, scene: Scene, beside: Json) -> bytes:
    """The answer. `beside`: what else its JSON says."""
    ids = {kind.name: kind.id for kind in tables.kinds.values()}
    places, observed = _places(track, ids, scene)
    loud = ~np.isin(track.kind, _ids(ids, scene.quiet))
    loud[places] = True
    timed = np.flatnonzero(loud & ((track.ts > 0) | (track.seq > 0)))
    start = int(track.ts[timed[0]]) if len(timed) else 0
    since = np.maximum(track.ts.astype(np.int64) - start, 0)
    loud[track.decisions] = loud[places] = loud[track.walked] = False
    marks = np.flatnonzero(loud).astype(np.uint32)
    gaps = _gaps(track.seq)
    names = {kind.id: kind.name for kind in tables.kinds.values()}
    head = {
        **beside,
        "abi": tables.raw["abi"],
        "event_size": tables.event_size,
        "state_size": tables.state_size,
        "events": len(track),
        "decisions": len(track.decisions),
        "kinds": _counts(track.kind[track.decisions], names),
        "observed": _counts(np.delete(track.kind, track.decisions), names),
        "first": {
            names[kind]: int(at) for kind, at in zip(*np.unique(track.kind, return_index=True), strict=True)
        },
        "steps": len(places),
        "instead": observed,
        "start": start,
        "span": float(since[timed].max()) if len(timed) else 0.0,
        "marks": min(len(marks), MARKS),
        "unmarked": max(0, len(marks) - MARKS),
        "gaps": gaps[:GAPS],
        "more_gaps": max(0, len(gaps) - GAPS),
    }
    grown = np.diff(since[places], prepend=0)
    narrow = not len(grown) or (int(grown.min()) >= 0 and int(grown.max()) < 1 << 32)
    head["times"] = "u4" if narrow else "f8"
    text = json.dumps(head).encode()
    text += b" " * (-(4 + len(text)) % 8)
    packer = zlib.compressobj(1, wbits=31)
    parts = (
        len(text).to_bytes(4, "little") + text,
        grown.astype("<u4" if narrow else "<f8").tobytes(),
        np.diff(places, prepend=np.uint32(0)).tobytes(),
        marks[:MARKS].tobytes(),
    )
    return b"".join([*map(packer.compress, parts), packer.flush()])


def _places(track: EventIndex, ids: dict[str, int], scene: Scene) -> tuple[Places, bool]:
    """Where the steps are, and whether they are observations."""
    if scene.kinds is None:
        return track.decisions, False
    found = track.decisions[np.isin(track.kind[track.decisions], _ids(ids, scene.kinds))]
    if len(found):
        return found, False
    for kind in scene.instead:
        places = np.flatnonzero(track.kind == ids.get(kind, 0))
        if len(places):
            return places.astype(np.uint32), True
    return found, False


def _ids(ids: dict[str, int], names: tuple[str, ...]) -> list[int]:
    return [ids[name] for name in names if name in ids]


def _counts(kinds: npt.NDArray[np.uint8], names: dict[int, str]) -> dict[str, int]:
    found, counts = np.unique(kinds, return_counts=True)
    return {names[int(kind)]: int(count) for kind, count in zip(found, counts, strict=True)}


def _gaps(seq: npt.NDArray[np.uint64]) -> list[tuple[int, int]]:
    """Before which event numbers are missing, and how many."""
    numbered = np.flatnonzero(seq)
    steps = np.diff(seq[numbered].astype(np.int64))
    return [(int(numbered[i + 1]), int(steps[i]) - 1) for i in np.flatnonzero(steps > 1)[: 2 * GAPS]]
