"""Attack a real server: `python -m attacks`, or `make attack`.

Prints a line for each attack, and at the end `attack tries=… refused=… shut_out=… answered_5xx=… lost=…
frozen_ms=…`: attempts; answers of 503 and 507, by which a server defends itself; what a person beside the
attacks could not do; other answers of 500 and more; captures and acknowledged bytes that are gone; and the
longest time without an answer of health. Fails unless the three counts are 0 and no more than 500 ms passed.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from attacks import folder, heartbeat, requests, rooms, slots, theft
from attacks.target import REFUSALS, Person, Tally, Target
from mmscope.settings import Settings, load
from support import Server, small_disk, wait_until

FROZEN = 500  # ms without an answer of health, at most
TERM = 8.0  # seconds from SIGTERM to the end, at most: containers are given 10
Attack = Callable[[Target, Person], Awaitable[None]]


def main() -> int:
    """All attacks, one after another, on one server; then on its folder."""
    tally = Tally()
    usual = load({})
    with tempfile.TemporaryDirectory(prefix="mmscope-attack-") as name:
        settings = folder_of(usual, Path(name))
        server = Server(settings)
        log = Log(server)
        try:
            wait_until(lambda: server.http.get("/api/health").json()["pending"] == 0)
            frozen, kept = asyncio.run(_attack(server, settings, tally))
            log.judge(tally)
            _end_in_time(server, tally)
        finally:
            server.kill()
        folder.bad_days(settings, kept, tally)
        try:
            with small_disk(Path(name) / "small", 96 << 20) as disk:
                folder.full_disk(settings, disk, tally)
        except pytest.skip.Exception as skipped:
            print(f"full disk: not tried: {skipped}")
    return _verdict(tally, frozen)


class Log:
    """What the server writes, read as it comes: a full pipe would stop it."""

    def __init__(self, server: Server) -> None:
        assert server.process.stderr is not None
        self._lines: list[str] = []
        self._from = server.process.stderr
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def judge(self, tally: Tally) -> None:
        """A traceback is a failure that no answer reported."""
        traces = sum("Traceback" in line for line in self._lines)
        print(f"log              lines={len(self._lines)} tracebacks={traces}")
        if traces:
            at = next(n for n, line in enumerate(self._lines) if "Traceback" in line)
            given = "".join(self._lines[max(0, at - 2) : at + 60])
            tally.failures.append(f"{traces} tracebacks in the log; the first:\n{given}")

    def _read(self) -> None:
        with suppress(ValueError):  # closed
            for line in self._from:
                self._lines.append(line)


def folder_of(usual: Settings, place: Path) -> Settings:
    """A data folder of its own, and one bundled capture."""
    root = place / "root"
    captures = root / "datasets" / "captures"
    captures.mkdir(parents=True)
    first = min(usual.bundled.glob("*.mmscope.gz"), key=lambda path: path.stat().st_size)
    (captures / "first.mmscope.gz").symlink_to(first)
    (captures / "first.json").write_text('{"id": "first", "title": "The first"}')
    (root / "wasm-core").symlink_to(usual.core.parent.parent)
    return replace(usual, root=root, data=place / "data")


async def _attack(server: Server, settings: Settings, tally: Tally) -> tuple[int, dict[str, bytes]]:
    target = Target(server.port, tally)
    person = Person(target)
    await person.settle(captures=12)
    attacks: list[Attack] = [
        requests.headers,
        requests.paths,
        requests.garbage,
        requests.bombs,
        requests.torn,
        requests.rows,
        slots.deletes,
        slots.announcements,
        slots.trickles,
        slots.half_requests,
        slots.streams,
        rooms.rooms,
        theft.lists,
        theft.removals,
        theft.races,
        partial(theft.spoilt, data=settings.data),
        partial(theft.sources, data=settings.data),
    ]
    longest = 0
    for attack in attacks:
        longest = max(longest, await _one(attack, server, target, person))
    await person.finish_half()
    await target.http.aclose()
    await person.http.aclose()
    return longest, person.captures


async def _one(attack: Attack, server: Server, target: Target, person: Person) -> int:
    """One attack; the longest time in ms without an answer of health."""
    tally = target.tally
    before, began = tally.tries, time.monotonic()
    name = getattr(attack, "func", attack).__name__
    watch = subprocess.Popen(  # noqa: ASYNC220  # returns at once
        [sys.executable, heartbeat.__file__, str(server.port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        await attack(target, person)
    finally:
        printed, _ = await asyncio.to_thread(watch.communicate)
    await person.count_losses()
    frozen = int(printed)
    took = time.monotonic() - began
    memory = _rss(server.process.pid)
    print(
        f"{name:<16} tries={tally.tries - before} frozen_ms={frozen} seconds={took:.1f} rss_mb={memory}",
        flush=True,
    )
    return frozen


def _rss(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) >> 10
    return 0


def _end_in_time(server: Server, tally: Tally) -> None:
    """SIGTERM, while a download and an upload are open."""
    with server.connect() as upload, server.connect() as stream:
        upload.sendall(server.post_head(10_000) + b"x")
        stream.sendall(
            f"GET /api/captures/first/file HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        )
        began = time.monotonic()
        server.process.terminate()
        try:
            server.process.wait(TERM)
        except subprocess.TimeoutExpired:
            tally.shut_out.append(f"an orderly end within {TERM:.0f} s")
    print(f"SIGTERM          seconds={time.monotonic() - began:.1f}")


def _verdict(tally: Tally, frozen: int) -> int:
    for given in (*tally.shut_out, *tally.lost, *tally.failures[:20]):
        print(f"- {given}", file=sys.stderr)
    refused = sum(tally.statuses[status] for status in REFUSALS)
    print(
        f"attack tries={tally.tries} refused={refused} shut_out={len(tally.shut_out)} "
        f"answered_5xx={len(tally.failures)} lost={len(tally.lost)} frozen_ms={frozen}"
    )
    return 1 if tally.shut_out or tally.failures or tally.lost or frozen > FROZEN else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main())
