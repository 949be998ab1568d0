# SPDX-License-Identifier: Apache-2.0
"""What screens, copies of them, log shippers, spreadsheets and filters make of a text."""

import csv
import html
import io
import json
import random
import re
from collections.abc import Callable

from alteration import Alteration, Lines, around, clocked, each, folded, many, numbered, one, whole
from alteration_lines import alternate, every, subst, table


def stripped(change: Callable[[int, str], str]) -> Alteration:
    """Of the number and the text of every line, whose blanks at the beginning are gone."""
    return lambda lines: "".join(f"{change(n + 1, line.lstrip())}\n" for n, line in enumerate(lines)).encode()


def indexed(change: Callable[[int, str], str]) -> Alteration:
    """Of the number and the text of every line."""
    return lambda lines: "".join(f"{change(n + 1, line)}\n" for n, line in enumerate(lines)).encode()


def kept(choose: Callable[[Lines], Lines]) -> Alteration:
    """Some of the lines, or in another order."""
    return lambda lines: "".join(f"{line}\n" for line in choose(lines)).encode()


def cut_at(column: int) -> Alteration:
    """No line is longer, and nothing says so."""
    return each(lambda line: line[:column])


def cut_at_byte(n: int) -> Alteration:
    """As cut -c does it, which counts bytes."""
    return lambda lines: b"".join(line.encode()[:n] + b"\n" for line in lines)


def sed_l(line: str) -> Lines:
    """As sed -n l has it: escapes, `$` at the end, `\\` where the line goes on."""
    out, row = [], ""
    for byte in line.encode():
        sign = chr(byte)
        sign = (
            {"\\": "\\\\", "\t": "\\t"}.get(sign, sign)
            if 32 <= byte < 127 or sign == "\t"
            else f"\\{byte:03o}"
        )
        if len(row) + len(sign) > 69:
            out.append(row + "\\")
            row = ""
        row += sign
    return [*out, row + "$"]


def csv_of(*columns: Callable[[int, str], str], head: str = "") -> Alteration:
    """As a spreadsheet or a log server exports it."""

    def change(lines: Lines) -> bytes:
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        for n, line in enumerate(lines):
            rows.writerow([column(n, line) for column in columns])
        return (head + out.getvalue()).encode()

    return change


def the_line(n: int, line: str) -> str:
    """The column of the text itself."""
    return line


def day_time(n: int, line: str) -> str:
    """As Kibana writes it."""
    return f"Apr 26, 2026 @ 20:{n // 60:02}:{n % 60:02}.123"


def iso_time(n: int, line: str) -> str:
    """As Splunk writes it."""
    return f"2026-04-26T20:{n // 60:02}:{n % 60:02}.123+0200"


def objects(make: Callable[[int, str], object]) -> Alteration:
    """An object of JSON for every line."""
    return indexed(lambda n, line: json.dumps(make(n, line)))


def document(make: Callable[[Lines], object], indent: int | None = None) -> Alteration:
    """One document of JSON around all of them."""
    return lambda lines: (json.dumps(make(lines), indent=indent) + "\n").encode()


def paired(sign: str) -> Alteration:
    """Two lines in one, as paste has them."""
    return lambda lines: "".join(f"{sign.join(lines[i : i + 2])}\n" for i in range(0, len(lines), 2)).encode()


def half(line: str) -> str:
    """The first of it, up to a blank."""
    return line[: line.rfind(" ", 0, len(line) // 2)] if " " in line[: len(line) // 2].strip() else line


def column_gone(n: int) -> Alteration:
    """As awk has it: the others have a blank between them."""
    return each(lambda line: " ".join(w for i, w in enumerate(line.split()) if i != n))


def lakh(number: re.Match[str]) -> str:
    """Grouped as in India."""
    digits, head = number.group(1), ""
    if len(digits) <= 3 or digits.startswith("0"):
        return number.group()
    digits, tail = digits[:-3], digits[-3:]
    while len(digits) > 2:
        digits, head = digits[:-2], f"{digits[-2:]},{head}"
    return f"={digits},{head}{tail}"


def shuffled(lines: Lines) -> Lines:
    """By chance."""
    out = list(lines)
    random.Random(3).shuffle(out)
    return out


def redrawn(lines: Lines) -> bytes:
    """A screen of 24 lines, each time with what was on it before."""
    screens = [lines[max(0, at - 4) : at + 20] for at in range(0, len(lines), 20)]
    return "".join(f"{line}\n" for screen in screens for line in screen).encode()


def justified(line: str) -> str:
    """Blanks between words doubled here and there, as in set type."""
    order = random.Random(len(line))
    return re.sub(r"(?<=\S) (?=\S)", lambda m: " " * order.choice((1, 1, 2, 3)), line)


def underlined(line: str) -> str:
    """A combining sign behind every letter."""
    return "".join(c + ("\u0332" if c.isalnum() else "") for c in line)


def monospaced(line: str) -> str:
    """Letters and digits of mathematics."""
    return "".join(
        chr(0x1D670 + ord(c) - 65)
        if "A" <= c <= "Z"
        else chr(0x1D68A + ord(c) - 97)
        if "a" <= c <= "z"
        else chr(0x1D7F6 + ord(c) - 48)
        if "0" <= c <= "9"
        else c
        for c in line
    )


def asciinema(lines: Lines) -> bytes:
    """A recording of a terminal."""
    out = [json.dumps({"version": 2, "width": 200, "height": 50})]
    out += [json.dumps([n / 8, "o", line + "\r\n"]) for n, line in enumerate(lines)]
    return "".join(f"{line}\n" for line in out).encode()


def bat(lines: Lines) -> bytes:
    """With its frame."""
    rule = "\u2500" * 7
    head = [f"{rule}\u252c{rule * 10}", "       \u2502 File: trace.txt", f"{rule}\u253c{rule * 10}"]
    rows = [f"{n + 1:4}   \u2502 {line}" for n, line in enumerate(lines)]
    return "".join(f"{line}\n" for line in [*head, *rows, f"{rule}\u2534{rule * 10}"]).encode()


def pages(lines: Lines) -> bytes:
    """Of a PDF: a heading and a number on each."""
    out: Lines = []
    for page, at in enumerate(range(0, len(lines), 25)):
        out += [
            "Memory reclaim on our hosts, Ann Example, April 2026",
            *lines[at : at + 25],
            f"{page + 7}",
            "\x0c",
        ]
    return "".join(f"{line}\n" for line in out).encode()


ENGLISH = {
    "=": " equals ",
    "_": " underscore ",
    ":": " colon ",
    "-": " dash ",
    "[": " bracket ",
    "]": " bracket ",
}
STRUCK = "\u0336"
NUMBER = r"(?<==)(\d+)\b(?![,:.x])"

# Nothing is lost.
SCREENS: dict[str, Alteration] = {
    "arrow-numbers": numbered("{:>6}\u2192"),
    "bat-plain": numbered("{:4}   "),
    "find-windows": around(b"---------- TRACE.TXT\n", b"", b""),
    "findstr": numbered("{}:"),
    "powershell": each(lambda line: f"PS> {line}"),
    "crlf-some": indexed(lambda n, line: line + ("\r" if n % 3 else "")),
    "end-of-file": whole(lambda text: text + b"\x1a"),
    "putty": around(
        b"=~=~=~=~=~=~=~=~=~=~=~= PuTTY log 2026.04.26 20:09:09 =~=~=~=~=~=~=~=~=~=~=~=\n", b"", b""
    ),
    "papertrail": clocked("Apr 26 {h:02}:{m:02}:{s:02} host trace: "),
    "rsyslog": clocked("<134>Apr 26 {h:02}:{m:02}:{s:02} host trace: "),
    "loki-json": objects(lambda n, line: {"labels": {"app": "tracer"}, "line": line, "timestamp": f"{n}"}),
    "gelf": objects(lambda n, line: {"host": "h", "short_message": line, "level": 6}),
    "google": objects(lambda n, line: {"textPayload": line, "severity": "INFO"}),
    "rust-debug": each(lambda line: json.dumps(line) + ","),
    "slack-quote": each(lambda line: "> " + html.escape(line, quote=False)),
    "details": around(b"<details><summary>trace</summary>\n\n```\n", b"", b"```\n\n</details>\n"),
    "confluence-storage": around(b"<ac:plain-text-body><![CDATA[\n", b"", b"]]></ac:plain-text-body>\n"),
    "asciidoc": around(b"----\n", b"", b"----\n"),
    "mediawiki": around(b"<pre>\n", b"", b"</pre>\n"),
    "junit": around(b"<system-out>\n", b"", b"</system-out>\n"),
    "two-bars": each(lambda line: f"\u2551 {line:<150} \u2551"),
    "pale-bar": each(lambda line: f"\u258f {line}"),
    "next-line": whole(lambda text: text.replace(b"\n", "\u0085\n".encode())),
    "thin-nbsp-run": each(lambda line: line.replace("  ", "\u2007\u2007")),
    "variation": each(lambda line: re.sub(r"(\d)(?=\d)", "\\1\ufe0e", line)),
    "invisible-times": each(lambda line: line.replace("=", "\u2062=")),
    "soft-hyphen-names": each(lambda line: line.replace("_", "_\u00ad")),
    "pilcrow": each(lambda line: line + "\u00b6"),
    "returns-shown": each(lambda line: line + "\u21b5"),
    "middle-dots": each(lambda line: line.replace(" ", "\u00b7")),
    "open-boxes": each(lambda line: line.replace(" ", "\u2423")),
    "table-lines": indexed(
        lambda n, line: f'<tr><td data-line-number="{n}"></td><td>{html.escape(line)}</td></tr>'
    ),
    "xml-lines": each(lambda line: f"<line>{html.escape(line)}</line>"),
    "psql": each(lambda line: f" {line}"),
    "sqlite-list": indexed(lambda n, line: f"{n}|{line}"),
}
# And these may come out as they are, as a part that is counted, or be refused.
COPIES: dict[str, Alteration] = {
    "span-lines": indexed(
        lambda n, line: f'<span class="ln">{n}</span><span class="cl">{html.escape(line)}</span>'
    ),
    "yaml-list": each(lambda line: f"- {json.dumps(line)}"),
    "discord-quote": around(b">>> ", b"", b""),
    "colon-numbers-stripped": stripped(lambda n, line: f"{n}:{line}"),
    "bar-numbers-stripped": stripped(lambda n, line: f"{n + 50:>5}\u2502{line}"),
    "arrow-numbers-stripped": stripped(lambda n, line: f"{n + 50}\u2192{line}"),
    "textile": around(b"bc.. ", b"", b""),
    "cloudwatch": clocked("2026-04-26T{h:02}:{m:02}:{s:02}.{us:06}+00:00 i-0abc "),
    "cut-at-60": cut_at(60),
    "cut-at-72": cut_at(72),
    "cut-at-80": cut_at(80),
    "cut-at-100": cut_at(100),
    "cut-at-110": cut_at(110),
    "cut-at-120": cut_at(120),
    "cut-at-132": cut_at(132),
    "cut-at-byte": cut_at_byte(90),
    "cut-at-80-padded": each(lambda line: f"{line[:80]:<80}"),
    "cut-dollar": each(lambda line: line[:79] + "$" if len(line) > 80 else line),
    "glued-numbers": stripped(lambda n, line: f"{n}{line}"),
    "glued-numbers-late": stripped(lambda n, line: f"{n + 50}{line}"),
    "glued-numbers-columns": numbered("{}"),
    "sed-l": many(sed_l),
    "own-line-numbers": indexed(lambda n, line: f"{n}\n{line.lstrip()}"),
    "own-line-numbers-apart": indexed(lambda n, line: f"{n}\n\n{line}\n"),
    "own-line-numbers-late": indexed(lambda n, line: f"{n + 417}\n{line}"),
    "patch-minus": stripped(lambda n, line: f"-{line}"),
    "patch-plus": stripped(lambda n, line: f"+{line}"),
    "patch-both": stripped(lambda n, line: f"{'-+'[n % 2]}{line}"),
    "patch-context": indexed(lambda n, line: f"{' +-'[n % 3]}{line}"),
    "patch-hunks": every(9, lambda n: f"@@ -{n},9 +{n},9 @@"),
    "diff-context": indexed(lambda n, line: f"{('  ', '! ', '+ ')[n % 3]}{line}"),
    "word-diff": subst(r"=(\d+)", r"=[-\1-]{+\1+}"),
    "github-diff": indexed(lambda n, line: f"     {n:>4} +{line}"),
    "slack-heads": every(10, lambda n: f"\nAnn Example\n  8:{n % 60:02} PM"),
    "discord-heads": every(10, lambda n: f"Ann \u2014 Today at 8:{n % 60:02} PM"),
    "teams-heads": every(10, lambda n: f"[8:{n % 60:02} PM] Ann Example\n"),
    "whatsapp-export": indexed(
        lambda n, line: f"26/04/2026, 20:{n % 60:02} - Ann: {line}" if n % 8 == 1 else line
    ),
    "signal": indexed(lambda n, line: f"Ann: {line}" if n % 8 == 1 else line),
    "replies": every(7, lambda n: "That looks odd to me, order=3 is rare here."),
    "slack-json": document(lambda lines: {"type": "message", "user": "U1", "text": "\n".join(lines)}),
    "loki-streams": document(
        lambda lines: {
            "streams": [{"stream": {}, "values": [[str(n), line] for n, line in enumerate(lines)]}]
        }
    ),
    "json-list": document(list),
    "json-list-lines": document(list, 2),
    "json-text": document("\n".join),
    "journal-bytes": objects(lambda n, line: {"_HOSTNAME": "h", "MESSAGE": list(line.encode())}),
    "splunk-json": objects(lambda n, line: {"preview": False, "result": {"_raw": line, "host": "h"}}),
    "elastic": objects(lambda n, line: {"_index": "logs", "_source": {"message": line, "n": n}}),
    "otlp": objects(lambda n, line: {"timeUnixNano": f"{n}", "body": {"stringValue": line}}),
    "fluent-bit": indexed(
        lambda n, line: f'[{n}] kmsg: [1714140549.123456789, {{"log"=>{json.dumps(line)}}}]'
    ),
    "fluentd": objects(lambda n, line: {"log": line}),
    "fluentd-tag": indexed(
        lambda n, line: f"2026-04-26 20:09:09.{n:09} +0200 kmsg: {json.dumps({'log': line})}"
    ),
    "logstash": indexed(
        lambda n, line: f'{{\n    "message" => {json.dumps(line)},\n          "n" => {n}\n}}'
    ),
    "kibana-csv": csv_of(day_time, the_line, head='"@timestamp",message\n'),
    "splunk-csv": csv_of(the_line, iso_time, head='"_raw","_time"\n'),
    "loki-csv": csv_of(the_line, lambda n, line: f"17141400000{n:08}", head="Line,tsNs\n"),
    "pandas-csv": csv_of(lambda n, line: str(n), the_line, head=",line\n"),
    "pandas": indexed(lambda n, line: f"{n - 1:<4} {line}"),
    "pandas-floats": subst(NUMBER, r"\1.0"),
    "pandas-missing": indexed(lambda n, line: re.sub(NUMBER, "nan", line) if n % 4 == 0 else line),
    "excel-errors": indexed(lambda n, line: re.sub(NUMBER, "#NUM!", line) if n % 4 == 0 else line),
    "nulls": indexed(lambda n, line: re.sub(NUMBER, "null", line) if n % 4 == 0 else line),
    "dashes": indexed(lambda n, line: re.sub(NUMBER, "-", line) if n % 4 == 0 else line),
    "not-available": indexed(lambda n, line: re.sub(NUMBER, "N/A", line) if n % 4 == 0 else line),
    "excel-tab": indexed(lambda n, line: f"A{n}\t{line}"),
    "excel-text": each(lambda line: "'" + line),
    "excel-quoted": each(lambda line: '="' + line.replace('"', '""') + '"'),
    "sqlite-line": each(lambda line: f" line = {line}\n"),
    "mysql-rows": indexed(
        lambda n, line: f"*************************** {n}. row ***************************\nline: {line}"
    ),
    "psql-frame": around(b" line \n------\n", b" ", b"(60 rows)\n"),
    "r-print": indexed(lambda n, line: f" [{n}] {json.dumps(line)}"),
    "shell-trace": each(lambda line: f"+ echo '{line}'"),
    "toml": indexed(lambda n, line: f"line{n} = {json.dumps(line)}"),
    "ini": indexed(lambda n, line: f"line{n}={line}"),
    "rtf": each(lambda line: line.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}") + "\\par"),
    "troff": each(lambda line: "\\&" + line.replace("\\", "\\e").replace("-", "\\-")),
    "asciinema": asciinema,
    "bat": bat,
    "screens": redrawn,
    "status-lines": every(23, lambda n: '[0] 0:bash*                          "host" 20:09 26-Apr-26'),
    "vim-folds": every(20, lambda n: f"+--{n + 12:3} lines: kswapd----------------------------------"),
    "vim-list": each(lambda line: line.replace("\t", ">---") + "$"),
    "nano": around(
        b"  GNU nano 7.2             trace.txt\n", b"", b"^G Help      ^O Write Out ^W Where Is\n"
    ),
    "emacs-wrap": many(
        lambda line: [
            *(f"{line[i : i + 79]}\\" for i in range(0, len(line) - 79, 79)),
            line[(len(line) - 1) // 79 * 79 :],
        ]
    ),
    "less-status": every(24, lambda n: f"lines {n + 1}-{n + 24}/60 (END)"),
    "cat-v": each(lambda line: "".join(c if ord(c) < 128 else "M-bM-^@M-^S" for c in line)),
    "od": whole(
        lambda text: "".join(
            f"{i:07o}   {'   '.join(map(chr, text[i : i + 16]))}\n"
            for i in range(0, min(len(text), 2048), 16)
        ).encode()
    ),
    "spoken": each(lambda line: "".join(ENGLISH.get(c, c) for c in line)),
    "smileys": each(
        lambda line: (
            line.replace(":)", "\U0001f642")
            .replace("<-", "\u2190")
            .replace("->", "\u2192")
            .replace("=>", "\u21d2")
            .replace("...", "\u2026")
            .replace("--", "\u2013")
            .replace("(c)", "\u00a9")
            .replace("8)", "\U0001f60e")
            .replace(":0", "\U0001f62e")
        )
    ),
    "ligatures": each(
        lambda line: line.replace("fl", "\ufb02").replace("fi", "\ufb01").replace("ff", "\ufb00")
    ),
    "pdf-pages": pages,
    "pdf-soft-hyphens": many(
        lambda line: [
            *(f"{line[i : i + 90]}\u00ad" for i in range(0, len(line) - 90, 90)),
            line[(len(line) - 1) // 90 * 90 :],
        ]
    ),
    "justified": each(justified),
    "ocr-S": subst(NUMBER, lambda m: m.group().replace("5", "S")),
    "ocr-B": subst(r"nr_\w+=\d+", lambda m: m.group().replace("8", "B")),
    "ocr-I": subst(NUMBER, lambda m: m.group().replace("1", "I")),
    "ocr-low-blank": each(lambda line: line.replace("_", " ")),
    "ocr-low-hyphen": each(lambda line: line.replace("_", "-")),
    "ocr-low-gone": each(lambda line: line.replace("_", "")),
    "ocr-low-dot": each(lambda line: line.replace("_", ".")),
    "ocr-brackets": table("[]", "||"),
    "ocr-parentheses": table("[]", "()"),
    "ocr-braces": table("[]", "{}"),
    "ocr-semicolon": table(":", ";"),
    "ocr-point": subst(r"(\d)\.(\d)", r"\1 .\2"),
    "ocr-point-gone": subst(r"(\d)\.(\d)", r"\1\2"),
    "ocr-equals-hyphen": table("=", "-"),
    "ocr-equals-twice": each(lambda line: line.replace("=", "==")),
    "digits-persian": table("0123456789", "۰۱۲۳۴۵۶۷۸۹"),
    "digits-bengali": table("0123456789", "০১২৩৪৫৬৭৮৯"),
    "digits-thai": table("0123456789", "๐๑๒๓๔๕๖๗๘๙"),
    "digits-chinese": table("0123456789", "〇一二三四五六七八九"),
    "digits-bold": table("0123456789", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"),
    "digits-raised": subst(
        NUMBER, lambda m: m.group()[:1] + m.group()[1:].translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    ),
    "keycaps": subst(NUMBER, lambda m: "".join(f"{c}\ufe0f\u20e3" for c in m.group())),
    "arabic-point": subst(r"(\d)\.(\d{6})", "\\1\u066b\\2"),
    "raised-point": subst(r"(\d)\.(\d{6})", "\\1\u00b7\\2"),
    "lakhs": subst(r"=(\d+)", lakh),
    "thousands-arabic": subst(r"=(\d)(\d{3})\b", "=\\1\u066c\\2"),
    "thousands-dot-above": subst(r"=(\d)(\d{3})\b", "=\\1\u02d9\\2"),
    "underlined": each(underlined),
    "struck": each(lambda line: "".join(c + STRUCK for c in line)),
    "struck-one": one(lambda line: re.sub(NUMBER, lambda m: "".join(c + STRUCK for c in m.group()), line)),
    "mathematical": each(monospaced),
    "joiners": each(lambda line: line.replace("_", "_\u200d")),
    "non-joiners": each(lambda line: line.replace("_", "_\u200c")),
    "joiners-digits": each(lambda line: re.sub(r"(\d)(?=\d)", "\\1\u200d", line)),
    "hangul-filler": each(lambda line: line.replace("  ", "\u3164\u3164")),
    "braille-blanks": each(lambda line: line.replace(" ", "\u2800")),
    "block-redacted": subst(NUMBER, lambda m: "\u2588" * len(m.group())),
    "block-redacted-half": subst(NUMBER, lambda m: m.group()[0] + "\u2588" * (len(m.group()) - 1)),
    "n-redacted": subst(NUMBER, lambda m: "N" * len(m.group())),
    "star-redacted-half": subst(NUMBER, lambda m: m.group()[0] + "*" * (len(m.group()) - 1)),
    "hash-redacted-half": subst(NUMBER, lambda m: m.group()[0] + "#" * (len(m.group()) - 1)),
    "plus-values": subst(r"=(\d)", r"=+\1"),
    "bracketed-values": subst(NUMBER, r"(\1)"),
    "squared-values": subst(NUMBER, r"[\1]"),
    "angled-values": subst(NUMBER, r"<\1>"),
    "c-suffixes": subst(NUMBER, r"\1UL"),
    "semicolons-behind": subst(NUMBER, r"\1;"),
    "colons-behind": subst(NUMBER, r"\1:"),
    "bars-behind": subst(NUMBER, r"\1|"),
    "dots-behind": subst(NUMBER, r"\1."),
    "equals-arrow": each(lambda line: re.sub(r"(\w)=(\w)", r"\1=>\2", line)),
    "equals-colon-glued": each(lambda line: re.sub(r"(\w)=(\w)", r"\1:\2", line)),
    "equals-blank-behind": each(lambda line: re.sub(r"(\w)=(\w)", r"\1= \2", line)),
    "equals-blank-before": each(lambda line: re.sub(r"(\w)=(\w)", r"\1 =\2", line)),
    "names-quoted": each(lambda line: re.sub(r"(\w+)=(\w)", r'"\1"=\2', line)),
    "dashes-1252": lambda lines: "".join(f"{line}\n" for line in lines).encode().replace(b"-", b"\x96"),
    "blanks-1252": lambda lines: "".join(f"{line}\n" for line in lines).encode().replace(b" ", b"\xa0"),
    "encoded-twice": lambda lines: "".join(f"{line}\n" for line in lines).encode().decode("latin-1").encode(),
    "sampled": kept(lambda lines: lines[::7]),
    "sampled-odd": kept(lambda lines: lines[1::2]),
    "head": kept(lambda lines: lines[:12]),
    "tail": kept(lambda lines: lines[-12:]),
    "one-kind": kept(lambda lines: [x for x in lines if re.search(r"wake|issue|free|begin", x)] or lines),
    "one-kind-out": kept(
        lambda lines: [x for x in lines if not re.search(r"wake|issue|free|begin", x)] or lines
    ),
    "halves-swapped": kept(lambda lines: [*lines[len(lines) // 2 :], *lines[: len(lines) // 2]]),
    "sorted-unique": kept(lambda lines: sorted(set(lines))),
    "unique": kept(lambda lines: list(dict.fromkeys(lines))),
    "by-chance": kept(shuffled),
    "backwards-part": kept(lambda lines: lines[: len(lines) // 2][::-1] + lines[len(lines) // 2 :]),
    "pasted-pairs": paired("\t"),
    "pasted-blanks": paired("   "),
    "pasted-commas": paired(","),
    "column-1-gone": column_gone(0),
    "column-3-gone": column_gone(2),
    "first-two": each(lambda line: " ".join(line.split()[:2])),
    "folded-glued": many(lambda line: folded(line, 72) if len(line) < 140 else [line]),
    "one-lost-line-end": one(lambda line: line + " " + line),
    "one-half-again": one(lambda line: half(line) + "\n" + line),
    "one-line-torn": one(lambda line: half(line) + "\n" + line[len(half(line)) :]),
    "one-line-half": one(half),
    "one-blank-more": one(lambda line: re.sub(r"=(\d)(\d)", r"=\1 \2", line)),
    "one-comment": one(lambda line: line + " (see above)"),
    "one-mention": one(lambda line: line + " @ann"),
    "one-link": one(lambda line: line + " https://example.org/1?a=1"),
    "one-smiley": one(lambda line: line + " :-)"),
    "marks-some": alternate("", "", "* ", ""),
    "arrows-some": alternate("", "", "--> ", ""),
    "bangs-some": alternate("", "!", "", ""),
    "dots-before": each(lambda line: "..." + line.lstrip()),
    "named-before": each(lambda line: "trace.dat " + line.lstrip()),
    "tagged": each(lambda line: "[INFO] " + line.lstrip()),
    "tagged-tight": each(lambda line: "[INFO]" + line.lstrip()),
    "levelled": each(lambda line: "DEBUG " + line.lstrip()),
    "kernel-level": each(lambda line: "kernel: " + line.lstrip()),
    "container-id": each(lambda line: "3f2a1bc4d5e6 " + line.lstrip()),
    "python-prompt": each(lambda line: ">>> " + line),
    "shell-prompt": each(lambda line: "root@host:~# " + line),
    "bug-comment": indexed(lambda n, line: f"(In reply to Ann from comment #{n})\n> {line}"),
    "times-of-day": clocked("{h:02}:{m:02}:{s:02}.{us:06} "),
    "times-of-day-us": clocked("{h}:{m:02}:{s:02} AM "),
    "stamps": clocked("17141400{m:02}.{us:06} "),
    "behind-time": indexed(lambda n, line: f"{line}  20:09:{n % 60:02}"),
    "behind-number": indexed(lambda n, line: f"{line} {n}"),
    "behind-host": each(lambda line: line + " host17"),
    "behind-pair": each(lambda line: line + " host=web1"),
    "behind-brackets": each(lambda line: line + " [web1]"),
    "behind-tab": indexed(lambda n, line: f"{line}\t{n}"),
    "behind-comma": indexed(lambda n, line: f"{line},{n}"),
    "behind-count": each(lambda line: line + " (x2)"),
    "behind-percent": each(lambda line: line + " 100%"),
}
# What is missing is in the text no more.
GONE = {
    *(name for name in COPIES if name.startswith(("cut-at", "column-"))),
    "cut-dollar",
    "sampled",
    "sampled-odd",
    "head",
    "tail",
    "one-kind",
    "one-kind-out",
    "sorted-unique",
    "unique",
    "first-two",
    "one-line-half",
    "pandas-missing",
    "od",
}
DOUBLE = {"screens", "one-lost-line-end", "one-half-again"}
# Not tried on scripts. In their words and values anything may be meant, so that nobody sees what was altered, lost its
# end, or was added behind; and what a table's or a map's line means the lines above it say.
OF_THE_KERNEL = {
    *(
        name
        for name in COPIES
        if name.startswith(("cut-", "column", "digits-", "ocr-", "thousands-", "one-", "behind-"))
    ),
    *(
        name
        for name in COPIES
        if name.endswith(("-redacted", "-redacted-half", "-values", "-behind", "-1252", "-heads", "-csv"))
    ),
    *(
        "by-chance",
        "halves-swapped",
        "backwards-part",
        "sorted-unique",
        "unique",
        "sampled",
        "sampled-odd",
        "tail",
    ),
    *("first-two", "pandas-floats", "pandas-missing", "excel-errors", "nulls", "dashes", "not-available"),
    *(
        "c-suffixes",
        "lakhs",
        "equals-arrow",
        "equals-colon-glued",
        "equals-blank-before",
        "names-quoted",
        "spoken",
    ),
    *(
        "smileys",
        "ligatures",
        "justified",
        "struck",
        "struck-one",
        "mathematical",
        "underlined",
        "encoded-twice",
    ),
    *(
        "pasted-pairs",
        "pasted-blanks",
        "pasted-commas",
        "marks-some",
        "arrows-some",
        "bangs-some",
        "diff-context",
    ),
    *("word-diff", "emacs-wrap", "pdf-soft-hyphens", "pdf-pages", "replies", "status-lines", "vim-folds"),
    *(
        "less-status",
        "bug-comment",
        "patch-hunks",
        "signal",
        "whatsapp-export",
        "troff",
        "rtf",
        "raised-point",
    ),
    *("arabic-point", "stamps", "logstash", "side-by-side", "redact-pid", "elided"),
}
# The text of a marker is altered, too, and is nobody's value.
OF_MARKERS = {
    *(name for name in COPIES if name.startswith(("behind-", "cut-", "pasted-", "column"))),
    *("ocr-low-gone", "fmt", "folded-100", "n-redacted", "c-suffixes"),
    *("word-diff", "emacs-wrap", "cat-v", "ocr-point-gone", "encoded-twice", "rtf", "asciinema", "yaml-list"),
    *("fluent-bit", "fluentd-tag", "splunk-csv", "loki-csv", "r-print", "toml", "troff"),
}
# Names of tasks hold blanks and signs as they like: what of them a filter took, or what a chat put before one, nobody knows.
NAMELESS = {
    *(name for name in COPIES if name.startswith("column")),
    *(
        "signal",
        "ocr-brackets",
        "ocr-parentheses",
        "ocr-braces",
        "justified",
        "dashes-1252",
        "ligatures",
        "wide-signs",
    ),
}
# A text of one task alone may be of one that is called so.
OF_SEVERAL_TASKS = {"patch-minus", "cloudwatch", "textile", "named-before"}
