"""Pages that step through one capture together, on a real server; how many get each step in time.

Every page has a connection of its own, as a browser does, and asks for a step once a second: spread over the
second, then all at the same moment, then spread again, but each at a place of its own, so that no two are sent the
same. Measured is the time from the question to the last byte of the answer. Server and clients, a process each,
share two processors, so the clients' work counts, too. The load average says what else was going on.
"""

import asyncio
import gzip
import json
import os
import resource
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from server import Server, surroundings, wait_until

CAPTURE = "contended"
WANTED = 300  # pages
TRIED = (100, WANTED, 600, 1000, 1500, 2000, 3000)
SECONDS = 6  # of steps in each rhythm
BAR = 200  # ms
SPREAD, AT_ONCE, APART = "spread over a second", "at the same moment", "each from a place of its own"
RHYTHMS = (SPREAD, AT_ONCE, APART)
OPENED_AT_A_TIME = 50
TABLES = "swap,node,dev,list"  # what the scene of swap devices draws from
END = b"\r\n\r\n"
LENGTH = b"content-length: "


def main() -> int:
    """The largest number of pages with p99 <= BAR in every rhythm; fails below WANTED."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.environ |= {"MMSCOPE_MAX_CONNECTIONS": "10000", "MMSCOPE_MAX_CONNECTIONS_EACH": "10000"}
    best: tuple[int, float, float] = 0, 0.0, 0.0
    with surroundings("bench-replay") as settings:
        bundled = settings.root / "datasets" / "captures"
        bundled.mkdir(parents=True)
        for name in (f"{CAPTURE}.json", f"{CAPTURE}.mmscope.gz"):
            (bundled / name).symlink_to(Path(__file__).parents[2] / "datasets" / "captures" / name)
        server = Server(settings)
        try:
            assert server.process.stderr is not None
            threading.Thread(target=server.process.stderr.read, daemon=True).start()
            wait_until(server.is_ready)
            places = decisions(server)
            for viewers in TRIED:
                found = asyncio.run(measure(server, viewers, places))
                if found.p99 <= BAR or not best[0]:
                    best = viewers, found.p99, found.memory
                if found.p99 > BAR:
                    break
        finally:
            server.kill()
    print(f"bench-replay viewers={best[0]} p99_ms={best[1]:.0f} mb_per_viewer={best[2]:.3f}")
    return 0 if best[0] >= WANTED and best[1] <= BAR else 1


@dataclass
class Found:
    """What came of one number of pages."""

    p99: float  # ms; of the rhythm in which it was longest
    memory: float  # MB of the server for each page


def decisions(server: Server) -> list[int]:
    """Where they are in the log."""
    answer = server.http.get(f"/api/captures/{CAPTURE}/steps?kinds=swap_select").content
    length = int.from_bytes(answer[:4], "little")
    head = json.loads(answer[4 : 4 + length])
    grown = np.frombuffer(answer, "<u4", head["steps"], 4 + length + head["steps"] * int(head["times"][1]))
    return [int(place) for place in np.cumsum(grown)]


async def measure(server: Server, viewers: int, places: list[int]) -> Found:
    """So many pages connect, step in every rhythm, and leave."""
    loop = asyncio.get_running_loop()
    first = await connect(loop, server.port, places)
    alone = memory(server)
    clients = [first]
    while len(clients) < viewers:
        few = min(OPENED_AT_A_TIME, viewers - len(clients))
        clients += await asyncio.gather(*(connect(loop, server.port, places) for _ in range(few)))
    each = (memory(server) - alone) / max(viewers - 1, 1)
    slowest = []
    for rhythm in RHYTHMS:
        for number, client in enumerate(clients):
            client.at = 100 + number * 7919 % 25_000 if rhythm is APART else 50 * (1 + RHYTHMS.index(rhythm))
        busy = processor(server), time.process_time()
        delays = await step(loop, clients, spread=rhythm is not AT_ONCE)
        now = processor(server), time.process_time()
        spent = [100 * (after - before) / SECONDS for before, after in zip(busy, now, strict=True)]
        p50, p99, most = np.percentile(delays, [50, 99, 100], method="inverted_cdf")
        slowest.append(p99)
        print(
            f"{viewers} pages {rhythm}: p50 {p50:.1f}, p99 {p99:.1f}, at most {most:.1f} ms;"
            f" server {spent[0]:.0f} %, clients {spent[1]:.0f} % of a processor;"
            f" load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    for client in clients:
        client.transport.abort()
    return Found(max(slowest), each)


async def step(loop: asyncio.AbstractEventLoop, clients: list["Client"], *, spread: bool) -> list[float]:
    """Every client steps once a second; the delays in ms. One that still waits does it later."""
    for client in clients:
        client.delays.clear()
    begin = loop.time() + 0.2

    async def go(number: int, client: Client) -> None:
        for second in range(SECONDS):
            at = begin + second + (number / len(clients) if spread else 0)
            await asyncio.sleep(at - loop.time())
            await client.ask(at if at > loop.time() - 1 else loop.time())

    await asyncio.gather(*(go(number, client) for number, client in enumerate(clients)))
    return [delay for client in clients for delay in client.delays]


async def connect(loop: asyncio.AbstractEventLoop, port: int, places: list[int]) -> "Client":
    """A page that has seen its first step."""
    _, client = await loop.create_connection(lambda: Client(loop, port, places), "127.0.0.1", port)
    await client.ask(loop.time())
    return client


@dataclass(eq=False)
class Client(asyncio.Protocol):
    """As little of an HTTP client as will do, so that it takes little of the two processors."""

    loop: asyncio.AbstractEventLoop
    port: int
    places: list[int]
    at: int = 0  # decision
    delays: list[float] = field(default_factory=list)
    data: bytearray = field(default_factory=bytearray)
    answers: "asyncio.Queue[float]" = field(default_factory=asyncio.Queue)
    checked: bool = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is kept."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Note when an answer is complete."""
        self.data += data
        head = self.data.find(END)
        if head < 0:
            return
        head_text = bytes(self.data[:head]).lower()
        assert head_text.startswith(b"http/1.1 200 "), head_text
        at = head_text.index(LENGTH) + len(LENGTH)
        end = head + len(END) + int(head_text[at:].split(b"\r", 1)[0])
        if len(self.data) < end:
            return
        if not self.checked:
            content = gzip.decompress(self.data[head + len(END) : end])
            assert int.from_bytes(content[:4], "little") == self.places[self.at], "another step was sent"
            self.checked = True
        del self.data[:end]
        self.answers.put_nowait(self.loop.time())

    def connection_lost(self, _exc: Exception | None) -> None:
        """Whoever waits gets an answer that is too late."""
        self.answers.put_nowait(float("inf"))

    async def ask(self, since: float) -> None:
        """Ask for the next step and note how long after `since` it came."""
        self.at += 1
        self.checked = False
        self.transport.write(
            f"GET /api/captures/{CAPTURE}/rows?at={self.places[self.at]}&trail=&tables={TABLES} HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )
        self.delays.append((await self.answers.get() - since) * 1000)


def memory(server: Server) -> float:
    """What the server takes now, in MB of 10^6 bytes."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 10**6


def processor(server: Server) -> float:
    """Seconds of a processor that the server has used."""
    content = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(content[11]) + int(content[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
