# SPDX-License-Identifier: Apache-2.0
"""What belongs together, and where events are missing: written from docs/numbers.md, "Loss" and "Pair"."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from texts import Event, Text

Hole = tuple[int, int]
Key = Callable[[Event], Hashable | None]


def holes(text: Text, cpus: set[int | None]) -> Iterator[Hole]:
    """Where events of these CPUs were lost; None among them: of a CPU that the text does not name."""
    first = min((e.time for e in text.events), default=0)
    for loss in text.losses:
        if loss.before == len(text.events) or not (loss.cpu is None or None in cpus or loss.cpu in cpus):
            continue
        end = text.events[loss.before].time
        before = [e.time for e in text.events if e.time < end and loss.cpu in {None, e.cpu}]
        yield max(before, default=first), end


@dataclass
class Pairs:
    """Beginnings with their ends, and halves."""

    whole: list[tuple[Event, Event]] = field(default_factory=list)
    unended: list[Event] = field(default_factory=list)
    unbegun: list[Event] = field(default_factory=list)


def pairs(text: Text, begin: str, end: str, key: Key) -> Pairs:
    """Of events of two names, in the order of time."""
    found = Pairs()
    lost: dict[frozenset[int | None], list[Hole]] = {}
    begun: dict[Hashable, Event] = {}
    for event in text.ordered():
        if event.name not in {begin, end}:
            continue
        of = key(event)
        if event.name == begin:
            if of is not None and of in begun:
                found.unended.append(begun[of])
            if of is None:
                found.unended.append(event)
            else:
                begun[of] = event
            continue
        since = begun.pop(of, None) if of is not None else None
        if since is None:
            found.unbegun.append(event)
            continue
        cpus = frozenset((since.cpu, event.cpu))
        if cpus not in lost:
            lost[cpus] = list(holes(text, set(cpus)))
        if any(a < event.time and since.time < b for a, b in lost[cpus]):
            found.unended.append(since)
            found.unbegun.append(event)
        else:
            found.whole.append((since, event))
    found.unended.extend(begun.values())
    return found


def times(found: Pairs) -> list[int]:
    """How long each pair took."""
    return [end.time - begin.time for begin, end in found.whole]
