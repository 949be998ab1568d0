"""`mmscope machine`: what programs, people and places put before, behind and between the lines of a text."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from test_machine import read, texts

Item = dict[str, Any]
Alteration = Callable[[list[str]], list[str]]
KINDS = ("zoneinfo", "oom", "swaps")
PLACES = {"lines", "line", "counted", "first", "last", "cut"}  # where it stands in the text


def said(item: Any) -> Any:  # noqa: ANN401
    """All but where it stands."""
    if isinstance(item, dict):
        return {key: said(value) for key, value in item.items() if key not in PLACES}
    if isinstance(item, list):
        return [said(value) for value in item]
    return re.sub(r"line \d+", "line", item) if isinstance(item, str) else item


def _before(words: str) -> Alteration:
    """Words before each line, `{n}` its number."""
    return lambda lines: [words.format(n=n) + line for n, line in enumerate(lines, 1)]


def _inside(before: str, behind: str) -> Alteration:
    return lambda lines: [before + line + behind for line in lines]


def _nl(lines: list[str]) -> list[str]:
    """Lines that have something in them are numbered."""
    n, found = 0, []
    for line in lines:
        n += bool(line.strip())
        found.append(f"{n:6d}\t{line}" if line.strip() else " " * 7 + line)
    return found


def _docker(lines: list[str]) -> list[str]:
    return [
        json.dumps({"log": f"{line}\n", "stream": "stdout", "time": "2026-11-27T12:00:01Z"}) for line in lines
    ]


def _journal_json(lines: list[str]) -> list[str]:
    return [json.dumps({"PRIORITY": "6", "MESSAGE": line, "_HOSTNAME": "host"}) for line in lines]


ALIKE: dict[str, Alteration] = {
    "cat -n": _before("{n:6d}\t"),
    "nl": _nl,
    "less -N": _before("{n:7d} "),
    "a part, less -N": lambda lines: [f"{n:7d} {line}" for n, line in enumerate(lines, 997)],
    "an editor": _before("{n:4d} | "),
    "bat": _before("{n:4d}   │ "),
    "a numbered list": _before("{n}. "),
    "an answer": _before("> > "),
    "a patch": lambda lines: [
        "--- /dev/null",
        "+++ b/zones",
        f"@@ -0,0 +1,{len(lines)} @@",
        *("+" + x for x in lines),
    ],
    "diff": lambda lines: [f"0a1,{len(lines)}", *(f"> {line}" for line in lines)],
    "the other side": _before("< "),
    "a list": _before("- "),
    "short": _before("Nov  7 12:00:01 host kernel: "),
    "short-iso": _before("2026-11-27T12:00:01+0100 host kernel: "),
    "short-precise": _before("Nov 27 12:00:01.{n:06d} host kernel: "),
    "short-full": _before("Fri 2026-11-27 12:00:01 CET host sh[12]: "),
    "short-unix": _before("1795780800.{n:06d} host kernel: "),
    "short-monotonic": _before("[ 5432.{n:06d}] host kernel: "),
    "json": _journal_json,
    "docker, its file": _docker,
    "docker logs -t": _before("2026-11-27T12:00:01.123456789Z "),
    "kubectl logs --prefix": _before("[pod/web-1/app] "),
    "compose": _before("web-1  | "),
    "cri": _before("2026-11-27T12:00:01.123456789Z stdout F "),
    "logcat": _before("11-27 12:00:01.123  1234  5678 I kernel  : "),
    "dmesg": _before("[ 1234.567890] "),
    "dmesg -x": _before("kern  :info  : [ 1234.567890] "),
    "colours": _inside("\x1b[32m", "\x1b[0m"),
    "a box": _inside("│ ", " │"),
    "a table": _inside("| ", " |"),
    "quotes": _inside('"', '"'),
    "code": _inside("`", "`"),
    "a fence": lambda lines: ["It says:", "```text", *lines, "```", "What now?"],
    "a page": lambda lines: ["<pre><code>" + "\n".join(map(html.escape, lines)) + "\n</code></pre>"],
    "its source": lambda lines: [html.escape(line).replace("  ", "&nbsp; ") + "<br>" for line in lines],
    "Windows": _inside("", "\r"),
    "blanks of another width": lambda lines: [line.replace("  ", " \u2009") for line in lines],
    "grep -H": _before("/proc/zoneinfo:"),
    "zgrep, of a log": _before("/var/log/kern.log.1.gz:Nov  7 12:00:01 host kernel: "),
    "spelt tabs": lambda lines: [line.replace("\t", "\\t") for line in lines],
}


@pytest.mark.parametrize("place", ALIKE)
def test_what_stands_around_lines_is_no_part_of_them(place: str) -> None:
    for kind in KINDS:
        for name, text in texts(kind).items():
            altered = "\n".join(ALIKE[place](text.splitlines())) + "\n"
            assert said(read(altered)) == said(read(text + "\n")), (kind, name)


def test_a_sysctl_is_read_with_its_path() -> None:
    text = "/proc/sys/vm/min_free_kbytes:67584\n/proc/sys/vm/swappiness:60\n"
    assert read(text)["sysctls"] == {"min_free_kbytes": 67584, "swappiness": 60}


@pytest.mark.parametrize(
    ("path", "among", "beside"), [("", ":", ":"), ("", ":", "-"), ("/var/log/kern.log:", ":", ":")]
)
def test_lines_that_grep_numbered_are_the_same(path: str, among: str, beside: str) -> None:
    for kind in ("zoneinfo", "oom"):
        for name, text in texts(kind).items():
            lines = text.splitlines()
            altered = (f"{path}{n}{among if 'Node' in x else beside}{x}\n" for n, x in enumerate(lines, 1))
            assert said(read("".join(altered))) == said(read(text + "\n")), (kind, name)


def _thousands(lines: list[str]) -> list[str]:
    return [re.sub(r"(?<![\w.*])\d{4,}(?![\w.])", lambda found: f"{int(found[0]):,}", x) for x in lines]


def _folded(mark: str) -> Alteration:
    return lambda lines: [*lines[: len(lines) // 3], mark, *lines[len(lines) * 2 // 3 :]]


LESS: dict[str, Alteration] = {
    "newest first": lambda lines: lines[::-1],
    "thousands": _thousands,
    "cat -A": lambda lines: [line.replace("\t", "^I") + "$" for line in lines],
    "semicolons": _inside("", ";"),
    "removed": _before("-"),
    "grep -H": _before("/proc/zoneinfo:"),
    "lines cut at 60": lambda lines: [line if len(line) < 60 else line[:60] + "…" for line in lines],
    "lines cut at 79": lambda lines: [line if len(line) < 80 else line[:79] + ">" for line in lines],
    "…": _folded("…"),
    "[...]": _folded("[...]"),
    "a hunk": _folded("@@ -90,7 +90,7 @@ zone"),
    "grep -A": _folded("--"),
    "escaped": lambda lines: [re.sub(r"([_*\[\]])", r"\\\1", line) for line in lines],
    "columns of 40": lambda lines: [x[i : i + 40] for x in lines for i in range(0, len(x) or 1, 40)],
}


def _zones(found: Item) -> list[Item]:
    return [*found["zones"], *(zone for report in found["reports"] for zone in report["zones"])]


@pytest.mark.parametrize("place", LESS)
def test_what_is_lost_is_not_another_number(place: str) -> None:
    for kind in KINDS:
        for name, text in texts(kind).items():
            plain, found = read(text), read("\n".join(LESS[place](text.splitlines())) + "\n")
            for zone in _zones(found):
                if zone["marks"] == "not told" and "managed" not in zone:
                    continue  # one without pages, where what says so is lost
                numbers: Item = {
                    k: v for k, v in zone.items() if isinstance(v, int) and k not in {"machine", "moment"}
                }
                numbers["lowmem_reserve"] = zone.get("lowmem_reserve")
                same = [z for z in _zones(plain) if (z["node"], z["zone"]) == (zone["node"], zone["zone"])]
                assert any(all(v in (None, z.get(k)) for k, v in numbers.items()) for z in same), (name, zone)
            for devices in found["swap_lists"]:
                assert devices["next"] in ([], plain["swap_lists"][0]["next"]), (name, devices)


def test_lines_that_come_newest_first_are_said_to() -> None:
    found = read("\n".join(texts("zoneinfo")["005"].splitlines()[::-1]))
    assert not found["zones"]
    assert "the lines with the oldest first" in [item["what"] for item in found["missing"]]


def test_rows_of_numbers_that_count_up_are_not_numbered_lines() -> None:
    names = " r  b   swpd   free   buff  cache   si   so    bi    bo\n"
    rows = "".join(f" {n}  0   0 {9000 + n}  100  200  0  0  0  0\n" for n in range(1, 6))
    for text in (
        names + rows,
        "".join(f"{n:7d} {x}\n" for n, x in enumerate((names + rows).splitlines(), 1)),
    ):
        [series] = read(text)["series"]
        assert (series["rows"], series["lost"]) == (5, 0)
        [free] = [column["values"] for column in series["columns"] if column["name"] == "free"]
        assert free == [9001, 9002, 9003, 9004, 9005]


def test_a_node_that_cannot_be_read_is_not_the_first_one() -> None:
    text = "x-Node 3 Normal free:400kB min:64kB low:80kB high:96kB managed:40000kB\n"
    assert not read(text)["reports"]
    assert read(text[2:])["reports"][0]["zones"][0]["node"] == 3


def _of_host(free: int) -> list[str]:
    text = ""
    for name, pages in (("DMA32", 760_000), ("Normal", 1_300_000)):
        least = 9_000 * pages // 2_060_000
        text += (
            f"Node 0, zone {name}\n  pages free {free}\n min {least}\n low {least + least // 4}\n"
            f" high {least + 2 * (least // 4)}\n present {pages}\n managed {pages}\n protection: (0, 0, 0)\n"
            " start_pfn: 1\n"
        )
    return text.splitlines()


def _pdsh(chunk: int) -> str:
    """Lines of two hosts, so many of each in turn."""
    lines = [
        [f"{host}: {line}" for line in _of_host(free)] for host, free in (("web1", 20_000), ("web2", 30_000))
    ]
    return "".join(
        "\n".join(one[at : at + chunk]) + "\n" for at in range(0, len(lines[0]), chunk) for one in lines
    )


@pytest.mark.parametrize("chunk", [1, 2, 5, 9, 13])
def test_lines_of_two_hosts_are_not_one_machine(chunk: int) -> None:
    for zone in read(_pdsh(chunk))["zones"]:
        assert (zone["marks"], zone["reason"].startswith("lines of two hosts")) == (
            "not told",
            True,
        )


@pytest.mark.parametrize(
    "heads",
    [
        ("admin@web1:~$ cat /proc/zoneinfo", "admin@web2:~$ cat /proc/zoneinfo"),
        ("[root@web1 ~]# cat /proc/zoneinfo", "[root@web2 ~]# cat /proc/zoneinfo"),
        ("web1 | CHANGED | rc=0 >>", "web2 | CHANGED | rc=0 >>"),
        (
            "$ kubectl debug node/web1 -it -- cat /proc/zoneinfo",
            "$ kubectl debug node/web2 -it -- cat /proc/zoneinfo",
        ),
    ],
)
def test_two_hosts_one_after_the_other_are_two_machines(heads: tuple[str, str]) -> None:
    def machines(first: str, second: str) -> int:
        lines = [first, *_of_host(20_000), second, *_of_host(30_000)]
        return int(read("\n".join(lines) + "\n")["machines"])

    assert machines(*heads) == 2
    assert machines(heads[0], heads[0]) == 1
    assert all(zone["marks"] == "exact" for zone in read(_pdsh(18))["zones"])


@pytest.mark.parametrize(
    "form", ["6.8.0-45-generic,4,80{n},998211,-;{line}\n", "4,80{n},998211,-;{line}\n", "{line}#012"]
)
def test_a_report_as_netconsole_and_rsyslog_write_it(form: str) -> None:
    lines = (
        "a invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0",
        "Node 0 Normal free:4000kB min:55700kB low:69624kB high:83548kB",
        "lowmem_reserve[]: 0 0 0",
    )
    [report] = read("".join(form.format(n=n, line=line) for n, line in enumerate(lines)))["reports"]
    assert report["explained"]
    assert report["zones"][0]["free"] == 1000


def test_two_texts_side_by_side_are_refused() -> None:
    texts = _of_host(20_000), _of_host(30_000)
    rows = [
        f"{before:<40}{'|' if before != after else ' '}\t{after}"
        for before, after in zip(*texts, strict=True)
    ]
    found = read("\n".join(rows) + "\n")
    assert found["machines"] == 1
    assert {(zone["marks"], zone["reason"][:44]) for zone in found["zones"]} == {
        ("not told", "lines of two hosts, or of two texts side by ")
    }


def test_rows_of_a_table_are_lines() -> None:
    lines = _of_host(20_000)
    table = ["| | |", "|---|---|", *(f"| {' | '.join(line.rsplit(maxsplit=1))} |" for line in lines)]
    assert read("\n".join(table) + "\n")["zones"][0]["marks"] == "exact"
    assert [(z["zone"], z["free"], z["marks"]) for z in read("\n".join(table) + "\n")["zones"]] == [
        (z["zone"], z["free"], z["marks"]) for z in read("\n".join(lines) + "\n")["zones"]
    ]


REPORT = (
    "a invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0",
    "Node 0 Normal free:4000kB min:55700kB low:69624kB high:83548kB",
    "lowmem_reserve[]: 0 0 0",
    "Node 0 Normal: 500*4kB (U) 250*8kB (U) 0*16kB = 4000kB",
)


def test_a_report_as_a_verbose_journal_prints_it() -> None:
    lines = "".join(
        f"Mon 2026-11-30 03:00:0{n} CET [s=ab]\n    PRIORITY=4\n    MESSAGE={line}\n    _HOSTNAME=web1\n"
        for n, line in enumerate(REPORT)
    )
    [report] = read(lines)["reports"]
    assert report["explained"]
    assert report["zones"][0]["free"] == 1000


def test_a_report_newest_first_is_refused_with_that_reason() -> None:
    lines = [f"2026-11-30T03:00:01.{n:06}+01:00 web1 kernel: {line}" for n, line in enumerate(REPORT)]
    for report in read("\n".join(reversed(lines)) + "\n")["reports"]:
        assert not report["explained"]
        assert report["reason"].startswith("lines of this text come newest first")
