"""Single requests that are not what a client would send."""

import asyncio
import gzip
import json
import random
from collections.abc import Iterator

import zstandard

from attacks.target import Person, Target

_PATHS = ("/api/health", "/api/captures", "/api/captures/first", "/api/uploads", "/", "/api/tables")
_ORIGINS = (
    "http://[",
    "null",
    "http://evil.example",
    "file://",
    "http://127.0.0.1:1\x00",
    "\xff",
    "http://[::1",
    "x" * 5000,
)
_HOSTS = (
    "evil.example",
    "127.0.0.1.evil.example",
    "[",
    "[::1",
    "",
    "\xe9",
    "localhost:99999999999",
    "a" * 300,
    "127.0.0.1@evil",
)
_PLACES = (
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "first%00",
    "first%2f..",
    "....//",
    "%ff%fe",
    "a" * 4000,
    "-",
    "FIRST",
    "u-0",
)
_NUMBERS = ("-1", "0", "9" * 19, "9" * 400, "1e9", "0x10", "NaN", " 1", "\uff11", "", "1;2", "%00")
_CHECKSUMS = (
    "sha1 \xe9",
    "sha1",
    "sha1 ====",
    "md5 aaaa",
    "sha256 " + "A" * 9000,
    " ",
    "sha1 AAAA sha1 AAAA",
    "\x00",
)


async def headers(target: Target, _person: Person) -> None:
    """Headers that make no sense, on every path and method."""
    bad = [
        *(f"Origin: {origin}" for origin in _ORIGINS),
        *(f"Upload-Checksum: {text}" for text in _CHECKSUMS),
        *(f"Range: bytes={text}" for text in ("-", "a-b", "5-1", "0-" + "9" * 400, ",".join(["0-1"] * 3000))),
        *(f"Upload-Length: {text}" for text in _NUMBERS),
        *(f"Upload-Offset: {text}" for text in _NUMBERS),
        *(f"Content-Length: {text}" for text in _NUMBERS),
        "Transfer-Encoding: chunked\r\nContent-Length: 3",
        "Transfer-Encoding: chunked, identity",
        "Upload-Metadata: filename \xff, " + "a b" * 3000,
        "Accept-Encoding: " + "gzip;q=" * 2000,
        "If-None-Match: " + '"' * 3000,
        "Content-Type: multipart/form-data; boundary=" + "x" * 3000,
        "Content-Type: multipart/form-data; boundary=\xff",
        "Authorization: Bearer \xff",
        "Authorization: " + "B" * 20000,
        "X-Request-ID: \x1b[31m",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
        "Expect: 100-continue",
        "X: " + "y" * 200_000,
    ]
    methods = ("GET", "POST", "DELETE", "PATCH", "HEAD", "PUT", "OPTIONS", "TRACE", "CONNECT", "get", "\xff")
    requests = [
        target.head(method, path, "Connection: close", header) + b"\r\n"
        for method in methods
        for path in _PATHS
        for header in bad
    ]
    requests += [
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode("latin-1") for host in _HOSTS for path in _PATHS
    ]
    await target.all(target.raw(request, wait=1.0) for request in requests)


async def paths(target: Target, _person: Person) -> None:
    """Names and numbers that nobody has."""
    await target.all(target.raw(request, wait=2.0) for request in _path_requests(target))


def _path_requests(target: Target) -> Iterator[bytes]:
    ends = (
        "",
        "/file",
        "/perf",
        "/check",
        "/verdicts",
        "/window?t0=0&t1=9",
        "/events/swap_select",
        "/steps",
        "/rows?at=0",
        "/parted",
    )
    for place in _PLACES:
        for end in ends:
            yield target.head("GET", f"/api/captures/{place}{end}", "Connection: close") + b"\r\n"
            yield target.head("DELETE", f"/api/captures/{place}{end}", "Connection: close") + b"\r\n"
        yield target.head("GET", f"/{place}", "Connection: close") + b"\r\n"
        yield target.head("GET", f"/assets/{place}", "Connection: close") + b"\r\n"
        for method in ("GET", "HEAD", "PATCH", "DELETE"):
            yield target.head(method, f"/api/uploads/{place}", "Connection: close") + b"\r\n"
    for number in _NUMBERS:
        for query in ("t0={0}&t1=9", "t0=0&t1={0}", "t0=0&t1=9&bins={0}", "t0=0&t1=9&tracks={0}"):
            path = "/api/captures/first/window?" + query.format(number)
            yield target.head("GET", path, "Connection: close") + b"\r\n"
        for query in ("from={0}", "to={0}", "limit={0}", "from=9&to={0}&limit=1"):
            path = "/api/captures/first/events/swap_select?" + query.format(number)
            yield target.head("GET", path, "Connection: close") + b"\r\n"
        yield (
            target.head("GET", f"/api/captures?limit={number}&after={number}&q={number}", "Connection: close")
            + b"\r\n"
        )


async def garbage(target: Target, _person: Person) -> None:
    """Bytes that are no HTTP."""
    chance = random.Random(11)  # noqa: S311
    good = target.head("POST", "/api/captures?filename=x", "Content-Length: 10") + b"\r\n0123456789"

    def spoilt() -> bytes:
        content = bytearray(good)
        for _ in range(chance.randrange(1, 6)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        return bytes(content[: chance.randrange(1, len(content) + 1)])

    await target.all(target.raw(chance.randbytes(chance.randrange(1, 400)), wait=0.5) for _ in range(200))
    await target.all(target.raw(spoilt(), wait=0.5) for _ in range(400))


async def bombs(target: Target, _person: Person) -> None:
    """Small files that unpack to large ones, and files that are no captures."""
    zeros = bytes(1 << 24)
    line = b"mmscope-capture 1\nmanifest {}\n" + b"x" * (1 << 24)
    files = {
        "zeros.gz": gzip.compress(zeros * 8, 9),
        "twice.gz": gzip.compress(gzip.compress(zeros * 8, 9), 9),
        "many.gz": gzip.compress(b"a\n", 9) * 100_000,
        "zeros.zst": zstandard.ZstdCompressor(level=19).compress(zeros * 8),
        "wide.zst": b"\x28\xb5\x2f\xfd\xc0\xff\xff\xff\xff\xff\xff\xff\x7f" + bytes(100),
        "line": line,
        "nul": bytes(1 << 20),
        "deep": b"mmscope-capture 1\nmanifest " + b"[" * 100_000 + b"\n",
        "empty": b"",
        "json": json.dumps({"a": ["\x00" * 1000] * 100}).encode(),
        "../../etc/passwd": trace_head(),
        "<img src=x onerror=alert(1)>\u202egpj.exe": trace_head(),
        "\x1b]0;owned\x07": trace_head(),
    }
    for name, content in files.items():
        await target.ask("POST", "/api/captures", params={"filename": name[:255]}, content=content)


def trace_head() -> bytes:
    """A file that begins as a trace does, and then is none."""
    return b"# tracer: nop\n#\n" + b"\xff\x00garbage" * 1000


async def torn(target: Target, _person: Person) -> None:
    """A thousand uploads that break off at once."""
    head = target.head("POST", "/api/captures?filename=x", "Content-Length: 100000") + b"\r\n"

    async def one(size: int) -> None:
        try:
            async with asyncio.timeout(5):
                _, writer = await target.open()
                writer.write(head + trace_head()[:size])
                await writer.drain()
                writer.transport.abort()
        except (OSError, TimeoutError):
            pass
        target.tally.answered(None, "a torn upload")

    await target.all((one(size) for size in range(1000)), at_once=100)


async def rows(target: Target, person: Person) -> None:
    """Questions for rows that nobody has, and for many of all at once."""
    first = "/api/captures/first"
    places = [",".join(str(at * n % 97) for at in range(160)) for n in range(1, 60)]
    wrong = (*_NUMBERS, ",", "1,", ",".join("1" * 400), "4294967295", "1" * 60_000)
    asked = [f"{first}/rows?tables=swap,dev,list&at={at}" for at in (*places, *wrong)]
    asked += [f"{first}/steps?kinds={name}" for name in (*_PLACES, "swap_select" + ",x" * 63)]
    requests = [target.head("GET", url, "Connection: close") + b"\r\n" for url in asked]
    await target.all((target.raw(request, wait=2.0) for request in requests), at_once=40)
    await person.tries("a step beside many questions", person.step)
