"""A class that is led on while others do to its room what they can."""

import asyncio
import base64
import json
import os
import random
from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from attacks.target import Person, Target
from mmscope.rooms.bucket import Guesses
from mmscope.rooms.protocol import LEADER_TEXT, MEMBER, MEMBER_TEXT, NAME, VERSION

JOINS = 10_000
_FIRST = (
    "", "x", "[]", "null", "{}", "[" * 900, '{"op":"lead"}', '{"op":"join","v":1}', '{"op":"\\ud800"}',
    json.dumps({"op": "join", "v": 10**30, "member": "m" * MEMBER}),
    json.dumps({"op": "join", "v": VERSION, "member": "m" * 10**5}),
    json.dumps({"op": "join", "v": True, "member": "m" * MEMBER}),
    json.dumps({"op": "answer", "question": 1, "round": 1, "choice": 0}),
)  # fmt: skip
_LATER = (
    "", "x", "[]", "9" * 900, '{"op":"answer","question":-1,"round":1,"choice":0}',
    '{"op":"answer","question":1,"round":1,"choice":63}',
    '{"op":"answer","question":1,"round":1,"choice":1e999}',
    '{"op":"answer","question":99,"round":7,"choice":0}',  # of a question that is over
    '{"op":"stage","stage":"reveal"}', '{"op":"look","view":"#v1/zones"}', '{"op":"again"}',
    json.dumps({"op": "name", "name": "n" * (NAME + 1)}),
    json.dumps({"op": "name", "name": "x" * MEMBER_TEXT}),
)  # fmt: skip
_CODES = ("", "1", "abcdef", "12345\u0666", "0000000", "%00", "..%2f..", "9" * 4000)
_FRAMES = (b"\x81\xff" + b"\xff" * 8, b"\xc1\x80xxxx", b"\x8f\x80\0\0\0\0", b"\x81\x05plain", b"\x09\xfe" * 9)


class _Room:
    """A room with its teacher and one student, neither of whom may be hindered."""

    def __init__(self, target: Target, code: str, secret: str) -> None:
        self.code, self.secret, self._target = code, secret, target
        self.url = f"ws://127.0.0.1:{target.port}/api/rooms/{code}"
        self.key = ""
        self._k = 0

    async def open(self, end: AsyncExitStack) -> None:
        """Both come, and stay."""
        self._teacher = await end.enter_async_context(connect(self.url))
        lead = {"op": "lead", "v": VERSION, "secret": self.secret, "window": "w", "take": False}
        await self._teacher.send(json.dumps(lead))
        self.key = (await _heard(self._teacher, "leading"))["link"].partition(".")[2]
        self._student = await end.enter_async_context(connect(self.url))
        await self._student.send(json.dumps(self.join("s" * MEMBER)))
        await _heard(self._student, "welcome")

    def join(self, member: str) -> dict[str, object]:
        """As who scanned the picture on the wall."""
        return {"op": "join", "v": VERSION, "member": member, "key": self.key}

    async def goes_on(self) -> None:
        """A question is asked, answered and confirmed; the next view is seen."""
        self._k += 1
        ask = {"op": "ask", "pane": "A", "k": self._k, "kind": "choice", "title": "Which?"}
        async with asyncio.timeout(5):
            await self._teacher.send(json.dumps({**ask, "labels": ["a", "b"], "took": 1}))
            while True:
                question = (await _heard(self._student, "question"))["question"]
                if question and question["k"] == self._k:
                    break
            answer = {"op": "answer", "question": question["number"], "round": question["round"], "choice": 1}
            await self._student.send(json.dumps(answer))
            await _heard(self._student, "confirmed")


async def _heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == kind:
            return message
        assert message["type"] != "ended", f"sent away: {message}"


async def rooms(target: Target, person: Person) -> None:
    """Guesses, garbage, floods, second windows and ten thousand joins, while a class goes on."""
    given = await target.ask("POST", "/api/rooms")
    assert given is not None
    assert given.status_code == 201, f"a room was refused: {given.text}"
    room = _Room(target, given.json()["code"], given.json()["secret"])
    async with AsyncExitStack() as end:
        await room.open(end)
        await person.tries("a class before anything", room.goes_on)
        for what in (_frames, _beginnings, _said, _floods, _windows, _joins, _guesses):
            await what(target, room)
            await person.tries(f"a class after{what.__name__.replace('_', ' ')}", room.goes_on)
    for secret in ("", "x", room.secret[:-1], "\xe9"):
        await target.ask("DELETE", f"/api/rooms/{room.code}", headers={"mmscope-secret": secret.encode()})
    closed = await target.ask("DELETE", f"/api/rooms/{room.code}", headers={"mmscope-secret": room.secret})
    if closed is None or closed.status_code != 204:
        target.tally.shut_out.append("closing one's own room")


async def _says(target: Target, url: str, *texts: str | bytes) -> dict[str, Any] | None:
    """Connect, say all of it; the last of what is answered within a moment."""
    last = None
    try:
        async with asyncio.timeout(3), connect(url) as socket:
            for text in texts:
                await socket.send(text)
            while (last := json.loads(await socket.recv()))["type"] not in {"ended", "error"}:
                pass
    except (OSError, TimeoutError, WebSocketException, ValueError, TypeError):
        pass
    target.tally.answered(None, str(texts[-1])[:80])
    return last


def _opening(target: Target, code: str) -> bytes:
    return target.head(
        "GET", f"/api/rooms/{code}", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ) + b"\r\n"  # fmt: skip


async def _frames(target: Target, room: _Room) -> None:
    """Frames that are none, and codes that are none."""
    chance = random.Random(18)  # noqa: S311
    frames = [*_FRAMES, *(chance.randbytes(chance.randrange(1, 300)) for _ in range(100))]
    await target.all(target.raw(_opening(target, room.code) + frame, wait=1.0) for frame in frames)
    await target.all(target.raw(_opening(target, code), wait=1.0) for code in _CODES)


async def _beginnings(target: Target, room: _Room) -> None:
    """First messages that say nothing."""
    await target.all((_says(target, room.url, text) for text in (*_FIRST, b"\x00" * 100)), at_once=4)


async def _said(target: Target, room: _Room) -> None:
    """Messages of somebody in the room that are wrong, too long, of a question that is over, a teacher's."""
    join = json.dumps(room.join("w" * MEMBER))
    for text in (*_LATER, b"\xff" * 100, "x" * (LEADER_TEXT + 1)):
        known = await _says(target, room.url, join, text)
        if known is not None and not (known.get("message") or known.get("error", {}).get("message")):
            target.tally.failures.append(f"no reason was given: {known}")


async def _floods(target: Target, room: _Room) -> None:
    """Forty who say the same as fast as they can, and read nothing."""

    async def one(number: int) -> None:
        try:
            async with asyncio.timeout(10), connect(room.url, max_queue=1) as socket:
                await socket.send(json.dumps(room.join(f"{number:0{MEMBER}}")))
                for at in range(500):
                    await socket.send(json.dumps({"op": "wander", "on": at % 2 == 0}))
                socket.transport.abort()
        except (OSError, TimeoutError, WebSocketException):
            pass
        target.tally.answered(None, "a flood")

    await target.all((one(number) for number in range(40)), at_once=40)


async def _windows(target: Target, room: _Room) -> None:
    """Who would lead: with wrong secrets, and as a second window that does not take over."""
    lead = {"op": "lead", "v": VERSION, "window": "2", "take": True}
    for secret in ("", "x" * 43, room.secret[:-1], room.secret.swapcase()):
        read = await _says(target, room.url, json.dumps({**lead, "secret": secret}))
        if read is None or read.get("why") not in {"no_room", "message"}:
            target.tally.failures.append(f"a wrong secret led to {read}")
    read = await _says(target, room.url, json.dumps({**lead, "secret": room.secret, "take": False}))
    if read is None or read.get("why") != "led":
        target.tally.failures.append(f"a second window was told {read}")


async def _joins(target: Target, room: _Room) -> None:
    """Ten thousand join at once, and are gone."""

    def frame(number: int) -> bytes:
        content, mask = json.dumps(room.join(f"{number:0{MEMBER}}")).encode(), os.urandom(4)
        size = (
            bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + len(content).to_bytes(2, "big")
        )
        return b"\x81" + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))

    opening = _opening(target, room.code)
    await target.all((target.raw(opening + frame(number)) for number in range(JOINS)), at_once=32)


async def _guesses(target: Target, room: _Room) -> None:
    """Codes, one after another, with and without what a picture carries."""
    base, own = room.url.rpartition("/")[0], int(room.code)
    given = []
    for number in range(Guesses.BURST + 100):
        code = f"{(own + 1 + number) % 1_000_000:06}"
        key = base64.urlsafe_b64encode(os.urandom(12)).decode()
        join = {"op": "join", "v": VERSION, "member": "g" * MEMBER, **({"key": key} if number % 2 else {})}
        given.append((await _says(target, f"{base}/{code}", json.dumps(join)) or {}).get("why"))
    if set(given) != {"no_room", "wait"} or given.count("no_room") > Guesses.BURST + 20:
        target.tally.failures.append(f"{given.count('no_room')} codes could be tried, of {len(given)}")
