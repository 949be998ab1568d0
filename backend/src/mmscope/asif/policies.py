"""The policies whose captures can drive a machine, in words."""

from dataclasses import dataclass

from mmscope.core import Driven, Tables


@dataclass(frozen=True, slots=True)
class Policy:
    """One of them: what of a capture is the demand, and what a capture does not record."""

    driven: Driven
    name: str
    recorded: str
    assumed: str


_WORDS: dict[str, tuple[str, str, str]] = {  # by machine
    "swap": (
        "swap devices",
        "who asked, when, for how many slots; slots given back, and on which device; swapon and swapoff",
        "which of its pages a device gave back",
    ),
    "zones": (
        "zones",
        "each call of get_page_from_freelist(), its gfp flags, order and nodes; free pages and marks as read",
        "the batches it begins with; the zone of a page that a task outside the capture charged",
    ),
    "interleave": (
        "interleave",
        "each allocation of each task by its own counter, and the nodes of its policy; windows, queue limits",
        "the frame that a page is given on its node",
    ),
    "swap_in": (
        "swap-in",
        "each fault of each task, what it found for its window, when the next came; each read and its end",
        "what interrupts, switches and polling cost; the disk's time where hybrid polling slept for longer",
    ),
}


def policies(tables: Tables) -> list[Policy]:
    """All that the core can drive."""
    return [Policy(driven, *_WORDS[driven.machine]) for driven in tables.driven]


def policy_of(switch: str, tables: Tables) -> Policy | None:
    """The policy that this tunable switches."""
    return next((policy for policy in policies(tables) if policy.driven.switch == switch), None)
