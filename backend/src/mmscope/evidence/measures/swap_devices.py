"""Which swap device: lists, priorities, how the devices fill."""

import numpy as np
import numpy.typing as npt

from mmscope.core import Records
from mmscope.evidence.run import NothingMeasuredError, Run, some
from mmscope.evidence.value import Value

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def node_list(run: Run, node: int) -> Value:
    """Devices, named swapA, swapB, … in order of swapon, and keys on this list while all are on it."""
    walks = run.of("swap_select")
    walks = some(walks[walks["list"] == node], f"walk along list {node}")
    first = walks[np.argmax(walks["list_n"])]
    n = int(first["list_n"])
    names = [f"swap{LETTERS[kind]}" for kind in first["list_type"][:n].tolist()]
    return Value([names, first["list_prio"][:n].tolist()])


def priorities(run: Run) -> Value:
    """Priority of each device as it was swapped on, in order of swapon."""
    swapon = run.of("swap_list")[run.is_("swap_list", "op", "add") & run.is_("swap_list", "reason", "swapon")]
    return Value(some(swapon, "swapon")["prio"].tolist())


def device_fills(run: Run) -> Value:
    """Pages in use on each device, by type, when it was last seen on a list, and what it gave then."""
    walks = run.of("swap_select")
    used = []
    for kind in range(int(_devices(run)["type"].max()) + 1):
        seen = (walks["list_type"] == kind) & (
            np.arange(walks["list_type"].shape[1]) < walks["list_n"][:, None]
        )
        at = np.flatnonzero(seen.any(axis=1))
        if not len(at):
            raise NothingMeasuredError(f"swap type {kind} is on no list")
        last = at[-1]
        before = int(walks["list_used"][last][seen[last]][0])
        used.append(before + (int(_pages(walks)[last]) if walks["type"][last] == kind else 0))
    return Value(used, "pages")


def own_node_share(run: Run) -> Value:
    """Share of slots that CPUs took from a device of their own node."""
    walks, node_of = _taken(run), _node_of(run)
    pages = _pages(walks)
    own = node_of[walks["type"]] == walks["nid"]
    return Value(float(pages[own].sum() / pages.sum()), of=f"{int(pages.sum())} slots")


def equal_devices(run: Run, node: int) -> Value:
    """Slots that CPUs of a node took from each device of that node."""
    walks = _taken(run)
    walks = some(walks[walks["nid"] == node], f"walk on node {node}")
    local = np.flatnonzero(_node_of(run) == node)
    pages = [int(_pages(walks)[walks["type"] == kind].sum()) for kind in local]
    return Value(pages, "slots", expected=[1.0] * len(pages))


def share_of_device(run: Run, nodes: list[int], device: int) -> Value:
    """Share of the slots that CPUs of these nodes took that came from one device."""
    walks = _taken(run)
    walks = some(walks[np.isin(walks["nid"], nodes)], f"walk on nodes {nodes}")
    pages = _pages(walks)
    return Value(float(pages[walks["type"] == device].sum() / pages.sum()), of=f"{int(pages.sum())} slots")


def explicit_first(run: Run) -> Value:
    """Of the walks that had a device of priority 0 or more on their list: share that tried one first."""
    walks = run.of("swap_select")
    lanes = np.arange(walks["list_type"].shape[1]) < walks["list_n"][:, None]
    explicit = lanes & (walks["list_prio"] <= 0)  # the key is the priority, negated
    chosen = explicit.any(axis=1) & (walks["visits"] > 0)
    walks, explicit = some(walks[chosen], "walk past a device of explicit priority"), explicit[chosen]
    first = explicit & (walks["list_type"] == walks["visit_type"][:, :1])
    return Value(float(first.any(axis=1).mean()), of=f"{len(walks)} walks")


def _taken(run: Run) -> Records:
    return some(run.of("swap_select")[run.is_("swap_select", "end", "took")], "walk that took slots")


def _pages(walks: Records) -> npt.NDArray[np.int64]:
    pages: npt.NDArray[np.int64] = np.left_shift(walks["ret"], walks["order"], dtype=np.int64)
    return pages


def _devices(run: Run) -> Records:
    lists = run.of("swap_list")
    return some(lists[lists["type"] >= 0], "swap device")


def _node_of(run: Run) -> npt.NDArray[np.int64]:
    """Node of each device, by type."""
    devices = _devices(run)
    nodes = np.full(int(devices["type"].max()) + 1, -1)
    nodes[devices["type"]] = devices["node_id"]
    return nodes


MEASURES = (
    node_list,
    priorities,
    device_fills,
    own_node_share,
    equal_devices,
    share_of_device,
    explicit_first,
)
