"""Decisions of the patched 6.12 that an unpatched one makes alike, as lines of the scripts for those: lies are told in them.

Without a granularity interleave is the same in both, and so are readahead windows. What no event has (il_weight under plain
interleave, the weights of nodes that no turn came to) is written as if it were untouched.
"""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from stock_lies import words

Fields = dict[str, str]
# Of each capture, so many decisions: lies are told in all of them.
MOST = 500
NODES = 16
WEIGHTED = "6"
IL = ("interleave-1", "interleave-weighted", "interleave-mapping")
RA = ("swap-in-readahead", "swap-in-zswap")
PAGE_SHIFT, WIN_SHIFT = 12, 6
TIME = re.compile(r" ts=(\d+)")


def events(capture: Path, *kinds: str) -> Iterator[tuple[str, Fields]]:
    """Lines of these kinds, each as its fields."""
    with gzip.open(capture, "rt") as lines:
        for line in lines:
            kind, _, rest = line.rstrip("\n").partition(" ")
            if kind in kinds:
                head, _, comm = rest.partition(" comm=")
                pairs = (word.split("=", 1) for word in head.split(" "))
                yield kind, {**{name: value for name, value in pairs}, "comm": comm}


def line(kind: str, fields: Fields, **own: object) -> str:
    """Of a script: who and when as in `fields`, then what is its own."""
    told = {**{name: fields[name] for name in ("ts", "cpu", "pid")}, **own}
    return " ".join([kind, *(f"{name}={value}" for name, value in told.items()), f"comm={fields['comm']}"])


def _by_counter(fields: Fields, weights: dict[int, int]) -> str | None:
    weighted = fields["mode"] == WEIGHTED
    if fields["caller"] != "0" or (not weighted and fields["g"] != "1"):
        return None
    if weighted and fields["g"] != "0":
        weights[int(fields["nid"])] = int(fields["g"])
    has = int(fields["nodes"], 16)
    lanes = [weights.get(node, 1) if weighted and has >> node & 1 else 255 for node in range(NODES)]
    cnt, after = (fields["cnt"], fields["cnt_after"]) if weighted else ("0", "0")
    return _il(
        fields, words(lanes, 8), by_place=0, ilx=0, prev=fields["prev"], cnt=cnt, after=(fields["nid"], after)
    )


def _by_place(fields: Fields) -> str:
    lanes = fields["weight"] if fields["mode"] == WEIGHTED else words([255] * NODES, 8)
    return _il(fields, lanes, by_place=1, ilx=int(fields["ilx"]), prev="0", cnt="0", after=("0", "0"))


def _il(
    fields: Fields, lanes: str, *, by_place: int, ilx: int, prev: str, cnt: str, after: tuple[str, str]
) -> str:
    return line(
        "mms_il", fields, mode=fields["mode"], nodes=fields["nodes"], by_place=by_place, ilx=ilx, prev=prev, cnt=cnt,
        weight=lanes, nid=fields["nid"], prev_after=after[0], cnt_after=after[1], nodes2=fields["nodes"], weight2=lanes,
        ns=9000,
    )  # fmt: skip


def il(capture: Path) -> Iterator[str]:
    """Interleave, by a task's own counter and by place."""
    weights: dict[int, int] = {}
    for kind, fields in events(capture, "interleave", "interleave_vma"):
        made = _by_place(fields) if kind == "interleave_vma" else _by_counter(fields, weights)
        if made:
            yield made


def ra(capture: Path) -> Iterator[str]:
    """Windows by address, with the reads that each task began until its next."""
    reads: dict[str, int] = defaultdict(int)
    last: dict[str, Fields] = {}
    for kind, fields in events(capture, "swap_ra", "swap_in"):
        pid = fields["pid"]
        if kind == "swap_in":
            reads[pid] += 1
            continue
        if pid in last:
            yield _window(last[pid], reads[pid])
        reads[pid] = 0
        last.pop(pid, None)
        if fields["ra"] == "0" and int(fields["max_win"]) > 1:
            last[pid] = fields


def _word(page: int, win: int, hits: int) -> str:
    return f"{page << PAGE_SHIFT | win << WIN_SHIFT | hits:x}"


def _window(fields: Fields, reads: int) -> str:
    of = {
        name: int(fields[name]) for name in ("prev", "cur", "hits", "prev_win", "win", "lo", "hi", "max_win")
    }
    order = of["max_win"].bit_length() - 1
    return line(
        "mms_ra", fields, type=fields["type"], off=1, by_vma=1, rotating=0, page_cluster=order,
        addr=_word(of["cur"], 0, 0), lo=_word(of["lo"], 0, 0), hi=_word(of["hi"], 0, 0),
        info=_word(of["prev"], of["prev_win"], of["hits"]), info2=_word(of["cur"], of["win"], 0), page_cluster2=order,
        reads=reads, others=0, ns=90_000,
    )  # fmt: skip


def text(of: str, number: int, captures: Iterable[Path]) -> str:
    """Of a script's question, as it would be printed."""
    make = {"il": il, "ra": ra}[of]
    made = [told for capture in captures for _, told in zip(range(MOST), make(capture), strict=False)]
    begin = ["# made of captures of the patched kernel", "mms_begin ts=1 version=1 release=6.12.117-mmscope"]
    last = max(int(ts) for told in made for ts in TIME.findall(told))
    end = f"mms_end ts={last} of={number} asked={len(made)} left_out=0 torn=0"
    return "\n".join([*begin, *made, end, ""])


def texts(folder: Path) -> dict[str, str]:
    """By a name that ends in the question, as those that are kept have."""
    return {
        f"made-{of}": text(of, number, [folder / f"{name}.mmscope.gz" for name in names])
        for of, number, names in (("il", 2, IL), ("ra", 3, RA))
    }
