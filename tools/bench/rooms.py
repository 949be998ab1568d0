# SPDX-License-Identifier: Apache-2.0
"""Live rooms on a real server: one of 500 students, then 20 of 25, while the teachers step; and a kill in the middle.

Every student has a WebSocket of its own. Measured is the time from a teacher's step to the last byte of a student's
message about it. Then all answer at once, the server is killed and started again: everybody comes back, as the page
does, and every answer that was confirmed has to be among the results. Server and clients, a process each, share two
processors, so the clients' work counts, too.
"""

import asyncio
import csv
import json
import os
import random
import resource
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpx2
import numpy as np
from server import Server, peak, surroundings, wait_until
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from mmscope.rooms.protocol import VERSION

ROOMS = ((1, 500), (20, 25))  # and students in each
STEPS = 40
EVERY = 0.25  # seconds between two steps
BAR = 150  # ms; of the 99th percentile
BACK = 5.0  # seconds, within which everybody is back
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 1.0  # as frontend/src/rooms/connection.ts
CHOICES = 4
SECRET = "mmscope-secret"
VIEW = "#v1/swap-devices?a=capture:four-nodes-node&b=model:four-nodes&k="


@dataclass
class Result:
    """What came of one shape of rooms."""

    delays: list[float] = field(default_factory=list)
    missed: int = 0  # steps that some student never heard
    lost: int = 0  # confirmed answers that are not among the results
    reconnected: int = 0
    slowest: float = 0.0  # seconds from the kill until the last one was back
    memory: int = 0


@dataclass(eq=False)
class Student:
    """One phone. It comes back by itself."""

    port: int
    code: str
    member: str
    result: Result
    sent_at: dict[str, float]  # when each view was sent, by its text
    want: int | None = None  # an answer that is not confirmed yet
    confirmed: int | None = None
    seen: set[str] = field(default_factory=set)
    connections: int = 0
    back: "asyncio.Event" = field(default_factory=asyncio.Event)
    settled: "asyncio.Event" = field(default_factory=asyncio.Event)
    socket: ClientConnection | None = None

    async def live(self) -> None:
        """Until it is cancelled."""
        pause = FIRST_PAUSE
        while True:
            try:
                url = f"ws://127.0.0.1:{self.port}/api/rooms/{self.code}"
                async with connect(url, ping_interval=None, compression=None, open_timeout=8) as self.socket:
                    await self.say({"op": "join", "v": VERSION, "member": self.member})
                    async for text in self.socket:
                        pause = FIRST_PAUSE
                        await self.hear(json.loads(text))
            except (OSError, ConnectionClosed, EOFError, TimeoutError):
                pass
            except Exception as error:  # a refused handshake, while the server starts
                if type(error).__name__ not in {"InvalidMessage", "InvalidStatus", "InvalidHandshake"}:
                    raise
            self.socket = None
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def say(self, message: dict[str, Any]) -> None:
        """Send it, if there is a connection."""
        if self.socket is not None:
            await self.socket.send(json.dumps(message))

    async def hear(self, message: dict[str, Any]) -> None:
        """What a page does with it."""
        match message["type"]:
            case "welcome":
                self.connections += 1
                self.back.set()
                if self.want is not None and message["question"]:
                    await self.answer()
            case "view":
                if (at := self.sent_at.get(message["view"])) is not None and message["view"] not in self.seen:
                    self.result.delays.append((time.perf_counter() - at) * 1000)
                    self.seen.add(message["view"])
            case "question" if message["question"] and message["question"]["stage"] == "question":
                if self.want is not None:
                    await self.answer()
            case "confirmed":
                self.confirmed, self.want = message["choice"], None
                self.settled.set()
            case "ended":
                raise AssertionError(message)

    async def answer(self) -> None:
        """Say what it wants to."""
        await self.say({"op": "answer", "question": 1, "round": 1, "choice": self.want})


@dataclass(eq=False)
class Class:
    """A room, its teacher, its students."""

    code: str
    secret: str
    students: list[Student]
    sent_at: dict[str, float]
    number: int
    teacher: ClientConnection | None = None

    async def lead(self, port: int) -> None:
        """The teacher's window."""
        url = f"ws://127.0.0.1:{port}/api/rooms/{self.code}"
        self.teacher = await connect(url, ping_interval=None, compression=None)
        first = {"op": "lead", "v": VERSION, "secret": self.secret, "window": "bench", "take": False}
        await self.teacher.send(json.dumps(first))
        message = json.loads(await self.teacher.recv())
        assert message["type"] == "leading", message
        self.reads = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.teacher is not None
        try:
            async for _ in self.teacher:
                pass
        except ConnectionClosed:
            pass

    async def say(self, message: dict[str, Any]) -> None:
        """To the class."""
        assert self.teacher is not None
        await self.teacher.send(json.dumps(message))

    async def step(self, k: int) -> None:
        """One step of the cursor."""
        view = f"{VIEW}{k}&n={self.number}"
        self.sent_at[view] = time.perf_counter()
        await self.say({"op": "look", "view": view})


def main() -> int:
    """Both shapes, one after the other; fails where one falls short."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    results = []
    for rooms, students in ROOMS:
        with surroundings("bench-room") as settings:
            found = asyncio.run(measure(settings, rooms, students))
        results.append(found)
        p50, p99, most = np.percentile(found.delays, [50, 99, 100], method="inverted_cdf")
        print(
            f"{rooms} of {students}: p50 {p50:.1f}, p99 {p99:.1f}, at most {most:.1f} ms; missed {found.missed},"
            f" lost {found.lost}; {found.reconnected} back, the last after {found.slowest:.1f} s;"
            f" {found.memory} MB; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    p50, p99 = (max(np.percentile(r.delays, at, method="inverted_cdf") for r in results) for at in (50, 99))
    lost = sum(r.lost + r.missed for r in results)
    back = sum(r.reconnected for r in results)
    everyone = sum(rooms * students for rooms, students in ROOMS)
    slowest = max(r.slowest for r in results)
    print(
        f"bench-room students={everyone} p50_ms={p50:.0f} p99_ms={p99:.0f} lost={lost} reconnected={back}"
        f" back_s={slowest:.1f} rss_mb={max(r.memory for r in results)}"
    )
    return 0 if p99 <= BAR and lost == 0 and back == everyone and slowest <= BACK else 1


async def measure(settings: Any, rooms: int, students: int) -> Result:
    """Rooms of one shape: stepping, answering, a kill, and what is there afterwards."""
    result = Result()
    server = await serve(settings, 0)
    port = server.port
    try:
        classes = []
        for number in range(rooms):
            answer = server.http.post("/api/rooms").json()
            sent_at: dict[str, float] = {}
            everyone = [
                Student(port, answer["code"], f"{number:08}-{one:013}", result, sent_at)
                for one in range(students)
            ]
            classes.append(Class(answer["code"], answer["secret"], everyone, sent_at, number))
        all_of_them = [student for one in classes for student in one.students]
        tasks = [asyncio.create_task(student.live()) for student in all_of_them]
        for one in classes:
            await one.lead(port)
        await asyncio.gather(*(student.back.wait() for student in all_of_them))

        for k in range(STEPS):
            begun = time.perf_counter()
            await asyncio.gather(*(one.step(k) for one in classes))
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun)))
        await asyncio.sleep(1)
        result.missed = sum(STEPS - len(student.seen) for student in all_of_them)

        for student in all_of_them:
            student.want = random.randrange(CHOICES)
            student.back.clear()
        ask = {
            "op": "ask",
            "pane": "A",
            "k": STEPS,
            "kind": "choice",
            "title": "Which device?",
            "took": 0,
            "labels": [f"swap{letter}" for letter in "ABCD"],
        }
        await asyncio.gather(*(one.say(ask) for one in classes))
        # In the middle of it: some answers are confirmed by now, others are on their way.
        half = len(all_of_them) // 2
        while sum(student.confirmed is not None for student in all_of_them) < half:
            await asyncio.sleep(0.001)
        confirmed = [(student, student.confirmed) for student in all_of_them if student.confirmed is not None]
        result.memory = peak(server.process.pid)
        begun = time.perf_counter()
        server.kill()
        for student in all_of_them:
            student.back.clear()

        async def back(student: Student) -> None:
            await student.back.wait()
            result.reconnected += 1
            result.slowest = max(result.slowest, time.perf_counter() - begun)

        coming = asyncio.gather(*(back(student) for student in all_of_them))
        server = await serve(settings, port)
        served = time.perf_counter() - begun
        async with asyncio.timeout(60):
            await coming
            await asyncio.gather(*(student.settled.wait() for student in all_of_them))
        result.memory = max(result.memory, peak(server.process.pid))
        answer = f"{len(confirmed)} of {len(all_of_them)} answers were confirmed"
        print(f"  killed when {answer}; the server was there again after {served:.1f} s", flush=True)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in classes:
            result.lost += losses(server.http, one)
    finally:
        server.kill()
    return result


async def serve(settings: Any, port: int) -> Server:
    """A server that answers; at the port it had, if it had one."""
    server = await asyncio.to_thread(lambda: Server(settings, **({"PORT": str(port)} if port else {})))
    assert server.process.stderr is not None
    threading.Thread(target=server.process.stderr.read, daemon=True).start()
    await asyncio.to_thread(wait_until, server.is_ready)
    return server


def losses(http: httpx2.Client, one: Class) -> int:
    """Answers of a class that are not among its results, choice by choice."""
    text = http.get(f"/api/rooms/{one.code}/results.csv", headers={SECRET: one.secret}).text
    found = [row["answer"] for row in csv.DictReader(text.splitlines())]
    wanted = [f"swap{'ABCD'[student.confirmed]}" for student in one.students if student.confirmed is not None]
    return sum(abs(found.count(f"swap{letter}") - wanted.count(f"swap{letter}")) for letter in "ABCD")


if __name__ == "__main__":
    sys.exit(main())
