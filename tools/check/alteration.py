# SPDX-License-Identifier: Apache-2.0
"""What mails, journals, terminals, pages and programs do to a text on its way: the alterations of texts.py."""

import html
import json
import quopri
import random
import re
from collections.abc import Callable

Lines = list[str]
Alteration = Callable[[Lines], bytes]


def each(change: Callable[[str], str]) -> Alteration:
    """Of every line."""
    return lambda lines: "".join(f"{change(line)}\n" for line in lines).encode()


def numbered(form: str) -> Alteration:
    """Its number before every line."""
    return lambda lines: "".join(f"{form.format(n + 1)}{line}\n" for n, line in enumerate(lines)).encode()


def clocked(form: str) -> Alteration:
    """A time that goes on before every line."""

    def change(lines: Lines) -> bytes:
        return "".join(
            f"{form.format(h=9 + n // 3600, m=n // 60 % 60, s=n % 60, us=n * 7919 % 1000000)}{line}\n"
            for n, line in enumerate(lines)
        ).encode()

    return change


def whole(change: Callable[[bytes], bytes]) -> Alteration:
    """Of the text."""
    return lambda lines: change("".join(f"{line}\n" for line in lines).encode())


def coloured(line: str) -> str:
    """As grep --color does."""
    return re.sub(r"(kswapd\d?|reclaim|alloc|block)", "\x1b[01;31m\x1b[K\\1\x1b[m\x1b[K", line)


def folded(line: str, width: int) -> Lines:
    """As a mailer does, at blanks; the blanks at the beginning stay."""
    out = []
    while len(line) > width and (at := line.rfind(" ", len(line) - len(line.lstrip()) + 1, width + 1)) > 0:
        out.append(line[:at])
        line = line[at + 1 :]
    return [*out, line]


def cut_hard(line: str, width: int) -> Lines:
    """As a terminal does, anywhere."""
    return [line[at : at + width] for at in range(0, max(len(line), 1), width)]


def many(change: Callable[[str], Lines]) -> Alteration:
    """Several lines of one."""
    return lambda lines: "".join(f"{part}\n" for line in lines for part in change(line)).encode()


def without(pattern: str) -> Alteration:
    """The first of these of every line is missing."""
    return each(lambda line: re.sub(pattern, "", line, count=1))


def with_prose(lines: Lines) -> bytes:
    """As in a mail."""
    said = ["Hi all,", "", "here is what I see when the box stalls, order=3 mostly:", ""]
    after = ["", "Any idea what kswapd is doing?", "", "Regards,", "J"]
    return "".join(f"{line}\n" for line in [*said, *lines, *after]).encode()


JOURNAL = "Apr 26 {h:02}:{m:02}:{s:02} host trace[412]: "
GONE = {"cut-beginning", "cut-early", "cut-end", "cut-both", "no-task"}
LOSSLESS: dict[str, Alteration] = {
    "crlf": each(lambda line: line + "\r"),
    "bom": whole(lambda text: b"\xef\xbb\xbf" + text),
    "bom-crlf": whole(lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")),
    "colours": each(coloured),
    "colours-whole": each(lambda line: f"\x1b[32m{line}\x1b[0m"),
    "journal": clocked(JOURNAL),
    "journal-iso": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}+02:00 host trace[412]: "),
    "journal-monotonic": clocked("[ 1234.{us:06}] host trace[412]: "),
    "dmesg": clocked("[ 1234.{us:06}] "),
    "dmesg-level": clocked("<4>[ 1234.{us:06}] "),
    "dmesg-date": clocked("[Sun Apr 26 {h:02}:{m:02}:{s:02} 2026] "),
    "netconsole": clocked("6,1234,5678{us:06},-;"),
    "docker": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}Z "),
    "compose": each(lambda line: f"tracer-1  | {line}"),
    "file-name": each(lambda line: f"trace.txt: {line}"),
    "grep-file": each(lambda line: f"logs/trace.txt:{line}"),
    "quoted": each(lambda line: f"> {line}"),
    "quoted-twice": each(lambda line: f"> > {line}"),
    "quoted-printable": whole(lambda text: quopri.encodestring(text)),
    "quoted-quoted-printable": whole(
        lambda text: quopri.encodestring(b"".join(b"> " + line for line in text.splitlines(keepends=True)))
    ),
    "fences": whole(lambda text: b"```\n" + text + b"```\n"),
    "fences-glued": whole(lambda text: b"```" + text.removesuffix(b"\n") + b"```\n"),
    "journal-json": each(lambda line: json.dumps({"_HOSTNAME": "host", "MESSAGE": line, "PRIORITY": "6"})),
    "container-json": each(lambda line: json.dumps({"log": f"{line}\n", "stream": "stdout"})),
    "indented": each(lambda line: f"    {line}"),
    "page": each(lambda line: line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")),
    "page-blanks": each(lambda line: line.replace("  ", "\xa0 ")),
    "blanks-behind": each(lambda line: f"{line}   "),
    "empty-lines": each(lambda line: f"{line}\n"),
    "no-last-end": whole(lambda text: text.removesuffix(b"\n")),
}
REPAIRED: dict[str, Alteration] = {
    "numbers": numbered("{}:"),
    "numbers-cat": numbered("{:6}\t"),
    "tab": each(lambda line: f"\t{line}"),
    "fences-prose": lambda lines: with_prose(["```", *lines, "```"]),
    "prose": with_prose,
    "trimmed": each(str.strip),
    "tabs": each(lambda line: line.replace("        ", "\t")),
    "spaces": each(lambda line: line.expandtabs(8)),
    "one-blank": each(lambda line: re.sub(" +", " ", line)),
    "cut-beginning": whole(lambda text: text[len(text) // 3 :]),
    "cut-early": whole(lambda text: text[37:]),
    "cut-end": whole(lambda text: text[: len(text) * 2 // 3]),
    "cut-both": whole(lambda text: text[len(text) // 5 : len(text) * 4 // 5]),
    "folded-72": many(lambda line: folded(line, 72)),
    "folded-78": many(lambda line: folded(line, 78)),
    "folded-quoted": many(lambda line: [f"> {part}" for part in folded(line, 72)]),
    "hard-80": many(lambda line: cut_hard(line, 80)),
    "no-task": without(r"^ {0,15}\S.*?(?=-\d+ |\s\d+ \[\d)"),
    "no-cpu": without(r"\[\d{3}\] ?"),
    "no-time": without(r"\d+\.\d{6}: ?"),
    "no-equals": each(lambda line: line.replace("=", " ")),
    "upside-down": lambda lines: "".join(f"{line}\n" for line in reversed(lines)).encode(),
    "escaped": each(lambda line: json.dumps(line)),
    "commented": each(lambda line: f"# {line}"),
    "bullets": each(lambda line: f"* {line}"),
    "table": lambda lines: "".join(["| line |\n|---|\n", *(f"| {line} |\n" for line in lines)]).encode(),
    "patch": lambda lines: "".join(
        ["--- a\n+++ b\n@@ -0,0 +1 @@\n", *(f"+{line}\n" for line in lines)]
    ).encode(),
    "json-unknown": each(lambda line: json.dumps({"text": line, "n": 1})),
    "doubled": lambda lines: "".join(f"{line}\n" for line in doubled(lines)).encode(),
}


def doubled(lines: Lines) -> Lines:
    """One line stands there twice."""
    at = len(lines) * 2 // 3
    return [*lines[: at + 1], *lines[at:]]


def interleaved(lines: Lines, others: Lines) -> bytes:
    """Two outputs in one terminal, line by line."""
    order = random.Random(7)
    a, b, out = list(lines), list(others), []
    while a or b:
        take = a if a and (not b or order.random() < 0.5) else b
        out.append(take.pop(0))
    return "".join(f"{line}\n" for line in out).encode()


def listed(form: str, parts: int) -> Alteration:
    """Before every line the name of one of several machines."""
    return lambda lines: "".join(f"{form.format(n % parts)}{line}\n" for n, line in enumerate(lines)).encode()


def beside(form: str, behind: str) -> Alteration:
    """As grep -C: what matches has another sign behind its number than what stands beside it."""
    return lambda lines: "".join(
        f"{(form if n % 3 else behind).format(n + 1)}{line}\n" for n, line in enumerate(lines)
    ).encode()


def logged(form: str) -> Alteration:
    """As a program's log has it, with the line as a string."""
    return lambda lines: "".join(
        f"{form.format(n)}{json.dumps(line)}\n" for n, line in enumerate(lines)
    ).encode()


def around(before: bytes, each_line: bytes, behind: bytes) -> Alteration:
    """A line before, one behind, and something before each."""
    return whole(
        lambda text: before + b"".join(each_line + line + b"\n" for line in text.splitlines()) + behind
    )


def one(change: Callable[[str], str]) -> Alteration:
    """Of the line in the middle alone."""
    return lambda lines: "".join(
        f"{change(line) if n == len(lines) // 2 else line}\n" for n, line in enumerate(lines)
    ).encode()


# These are tried on every sample, and those that follow on one in six where time is short.
BASIC = frozenset({*LOSSLESS, *REPAIRED})
# Behind every line, before every line, and around all of them: nothing is lost.
LOSSLESS |= {
    "uniq-c": each(lambda line: f"      1 {line}"),
    "nl": numbered("{:6}\t"),
    "awk-nr": numbered("{} "),
    "list-numbers": numbered("{}. "),
    "ts": clocked("Apr 26 {h:02}:{m:02}:{s:02} "),
    "ts-brackets": clocked("[2026-04-26 {h:02}:{m:02}:{s:02}] "),
    "serial": clocked("[{h:02}:{m:02}:{s:02}.{us:06}] "),
    "cri": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}Z stdout F "),
    "slog": logged("time=2026-04-26T20:09:09.{:03}Z level=INFO msg="),
    "logrus-json": each(lambda line: json.dumps({"level": "info", "msg": line, "time": "2026"})),
    "c-string": each(lambda line: json.dumps(line + "\n")),
    "python-bytes": each(lambda line: repr((line + "\n").encode())),
    "html-br": each(lambda line: html.escape(line) + "<br>"),
    "html-li": each(lambda line: f"<li>{html.escape(line)}</li>"),
    "html-td": each(lambda line: f"<tr><td>{html.escape(line)}</td></tr>"),
    "html-code": whole(
        lambda text: b"<pre><code>" + html.escape(text.decode()).encode() + b"</code></pre>\n"
    ),
    "box": each(lambda line: f"\u2502 {line:<150} \u2502"),
    "org": each(lambda line: f": {line}"),
    "outlook": each(lambda line: f"| {line}"),
    "markdown-code": each(lambda line: f"`{line}`"),
    "markdown-bold": each(lambda line: f"**{line}**"),
    "confluence": each(lambda line: f"|{line}|"),
    "machine": each(lambda line: f"node17: {line}"),
    "pssh": each(lambda line: f"[host1] out: {line}"),
    "semicolon": each(lambda line: line + ";"),
    "comma": each(lambda line: line + ","),
    "remark": each(lambda line: line + "   # here"),
    "arrow": each(lambda line: line + "  <-- look"),
    "carriage-returns": whole(lambda text: text.replace(b"\n", b"\r\r\n")),
    "nul": whole(lambda text: text.replace(b"\n", b"\0\n")),
    "vertical-tab": whole(lambda text: text.replace(b"\n", b"\x0b\n")),
    "form-feed": whole(lambda text: text.replace(b"\n", b"\n\x0c")),
    "typeset-minus": each(lambda line: line.replace("-", "\u2212")),
    "typeset-hyphen": each(lambda line: line.replace("-", "\u2011")),
    "typeset-colon": each(lambda line: line.replace(":", "\uff1a")),
    "latex": around(b"\\begin{verbatim}\n", b"", b"\\end{verbatim}\n"),
}
REPAIRED |= {
    "awk-nr-colon": numbered("{}: "),
    "blame": each(lambda line: f"^3f2a1bc (Ann Example 2026-04-26 20:09:09 +0200 12) {line}"),
    "blame-numbers": numbered("3f2a1bc4 (Ann 2026-04-26 {:3}) "),
    "grep-c": beside("{}-", "{}:"),
    "grep-c-file": beside("trace.txt-{}-", "trace.txt:{}:"),
    "cat-a": each(lambda line: line.replace("\t", "^I") + "$"),
    "rest": around(b"Trace::\n\n", b"  ", b""),
    "yaml": around(b"trace: |\n", b"  ", b""),
    "jira": around(b"{noformat}\n", b"", b"{noformat}\n"),
    "ansible": around(b"host1 | CHANGED | rc=0 >>\n", b"", b""),
    "org-example": around(b"#+BEGIN_EXAMPLE\n", b": ", b"#+END_EXAMPLE\n"),
    "tmux-split": each(lambda line: f"{line[:70]:<70}\u2502 top - 20:09:09"),
    "tmux-left": each(lambda line: f"top - 20:09:09 \u2502{line}"),
    "logcat": clocked("04-26 {h:02}:{m:02}:{s:02}.123  1234  1234 I tracer  : "),
    "syslog": clocked("<134>1 2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}Z host trace 412 - - "),
    "slog-bare": numbered("time=2026-04-26T20:09:09.{:03}Z level=INFO msg="),
    "cri-parts": numbered("2026-04-26T20:09:09.{:09}Z stdout P "),
    "machines": listed("node{}: ", 2),
    "pdsh": listed("node{}:  ", 3),
    "python-list": whole(lambda text: repr(text.decode().splitlines()).encode() + b"\n"),
    "dots": each(lambda line: line[:80] + "..."),
    "ellipsis": each(lambda line: line[:90] + "\u2026"),
    "less": each(lambda line: line[:79] + ">"),
    "upper": each(str.upper),
    "lower": each(str.lower),
    "sorted": lambda lines: "".join(f"{line}\n" for line in sorted(lines)).encode(),
    "shuffled": lambda lines: "".join(f"{line}\n" for line in [*lines[::2], *lines[1::2]]).encode(),
    "cut-columns": each(lambda line: line[20:]),
    "cut-three": each(lambda line: line[3:]),
    "cut-word": each(lambda line: " ".join(line.split()[1:])),
    "decimal-comma": each(lambda line: re.sub(r"(\d)\.(\d{6})", r"\1,\2", line)),
    "thousands": each(lambda line: re.sub(r"=(\d)(\d{3})\b", r"=\1,\2", line)),
    "hex-upper": each(lambda line: line.replace("0x", "0X")),
    "equals-colon": each(lambda line: line.replace("=", ": ")),
    "equals-apart": each(lambda line: line.replace("=", " = ")),
    "folded-66": many(lambda line: folded(line, 66)),
    "hard-100": many(lambda line: cut_hard(line, 100)),
    "hard-quoted": many(lambda line: [f"> {part}" for part in cut_hard(line, 78)]),
    "cr-alone": whole(lambda text: text.replace(b"\n", b"\r")),
    "separators": whole(lambda text: text.replace(b"\n", "\u2028".encode())),
    "one-remark": one(lambda line: line + "   # here"),
    "one-arrow": one(lambda line: line + "  <-- look"),
    "one-tag": one(lambda line: line + "<br>"),
    "one-bar": one(lambda line: line + " \u2502"),
    "one-ellipsis": one(lambda line: line[:70] + "\u2026"),
}
# What stands at the beginning of the lines is in the text no more.
GONE |= {"cut-columns", "cut-three", "cut-word"}
# What nobody can know, and so is not held against the reader. The case of a task's name, or of a script's words.
CASED = {"upper", "lower"}
# The text of an event that no table knows is the line's own, altered as it is; its last word may be cut.
REWRITTEN = {"thousands", "hex-upper", "dots", "ellipsis", "less"}
# Of what stands first on a line the end, where each lost as many columns: of a task's name or pid; of a script's word nothing.
HEADLESS = {"cut-columns", "cut-three", "cut-word"}
# That one line of a script, a sentence of any length, went on in the next.
TORN = {"hard-64", "hard-80", "hard-100", "hard-120", "hard-quoted"}
# What the lines of a script's table or map say without the line above them, or without a task.
ORDERED = {"no-task", "sorted", "shuffled"}
