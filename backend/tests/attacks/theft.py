"""Other people's captures: removing them, reading them while they go, and their files gone wrong."""

import asyncio
import random
from contextlib import suppress
from functools import partial
from pathlib import Path

from attacks.target import Person, Target, trace
from mmscope.api.visitor import SECRET
from mmscope.captures.library.library import AGAIN

_GUESSES = ("", "x", "A" * 43, "\xe9" * 20, "Bearer", "0" * 5000)


async def lists(target: Target, person: Person) -> None:
    """Asking for the list without their secret, as through any kind of proxy: it has nothing of theirs."""
    given = ("X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "X-Real-IP: 127.0.0.1", "Via: 1.0 x")
    for headers in ({}, *(dict([line.split(": ")]) for line in given), *({SECRET: g} for g in _GUESSES[1:3])):
        for query in ("limit=500", "origin=upload", "q=u-"):
            answer = await target.ask("GET", f"/api/captures?{query}", headers=headers)
            found = [name for name in person.captures if answer is not None and name in answer.text]
            if found:
                target.tally.failures.append(f"{found[0]} was listed for somebody else, with {headers}")


async def removals(target: Target, person: Person) -> None:
    """Removing what others sent, without their secret or with a guess; from other sites' pages."""
    for name in person.captures:
        attempts = [
            {},
            *({SECRET: guess} for guess in _GUESSES),
            {"origin": "http://evil.example"},
        ]
        for headers in attempts:
            lines = [f"{key}: {value}" for key, value in headers.items()]
            status = await target.raw(
                target.head("DELETE", f"/api/captures/{name}", "Connection: close", *lines) + b"\r\n"
            )
            if status is not None and status < 300:
                target.tally.lost.append(f"{name} was removed with {headers}")
    await target.all(target.ask("DELETE", f"/api/uploads/{n:032x}") for n in range(100))


async def races(target: Target, person: Person) -> None:
    """Captures removed while others read them: what is answered with 200 is whole."""
    for number in range(6):
        content = trace(500 + number, 20_000)
        name = await person.upload(content)
        del person.captures[name]
        begun = asyncio.Event()

        async def read(path: str, begun: asyncio.Event = begun, content: bytes = content) -> None:
            for _ in range(8):
                answer = await target.ask("GET", path)
                begun.set()
                if answer is None:
                    target.tally.failures.append(f"{path} was cut off")
                elif answer.status_code == 200 and path.endswith("/file") and answer.content != content:
                    target.tally.failures.append(f"{path} came with {len(answer.content)} bytes")

        async def remove(name: str = name, begun: asyncio.Event = begun) -> None:
            await begun.wait()
            answer = await person.http.delete(f"/api/captures/{name}")
            assert answer.status_code == 204, answer.text

        ends = ("", "/file", "/events/mm_page_free", "/window?t0=0&t1=99999999999")
        reads = [read(f"/api/captures/{name}{end}") for end in ends for _ in range(4)]
        await asyncio.gather(remove(), *reads)


async def spoilt(target: Target, person: Person, data: Path) -> None:
    """Derived files torn, altered and removed under a running server: they are made again."""
    chance = random.Random(5)  # noqa: S311
    ends = ("", "/events/mm_page_free", "/window?t0=0&t1=99999999999", "/file", "/check", "/verdicts")
    names = list(person.captures)[:4]
    for number in range(AGAIN):
        for name in names:
            for path in sorted((data / "captures" / name).glob("*/*")):
                if chance.random() < 0.5:
                    with suppress(OSError):
                        _spoil(path, number)
        await target.all(target.ask("GET", f"/api/captures/{name}{end}") for name in names for end in ends)
        for name in names:
            await person.tries(
                f"windows of {name}, whose derived files were spoilt", partial(_whole, target, name)
            )


def _spoil(path: Path, how: int) -> None:
    match how % 3:
        case 0:
            path.unlink()
        case 1:
            content = path.read_bytes()
            path.write_bytes(content[: len(content) // 2])
        case _:
            path.write_bytes(b"")


async def _whole(target: Target, name: str) -> None:
    for end in ("", "/events/mm_page_free", "/window?t0=0&t1=99999999999"):
        answer = await target.http.get(f"/api/captures/{name}{end}")
        assert answer.status_code == 200, f"{answer.status_code} {answer.text[:200]}"


async def sources(target: Target, person: Person, data: Path) -> None:
    """An uploaded file taken away and altered on disk: said so, and put back by uploading it again."""
    content = trace(600, 2000)
    name = await person.upload(content)
    source = data / "captures" / name / "source"
    source.unlink()
    for end in ("", "/file", "/events/mm_page_free"):
        await target.ask("GET", f"/api/captures/{name}{end}")
    await person.tries("uploading a lost file again", lambda: person.upload(content))
    await person.tries("looking at it", lambda: _whole(target, name))
