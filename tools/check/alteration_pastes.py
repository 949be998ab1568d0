# SPDX-License-Identifier: Apache-2.0
"""What chats, trackers, archives of lists, pages of PDF, terminals, shells and provisioning make of a text that is pasted."""

import html
import json
import random
import re
import textwrap

from alteration import Alteration, Lines, around, clocked, cut_hard, each, folded, many, numbered, one, whole
from alteration_lines import alternate, every, subst

WIDTH = 80


def trimmed_screen(width: int) -> Alteration:
    """As tmux copies what it wrapped: the blanks at the right edge are gone."""
    return many(lambda line: [part.rstrip() for part in cut_hard(line, width)])


def padded_screen(width: int) -> Alteration:
    """As screen's hardcopy has it: blanks up to the right edge."""
    return many(lambda line: [f"{part:<{width}}" for part in cut_hard(line, width)])


def fold_s(line: str, width: int = WIDTH) -> Lines:
    """As fold -s has it: the blank stays at the end."""
    out = []
    while len(line) > width and (at := line.rfind(" ", 0, width)) > 0:
        out.append(line[: at + 1])
        line = line[at + 1 :]
    return [*out, line]


def show_break(line: str, sign: str) -> Lines:
    """A sign of the editor's before what goes on."""
    first, *others = cut_hard(line, WIDTH)
    return [first, *(sign + part for part in others)]


def by_words(n: int) -> Alteration:
    """As xargs -n has it."""

    def change(lines: Lines) -> bytes:
        words = " ".join(lines).split()
        return "".join(f"{' '.join(words[i : i + n])}\n" for i in range(0, len(words), n)).encode()

    return change


def in_two_columns(lines: Lines) -> bytes:
    """As pr -2 has it."""
    middle = (len(lines) + 1) // 2
    pairs = zip(lines[:middle], [*lines[middle:], ""], strict=False)
    return "".join(f"{left[:70]:<72}{right[:70]}\n" for left, right in pairs).encode()


def justified_page(lines: Lines) -> bytes:
    """As a reader of PDF copies a page: one blank between words, lines broken behind hyphens and blanks, pages numbered."""
    out: Lines = []
    for n, line in enumerate(lines):
        if n % 30 == 0:
            out += [f"{n // 30 + 12}", "CHAPTER 3. MEMORY RECLAIM"]
        out += textwrap.wrap(" ".join(line.split()), 88)
    return "".join(f"{line}\n" for line in out).encode()


def ansible_debug(lines: Lines) -> bytes:
    """As a playbook shows stdout_lines."""
    head = ["TASK [debug] " + "*" * 60, "ok: [host1] => {", '    "out.stdout_lines": [']
    rows = [f"        {json.dumps(line)}{',' if n < len(lines) - 1 else ''}" for n, line in enumerate(lines)]
    return "".join(f"{line}\n" for line in [*head, *rows, "    ]", "}"]).encode()


def mailman(lines: Lines) -> bytes:
    """As an archive of a list has a mail."""
    head = ["From ann at example.org  Sun Apr 26 20:09:09 2026", "From: ann at example.org (Ann Example)"]
    head += [
        "Date: Sun, 26 Apr 2026 20:09:09 +0200",
        "Subject: [linux-mm] kswapd at 100%",
        "Message-ID: <1@x>",
        "",
    ]
    tail = [
        "",
        "-------------- next part --------------",
        "A non-text attachment was scrubbed...",
        "Size: 842 bytes",
    ]
    return "".join(f"{line}\n" for line in [*head, *lines, *tail]).encode()


def teams(lines: Lines) -> bytes:
    """As Teams copies a message: an empty line behind each, no-break spaces for runs of blanks."""
    rows = "".join(line.replace("  ", "\xa0 ") + "\n\n" for line in lines)
    return f"[20:09] Ann Example\n\n{rows}has context menu\n".encode()


def review(lines: Lines) -> bytes:
    """A quoted reply with a fence in it, and an answer between."""
    rows = ["> ```", *(f"> {line}" for line in lines[:20]), "> ```", "", "order=3 there, hm.", ""]
    rows += ["> ```", *(f"> {line}" for line in lines[20:]), "> ```"]
    return "".join(f"{line}\n" for line in ["@ann wrote:", *rows]).encode()


def human_dmesg(lines: Lines) -> bytes:
    """As dmesg -H has it: a date, then what has passed."""
    return "".join(
        f"{'[Apr26 20:09]' if n % 9 == 0 else f'[  +0.{n * 7919 % 1000000:06}]'} {line}\n"
        for n, line in enumerate(lines)
    ).encode()


def interrupted(lines: Lines) -> bytes:
    """A message of the kernel in the middle of a line, as a serial console has it."""
    at = len(lines) // 2
    half = len(lines[at]) // 2
    torn = f"{lines[at][:half]}[  812.301144] usb 1-1: reset high-speed USB device\n{lines[at][half:]}"
    return "".join(f"{torn if n == at else line}\n" for n, line in enumerate(lines)).encode()


def spreadsheet(line: str) -> str:
    """Cells, without the zeros that a number begins with."""
    cells = [re.sub(r"^0+(?=\d)", "", word) for word in line.split()]
    return "\t".join(cells)


def highlighted(line: str) -> str:
    """As a page colours code."""
    return re.sub(r"(\d+)", r'<span class="mi">\1</span>', html.escape(line))


def shifted(columns: int) -> Alteration:
    """As less -S shows what stands further right."""
    return each(lambda line: line[columns:])


def reordered(lines: Lines, key: int) -> Lines:
    """As sort -k has it."""
    return sorted(lines, key=lambda line: " ".join(line.split()[key:]))


def scattered(lines: Lines) -> bytes:
    """Words of others between the lines, as people write them."""
    order, said = random.Random(5), ("so here it wakes up:", "nid=0 again", "and then", "order=3, why?", "--")
    return "".join(
        f"{order.choice(said)}\n{line}\n" if order.random() < 0.2 else f"{line}\n" for line in lines
    ).encode()


# Nothing is lost.
PASTED: dict[str, Alteration] = {
    "kubectl-times": clocked("[pod/tracer-5d9f/tracer] 2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}Z "),
    "dmesg-iso": clocked("2026-04-26T{h:02}:{m:02}:{s:02},{us:06}+02:00 "),
    "journal-host-dashes": clocked("Apr 26 {h:02}:{m:02}:{s:02} web-17.example.org kernel: "),
    "quote-marks-tight": each(lambda line: f">{line}"),
    "html-highlight": each(highlighted),
    "html-nbsp": each(lambda line: html.escape(line).replace(" ", "&nbsp;") + "<br/>"),
    "typescript-title": around(b"\x1b]0;root@host: ~\x07", b"", b""),
    "zgrep": each(lambda line: f"trace.txt.gz:{line}"),
}
# And these may come out as they are, as a part that is counted, or be refused.
RETOLD: dict[str, Alteration] = {
    "teams": teams,
    "mailman": mailman,
    "boot-lines": around(b"-- Boot 3f2a1bc4d5e6 --\n", b"", b""),
    "jira-mono": each(lambda line: "{{" + line + "}}"),
    "review": review,
    "dmesg-human": human_dmesg,
    "tmux-80": trimmed_screen(80),
    "tmux-100": trimmed_screen(100),
    "tmux-119": trimmed_screen(119),
    "hardcopy-80": padded_screen(80),
    "hardcopy-132": padded_screen(132),
    "fold-s": many(fold_s),
    "fold-s-120": many(lambda line: fold_s(line, 120)),
    "show-break": many(lambda line: show_break(line, "\u21aa ")),
    "show-break-plus": many(lambda line: show_break(line, "+++")),
    "xargs-10": by_words(10),
    "xargs-7": by_words(7),
    "pr-2": in_two_columns,
    "pdf-copy": justified_page,
    "ansible-debug": ansible_debug,
    "interrupted": interrupted,
    "spreadsheet": each(spreadsheet),
    "less-shift-8": shifted(8),
    "less-shift-40": shifted(40),
    "head-c-997": whole(lambda text: text[:997]),
    "head-c-2049": whole(lambda text: text[:2049]),
    "tail-c-997": whole(lambda text: text[-997:]),
    "tail-c-2049": whole(lambda text: text[-2049:]),
    "sort-k3": lambda lines: "".join(f"{line}\n" for line in reordered(lines, 2)).encode(),
    "sort-k5": lambda lines: "".join(f"{line}\n" for line in reordered(lines, 4)).encode(),
    "grep-c-apart": every(9, lambda n: "--"),
    "grep-b": lambda lines: "".join(
        f"{sum(len(x) + 1 for x in lines[:n])}:{line}\n" for n, line in enumerate(lines)
    ).encode(),
    "colons-blank": each(lambda line: line.replace(":", " ")),
    "cut-d-colon": each(lambda line: line.partition(":")[2]),
    "cut-f5": each(lambda line: " ".join(line.split(" ")[4:])),
    "cut-f12": each(lambda line: " ".join(line.split(" ")[11:])),
    "awk-blank-1": each(lambda line: re.sub(r"\S+", "", line, count=1)),
    "table-escaped": each(lambda line: "| " + line.replace("|", "\\|") + " |"),
    "entities-twice": each(lambda line: html.escape(html.escape(line))),
    "cut-middle-1252": lambda lines: b"".join(
        (line if len(line) < 90 else line[:40] + "\x85" + line[-40:]).encode("latin-1", "replace") + b"\n"
        for line in lines
    ),
    "cut-middle-brackets": each(lambda line: line if len(line) < 90 else line[:40] + "[...]" + line[-40:]),
    "cut-middle-blank": each(lambda line: line if len(line) < 90 else line[:40] + " ... " + line[-40:]),
    "autocorrect": each(lambda line: line.replace("  ", ". ")),
    "autocorrect-i": each(lambda line: re.sub(r"\bi\b", "I", line[:1].upper() + line[1:])),
    "blob-data": lambda lines: "".join(
        f"Apr 26 20:09:{n:02} host trace[412]: {f'[{len(line)}B blob data]' if n % 11 == 5 else line}\n"
        for n, line in enumerate(lines)
    ).encode(),
    "suppressed": every(13, lambda n: "trace.service: Suppressed 12 messages from trace.service"),
    "two-pods": alternate("[pod/a-1/t] ", "[pod/b-2/t] "),
    "launchpad": around(b"Ann Example (ann) wrote on 2026-04-26: \t#12\n", b"", b"Read more...\n"),
    "ftrace-dump": lambda lines: "".join(
        f"[   12.{n:06}] {line}\n"
        for n, line in enumerate(["Dumping ftrace buffer:", "-" * 33, *lines, "-" * 33])
    ).encode(),
    "scattered": scattered,
    "links": subst(r"(\d+\.\d{6})", r'<a href="tel:\1">\1</a>'),
    "numbers-glued-bar": numbered("{}|"),
    "one-interleaved": one(lambda line: line[: len(line) // 2] + line + line[len(line) // 2 :]),
    "one-again-glued": one(lambda line: line + line),
    "paragraphs": lambda lines: "".join(
        " ".join(lines[i : i + 3]) + "\n\n" for i in range(0, len(lines), 3)
    ).encode(),
    "folded-132": many(lambda line: folded(line, 132)),
    "signed": around(
        b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n", b"", b"-----BEGIN PGP SIGNATURE-----\niQ\n"
    ),
    "dash-escaped": each(lambda line: f"- {line}" if line.startswith("-") else line),
    "reply-indent": each(lambda line: f"  | {line}"),
}
# What is missing is in the text no more.
GONE = {
    *(name for name in RETOLD if name.startswith(("cut-", "head-c", "tail-c", "less-shift"))),
    "pr-2",
    "awk-blank-1",
}
# As alteration, alteration_lines and alteration_screens say.
CASED = {"autocorrect-i"}
NAMELESS = {"xargs-10", "xargs-7", "pdf-copy", "brackets-eaten", "ocr-l"}
TORN = {"tmux-80", "tmux-100", "tmux-119", "hardcopy-80", "hardcopy-132", "show-break", "show-break-plus"}
# A number before a line without a task may be one's.
OF_TASKS = {"uniq-counted"}
HEADLESS = {
    *("less-shift-8", "less-shift-40", "cut-d-colon", "cut-f5", "cut-f12", "awk-blank-1"),
    *("tail-c-997", "tail-c-2049"),
}
# Not tried on scripts: as alteration_screens says.
OF_THE_KERNEL = {
    *(
        name
        for name in RETOLD
        if name.startswith(("cut-", "less-shift", "xargs", "one-", "sort-", "autocorrect"))
    ),
    *("tmux-80", "tmux-100", "tmux-119", "hardcopy-80", "hardcopy-132", "fold-s", "fold-s-120", "folded-132"),
    *("show-break", "show-break-plus", "pr-2", "pdf-copy", "spreadsheet", "colons-blank", "awk-blank-1"),
    *(
        "mailman",
        "review",
        "interrupted",
        "scattered",
        "paragraphs",
        "links",
        "tail-c-997",
        "tail-c-2049",
        "suppressed",
    ),
}
OF_MARKERS = {
    *(name for name in RETOLD if name.startswith(("cut-", "autocorrect", "fold", "xargs"))),
    *("pdf-copy", "pr-2", "entities-twice"),
}
