"""`mmscope machine FILE…`: a machine's zones, marks, reports and swap devices, from what was pasted."""

import json
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from typing import Any

from mmscope.captures import CaptureError, PlainText
from mmscope.cli.files import UNREADABLE, UnreadableError, opened
from mmscope.cli.table import aligned
from mmscope.cli.terminal import printable
from mmscope.core import CoreError, PasteModule
from mmscope.core.paste import MOST, SEPARATOR
from mmscope.settings import Settings

Item = dict[str, Any]
MIB = 1 << 20
UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)  # as PowerShell redirects what it prints
TWO = 2  # before and after
GFP = "GFP_HIGHUSER_MOVABLE"  # what tasks ask for most
FIRST = {
    "eviction": "kubelet evicts first",
    "reclaim": "a task reclaims for itself before kubelet evicts",
    "either": "either may come first",
}


def machine(
    settings: Settings,
    names: Sequence[str],
    *,
    request: str | None = None,
    compare: bool = False,
    as_json: bool,
) -> int:
    """Print what the texts say, each number recomputed. They are read as one, in their order.

    compare: the first zoneinfo beside the last one.
    """
    try:
        module = PasteModule(settings.paste)
        text = SEPARATOR.join(_text(settings, name) for name in names)
        found = module.read(text, request)
        if compare:
            found = module.read(text, _comparing(found, request or GFP))
    except UnreadableError as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNREADABLE
    except CoreError as error:
        print(f"mmscope: {error.sentence}", file=sys.stderr)
        return UNREADABLE
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        sys.stdout.writelines(f"{printable(line)}\n" for line in _lines(found))
    notices = [notice for notice in (found["notice"], found.get("distance", found)["notice"]) if notice]
    for notice in dict.fromkeys(notices):
        print(f"mmscope: {notice}", file=sys.stderr)
    return UNREADABLE if notices else 0


def _text(settings: Settings, name: str) -> bytes:
    """The text of a file, plain or packed. Raises UnreadableError."""
    pieces, size = [], 0
    try:
        with opened(name) as file:
            for piece in PlainText(file, settings.limits, part=True):
                pieces.append(piece)
                size += len(piece)
                if size > MOST:
                    raise UnreadableError(
                        f"{name}: longer than {MOST >> 20} MiB: give the part with the zones"
                    )
    except CaptureError as error:
        raise UnreadableError(f"{name}: {error.message}") from error
    except OSError as error:
        raise UnreadableError(f"{name}: {error.strerror}") from error
    text = b"".join(pieces)
    return text.decode("utf-16", "replace").encode() if text.startswith(UTF_16) else text


def _comparing(found: Item, request: str) -> str:
    """The request, and which moments are to be compared. Raises UnreadableError."""
    moments = [m["moment"] for m in found["moments"] if m["from"] == "zoneinfo"]
    if len(moments) < TWO:
        raise UnreadableError("to compare takes two of /proc/zoneinfo: before and after")
    return f"{request} before={moments[0]} after={moments[-1]}"


def _lines(found: Item) -> Iterator[str]:
    for piece in found["pieces"]:
        yield f"{piece['kind']}: lines {piece['lines'][0]} to {piece['lines'][1]}"
    for moment in found["moments"]:
        yield from _moment(found, moment)
    for report in found["reports"]:
        yield from _report(report)
    for devices in found["swap_lists"]:
        yield from _swaps(found, devices)
    for series in found["series"]:
        yield from _series(series)
    if comparison := found.get("distance", {}).get("comparison"):
        yield from _comparison(found, comparison)
    for item in found["notes"]:
        yield f"line {item['line']}: {item['said']}"
    for item in found["missing"]:
        yield f"missing: {item['what']}: {item['tells']}"


def _moment(found: Item, moment: Item) -> Iterator[str]:
    zones = [z for z in found["zones"] if z["moment"] == moment["moment"]]
    if not zones:
        return
    yield ""
    yield f"machine {moment['machine']}, zoneinfo at line {moment['lines'][0]}, numbers of pages"
    yield from _zones(zones)
    if free := moment.get("min_free_kbytes"):
        yield f"min_free_kbytes {_interval(free['kib'])}: {free['name']}" + _behind(free["reason"])
    if scale := moment.get("watermark_scale_factor"):
        yield f"watermark_scale_factor {_interval(scale)}" + _behind(_odd(found, scale))
    for distance in found.get("distance", {"moments": []})["moments"]:
        if distance["moment"] == moment["moment"]:
            yield from _distance(distance)


def _woken(distance: Item) -> str:
    return "kswapd is woken" if distance["wakes"] else "no zone is above low (these flags wake no kswapd)"


def _distance(distance: Item) -> Iterator[str]:
    if distance["reason"]:
        yield f"distance not told: {distance['reason']}"
        return
    for zone in distance["zones"]:
        if zone.get("boost"):
            where = f"node {zone['node']} {zone['zone']}"
            yield f"{where} is boosted by {zone['boost']} pages: kswapd has been woken for that"
    if distance["given_up"]:
        yield "kswapd has given up (node_unreclaimable), and sleeps until a task has reclaimed something"
    yield f"pages until {_woken(distance)}: {_interval(distance['to_kswapd'])}"
    yield f"pages until {distance['then']}: {_interval(distance['to_min'])}"
    for zone in distance["zones"]:
        yield f"  from node {zone['node']} {zone['zone']}: {_interval(zone['to_low'])} to its low"

    kubelet = distance["kubelet"]
    if kubelet["reason"]:
        yield f"kubelet not told: {kubelet['reason']}"
        return
    yield (
        f"kubelet, evictionHard {_mib(kubelet['threshold'])}, while a pod takes memory: "
        f"kswapd wakes after {_mibs(kubelet['kswapd'])}, "
        f"no inactive file is left after {_mibs(kubelet['files'])}, "
        f"a task reclaims for itself after {_mibs(kubelet['reclaim'])}"
    )
    for count in kubelet["counts"]:
        yield (
            f"  counting {count['counts']} ({count['releases']}): "
            f"memory.available {_mib(count['available'])}, "
            f"evicts after {_mibs(count['eviction'])}: {FIRST[count['first']]}"
        )
    if swap := kubelet.get("swap_free"):
        yield (
            f"  what goes to swap comes on top once no inactive file is left: up to {_mib(swap)}, "
            "and the same for kubelet as for tasks"
        )


def _series(series: Item) -> Iterator[str]:
    lost = f", {series['lost']} cut" if series["lost"] else ""
    yield ""
    yield f"{series['kind']} at line {series['first']}: {series['rows']} rows{lost}"
    if series["scaled"]:
        yield "  not in KiB (vmstat -S): beside no mark"
    elif series["kind"] == "vmstat":
        yield "  taken for KiB: vmstat does not print its unit"
    for column in series["columns"]:
        if series["rows"]:
            below = (
                f"; below the sum of low in {column['below_low']} rows, of min in {column['below_min']}"
                if "below_low" in column
                else ""
            )
            yield f"  {column['name']}: {min(column['values'])} to {max(column['values'])}{below}"


def _comparison(found: Item, comparison: Item) -> Iterator[str]:
    yield ""
    if comparison["reason"]:
        yield f"not compared: {comparison['reason']}"
        return
    other = "" if comparison["same_machine"] else ": other sizes, or two hosts: they may be two machines"
    yield f"before and after, numbers of pages{other}"
    rows = [("node", "zone", "", "before", "after", "change")]
    for zone in comparison["zones"]:
        for name in (key for key, pair in zone.items() if isinstance(pair, dict)):
            pair = zone[name]
            if zone["only"] or pair.get("change"):
                numbers = (str(pair.get(side, "-")) for side in ("before", "after", "change"))
                rows.append((str(zone["node"]), zone["zone"], name, *numbers))
    if len(rows) > 1:
        yield from aligned(rows, 3)
    else:
        yield "nothing has changed"
    sides = {d["moment"]: d for d in found["distance"]["moments"] if not d["reason"]}
    before, after = (sides.get(comparison[side]) for side in ("before", "after"))
    if before and after:
        for name, words in (("to_kswapd", _woken(after)), ("to_min", after["then"])):
            yield f"pages until {words}: {_interval(before[name])}, then {_interval(after[name])}"


def _mib(count: int) -> str:
    return f"{count / MIB:.1f} MiB"


def _mibs(span: Sequence[int]) -> str:
    a, b = (f"{n / MIB:.1f}" for n in span)
    return f"{a} MiB" if a == b else f"{a} to {b} MiB"


def _zones(zones: Sequence[Item]) -> Iterator[str]:
    head = ("node", "zone", "managed", "free", "min", "low", "high", "boost", "marks", "")
    rows = [head]
    for zone in zones:
        boost = zone.get("computed", {}).get("boost", zone.get("boost"))
        numbers = (zone.get("managed"), *(zone.get(n) for n in ("free", "min", "low", "high")), boost)
        texts = ("-" if n is None else str(n) for n in numbers)
        rows.append((str(zone["node"]), zone["zone"], *texts, zone["marks"], zone["reason"]))
    yield from aligned(rows, 2)


def _report(report: Item) -> Iterator[str]:
    yield ""
    asked = [report["event"] or "report"]
    asked += [f"order {report['order']}"] if "order" in report else []
    asked += [report["gfp"]] if "gfp" in report else []
    yield f"line {report['lines'][0]}: {', '.join(asked)}: {report['class']}"
    yield f"{'explained' if report['explained'] else 'not explained'}: {report['reason']}"
    rows = [("node", "zone", "free", "unusable", "mark", "reserve", "above", "marks", "")]
    for zone in report["zones"]:
        check = zone.get("check", {})
        if report["mark"] == "high" and "left_high" in check:
            check = check | {"mark": zone["high"], "above": check["left_high"] > 0}
        above = ("yes" if check["above"] else "no") if check.get("eligible") and "above" in check else "-"
        numbers = (str(check.get(n, "-")) for n in ("free", "unusable", "mark", "reserve"))
        rows.append((str(zone["node"]), zone["zone"], *numbers, above, zone["marks"], zone["reason"]))
    if len(rows) > 1:
        yield from aligned(rows, 2)


def _swaps(found: Item, devices: Item) -> Iterator[str]:
    yield ""
    rule = devices["rule"] + (f" ({devices['releases']})" if devices["releases"] else "")
    yield f"swap at line {devices['lines'][0]}, rule {rule}: {devices['reason']}"
    swaps = [swap for swap in found["swaps"] if swap["list"] == devices["list"]]
    nodes = devices["nodes"] if len(devices["nodes"]) > 1 else []
    ranks = [(f"on {_node(one['node'])}", one["ranks"]) for one in nodes] or [
        ("rank", [swap["rank"] for swap in swaps])
    ]
    rules = ("global", "roundrobin") if nodes else ("node", "global", "roundrobin")
    rows = [("device", "priority", "disk of", *(head for head, _ in ranks), *rules)]
    rows += [
        (
            swap["name"],
            str(swap["priority"]),
            _node(swap["node"], "no node") if "node" in swap else "not told",
            *(str(of[i] or "full") for _, of in ranks),
            *(str(swap["under"][rule]) for rule in rules),
        )
        for i, swap in enumerate(swaps)
    ]
    if len(rows) > 1:
        yield from aligned(rows, 2)
    if devices["mend"]:
        yield f"to put it first: {devices['mend']}"


def _node(node: int, none: str = "others") -> str:
    return f"node {node}" if node >= 0 else none


def _interval(span: Sequence[int]) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]} to {span[1]}"


def _odd(found: Item, scale: Sequence[int]) -> str:
    sysctl = found["sysctls"].get("watermark_scale_factor", scale[0])
    if found["machines"] > 1 or scale[0] <= sysctl <= scale[1]:
        return ""
    return f"the text has a sysctl of {sysctl}, which these marks were not computed from"


def _behind(reason: str) -> str:
    return f" ({reason})" if reason else ""
