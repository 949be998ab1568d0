"""The server under attack, what is counted, and a person who wants to get work done meanwhile."""

import asyncio
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import httpx2

from mmscope.api.visitor import SECRET

REFUSALS = {503, 507}  # busy and full: what a server under attack may say
PATIENCE = 30.0  # seconds that a person waits for something to work
_STATUS = re.compile(rb"HTTP/1\.1 ([0-9]{3}) ")
_KINDS = ("mm_vmscan_kswapd_sleep", "mm_vmscan_kswapd_wake", "mm_page_free")
_FIELDS = ("nid=0", "nid=0 order=0", "page=0000000011111111 pfn=0x{:x} order=0")


def trace(number: int, events: int) -> bytes:
    """An ftrace file of its own for each number."""
    lines = (
        f"         kswapd0-60      [000] ..... {number + 1}{i:06}.000001: {_KINDS[i % 3]}: "
        f"{_FIELDS[i % 3].format(i)}\n"
        for i in range(events)
    )
    return ("# tracer: nop\n#\n" + "".join(lines)).encode()


@dataclass
class Tally:
    """What came of all attempts."""

    tries: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)  # 5xx that are no refusal, by what was asked
    shut_out: list[str] = field(default_factory=list)  # what a person could not do
    lost: list[str] = field(default_factory=list)

    def answered(self, status: int | None, asked: str) -> None:
        """One attempt ended; None: without an answer, as befits many of them."""
        self.tries += 1
        if status is not None:
            self.statuses[status] += 1
            if status >= 500 and status not in REFUSALS:
                self.failures.append(f"{status} to {asked[:200]!r}")


class Target:
    """One server, by its port."""

    def __init__(self, port: int, tally: Tally) -> None:
        self.port, self.tally = port, tally
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx2.AsyncClient(base_url=self.url, timeout=PATIENCE)

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)

    def head(self, method: str, path: str, *headers: str) -> bytes:
        """The head of a request, without the empty line that ends it."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n"

    async def raw(self, content: bytes, wait: float = 5.0) -> int | None:
        """Send bytes; the status of the first answer, if one comes."""
        status = None
        try:
            async with asyncio.timeout(wait):
                reader, writer = await self.open()
                try:
                    writer.write(content)
                    await writer.drain()
                    if found := _STATUS.match(await reader.readline()):
                        status = int(found[1])
                finally:
                    writer.close()
        except (OSError, TimeoutError, ValueError):
            pass
        self.tally.answered(status, content[:200].decode("latin-1"))
        return status

    async def ask(self, method: str, path: str, **more: Any) -> httpx2.Response | None:  # noqa: ANN401
        """A well-formed request; None if the connection broke."""
        try:
            answer = await self.http.request(method, path, **more)
        except httpx2.TransportError:
            self.tally.answered(None, f"{method} {path}")
            return None
        self.tally.answered(answer.status_code, f"{method} {path}")
        return answer

    async def all(self, attempts: Iterable[Awaitable[Any]], at_once: int = 50) -> list[Any]:
        """Many attempts side by side."""
        gate = asyncio.Semaphore(at_once)

        async def one(attempt: Awaitable[Any]) -> Any:  # noqa: ANN401
            async with gate:
                return await attempt

        return await asyncio.gather(*(one(attempt) for attempt in attempts))


@dataclass
class Person:
    """Somebody with captures of their own, and an upload under way. None of it may be lost."""

    target: Target
    captures: dict[str, bytes] = field(default_factory=dict)
    half: str = ""  # address of an upload of which a part was acknowledged
    half_content: bytes = b""
    half_at: int = 0

    def __post_init__(self) -> None:  # noqa: D105
        headers = {SECRET: secrets.token_urlsafe(32)}
        self.http = httpx2.AsyncClient(base_url=self.target.url, timeout=PATIENCE, headers=headers)

    async def settle(self, captures: int) -> None:
        """Upload some captures, and a part of one more."""
        for number in range(captures):
            await self.upload(trace(number, 2000))
        self.half_content = trace(999, 3000)
        self.half = await self._announce(self.half_content)
        self.half_at = await self._append(self.half, self.half_content[: 1 << 16], 0)

    async def upload(self, content: bytes) -> str:
        """In several requests, until it can be looked at; its id."""
        url = await self._announce(content)
        at = 0
        while at < len(content):
            at = await self._append(url, content[at : at + (1 << 20)], at)
        while True:
            answer = (await self.http.get(url)).json()
            if answer["state"] == "failed":
                raise AssertionError(f"an upload failed: {answer}")
            if answer["state"] == "done":
                name: str = answer["id"]
                self.captures[name] = content
                return name
            await asyncio.sleep(0.05)

    async def step(self) -> None:
        """Step through the bundled capture."""
        for at in (0, 1):
            answer = await self.http.get(f"/api/captures/first/rows?tables=swap&at={at}")
            assert answer.status_code == 200, f"{answer.status_code} to a step"
            assert int.from_bytes(answer.content[:4], "little") == at, "a step came to another place"

    async def look(self) -> None:
        """What a page asks for."""
        for path in ("/api/captures", "/api/tables", "/api/captures/first/check"):
            answer = await self.http.get(path)
            assert answer.status_code == 200, f"{answer.status_code} to {path}"

    async def count_losses(self) -> None:
        """All that was kept is there, byte by byte; the upload under way goes on."""
        lost = self.target.tally.lost
        for name, content in self.captures.items():
            answer = await self._get(f"/api/captures/{name}/file")
            if answer is not None and (answer.status_code != 200 or answer.content != content):
                lost.append(f"{name}: {answer.status_code}, {len(answer.content)} bytes")
        stands = await self._get(self.half, "HEAD")
        if stands is not None and int(stands.headers.get("upload-offset", -1)) < self.half_at:
            lost.append(f"an upload under way: {stands.status_code}")

    async def _get(self, path: str, method: str = "GET") -> httpx2.Response | None:
        """An answer that is no refusal, or None when patience ends."""
        found = None

        async def ask() -> None:
            nonlocal found
            found = await self.http.request(method, path)
            assert found.status_code not in REFUSALS, f"{found.status_code}"

        await self.tries(f"{method} {path}", ask)
        return found

    async def finish_half(self) -> None:
        """Send the rest of the upload under way."""
        at = self.half_at
        while at < len(self.half_content):
            at = await self._append(self.half, self.half_content[at : at + (1 << 20)], at)
        self.half_at = at

    async def tries(self, what: str, act: Callable[[], Awaitable[Any]]) -> None:
        """Do something as a person would: again, if told to come back later, until patience ends."""
        given = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    try:
                        await act()
                    except (AssertionError, OSError, httpx2.HTTPError, EOFError) as error:
                        given = f"{type(error).__name__} {error}"
                        await asyncio.sleep(0.25)
                    else:
                        return
        except TimeoutError:
            self.target.tally.shut_out.append(f"{what}: {given or 'no answer'}")

    async def _announce(self, content: bytes) -> str:
        headers = {"tus-resumable": "1.0.0", "upload-length": str(len(content))}
        answer = await self.http.post("/api/uploads", headers=headers)
        assert answer.status_code == 201, (
            f"an announcement was answered with {answer.status_code} {answer.text}"
        )
        return answer.headers["location"]

    async def _append(self, url: str, content: bytes, at: int) -> int:
        answer = await self.http.patch(
            url,
            content=content,
            headers={
                "tus-resumable": "1.0.0",
                "content-type": "application/offset+octet-stream",
                "upload-offset": str(at),
            },
        )
        assert answer.status_code == 204, f"bytes were answered with {answer.status_code} {answer.text}"
        return int(answer.headers["upload-offset"])
