"""Bad captures, made from a good one: (what, bytes, error code, line, words of the message)."""

import gzip
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Bad:
    """A file that must be refused."""

    name: str
    content: bytes
    code: str
    line: int
    words: str


def bad_captures(text: bytes) -> list[Bad]:
    """Every kind of bad input the project promises to refuse."""
    lines = text.split(b"\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(b"swap_select") and i > 100)

    def altered(old: bytes, new: bytes) -> bytes:
        assert old in lines[at]
        return b"\n".join([*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]])

    comm = b"comm=" + lines[at].rpartition(b"comm=")[2]
    kind = lines[at].partition(b" type=")[2].partition(b" ")[0]
    tag = b"comm=<img src=x onerror=alert(1)>"
    return [
        Bad("empty", b"", "format", 0, "is empty"),
        Bad(
            "half a line",
            b"\n".join([*lines[:at], lines[at][:100], *lines[at + 1 :]]),
            "line",
            at + 1,
            "swap",
        ),
        Bad("random bytes", random.Random(7).randbytes(1 << 16), "format", 1, ""),  # noqa: S311
        Bad("another format", b"# tracer: nop\n#\n", "format", 1, ""),
        Bad("another version", text.replace(b"capture 1", b"capture 9", 1), "format", 1, "version 1"),
        Bad("no manifest", b"\n".join([lines[0], *lines[2:]]), "format", 2, "manifest"),
        Bad("one long line", b"\n".join(lines[:3]) + b"\n" + b"x" * 10_000_000, "long_line", 4, "4096 bytes"),
        Bad(
            "a device that cannot be", altered(b" type=" + kind, b" type=99"), "line", at + 1, "type holds 99"
        ),
        Bad("a tag for a name, too long", altered(comm, tag), "line", at + 1, "comm is longer"),
        Bad("a line twice", b"\n".join([*lines[: at + 1], *lines[at:]]), "sequence", at + 2, "already"),
        Bad("gzip cut off", gzip.compress(text)[:-20], "gzip", 0, "cut off"),
        Bad("a manifest too deep", _manifest(lines, b"[" * 99 + b"]" * 99), "", 2, "manifest"),
        Bad("a manifest without end", _manifest(lines, b"1e999"), "", 2, "manifest"),
        Bad("half a character", _manifest(lines, b'"\\ud800"'), "", 2, "manifest"),
    ]


def _manifest(lines: list[bytes], value: bytes) -> bytes:
    return b"\n".join([lines[0], b'manifest {"a": ' + value + b"}", *lines[2:]])
