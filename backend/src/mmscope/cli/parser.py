"""The command line's arguments, and its help, from which docs/cli.md is made."""

import argparse
import re
import textwrap
from pathlib import Path
from typing import Any

from mmscope import __version__
from mmscope.cli.commands.asif import SEEDS
from mmscope.cli.commands.check import AtLeast
from mmscope.cli.commands.list import WHAT
from mmscope.cli.commands.uploads import ORDERS
from mmscope.cli.processes import cores
from mmscope.figures import THEMES, WIDTH, WIDTHS
from mmscope.settings import number_in, variables

COLUMNS = 100
_VARIABLE = max(len(v.name) for v in variables())
FORMATS = (
    "FILE is a capture, plain or compressed with gzip or zstd; - is standard input. Its format is "
    "recognised from its content: a capture of mmscope-trace, ftrace text (trace, trace_pipe), trace-cmd "
    "report, perf script, bpftrace's printf text or -f json, or a snapshot of /proc/zoneinfo, "
    "/proc/vmstat, /proc/swaps or /proc/partitions, or what numactl -H or lscpu prints."
)
SWEEP = (
    "QUESTION is of=SOURCE&x=TUNABLE:VALUES, in quotes, with &y=TUNABLE:VALUES, &seeds=VALUES, &m=MEASURES "
    "if wanted. SOURCE: model:SCENARIO, or capture:NAME, as if under each value of its switch, or of what is "
    "assumed beside it; of.TUNABLE=VALUE sets another that does not vary. VALUES: 1,2,4 or 1..16, or names. "
    "At most 10,000 runs. Prints each measure by value: the median of the seeds, the least and the most. "
    "With --all, QUESTION is of=model:SCENARIO&m=MEASURE: every tunable goes from half to double, or to four "
    "times with &by=4, then the widest in pairs; which runs a minute holds depends on the scenario's length "
    "alone. "
    "Exit status 2 when it cannot be asked, or a run failed."
)
RENDER = (
    "VIEW is what stands behind # in a link of the app: 'swap-devices?a=model:four-nodes&b=capture:"
    "one-each-roundrobin&k=1800'. Sources are models, bundled captures, and captures of your own as "
    "file:NAME. The figure says what it shows, where each number is from, and the command that makes it "
    "again; the same view gives the same bytes everywhere. With --steps an SVG moves by itself, a step a "
    "second, and rests on VIEW's own step where the reader wants no motion; text has the steps one after "
    "another; .mp4 and .webm need ffmpeg, whose version decides their bytes. PNG and PDF need "
    "mmscope[render]. Exit status 2 when there is nothing to draw."
)
COMPARE = (
    "A source is a bundled capture's name, a file (a capture of mmscope-trace), model:SCENARIO, or one of "
    "them with settings, in quotes: 'model:two-nodes?rule=global&seed=2'; of a capture its switch, as if: "
    "'two-nodes-node?rule=global'. seeds=1..4 stands for a source for each. Both sides are of one policy. "
    "Prints each measure that all have, with its unit and which is better: A, B and B - A; values one by one "
    "as percentiles; each phase between marks that all have; and what stretch each source covers. With "
    "several a side, an exact permutation test says whether their means are further apart than the spread "
    "explains, which it can from 4 a side on."
)
COMPARE_TRACES = (
    "A and B may also be two traces of stock kernels: ftrace text, trace-cmd report, perf script or "
    "bpftrace. Then the numbers are those of `mmscope report`, by names such as direct_p99, request_p99 and "
    "kswapd_awake.0; docs/compare.md has all of them, and so has the error about a name that there is not."
)
CONDITION = (
    "CONDITION is MEASURE OP VALUE. It is about the difference in the unit of the measure: 'latency_p99 > "
    "20'; with % in hundredths of A: 'home < -5%'. MEASURE may name a part, as device_share.1, else each "
    "part counts, or a percentile, as latency_p90 and sectors_max. OP is <, <=, >, >=, == or !=. Times of "
    "traces may have a unit: 'direct_longest > 50ms'. Exit status 1 where one holds, 2 for bad input; of "
    "traces 4 where a number is unknown, since the events were not recorded or some were lost."
)
ASIF = (
    "Requests, their times and what was given back are taken from the capture; each decision is made again. "
    "Prints shares at each quarter of the demand and the number of decisions, as recorded and as if. It says "
    "nothing about time: another switch may have made the workload slower or faster, and it is assumed to "
    "have asked for the same at the same moments. What the capture does not record is assumed, once in each "
    "variant: the lowest and the highest result are in brackets."
)
DOCTOR = (
    "Checks the data folder (MMSCOPE_DATA) while no server uses it: space and inodes of the disk, whether "
    "the catalogue can be read, whether uploaded files, labels and catalogue agree, derived files that are "
    "torn, the cards of resumable uploads, stray files, and who may use them; with --deep, whether uploaded "
    "files still have the checksum they came with. Without --mend nothing is changed. With it, a damaged "
    "catalogue is rebuilt from the captures' folders, derived files are made again at the next start, and "
    "what cannot be interpreted is moved to aside/; no uploaded file is ever deleted. What interrupted "
    "work left behind (leftovers) is not a problem. The exit status is 0 if no problem remains, else 1, and "
    "3 if a server uses the folder or it cannot be looked through."
)
BACKUP = (
    "Copies the data folder (MMSCOPE_DATA) into one tar file while a server may be using it: the catalogue, "
    "every uploaded file with its label, resumable uploads under way, and what was set aside; then a "
    "manifest with the size and SHA-256 of each. Derived files can be made again and are left out. The file "
    "is written as .FILE.part, forced to disk, read back, and only then renamed. A capture that is removed "
    "before its turn is left out. FILE may end in .tar.gz or .tar.zst to be compressed."
)
RESTORE = (
    "Puts a backup into a new or empty folder. Every checksum is verified before anything is written, and "
    "again while it is written; the files are moved into place only when all are there. After a kill, run it "
    "again: it begins anew, or finishes. A damaged backup is refused, naming what is damaged; "
    "--skip-damaged restores the rest. Run it as the user that serves the folder."
)
REMOVE = (
    "Removes uploaded captures from the data folder (MMSCOPE_DATA) while no server uses it, whoever sent "
    "them. While a server runs, its sender can remove a capture in the app, and the administrator by "
    "DELETE /api/captures/ID with the header mmscope-secret (MMSCOPE_ADMIN_TOKEN). Instead of ids say which: "
    "they are listed, and with --yes removed."
)
UPLOADS = (
    "Lists the captures that were uploaded to the data folder (MMSCOPE_DATA), also while a server runs, with "
    "the bytes that each takes on disk, when it came, and the sum. --by owner gives a line to each owner "
    "instead: of names and secrets only hashes are kept, whose first 12 digits stand there, and a file that "
    "several sent counts for each. --of NAME chooses those of whom a proxy named (MMSCOPE_USER_HEADER)."
)
INFO = (
    "Prints format, lines, events (understood and generic), unreadable and other lines, lost events, "
    "clock, time span in ns, and the number of events of each kind; then unknown events by name, with "
    "the names of their fields; then the first ten lines that could not be read, with the reason."
)
REPORT = (
    "Prints what the app's report says of a capture, by the same code: its sentence, the answers to the "
    "five questions, and its numbers: how long kswapd was awake, what tasks waited for and how "
    "long, what reclaim got, requests by disk. PROC are files of /proc/zoneinfo, vmstat, swaps and "
    "partitions that were saved beside it, and what numactl -H or lscpu prints. docs/numbers.md defines "
    "each number. With --json all of them, lengths in ns, or in what the capture's clock counts."
)
CONVERT = (
    "parquet: OUT is a new or empty folder; it gets one file for each kind of event, under the kernel's "
    "own names, sorted by time, one for each name of events that no table knows, and maps.parquet of what "
    "the maps of a script hold. perfetto: OUT is a JSON file in the Trace Event Format (- is standard "
    "output), which https://ui.perfetto.dev and chrome://tracing open."
)
QUERY = (
    "Each kind of event is a table; its columns are the event's fields, and ts (ns), cpu, pid, "
    "comm and line. Events that no table knows, as those of a script, are tables by their names, with what "
    "they write as name=value. What the maps of a script hold is the table maps. --describe prints them with "
    "units and meanings. The statement is DuckDB's "
    "SQL. It can read these tables and nothing else: no files, no network, no extensions, no "
    "settings. It may take 1 GiB of memory and 300 seconds, and a row 64 MiB. FILE may also be a folder "
    "made by convert, which does not have to be read again each time. --csv puts an apostrophe before text "
    "that a spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a carriage return); "
    "--json prints text as it is. Control characters never reach a terminal."
)
EXAMPLE = (
    'mmscope query trace.txt "SELECT comm, count(*) FROM mm_page_alloc GROUP BY 1 ORDER BY 2 DESC LIMIT 10"'
)
LESSON = (
    "Opens every view of the lesson, computes every value and answer, and says by line what is wrong: "
    "docs/lessons.md says how a lesson is written. show also prints the values and answers. "
    "Without a FILE, those of datasets/lessons. It runs the page's own code, by Node."
)
LIST = (
    "Prints what views may name, of this copy: scenes; scenarios and captures, each as the view to give "
    "render, a figure or a link; tunables of models with their values, as a.NAME=VALUE of pane A takes them. "
    "With --json also summaries, documents and sizes."
)
MACHINE = (
    "A text may hold /proc/zoneinfo of 2.6 to 7.x, /proc/swaps, swapon --show, reports of the OOM killer and "
    "of allocations that failed, sysctl vm, meminfo, buddyinfo, pagetypeinfo, numastat -m, vmstat 1 and "
    "sar -B, as terminals, journals and mails print them; no trace and no root is needed. The marks of each "
    "zone are computed again: exact; drift, if managed was another number when the kernel computed them; or "
    "not told, with the reason. A report is explained to the check that failed. The status is 2 if no text "
    "describes a machine's memory."
)

STATUSES = """\
exit status:
  0    success
  1    check: something is not the same; evidence: a claim does not hold; query: the
       statement cannot be answered; convert: the output cannot be written; doctor:
       a problem remains; backup: it was made, but the data folder has lost something;
       restore: the backup is damaged; remove: there is no such upload;
       compare: a --fail-if holds; lesson: the lesson has errors
  2    a file cannot be read, standard output cannot be written, a backup cannot be made, or
       the command line is wrong
  3    the core or the data folder cannot be used
  4    compare: a --fail-if cannot be judged, since a trace does not have its number
  130  interrupted"""


def parser() -> argparse.ArgumentParser:
    """All commands."""
    top = _Parser("mmscope", "Watch Linux memory-management policy decide.", STATUSES)
    top.add_argument("--version", action="version", version=f"mmscope {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Sub)
    _serve(commands)
    _backup(commands)
    _restore(commands)
    _doctor(commands)
    _uploads(commands)
    _remove(commands)
    _info(commands)
    _report(commands)
    _machine(commands)
    _convert(commands)
    _query(commands)
    _check(commands)
    _asif(commands)
    _sweep(commands)
    _compare(commands)
    _render(commands)
    _list(commands)
    _evidence(commands)
    _lesson(commands)
    return top


class _Raw(argparse.RawDescriptionHelpFormatter):
    """Always COLUMNS wide, whatever the terminal, so that the help is the same everywhere."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=COLUMNS)


class _Parser(argparse.ArgumentParser):
    """Prints texts unchanged."""

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog,
            description=description,
            epilog=epilog,
            formatter_class=_Raw,
            allow_abbrev=False,
        )


class _Sub(_Parser):
    def __init__(self, prog: str, description: str = "", epilog: str = "", **_: Any) -> None:  # noqa: ANN401
        super().__init__(prog, description, epilog)


Commands = Any  # argparse has no public name for what add_subparsers() gives


def _filled(*texts: str) -> str:
    return "\n\n".join(textwrap.fill(text, COLUMNS) for text in texts)


def _command(commands: Commands, name: str, short: str, more: str = "") -> argparse.ArgumentParser:
    text = f"{short[0].upper()}{short[1:]}."
    made: argparse.ArgumentParser = commands.add_parser(name, help=short, description=text, epilog=more)
    return made


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")


def _serve(commands: Commands) -> None:
    table = "\n".join(f"  {v.name:<{_VARIABLE}} {v.meaning} [{v.usual}]" for v in variables())
    more = f"environment [default]; K, M and G stand for powers of 1024:\n{table}"
    serve = _command(commands, "serve", "serve the app", more)
    serve.add_argument("--host", help="address to listen on (default: MMSCOPE_HOST, or 127.0.0.1)")
    serve.add_argument("--port", type=int, help="port to listen on (default: PORT, or 8000)")


def _backup(commands: Commands) -> None:
    command = _command(
        commands, "backup", "copy the data folder into one file, also while a server runs", _filled(BACKUP)
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        default=Path(),
        help="a new file, or a folder for one named after the time (default: the working folder)",
    )
    command.add_argument("--with-derived", action="store_true", help="keep derived files, too")
    command.add_argument(
        "--verify",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="read the backup back before it gets its name (default: yes)",
    )


def _restore(commands: Commands) -> None:
    command = _command(commands, "restore", "put a backup into a new data folder", _filled(RESTORE))
    command.add_argument("file", metavar="FILE", type=Path, help="a backup")
    command.add_argument(
        "-o", "--output", metavar="DATA", type=Path, required=True, help="a new or empty folder"
    )
    command.add_argument(
        "--skip-damaged", action="store_true", help="restore what is whole of a damaged backup"
    )


def _doctor(commands: Commands) -> None:
    short = "compare the server's data folder with its catalogue"
    command = _command(commands, "doctor", short, _filled(DOCTOR))
    command.add_argument("--mend", action="store_true", help="repair what can be repaired")
    command.add_argument(
        "--deep", action="store_true", help="read every uploaded file and compare its checksum"
    )


def _remove(commands: Commands) -> None:
    command = _command(commands, "remove", "remove uploaded captures from the data folder", _filled(REMOVE))
    command.add_argument("ids", metavar="ID", nargs="*", help="the capture's id, as in its link: u-…")
    _selection(command)
    command.add_argument("--yes", action="store_true", help="remove what was chosen so")


def _uploads(commands: Commands) -> None:
    command = _command(commands, "uploads", "list the captures of the data folder", _filled(UPLOADS))
    _selection(command)
    command.add_argument("--by", choices=ORDERS, default="size", help="in which order (default: size)")
    _json(command)


def _selection(command: argparse.ArgumentParser) -> None:
    command.add_argument("--older-than", metavar="DAYS", type=_days, help="those that came before that")
    command.add_argument(
        "--larger-than", metavar="SIZE", type=_size, help="those that take more on disk: 500M, 2G"
    )
    command.add_argument("--of", metavar="NAME", help="those that this person sent")


def _days(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text):
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of days")


def _size(text: str) -> int:
    if (size := number_in(text)) is not None:
        return size
    raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M")


def _info(commands: Commands) -> None:
    info = _command(commands, "info", "show what a capture contains", _filled(INFO, FORMATS))
    info.add_argument("file", metavar="FILE", help="a capture of any supported format")
    _count(info)
    _json(info)


def _report(commands: Commands) -> None:
    command = _command(
        commands, "report", "say what is in a trace, as the app's report does", _filled(REPORT, FORMATS)
    )
    command.add_argument("file", metavar="FILE", help="a capture of any supported format")
    command.add_argument("proc", metavar="PROC", nargs="*", help="files of /proc that belong to it")
    _count(command)
    _json(command)


def _machine(commands: Commands) -> None:
    command = _command(
        commands,
        "machine",
        "recompute watermarks and swap order from /proc files and OOM reports",
        _filled(MACHINE),
    )
    command.add_argument(
        "files", metavar="FILE", nargs="+", help="a text, as it was pasted; several are read as one"
    )
    command.add_argument(
        "--request",
        metavar="GFP",
        help="say how many pages requests of this kind may take until kswapd is woken, and until min: "
        "'GFP_KERNEL order=0 node=0'; sysctls behind it are as if: watermark_scale_factor=100; whether "
        "kubelet evicts before that, too, for evictionHard=100Mi and what a pod takes in a second, "
        "rate=40Mi",
    )
    command.add_argument(
        "--compare", action="store_true", help="print what has changed from the first zoneinfo to the last"
    )
    _json(command)


def _count(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--count",
        metavar="NAME=TRACEPOINT",
        type=_pair,
        action="append",
        default=[],
        help="count events NAME of a bpftrace script as TRACEPOINT, whose fields they have: "
        "rq_issue=block_rq_issue; may be given several times",
    )


def _pair(text: str) -> tuple[str, str]:
    name, equals, tracepoint = text.partition("=")
    if not (name and equals and tracepoint):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=TRACEPOINT")
    return name, tracepoint


def _convert(commands: Commands) -> None:
    convert = _command(commands, "convert", "write a capture in another format", _filled(CONVERT, FORMATS))
    convert.add_argument("file", metavar="FILE", help="a capture of any supported format")
    convert.add_argument("-o", "--output", metavar="OUT", required=True, help="output folder or file")
    convert.add_argument("--to", choices=["parquet", "perfetto"], required=True, help="output format")


def _query(commands: Commands) -> None:
    query = _command(
        commands, "query", "query a capture in SQL", _filled(QUERY, FORMATS) + f"\n\nexample:\n  {EXAMPLE}"
    )
    query.add_argument("file", metavar="FILE", help="a capture of any supported format, or a converted one")
    what = query.add_mutually_exclusive_group(required=True)
    what.add_argument("statement", metavar="SELECT", nargs="?", help="one statement that only reads")
    what.add_argument(
        "--describe", action="store_true", help="the tables, their columns, units and meanings instead"
    )
    form = query.add_mutually_exclusive_group()
    form.add_argument(
        "--json", action="store_const", const="json", dest="form", help="print one JSON object per row"
    )
    form.add_argument("--csv", action="store_const", const="csv", dest="form", help="print CSV")


def _check(commands: Commands) -> None:
    check = _command(commands, "check", "recompute every decision in captures, and balance what they record")
    check.add_argument("files", metavar="FILE", nargs="+", help="captures; - for standard input")
    check.add_argument(
        "--at-least",
        metavar=("ALL", "POLICY", "MODE"),
        nargs=3,
        type=int,
        default=AtLeast(),
        help="required number of decisions: in all, of each policy, of each mode (default: 1 0 0)",
    )
    check.add_argument(
        "-v", "--verbose", action="store_true", help="print every account of a capture with its two sums"
    )
    _json(check)


def _sweep(commands: Commands) -> None:
    command = _command(
        commands, "sweep", "run a model once for each value of a tunable, or of two", _filled(SWEEP)
    )
    command.add_argument("question", metavar="QUESTION", help="as behind compare? in a link of the app")
    command.add_argument(
        "--jobs",
        type=int,
        default=cores(),
        choices=range(1, 1025),
        metavar="N",
        help="runs at a time (default: every core)",
    )
    command.add_argument("--all", action="store_true", help="vary every tunable: which of them matters?")
    command.add_argument("--no-cache", action="store_true", help="use no stored runs, and store none")
    _forms(command)
    command.add_argument(
        "-o", "--output", default="-", metavar="FILE", help="where to (default: standard output)"
    )


def _compare(commands: Commands) -> None:
    command = _command(
        commands,
        "compare",
        "say what differs between two captures, or several a side",
        _filled(COMPARE, COMPARE_TRACES, CONDITION),
    )
    for place, side in (("first", "A"), ("second", "B")):
        command.add_argument(place, metavar=side, nargs="?", help=f"source of side {side}")
    for option, side in (("--a", "A"), ("--b", "B")):
        command.add_argument(
            option,
            metavar="SOURCE",
            nargs="+",
            action="extend",
            default=[],
            help=f"more sources of side {side}",
        )
    command.add_argument(
        "--fail-if",
        metavar="CONDITION",
        action="append",
        default=[],
        help="fail where this holds of the difference; may be repeated",
    )
    _forms(command)


def _forms(command: argparse.ArgumentParser) -> None:
    forms = command.add_mutually_exclusive_group()
    forms.add_argument(
        "--csv", dest="form", action="store_const", const="csv", default="text", help="a row for each number"
    )
    forms.add_argument("--json", dest="form", action="store_const", const="json", help="the same as JSON")


def _steps(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"“{text}” is not two numbers of decisions: 10..20")
    return int(found[1]), int(found[2])


def _render(commands: Commands) -> None:
    command = _command(commands, "render", "draw a view of the app as a picture, or as text", _filled(RENDER))
    command.add_argument("view", metavar="VIEW", help="as behind # in a link of the app, from the scene on")
    command.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="where to: its ending says svg, png, pdf or txt, with --steps svg, txt, mp4 or webm "
        "(default: SVG to standard output)",
    )
    command.add_argument(
        "--steps",
        type=_steps,
        metavar="A..B",
        help="one after another: the decisions from A to B, at most 60",
    )
    command.add_argument("--theme", choices=THEMES, default="light", help="print: white paper, no colour")
    command.add_argument(
        "--width",
        type=int,
        default=WIDTH,
        metavar="PX",
        help=f"{WIDTHS.start} to {WIDTHS.stop - 1}; narrow figures have their panes below each other",
    )
    command.add_argument("--why", action="store_true", help="with the reasons below each pane")
    command.add_argument("--no-fonts", action="store_true", help="leave the fonts out of an SVG")
    command.add_argument("--text", action="store_true", help="in words and tables, for a mail")


def _asif(commands: Commands) -> None:
    command = _command(commands, "asif", "decide the demand of a capture under another switch", _filled(ASIF))
    command.add_argument(
        "file", metavar="FILE", help="a capture of mmscope-trace, or the name of a bundled one"
    )
    command.add_argument(
        "question",
        metavar="SWITCH=VALUE",
        help="rule, zone_alloc_policy, granularity or swap_poll, and what it is to be",
    )
    command.add_argument(
        "--assume",
        action="append",
        default=[],
        metavar="NAME=VARIANT",
        help="of what the capture does not record, one variant instead of the band of all: slots_back=oldest;"
        " may be repeated. Which there are, the result says",
    )
    command.add_argument(
        "--seeds",
        type=int,
        default=SEEDS,
        choices=range(1, 101),
        metavar="N",
        help=f"how often to draw what the capture does not record, 1 to 100 (default: {SEEDS})",
    )
    _json(command)


def _evidence(commands: Commands) -> None:
    proof = _command(commands, "evidence", "compare what was published with what the bundled captures show")
    page = proof.add_mutually_exclusive_group()
    files: dict[str, Any] = {"metavar": "FILE", "type": Path, "nargs": "+", "default": []}
    page.add_argument("--write", **files, help="write the page instead; as data if FILE ends in .json")
    page.add_argument("--check", **files, help="fail if a page is stale, instead")
    _json(proof)


def _kind(text: str) -> str:
    """Of what `mmscope list` prints; argparse refuses choices that need not be made."""
    if text not in WHAT:
        raise argparse.ArgumentTypeError(f"“{text}” is none of {', '.join(WHAT)}")
    return text


def _list(commands: Commands) -> None:
    command = _command(commands, "list", "name scenes, scenarios, captures and tunables", _filled(LIST))
    command.add_argument(
        "what", metavar="WHAT", nargs="*", type=_kind, help=f"one of {', '.join(WHAT)} (default: all)"
    )
    _json(command)


def _lesson(commands: Commands) -> None:
    teach = _command(commands, "lesson", "check a lesson that a teacher wrote", _filled(LESSON))
    teach.add_argument("action", choices=["check", "show"], help="what to do with it")
    teach.add_argument("file", metavar="FILE", type=Path, nargs="*", help="a lesson, in Markdown")
