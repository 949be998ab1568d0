"""One who is signed in takes all they can of a server behind a proxy, and nine others work beside them.

`python -m attacks.shares [SECONDS]`, or `make attack-hosted`. Prints `attack-hosted seconds=… tries=…
refused=… others=… refusals=… failed=… upload_p95_ms=… slowest_ms=… load=…`: what the one tried and was
refused; what the others did, were refused and could not do. Fails unless these two are 0 and the percentile
is below 5 s.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from attacks.__main__ import Log, folder_of
from attacks.target import PATIENCE, REFUSALS, Tally, Target, trace
from mmscope.settings import load
from support import Server, wait_until

SECONDS = 300.0
SLOWEST = 5.0  # seconds for an upload to be there, at the 95th percentile
HEADER = "X-Forwarded-User"
OTHERS = 9
PAUSE = 0.5  # seconds of a person between two things
NAMES = 60_000  # in a hostile trace of 5 MB, all different
_FOUND = "/api/captures/first/found"
_SEARCH = {"where": '[{"kinds":["swap_select","swap_list"],"meets":[{"field":"","op":"has","value":"zz"}]}]'}
_APPEND = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}


@dataclass
class Other:
    """Somebody who is signed in, and wants to work."""

    target: Target
    number: int
    did: int = 0
    refusals: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    uploads: list[float] = field(default_factory=list)  # seconds until each could be looked at
    others: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:  # noqa: D105
        self.http = _client(self.target, f"student {self.number}")

    async def work(self, ended: asyncio.Event) -> None:
        """An upload in each way, a search, a look, a room: until the end."""
        acts: tuple[Callable[[], Awaitable[httpx2.Response]], ...] = (
            self._post,
            self._search,
            lambda: self.http.get("/api/captures"),
            lambda: self.http.get("/api/captures/first/window?t0=0&t1=1000000&bins=10"),
        )
        while not ended.is_set():
            for act in acts:
                began = time.monotonic()
                answer = await self._try(act)
                took = time.monotonic() - began
                (self.uploads if act == self._post else self.others).append(took)
                if answer is not None and answer.status_code == 201:
                    await self._try(lambda: self.http.delete(answer.headers["location"]))  # noqa: B023  # at once
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), PAUSE)

    async def _post(self) -> httpx2.Response:
        content = trace(1000 * self.number + len(self.uploads), 300)
        return await self.http.post("/api/captures?filename=mine", content=content)

    async def _search(self) -> httpx2.Response:
        return await self.http.get(_FOUND, params=_SEARCH)

    async def _try(self, act: Callable[[], Awaitable[httpx2.Response]]) -> httpx2.Response | None:
        self.did += 1
        try:
            answer = await act()
        except httpx2.HTTPError as error:
            self.failed.append(f"{type(error).__name__} {error}")
            return None
        given = f"{answer.status_code} {answer.text[:200]}"
        if answer.status_code in REFUSALS:
            self.refusals.append(given)
        elif answer.status_code >= 400:
            self.failed.append(given)
        return answer


def _client(target: Target, name: str) -> httpx2.AsyncClient:
    limits = httpx2.Limits(max_connections=None)
    return httpx2.AsyncClient(
        base_url=target.url, timeout=2 * PATIENCE, headers={HEADER: name}, limits=limits
    )


class Hostile:
    """Somebody who is signed in, and wants that nobody works."""

    def __init__(self, target: Target) -> None:
        self._target, self._http, self._sent = target, _client(target, "hostile"), 0

    async def rage(self, ended: asyncio.Event) -> None:
        """All at once, until the end."""
        kinds = (
            (self._post, 30),
            (self._resumable, 10),
            (self._search, 40),
            (self._room, 4),
            (self._trickle, 20),
        )
        loops = [self._again(act, ended) for act, many in kinds for _ in range(many)]
        await asyncio.gather(*loops, self._sockets(ended))

    async def _again(self, act: Callable[[], Awaitable[None]], ended: asyncio.Event) -> None:
        while not ended.is_set():
            with suppress(httpx2.HTTPError, OSError, TimeoutError):
                await act()
            await asyncio.sleep(0)

    def _names(self) -> bytes:
        """5 MB with as many names as lines."""
        self._sent += 1
        lines = (
            f" t{self._sent}-{n:x}-9 [000] ..... {n / 1e6:.6f}: mm_vmscan_kswapd_wake: nid=0 order=1\n"
            for n in range(NAMES)
        )
        return ("# tracer: nop\n#\n" + "".join(lines)).encode()

    async def _ask(self, method: str, path: str, **more: object) -> httpx2.Response:
        answer = await self._http.request(method, path, **more)  # type: ignore[arg-type]
        self._target.tally.answered(answer.status_code, f"{method} {path}")
        return answer

    async def _post(self) -> None:
        await self._ask("POST", "/api/captures?filename=x", content=await asyncio.to_thread(self._names))

    async def _resumable(self) -> None:
        content = await asyncio.to_thread(self._names)
        made = await self._ask("POST", "/api/uploads", headers={"upload-length": str(len(content))})
        if "location" in made.headers:
            await self._ask("PATCH", made.headers["location"], content=content, headers=_APPEND)

    async def _search(self) -> None:
        await self._ask("GET", _FOUND, params=_SEARCH)

    async def _room(self) -> None:
        await self._ask("POST", "/api/rooms")
        await asyncio.sleep(PAUSE)

    async def _trickle(self) -> None:
        """A file that comes at just the pace at which it is not slow."""
        extra = (f"{HEADER}: hostile", "Content-Length: 100000000")
        head = self._target.head("POST", "/api/captures?filename=slow", *extra) + b"\r\n"
        reader, writer = await self._target.open()
        try:
            writer.write(head + b"# tracer: nop\n#\n")
            while not reader.at_eof() and not writer.is_closing():
                writer.write(b"#" * 8999 + b"\n")
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1 << 16), 0.1)
                    break
        finally:
            writer.transport.abort()

    async def _sockets(self, ended: asyncio.Event) -> None:
        """Connections that say nothing."""
        async with AsyncExitStack() as held:
            for _ in range(1500):
                with suppress(OSError):
                    _, writer = await self._target.open()
                    held.callback(writer.transport.abort)
            await ended.wait()


def main() -> int:
    """For so many seconds."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="mmscope-attack-") as name:
        server = Server(
            folder_of(load({}), Path(name)), MMSCOPE_PROXIES="127.0.0.1", MMSCOPE_USER_HEADER=HEADER
        )
        log = Log(server)
        try:
            wait_until(server.is_ready)
            others = asyncio.run(_attack(Target(server.port, tally), seconds))
            log.judge(tally)
        finally:
            server.kill()
    return _verdict(tally, others, seconds)


async def _attack(target: Target, seconds: float) -> list[Other]:
    ended = asyncio.Event()
    others = [Other(target, number) for number in range(OTHERS)]
    asyncio.get_running_loop().call_later(seconds, ended.set)
    hostile = asyncio.create_task(Hostile(target).rage(ended))
    await asyncio.gather(*(other.work(ended) for other in others))
    hostile.cancel()
    with suppress(asyncio.CancelledError):
        await hostile
    return others


def _verdict(tally: Tally, others: list[Other], seconds: float) -> int:
    refusals = [given for other in others for given in other.refusals]
    failed = [given for other in others for given in other.failed] + tally.failures
    for given in dict.fromkeys([*refusals, *failed]):
        print(f"  {given}")
    uploads = sorted(took for other in others for took in other.uploads)
    slowest = max(took for other in others for took in (*other.uploads, *other.others))
    p95 = uploads[-(len(uploads) // 20) - 1]
    refused = sum(tally.statuses[status] for status in REFUSALS)
    print(
        f"attack-hosted seconds={seconds:.0f} tries={tally.tries} refused={refused} "
        f"others={sum(other.did for other in others)} refusals={len(refusals)} failed={len(failed)} "
        f"upload_p95_ms={p95 * 1000:.0f} slowest_ms={slowest * 1000:.0f} load={os.getloadavg()[0]:.1f}"
    )
    return int(bool(refusals or failed or p95 >= SLOWEST))


if __name__ == "__main__":
    sys.exit(main())
