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


def has_turn(fields: Fields) -> bool:
    """The task's counter went on to another node."""
    return fields["by_place"] == "0" and fields["nid"] != fields["prev"]


def stays(fields: Fields) -> bool:
    """The node before serves this allocation, too."""
    return fields["by_place"] == "0" and fields["mode"] == "6" and fields["nid"] == fields["prev"]


def has_weight(fields: Fields) -> bool:
    """A turn under weighted interleave."""
    return has_turn(fields) and fields["mode"] == "6"


def has_share(fields: Fields) -> bool:
    """A turn under weighted interleave, from a node of the policy."""
    return has_weight(fields) and bool(int(fields["nodes"], 16) >> int(fields["prev"]) & 1)


def is_place(fields: Fields) -> bool:
    """By place, without weights."""
    return fields["by_place"] == "1" and fields["mode"] == "3"


def _other_node(fields: Fields) -> str:
    """A node of the policy that was not given."""
    has, nid = int(fields["nodes"], 16), int(fields["nid"])
    return str(next(node for node in range(16) if has >> node & 1 and node != nid))


def _given_other(fields: Fields) -> None:
    other = _other_node(fields)
    fields.update(nid=other, prev_after=fields["prev_after"] if fields["by_place"] == "1" else other)


def _given_by_new_nodes(fields: Fields) -> None:
    _given_other(fields)
    fields["nodes2"] = f"{1 << int(fields['nid']):x}"
    kept = lanes(fields["weight"], 8)
    fields["weight2"] = words([kept[i] if i == int(fields["nid"]) else 255 for i in range(16)], 8)


def _one_more_due(fields: Fields) -> None:
    fields["cnt_after"] = str(int(fields["cnt_after"]) + 1)


def _weight_set(fields: Fields) -> None:
    _one_more_due(fields)
    weights = lanes(fields["weight"], 8)
    weights[int(fields["nid"])] += 1
    fields["weight2"] = words(weights, 8)


def _heavy(fields: Fields) -> None:
    weights = [value if value == 255 else 200 for value in lanes(fields["weight"], 8)]
    fields["weight"] = fields["weight2"] = words(weights, 8)


def _next_place(fields: Fields) -> None:
    fields["ilx"] = str(int(fields["ilx"]) + 1)


def _counter_moves(fields: Fields) -> None:
    fields["prev_after"] = str(int(fields["prev_after"]) + 1)


def window(fields: Fields, name: str) -> int:
    """Pages of the window in a word of the mapping."""
    return int(fields[name], 16) >> 6 & 63


def in_word(
    fields: Fields, name: str, *, page: int = 0, win: int | None = None, hits: int | None = None
) -> None:
    """Alter a word: so many pages further, another window, other hits."""
    word = int(fields[name], 16) or 4
    new_win = word >> 6 & 63 if win is None else win
    new_hits = word & 63 if hits is None else hits
    fields[name] = f"{((word >> 12) + page) << 12 | new_win << 6 | new_hits:x}"


def is_window(fields: Fields) -> bool:
    """A fault by address, with a largest window of 8."""
    return fields["by_vma"] == "1" and fields["page_cluster"] == "3"


def is_large(fields: Fields) -> bool:
    """Its window is the largest, half of the one before would not make it so, and there was one before."""
    is_first = int(fields["info"], 16) < 4096
    return is_window(fields) and not is_first and window(fields, "info2") == 8 and window(fields, "info") <= 8


def is_small(fields: Fields) -> bool:
    """It is not the largest, so four hits would have made it larger."""
    return is_window(fields) and window(fields, "info2") < 8


def _double(fields: Fields) -> None:
    in_word(fields, "info2", win=2 * window(fields, "info2"))


def _too_many_reads(fields: Fields) -> None:
    fields["reads"] = str(window(fields, "info2") + 1)


def _five_hits(fields: Fields) -> None:
    in_word(fields, "info", hits=5)


def _no_hits(fields: Fields) -> None:
    in_word(fields, "info", hits=0)


def _next_page(fields: Fields) -> None:
    in_word(fields, "info2", page=1)


def _double_by_another(fields: Fields) -> None:
    _double(fields)
    fields["others"] = "1"


def _next_page_by_another(fields: Fields) -> None:
    _next_page(fields)
    fields["others"] = "1"


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
    Lie("il", "another node of the policy", has_turn, _given_other),
    Lie("il", "a node that is not in the policy", has_turn, setting(nid="13", prev_after="13")),
    Lie("il", "a node, and il_prev is another", has_turn, _counter_moves),
    Lie("il", "it has moved on with one still due", has_share, setting(cnt="1")),
    Lie("il", "it has stayed with none due", stays, setting(cnt="0")),
    Lie("il", "more is due than the weight says", has_weight, _one_more_due),
    Lie("il", "weights of 200", has_weight, _heavy),
    Lie("il", "a page further on in the mapping", is_place, _next_place),
    Lie("il", "another node than the place's", is_place, _given_other),
    Lie("il", "the counter moves, though it goes by place", is_place, _counter_moves),
    Lie("il", "by place, though the counter moves", has_turn, setting(by_place="1")),
    Lie("il", "other nodes were set meanwhile", has_turn, _given_by_new_nodes),
    Lie("il", "another weight was set meanwhile", has_weight, _weight_set),
    Lie("ra", "a window twice as large", is_window, _double),
    Lie("ra", "more is read than the window", is_window, _too_many_reads),
    Lie("ra", "a small window, with five hits", is_small, _five_hits),
    Lie("ra", "the largest window, with no hits", is_large, _no_hits),
    Lie("ra", "vm.page-cluster is 0", is_window, setting(page_cluster="0", page_cluster2="0")),
    Lie("ra", "vm.page-cluster is 1", is_large, setting(page_cluster="1", page_cluster2="1")),
    Lie("ra", "another page stands in the mapping", is_window, _next_page),
    Lie("ra", "twice as large, by another task's fault", is_window, _double_by_another),
    Lie("ra", "another page, by another task's fault", is_window, _next_page_by_another),
    Lie("ra", "neighbours on the device", is_window, setting(by_vma="0")),
]  # fmt: skip

# Kind, and why a lie of it may pass for one decision or some.
EXCUSED = {
    "not woken, and by another task meanwhile": "A race looks like this; more than 2 in 100 are noticed.",
    "switched away meanwhile, and another cluster": "A race looks like this; more than 2 in 100 are noticed.",
    "an order of 9": "Blocks of orders above 0 are not modelled where pages are enough; more than 8 in 100 are noticed.",
    "memory tiers": "Not modelled; more than 5 in 1,000 are noticed.",
    "the list the other way round": "Keys of 7.3 are equal, so a race looks like this; above 2 in 100 is noticed.",
    "other nodes were set meanwhile": "A race looks like this; more than 2 in 100 are noticed.",
    "another weight was set meanwhile": "A race looks like this; more than 2 in 100 are noticed.",
    "twice as large, by another task's fault": "A race looks like this; more than 2 in 100 are noticed.",
    "another page, by another task's fault": "Not modelled; more than 5 in 1,000 are noticed.",
    "neighbours on the device": "Not modelled; more than 5 in 1,000 are noticed.",
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
