"""Lies in texts of unpatched kernels' decisions: what a hostile script would write, and whether the check notices.

Each kind of LIES alters the first decision it fits, then each tenth, then all. A lie is noticed when a decision is
*different*, when the text is refused, or when lines are missing or too much is open (`over_limit`). EXCUSED says which may
pass, and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

Fields = dict[str, str]
ZONES = 4
NONE = 0xFFFFFFFF


def lanes(words: str, bits: int) -> list[int]:
    """The lanes of a vector as it is written."""
    per_word, mask = 64 // bits, (1 << bits) - 1
    numbers = [int(word, 16) for word in words.split(",")]
    return [number >> (bits * lane) & mask for number in numbers for lane in range(per_word)]


def words(values: list[int], bits: int) -> str:
    """The other way round."""
    per_word = 64 // bits
    made = [values[at : at + per_word] for at in range(0, len(values), per_word)]
    return ",".join(f"{sum(value << (bits * lane) for lane, value in enumerate(part)):x}" for part in made)


def zones(fields: Fields, name: str) -> list[int]:
    """Pages by zone; NONE where the zone has none."""
    return lanes(fields[name], 32)


def each_zone(fields: Fields, name: str, change: Callable[[int], int]) -> None:
    """Alter the pages of each zone that has some."""
    fields[name] = words([value if value == NONE else change(value) for value in zones(fields, name)], 32)


def is_woken(fields: Fields) -> bool:
    """kswapd slept, was asked for one page by who may wait for no tier, and was woken."""
    return fields["woke"] == "1" and fields["order"] == "0" and fields["asleep"] == "1"


def is_balanced(fields: Fields) -> bool:
    """kswapd slept on because a zone had enough."""
    return (
        fields["woke"] == "0"
        and fields["asleep"] == "1"
        and fields["balanced"] == "1"
        and fields["order"] == "0"
    )


def is_awake(fields: Fields) -> bool:
    """It ran already."""
    return fields["woke"] == "0" and fields["asleep"] == "0"


def is_walk(fields: Fields) -> bool:
    """A list was walked, with two devices on it at least."""
    return int(fields["tries"]) > 0 and int(fields["list_n"]) > 1 and fields["ret"] != "0"


def is_cluster(fields: Fields) -> bool:
    """The CPU went on in its cluster."""
    return fields["tries"] == "0" and int(fields["cluster"]) >= 0 and fields["ret"] != "0"


def swap_first(fields: Fields, name: str, bits: int) -> None:
    """The first two lanes the other way round."""
    values = lanes(fields[name], bits)
    fields[name] = words([values[1], values[0], *values[2:]], bits)


def second_instead(fields: Fields) -> None:
    """The second device of the list was tried and gave the slot."""
    second = lanes(fields["list_type"], 8)[1]
    fields["tried"] = words([second, *lanes(fields["tried"], 8)[1:]], 8)
    fields["type"] = str(second)


def setting(**values: str) -> Callable[[Fields], None]:
    """Set these fields."""
    return lambda fields: fields.update(values)


@dataclass(frozen=True)
class Lie:
    """One kind: of which question, what it says, which decisions it fits, what it does to one."""

    of: str
    says: str
    fits: Callable[[Fields], bool]
    tell: Callable[[Fields], None]


def _not_woken(fields: Fields) -> None:
    fields.update(woke="0", asleep2="1")


def _enough(fields: Fields) -> None:
    each_zone(fields, "free", lambda pages: pages + 100_000)
    each_zone(fields, "free2", lambda pages: pages + 100_000)


def _too_few(fields: Fields) -> None:
    each_zone(fields, "free", lambda _: 1)
    each_zone(fields, "free2", lambda _: 1)


def _high_mark(fields: Fields) -> None:
    each_zone(fields, "high", lambda _: 1)


def _met_and_asleep(fields: Fields) -> None:
    _high_mark(fields)
    _not_woken(fields)


def _next_cluster(fields: Fields) -> None:
    fields["off"] = str(int(fields["off"]) + 512)


def _switched_to_next(fields: Fields) -> None:
    _next_cluster(fields)
    fields["switched"] = "1"


def _high_reserve(fields: Fields) -> None:
    each_zone(fields, "reserve", lambda pages: pages + 10_000_000)


def _no_unusable(fields: Fields) -> None:
    each_zone(fields, "unusable", lambda pages: pages + 10_000_000)


def _key(fields: Fields) -> None:
    values = lanes(fields["list_key"], 16)
    fields["list_key"] = words([values[0] + 7, *values[1:]], 16)


def _node(fields: Fields) -> None:
    values = lanes(fields["list_node"], 16)
    fields["list_node"] = words([1 - value if value < 2 else value for value in values], 16)


def _prio(fields: Fields) -> None:
    values = lanes(fields["list_prio"], 16)
    fields["list_prio"] = words([5, *values[1:]], 16)


def _list_swapped(fields: Fields) -> None:
    for name, bits in (("list_type", 8), ("list_key", 16), ("list_prio", 16), ("list_node", 16)):
        swap_first(fields, name, bits)


def _other_device(fields: Fields) -> None:
    fields["type"] = str(1 - int(fields["type"])) if int(fields["type"]) < 2 else "0"


LIES = [
    Lie("kswapd", "woken, and says it was not", is_woken, _not_woken),
    Lie("kswapd", "not woken, and says it was", is_balanced, setting(woke="1")),
    Lie("kswapd", "woken while it ran", is_awake, setting(woke="1")),
    Lie("kswapd", "woken with pages enough", is_woken, _enough),
    Lie("kswapd", "not woken with too few", is_balanced, _too_few),
    Lie("kswapd", "not woken: a high mark that is met", is_woken, _met_and_asleep),
    Lie("kswapd", "woken, with marks that are met", is_woken, _high_mark),
    Lie("kswapd", "not woken, with reserves that no zone has", is_balanced, _high_reserve),
    Lie("kswapd", "not woken, with no usable page", is_balanced, _no_unusable),
    Lie("kswapd", "woken after 16 failures", is_woken, setting(failures="16", failures2="16")),
    Lie("kswapd", "woken though it ran: asleep is 0", is_woken, setting(asleep="0", balanced="255")),
    Lie("kswapd", "the kernel answered balanced, and woke it", is_woken, setting(balanced="1")),
    Lie("kswapd", "the kernel answered not balanced, and did not", is_balanced, setting(balanced="0")),
    Lie("kswapd", "memory tiers", is_woken, setting(tiering="2")),
    Lie("kswapd", "not woken, and by another task meanwhile", is_woken, setting(woke="0", balanced="255")),
    Lie("kswapd", "an order of 9", is_balanced, setting(order="9")),
    Lie("slot", "the second device of the list", is_walk, second_instead),
    Lie("slot", "a device that was not tried", is_walk, _other_device),
    Lie("slot", "a slot without a try", is_walk, setting(tries="0", tried="ffffffffffffffff", cluster="-1")),
    Lie("slot", "a key that no priority gives", is_walk, _key),
    Lie("slot", "disks on other nodes", is_walk, _node),
    Lie("slot", "a priority set by hand", is_walk, _prio),
    Lie("slot", "the list the other way round", is_walk, _list_swapped),
    Lie("slot", "a slot of another device than the cluster's", is_cluster, _other_device),
    Lie("slot", "a slot of the next cluster", is_cluster, _next_cluster),
    Lie("slot", "switched away meanwhile, and another cluster", is_cluster, _switched_to_next),
]  # fmt: skip

# Kind, and why a lie of it may pass for one decision or some.
EXCUSED = {
    "not woken, and by another task meanwhile": "A race looks like this; more than 2 in 100 are noticed.",
    "switched away meanwhile, and another cluster": "A race looks like this; more than 2 in 100 are noticed.",
    "an order of 9": "Blocks of orders above 0 are not modelled where pages are enough; more than 8 in 100 are noticed.",
    "memory tiers": "Not modelled; more than 5 in 1,000 are noticed.",
    "the list the other way round": "Keys of 7.3 are equal, so a race looks like this; above 2 in 100 is noticed.",
    "disks on other nodes": "7.3 has one list: nothing depends on nodes.",
}


def forged(text: str, lie: Lie, every: int) -> Iterator[str]:
    """The lines of the text with every so many decisions altered that the lie fits; 0: the first alone."""
    seen = 0
    for line in text.splitlines():
        if not line.startswith(f"mms_{lie.of} "):
            yield line
            continue
        head, comm = line.split(" comm=", 1)
        pairs = [word.split("=", 1) for word in head.split(" ")[1:]]
        fields = {name: value for name, value in pairs}
        if lie.fits(fields):
            seen += 1
            if seen == 1 or (every and seen % every == 0):
                lie.tell(fields)
        told = " ".join(f"{name}={value}" for name, value in fields.items())
        yield f"mms_{lie.of} {told} comm={comm}"
