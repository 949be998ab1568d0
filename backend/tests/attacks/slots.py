"""Taking up what others need: slots, connections, locks, space."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from attacks.target import Person, Target, trace

_ANNOUNCED = {"tus-resumable": "1.0.0"}


async def deletes(target: Target, person: Person) -> None:
    """Removals of what is not there, beside the reading of a long file."""
    long = asyncio.create_task(person.upload(trace(100, 200_000)))
    while not long.done():
        await target.all((target.ask("DELETE", "/api/captures/nosuch") for _ in range(60)), at_once=60)
    await long


async def announcements(target: Target, person: Person) -> None:
    """Uploads that are announced and never come."""
    for length in (8 << 30, 1 << 40, 100, 0):
        await target.all(
            target.ask("POST", "/api/uploads", headers={**_ANNOUNCED, "upload-length": str(length)})
            for _ in range(300)
        )
        await person.tries(
            f"an upload beside announced ones of {length} bytes",
            partial(person.upload, trace(200 + length % 97, 300)),
        )
    again = target.all(
        target.ask("POST", "/api/uploads", headers={**_ANNOUNCED, "upload-length": "1000000"})
        for _ in range(500)
    )
    await asyncio.gather(
        again, person.tries("an upload beside more of them", lambda: person.upload(trace(210, 300)))
    )


async def trickles(target: Target, person: Person) -> None:
    """Uploads whose bytes come one by one, of both kinds."""
    ended = asyncio.Event()

    async def trickle(head: bytes) -> None:
        with suppress(OSError):
            _, writer = await target.open()
            writer.write(head)
            while not ended.is_set():
                writer.write(b"#")
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), 0.5)
            writer.transport.abort()
        target.tally.answered(None, "a trickle")

    head = target.head("POST", "/api/captures?filename=x", "Content-Length: 100000") + b"\r\n"
    heads = [head] * 30
    for _ in range(10):
        made = await target.ask("POST", "/api/uploads", headers={**_ANNOUNCED, "upload-length": "100000"})
        if made is not None and made.status_code == 201:
            extra = (
                "Content-Length: 100000",
                "Content-Type: application/offset+octet-stream",
                "Upload-Offset: 0",
            )
            heads.append(
                target.head("PATCH", made.headers["location"], "Tus-Resumable: 1.0.0", *extra) + b"\r\n"
            )
    tasks = [asyncio.create_task(trickle(one)) for one in heads]
    try:
        await person.tries("an upload beside trickling ones", lambda: person.upload(trace(300, 300)))
        await person.tries("an upload in one request", lambda: _in_one(person, trace(301, 300)))
    finally:
        ended.set()
        await asyncio.gather(*tasks)


async def _in_one(person: Person, content: bytes) -> None:
    answer = await person.http.post("/api/captures", params={"filename": "one"}, content=content)
    assert answer.status_code in {200, 201}, f"{answer.status_code} {answer.text}"
    person.captures[answer.json()["id"]] = content


async def half_requests(target: Target, person: Person) -> None:
    """More connections than a process may have files, each with half a request."""
    halves = (
        b"",
        b"GET /api/hea",
        target.head("GET", "/api/health"),
        target.head("POST", "/api/captures?filename=x", "Content-Length: 1000") + b"\r\n",
    )
    sent = [(halves[n % len(halves)], "half a request") for n in range(1500)]
    async with _held(target, sent, at_once=200):
        await person.tries("a look beside 1,500 half requests", person.look)
        await person.tries("an upload beside them", lambda: person.upload(trace(400, 300)))


async def streams(target: Target, person: Person) -> None:
    """Downloads and event streams that nobody reads."""
    paths = (
        "/api/captures/first/file",
        "/api/captures/first/events/swap_select?limit=1000000",
        f"{person.half}/events",
    )
    sent = [(target.head("GET", path) + b"\r\n", f"{path}, unread") for path in paths for _ in range(100)]
    async with _held(target, sent, at_once=100):
        await person.tries("a look beside unread streams", person.look)


@asynccontextmanager
async def _held(target: Target, sent: list[tuple[bytes, str]], at_once: int) -> AsyncIterator[None]:
    """Connections that send so much, as the tally calls it, and then neither send nor read."""
    held: list[asyncio.StreamWriter] = []

    async def hold(content: bytes, given: str) -> None:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(3):
                _, writer = await target.open()
                held.append(writer)
                writer.write(content)
                await writer.drain()
        target.tally.answered(None, given)

    try:
        await target.all((hold(*one) for one in sent), at_once=at_once)
        yield
    finally:
        for writer in held:
            writer.transport.abort()
