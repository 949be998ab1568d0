# SPDX-License-Identifier: Apache-2.0
"""More of what a text goes through: logs of programs, editors, chats, spreadsheets, redaction, a screen that ends."""

import base64
import html
import json
import re
import textwrap
from collections.abc import Callable

from alteration import (
    Alteration,
    Lines,
    around,
    clocked,
    coloured,
    cut_hard,
    each,
    folded,
    many,
    numbered,
    one,
    whole,
)


def ending(parts: Lines, sign: str) -> Lines:
    """A sign behind all but the last."""
    return [*(part + sign for part in parts[:-1]), *parts[-1:]]


def every(n: int, extra: Callable[[int], str]) -> Alteration:
    """A line of its own before every n-th."""
    return lambda lines: "".join(
        (extra(i) + "\n" if i % n == 0 else "") + line + "\n" for i, line in enumerate(lines)
    ).encode()


def subst(pattern: str, to: str | Callable[[re.Match[str]], str]) -> Alteration:
    """Of every line, wherever it fits."""
    return each(lambda line: re.sub(pattern, to, line))


def table(signs: str, others: str) -> Alteration:
    """Signs for others."""
    return each(lambda line: line.translate(str.maketrans(signs, others)))


def grouped(sign: str) -> Alteration:
    """Three digits at a time."""

    def group(number: re.Match[str]) -> str:
        digits = number.group()
        return digits if digits.startswith("0") else f"{int(digits):,}".replace(",", sign)

    return each(lambda line: re.sub(r"(?<![\w.])\d+(?![\w.])", group, line))


def padded(n: int) -> Alteration:
    """Blanks up to a column."""
    return each(lambda line: f"{line:<{n}}")


def human(m: re.Match[str]) -> str:
    """Thousands as K."""
    n = int(m.group(1))
    return f"={n / 1000:.1f}K" if n >= 1000 else m.group()


def columns_t(lines: Lines) -> bytes:
    """As column -t has it."""
    rows = [line.split() for line in lines]
    width = [max((len(r[i]) for r in rows if i < len(r)), default=0) for i in range(max(map(len, rows)))]
    return "".join(
        "  ".join(f"{w:<{width[i]}}" for i, w in enumerate(r)).rstrip() + "\n" for r in rows
    ).encode()


def glued(lines: Lines) -> bytes:
    """The end of one line is missing."""
    at = len(lines) // 2
    return "".join(f"{line}{'' if i == at else chr(10)}" for i, line in enumerate(lines)).encode()


def glued_blank(lines: Lines) -> bytes:
    """The end of one line became a blank."""
    at = len(lines) // 2
    return "".join(f"{line}{' ' if i == at else chr(10)}" for i, line in enumerate(lines)).encode()


def overstrike(line: str) -> str:
    """Bold, as nroff has it."""
    return re.sub(r"(kswapd|mm_\w+|block_\w+)", lambda m: "".join(f"{c}\b{c}" for c in m.group()), line)


def script(lines: Lines) -> bytes:
    """As script(1) keeps it."""
    return (
        'Script started on 2026-04-26 20:09:09+02:00 [TERM="xterm" TTY="/dev/pts/1" COLUMNS="200" LINES="50"]\n'
        "\x1b[?2004hroot@host:~# cat trace\r\n\x1b[?2004l\r"
        + "".join(f"{line}\r\n" for line in lines)
        + '\x1b[?2004hroot@host:~# exit\r\n\nScript done on 2026-04-26 20:09:19+02:00 [COMMAND_EXIT_CODE="0"]\n'
    ).encode()


def diff_twice(lines: Lines) -> bytes:
    """Each line taken out and put in again with another number."""
    out = ["--- a/trace.txt", "+++ b/trace.txt", "@@ -1,9 +1,9 @@"]
    out += ["-" + line for line in lines] + ["+" + line for line in lines]
    return "".join(f"{x}\n" for x in out).encode()


def side_by_side(lines: Lines) -> bytes:
    """As diff -y has it."""
    return "".join(f"{line[:60]:<60} | {line[:60]}\n" for line in lines).encode()


def verbose_journal(lines: Lines) -> bytes:
    """As journalctl -o verbose has it."""
    return "".join(
        f"Sun 2026-04-26 20:09:09.{i:06} CEST [s=abc;i={i};b=def]\n    _HOSTNAME=host\n    PRIORITY=6\n    MESSAGE={line}\n    _PID=412\n"
        for i, line in enumerate(lines)
    ).encode()


def export_journal(lines: Lines) -> bytes:
    """As journalctl -o export has it."""
    return "".join(
        f"__CURSOR=s=abc;i={i}\n__REALTIME_TIMESTAMP=17141400000{i:05}\n_HOSTNAME=host\nMESSAGE={line}\n_PID=412\n\n"
        for i, line in enumerate(lines)
    ).encode()


def json_pretty(lines: Lines) -> bytes:
    """As journalctl -o json-pretty has it."""
    return "".join(
        json.dumps({"_HOSTNAME": "host", "MESSAGE": line, "_PID": "412"}, indent=8) + "\n" for line in lines
    ).encode()


def halves(a: str, b: str) -> Alteration:
    """Another beginning for each half."""
    return lambda lines: "".join(
        f"{a if i < len(lines) // 2 else b}{line}\n" for i, line in enumerate(lines)
    ).encode()


def alternate(*forms: str) -> Alteration:
    """These beginnings in turn."""
    return lambda lines: "".join(f"{forms[i % len(forms)]}{line}\n" for i, line in enumerate(lines)).encode()


def relnumber(lines: Lines) -> bytes:
    """As vim counts from the line one is on."""
    mid = len(lines) // 2
    return "".join(f"{abs(i - mid) or i + 1:>3} {line}\n" for i, line in enumerate(lines)).encode()


def github(lines: Lines) -> bytes:
    """Numbers on lines of their own."""
    return "".join(f"{i + 1}\n{line}\n" for i, line in enumerate(lines)).encode()


def sci(number: re.Match[str]) -> str:
    """As a spreadsheet shows long numbers."""
    digits = number.group()
    return f"{float(digits):.5E}" if len(digits) >= 12 else digits


def block_twice(lines: Lines) -> bytes:
    """Pasted twice."""
    return "".join(f"{line}\n" for line in [*lines, *lines]).encode()


def overlap(lines: Lines) -> bytes:
    """Two parts that both have the third between them."""
    n = len(lines)
    return "".join(f"{line}\n" for line in [*lines[: n * 2 // 3], *lines[n // 3 :]]).encode()


def flowed(lines: Lines) -> bytes:
    """RFC 3676, format=flowed."""
    out = []
    for line in lines:
        if line.startswith((" ", ">", "From ")):
            line = " " + line
        parts = folded(line, 72)
        out += [p + " " for p in parts[:-1]] + parts[-1:]
    return "".join(f"{x}\n" for x in out).encode()


def snip(text: str) -> Alteration:
    """For a third of the lines this."""

    def change(lines: Lines) -> bytes:
        at = len(lines) // 3
        return "".join(f"{x}\n" for x in [*lines[:at], text, *lines[at + at :]]).encode()

    return change


def more(lines: Lines) -> bytes:
    """What more(1) writes between screens."""
    return "".join(
        f"{'--More--(12%)' + chr(13) + ' ' * 14 + chr(13) if i and i % 20 == 0 else ''}{line}\n"
        for i, line in enumerate(lines)
    ).encode()


def more_left(lines: Lines) -> bytes:
    """What copying left of it."""
    return "".join(
        f"{'--More--' if i and i % 20 == 0 else ''}{line}\n" for i, line in enumerate(lines)
    ).encode()


def swapped(pattern: str, to: str) -> Alteration:
    """Columns in another order."""
    return each(lambda line: re.sub(pattern, to, line, count=1))


def stripped_zeros(line: str) -> str:
    """As a spreadsheet shows times."""
    return re.sub(r"(\d+\.\d*?)0+:", r"\1:", line)


# Nothing is lost.
UNSEEN: dict[str, Alteration] = {
    "zero-width": each(lambda l: "\u200b" + l),
    "zero-width-behind": each(lambda l: l + "\u200b"),
    "left-to-right": each(lambda l: "\u200e" + l),
    "isolates": each(lambda l: "\u2068" + l + "\u2069"),
    "bom-each": each(lambda l: "\ufeff" + l),
    "kubectl": each(lambda l: "[pod/tracer-5d9f/tracer] " + l),
    "short-precise": clocked("Apr 26 {h:02}:{m:02}:{s:02}.{us:06} host trace[412]: "),
    "github-actions": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}1Z "),
    "jenkins-iso": clocked("[2026-04-26T{h:02}:{m:02}:{s:02}.123Z] "),
    "python-log": clocked("2026-04-26 {h:02}:{m:02}:{s:02},123 INFO tracer: "),
    "winston": each(lambda l: "info: " + l),
    "irc": clocked("[{h:02}:{m:02}] <ann> "),
    "chat": each(lambda l: "ann: " + l),
    "vim": numbered("{:4} "),
    "less-N": numbered("{:7} "),
    "pastebin": numbered("{:5}.  "),
    "diff-normal": each(lambda l: "< " + l),
    "initials": each(lambda l: "AE> " + l),
    "bbcode": around(b"[code]\n", b"", b"[/code]\n"),
    "jira-code": around(b"{code:none}\n", b"", b"{code}\n"),
    "nowiki": around(b"<nowiki>\n", b" ", b"</nowiki>\n"),
    "cdata": around(b"<log><![CDATA[\n", b"", b"]]></log>\n"),
    "padded": padded(160),
    "padded-crlf": each(lambda l: f"{l:<160}\r"),
    "em-blanks": each(lambda l: l.replace(" ", "\u2003")),
    "narrow-blanks": each(lambda l: l.replace(" ", "\u202f")),
    "wide-blanks": each(lambda l: l.replace(" ", "\u3000")),
    "nbsp-all": each(lambda l: l.replace(" ", "\xa0")),
    "bracketed-paste": around(b"\x1b[200~", b"", b"\x1b[201~\n"),
    "hyperlinks": each(
        lambda l: re.sub(r"(mm_\w+|block_\w+)", "\x1b]8;;http://x/\x1b\\\\\\1\x1b]8;;\x1b\\\\", l)
    ),
    "watch": around(b"Every 2.0s: cat trace          host: Sun Apr 26 20:09:09 2026\n\n", b"", b""),
    "prompt": around(b"root@host:~# cat /sys/kernel/tracing/trace\n", b"", b"root@host:~# \n"),
    "prompt-glued": whole(
        lambda t: b"root@host:~# cat /sys/kernel/tracing/trace\n" + t + b"root@host:~# exit\nlogout\n"
    ),
    "head-headers": around(b"==> trace.txt <==\n", b"", b""),
    "less-end": around(b"", b"", b"(END)\n"),
    "less-tildes": around(b"", b"", b"~\n~\n~\n"),
    "signature": around(b"", b"", b"-- \nAnn Example\nKernel team\n"),
    "record-separator": each(lambda l: "\x1e" + l),
    "escaped-unicode": each(
        lambda l: (
            json.dumps("".join(l)).replace("<", "\\u003c").replace(">", "\\u003e").replace("=", "\\u003d")
        )
    ),
}
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
HANDED_ON: dict[str, Alteration] = {
    "stern": each(lambda l: "tracer-5d9f tracer " + l),
    "short-unix": clocked("17141400{m:02}.{us:06} host trace[412]: "),
    "short-full": clocked("Sun 2026-04-26 {h:02}:{m:02}:{s:02} CEST host trace[412]: "),
    "short-delta": clocked("[ 1234.{us:06} <    0.000123 >] host trace[412]: "),
    "dmesg-x": clocked("kern  :info  : [ 1234.{us:06}] "),
    "dmesg-caller": clocked("[ 1234.{us:06}][  T412] "),
    "dmesg-delta": clocked("[ 1234.{us:06} <    0.000123>] "),
    "jenkins": clocked("{h:02}:{m:02}:{s:02}  "),
    "heroku": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}+00:00 app[web.1]: "),
    "klog": clocked("I0426 {h:02}:{m:02}:{s:02}.{us:06}     412 tracer.go:12] "),
    "log4j": clocked("2026-04-26 {h:02}:{m:02}:{s:02},123 [main] INFO  com.example.Tracer - "),
    "python-root": each(lambda l: "INFO:root:" + l),
    "env-logger": clocked("[2026-04-26T{h:02}:{m:02}:{s:02}Z INFO  tracer] "),
    "zap": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.123+0200\tINFO\ttracer/main.go:12\t"),
    "logcat-brief": each(lambda l: "I/tracer  (  412): " + l),
    "irc-seconds": clocked("{h:02}:{m:02}:{s:02} <ann> "),
    "whatsapp": clocked("[26.04.26, {h:02}:{m:02}:{s:02}] Ann: "),
    "bat": numbered("{:4} \u2502 "),
    "rg-column": numbered("{}:5:"),
    "php-array": numbered("  {} => '"),
    "shell-echo": each(lambda l: "echo '" + l + "'"),
    "csv-quoted": each(lambda l: '"' + l.replace('"', '""') + '"'),
    "numeric-entities": each(
        lambda l: (
            l.replace("&", "&#38;")
            .replace("<", "&#60;")
            .replace(">", "&#62;")
            .replace("=", "&#61;")
            .replace("[", "&#91;")
        )
    ),
    "named-entities": each(
        lambda l: html.escape(l).replace("=", "&equals;").replace(":", "&colon;").replace("_", "&lowbar;")
    ),
    "overstrike": each(overstrike),
    "erase-line": each(lambda l: "\x1b[2K\r" + l),
    "tee-time": clocked("{m:02}{s:02}.{us:06} "),
    "buildkite": clocked("\x1b_bk;t=17141400{us:06}\x07"),
    "caller-cpu": clocked("[ 1234.{us:06}][    C1] "),
    "logcli": clocked('2026-04-26T{h:02}:{m:02}:{s:02}Z {{app="tracer"}} '),
    "tai64n": clocked("@40000000662b9c0a{us:08} "),
    "epoch-ms": clocked("17141400{us:05} "),
    "percent-progress": each(lambda l: " 12%\r" + l),
    "verbose-journal": verbose_journal,
    "export-journal": export_journal,
    "json-pretty": json_pretty,
    "script": script,
    "soft-hyphens": each(lambda l: re.sub(r"(\w{5})(?=\w)", "\\1\u00ad", l)),
    "zero-width-inside": each(lambda l: l.replace("_", "_\u200b")),
    "zero-width-equals": each(lambda l: l.replace("=", "=\u200b")),
    "zero-width-digits": each(lambda l: re.sub(r"(\d)(\d{3})\b", "\\1\u200b\\2", l)),
    "word-joiner": each(lambda l: l.replace("=", "\u2060=")),
    "em-dash": each(lambda l: l.replace("-", "\u2014")),
    "en-dash-some": each(lambda l: re.sub(r"-(\d)", "\u2013\\1", l)),
    "stars-eaten": each(lambda l: l.replace("*", "")),
    "angle-eaten": each(lambda l: re.sub(r"<[^>]*>", "", l)),
    "brackets-eaten": each(lambda l: l.replace("[", "").replace("]", "")),
    "markdown-escapes": each(lambda l: re.sub(r"([_*\[\]<>])", r"\\\1", l)),
    "latex-escapes": each(
        lambda l: l.replace("_", "\\_").replace("#", "\\#").replace("%", "\\%").replace("&", "\\&")
    ),
    "capitalised": each(lambda l: re.sub(r"[a-z]", lambda m: m.group().upper(), l, count=1)),
    "thousands-value-blank": subst(r"=(\d)(\d{3})\b", r"=\1 \2"),
    "thousands-value-nbsp": subst(r"=(\d)(\d{3})\b", "=\\1\xa0\\2"),
    "one-thousand": one(lambda l: re.sub(r"=(\d+)(\d{3})\b", r"=\1 \2", l)),
    "digits-arabic": table("0123456789", "٠١٢٣٤٥٦٧٨٩"),
    "digits-devanagari": table("0123456789", "०१२३४५६७८९"),
    "digits-wide": table("0123456789", "０１２３４５６７８９"),
    "digits-mixed": each(
        lambda l: re.sub(
            r"=(\d)(\d+)",
            lambda m: (
                "=" + m.group(1) + m.group(2).translate(str.maketrans("0123456789", "０１２３４５６７８９"))
            ),
            l,
        )
    ),
    "wide-signs": table("=:[]-", "＝：［］－"),
    "wide-all": each(lambda l: "".join(chr(ord(c) + 0xFEE0) if 33 <= ord(c) < 127 else c for c in l)),
    "ocr-O": each(lambda l: l.replace("0", "O")),
    "ocr-l": each(lambda l: l.replace("1", "l")),
    "cyrillic": each(lambda l: l.replace("a", "а").replace("c", "с")),
    "csv": each(lambda l: re.sub(r" +", ",", l.strip())),
    "csv-semicolon": each(lambda l: re.sub(r" +", ";", l.strip())),
    "tsv": each(lambda l: re.sub(r" +", "\t", l.strip())),
    "scientific": each(lambda l: re.sub(r"(?<![\w.])\d+(?![\w.])", sci, l)),
    "zeros-dropped": each(lambda l: re.sub(r"\[0+(\d)", r"[\1", stripped_zeros(l))),
    "times-none-some": lambda lines: "".join(
        (re.sub(r"\d+\.\d{6}: ?", "", l) if i % 3 else l) + "\n" for i, l in enumerate(lines)
    ).encode(),
    "human": subst(r"=(\d{4,})\b", human),
    "units": subst(r"(nr_\w+=\d+)\b", r"\1 pages"),
    "seconds-unit": subst(r"(\d+\.\d{6}):", r"\1s:"),
    "quoted-values": subst(r"=(\w+)", r'="\1"'),
    "braced-values": subst(r"=(\w+)", r"={\1}"),
    "redact-x": subst(r"=(\d)\d+", r"=\1XX"),
    "redact-hash": subst(r"\d{3,}", "###"),
    "redact-word": subst(r"=(0x)?[0-9a-f]{6,}", "=[REDACTED]"),
    "redact-angle": subst(r"=(0x)?[0-9a-f]{6,}", "=<redacted>"),
    "redact-pid": subst(r"-\d+ ", "-XXXX "),
    "redact-empty": subst(r"=(0x)?[0-9a-f]{6,}", "="),
    "cut-middle": each(lambda l: l if len(l) < 90 else l[:40] + "…" + l[-40:]),
    "cut-middle-dots": each(lambda l: l if len(l) < 90 else l[:40] + "..." + l[-40:]),
    "hard-120": many(lambda l: cut_hard(l, 120)),
    "hard-64": many(lambda l: cut_hard(l, 64)),
    "folded-indent": many(lambda l: [("        " if i else "") + p for i, p in enumerate(folded(l, 72))]),
    "folded-backslash": many(lambda l: ending(folded(l, 72), " \\")),
    "folded-equals": many(lambda l: ending(folded(l, 70), " =")),
    "folded-blank-lines": many(lambda l: [*folded(l, 72), ""]),
    "folded-50": many(lambda l: folded(l, 50)),
    "folded-100": many(lambda l: folded(l, 100)),
    "flowed": flowed,
    "column-t": columns_t,
    "glued": glued,
    "glued-blank": glued_blank,
    "one-line": whole(lambda t: t.replace(b"\n", b" ") + b"\n"),
    "literal-newlines": whole(lambda t: t.replace(b"\n", b"\\n") + b"\n"),
    "literal-some": whole(lambda t: re.sub(rb"(\n[^\n]*)\n", rb"\1\\n", t)),
    "literal-tabs": each(lambda l: l.replace("\t", "\\t").replace("        ", "\\t")),
    "more": more,
    "more-left": more_left,
    "page-numbers": every(15, lambda i: f"- {i // 15 + 1} -"),
    "pr": every(
        20,
        lambda i: (
            f"\n\n2026-04-26 20:09                    trace.txt                    Page {i // 20 + 1}\n\n"
        ),
    ),
    "tail-headers": every(20, lambda i: f"\n==> trace{i // 20}.txt <=="),
    "chat-heads": every(12, lambda i: f"Ann Example  8:{i % 60:02} PM"),
    "telegram-heads": every(12, lambda i: f"Ann, [26.04.26 20:{i % 60:02}]"),
    "diff-twice": diff_twice,
    "conflict": snip("<<<<<<< HEAD"),
    "snip": snip("[...]"),
    "snip-words": snip("<snip>"),
    "elided": snip("... 1234 lines omitted ..."),
    "side-by-side": side_by_side,
    "quotes-mixed": alternate("> ", ">> "),
    "quotes-half": halves("> ", ""),
    "quotes-some": alternate("", "", "", "> "),
    "nested-prefix-half": halves("[host] ", ""),
    "two-hosts-halves": halves("host1: ", "host2: "),
    "numbers-wide": numbered("{:08} "),
    "numbers-bracket": numbered("[{}] "),
    "numbers-paren": numbered("({}) "),
    "numbers-hash": numbered("#{} "),
    "numbers-L": numbered("L{} "),
    "numbers-bar": numbered("{}| "),
    "relative-numbers": relnumber,
    "ann-lines": every(1, lambda i: f"Ann 20:09:{i % 60:02}"),
    "ts-i": clocked("00:00:{s:02} "),
    "ts-s": numbered("{:.6f} "),
    "ts-epoch": clocked("17141400{m:02} "),
    "ts-rewritten": each(lambda l: re.sub(r"\d+\.\d{6}:", "00:00:01.123456:", l)),
    "time-first": swapped(r"^(.*?)(\d+\.\d{6}:) ", r"\2 \1 "),
    "cpu-first": swapped(r"^(.*?)(\[\d{3}\]) ", r"\2 \1 "),
    "cpu-last": swapped(r"^(.*?)(\[\d{3}\]) (.*)$", r"\1 \3 \2"),
    "task-last": swapped(r"^ {0,15}(\S.*?-\d+) +(.*)$", r"\2 \1"),
    "pid-first": swapped(r"^( *)(\S.*?)-(\d+) ", r"\1\3-\2 "),
    "pid-blank": swapped(r"^( *\S.*?)-(\d+) ", r"\1 \2 "),
    "pid-brackets": swapped(r"^( *\S.*?)-(\d+) ", r"\1[\2] "),
    "pid-colon": swapped(r"^( *\S.*?)-(\d+) ", r"\1:\2 "),
    "no-hyphen": swapped(r"^( *\S.*?)-(\d+) ", r"\1\2 "),
    "no-colons": each(lambda l: l.replace(":", "")),
    "cpu-bare": subst(r"\[(\d{3})\]", r"\1"),
    "cpu-word": subst(r"\[(\d{3})\]", r"CPU\1"),
    "block-twice": block_twice,
    "overlap": overlap,
    "url": each(
        lambda l: re.sub(
            r"[^\w.-]", lambda m: f"%{ord(m.group()):02X}" if ord(m.group()) < 128 else m.group(), l
        )
    ),
    "url-plus": each(lambda l: l.replace(" ", "+")),
    "base64": whole(lambda t: base64.encodebytes(t)),
    "hexdump": whole(
        lambda t: "".join(
            f"{i:08x}  {t[i : i + 16].hex(' ')}  |{''.join(chr(b) if 32 <= b < 127 else '.' for b in t[i : i + 16])}|\n"
            for i in range(0, len(t), 16)
        ).encode()
    ),
    "utf-16": whole(lambda t: t.decode().encode("utf-16")),
    "utf-16-bare": whole(lambda t: t.decode().encode("utf-16-le")),
    "utf-32": whole(lambda t: t.decode().encode("utf-32")),
    "latin-nbsp": whole(lambda t: t.replace(b"  ", b"\xa0 ")),
    "mojibake-nbsp": each(lambda l: l.replace("  ", "Â\xa0 ")),
    "mojibake-bom": whole(lambda t: "ï»¿".encode() + t),
    "colours-no-escape": each(lambda l: "[32m" + l + "[0m"),
    "colours-no-escape-inside": each(lambda l: coloured(l).replace("\x1b", "")),
    "colours-caret": each(lambda l: "^[[32m" + l + "^[[0m"),
    "colours-literal": each(lambda l: "\\033[32m" + l + "\\033[0m"),
    "colours-literal-inside": each(lambda l: coloured(l).replace("\x1b", "\\x1b")),
    "colours-unicode": each(lambda l: coloured(l).replace("\x1b", "\ufffd")),
    "colours-symbol": each(lambda l: coloured(l).replace("\x1b", "␛")),
    "replacement": one(lambda l: re.sub(r"(\d)(\d+)$", "\\1\ufffd", l)),
    "replacement-all": subst(r"=(\d)\d", "=\\1\ufffd"),
    "question-marks": subst(r"=(\d)\d", "=\\1?"),
    "highlight-marks": subst(r"(mm_\w+|block_\w+)", r"**\1**"),
    "highlight-html": each(lambda l: re.sub(r"(mm_\w+|block_\w+)", r"<mark>\1</mark>", l)),
    "highlight-em": each(lambda l: re.sub(r"(\d+)$", r"<b>\1</b>", l)),
    "one-highlight": one(lambda l: re.sub(r"(\d+)$", r"**\1**", l)),
    "one-question": one(lambda l: l + " ??"),
    "one-bang": one(lambda l: l + "!!!"),
    "one-quote": one(lambda l: '"' + l + '"'),
    "one-superscript": one(lambda l: l + "\u00b9"),
    "one-emoji": one(lambda l: l + " 👈"),
    "one-before": one(lambda l: "=> " + l),
    "one-before-star": one(lambda l: "*" + l),
    "one-before-arrow": one(lambda l: "-->" + l),
    "one-before-name": one(lambda l: "this: " + l.lstrip()),
    "one-before-number": one(lambda l: "(1) " + l.lstrip()),
    "one-typo": one(lambda l: re.sub(r"=(\d)", r"=\1w", l, count=1)),
    "one-tab": one(lambda l: l + "\t1"),
    "one-percent": one(lambda l: re.sub(r"(\d+)$", r"\1%", l)),
    "one-unit": one(lambda l: re.sub(r"(\d+)$", r"\1ms", l)),
    "one-approx": one(lambda l: re.sub(r"=(\d+)$", r"=~\1", l)),
    "one-plus": one(lambda l: re.sub(r"=(\d+)$", r"=\1+", l)),
    "one-range": one(lambda l: re.sub(r"=(\d+)$", r"=\1-9999", l)),
    "repeated": one(lambda l: l + "\nlast message repeated 3 times"),
    "sql": each(lambda l: "INSERT INTO t VALUES ('" + l + "');"),
    "fmt": lambda lines: ("\n".join(textwrap.wrap(" ".join(lines), 160)) + "\n").encode(),
    "uniq-counted": each(lambda l: f"      {1 + len(l) % 3} {l}"),
    "awk-cols": each(lambda l: " ".join(l.split()[:6])),
    "cut-d": each(lambda l: " ".join(l.split(" ")[:-1])),
    "grep-o": each(lambda line: re.sub(r"^.*?((mm|block)_)", r"\1", line)),
    "thousands-comma": grouped(","),
    "thousands-point": grouped("."),
    "thousands-blank": grouped(" "),
    "thousands-nbsp": grouped("\xa0"),
    "thousands-narrow": grouped("\u202f"),
    "thousands-thin": grouped("\u2009"),
    "thousands-quote": grouped("'"),
    "thousands-line": grouped("_"),
    "digits-values": each(lambda line: re.sub(r"=(\d+)", lambda m: "=" + m.group(1).translate(ARABIC), line)),
    "ocr-values": subst(r"=(\d*)0", r"=\1O"),
    "units-glued": subst(r"=(\d+)\b(?![,:.x])", r"=\1kB"),
    "redact-stars": subst(r"=\d+", "=***"),
    "highlight-star-value": each(lambda line: re.sub(r"(=)(\d+)", r"\1*\2*", line)),
}
# What a script prints is its own, and nobody can know what it was: these are tried on lines of the kernel alone.
OF_THE_KERNEL = {
    "dmesg-caller",
    "colours-symbol",
    "colours-unicode",
    "short-unix",
    "irc-seconds",
    "numeric-entities",
    "named-entities",
    "overstrike",
    "tee-time",
    "epoch-ms",
    "brackets-eaten",
    "thousands-value-blank",
    "thousands-value-nbsp",
    "digits-arabic",
    "digits-devanagari",
    "digits-wide",
    "digits-mixed",
    "wide-signs",
    "ocr-O",
    "ocr-l",
    "cyrillic",
    "tsv",
    "human",
    "quoted-values",
    "braced-values",
    "redact-x",
    "redact-hash",
    "redact-word",
    "redact-angle",
    "cut-middle",
    "cut-middle-dots",
    "folded-50",
    "column-t",
    "literal-some",
    "more",
    "page-numbers",
    "pr",
    "tail-headers",
    "chat-heads",
    "telegram-heads",
    "nested-prefix-half",
    "ann-lines",
    "ts-s",
    "ts-epoch",
    "no-colons",
    "latin-nbsp",
    "mojibake-nbsp",
    "replacement-all",
    "question-marks",
    "highlight-em",
    "one-superscript",
    "one-before-name",
    "one-typo",
    "one-tab",
    "one-unit",
    "one-range",
    "repeated",
    "fmt",
    "awk-cols",
    "cut-d",
    "no-hyphen",
}
# The text of a marker is altered, too, and is nobody's value.
OF_MARKERS = {
    "thousands-comma",
    "thousands-point",
    "thousands-blank",
    "thousands-nbsp",
    "thousands-narrow",
    "thousands-thin",
    "thousands-quote",
    "thousands-line",
    "digits-values",
    "ocr-values",
    "units-glued",
    "redact-stars",
    "highlight-star-value",
}
# Lines stand there twice.
DOUBLE = {"block-twice", "overlap", "diff-twice"}
# What is missing is in the text no more.
GONE_TOO = {
    "cut-d",
    "awk-cols",
    "grep-o",
    "snip",
    "snip-words",
    "elided",
    "conflict",
    "times-none-some",
    "redact-empty",
}
CASED_TOO = {"capitalised"}
