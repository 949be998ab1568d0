"""Live rooms: what is kept, through a kill, and as results."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.sync.client import ClientConnection, connect

from classroom import SECRET, ask_of, lead_of
from mmscope.rooms import Hub, Rooms, Storage
from mmscope.rooms.protocol import (
    VERSION,
)
from mmscope.rooms.results import AskedOnce, Given, Results, Student, as_csv
from mmscope.rooms.room import Room
from mmscope.settings import Limits
from support import Server


def test_results_are_no_formulas() -> None:
    asked = ask_of(labels=("=1+1", "b"))
    students = [Student("m", 1, "@name"), Student("n", 2, 'a,"b"')]
    given = {(0, "m"): Given(0, 1200), (0, "n"): Given(1, None)}
    lines = as_csv(Results([AskedOnce(1, 1, asked)], students, given)).splitlines()
    assert lines[1] == "1,1,,,Which device?,5,A,b,1,'@name,'=1+1,no,1200"
    assert lines[2] == '1,1,,,Which device?,5,A,b,2,"a,""b""",b,yes,'


def test_what_is_kept(tmp_path: Path) -> None:
    """Everything, but what has ended; nothing of a room that was closed."""

    async def keep() -> Room:
        kept = Storage(tmp_path)
        assert kept.start(3) == []
        rooms = Rooms(Limits())
        opened, rows = rooms.open("a", 1e11)
        room = opened.room
        room.most = 3
        kept.put(rows)
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        kept.put(room.look("#v1/zones?k=1"))
        kept.put(room.look("#v1/zones?k=2", "in-turn", 4))
        for rows in (
            room.arrive("m1"),
            room.arrive("m2"),
            room.arrive("silent"),
            room.ask(ask_of(1)),
            room.answer("m1", 1, 1, 2),
            room.ask(ask_of(2), 1000.0),
            room.answer("m1", 2, 1, 0, 1002.5),
            room.answer("m2", 2, 1, 2),
            room.again(),
            room.ask_names(on=True),
            room.name("m1", "Ada"),
            room.answer("m2", 2, 2, 1),
        ):
            kept.put(rows)
        kept.put(room.show("reveal"), done.set_result)
        assert await done
        found = kept.results(room.code)
        assert [(one.number, one.round) for one in found.questions] == [(1, 1), (2, 1), (2, 2)]
        assert [(one.number, one.name) for one in found.students] == [(1, "Ada"), (2, ""), (3, "")]
        assert {key: given.choice for key, given in found.answers.items()} == {
            (0, "m1"): 2,
            (1, "m1"): 0,
            (1, "m2"): 2,
            (2, "m2"): 1,
        }
        assert found.answers[1, "m1"].ms == 2500
        kept.close()
        return room

    async def again(room: Room) -> None:
        kept = Storage(tmp_path)
        (found,) = kept.start(3)
        assert found == room
        rooms = Rooms(Limits(), [found])
        kept.put(rooms.close(found, 5e9))
        kept.close()
        kept = Storage(tmp_path)
        assert kept.start(3) == []
        assert [(one.code, one.at, one.answers) for one in kept.over] == [(room.code, 5e9, 4)]
        assert len(kept.results(room.code).students) == 3
        rooms = Rooms(Limits(), [], kept.over)
        assert rooms.over_at(room.code) == 5e9
        kept.put(rooms.remove(room.code))
        kept.close()
        kept = Storage(tmp_path)
        assert (kept.start(3), kept.over) == ([], [])
        kept.close()

    asyncio.run(again(asyncio.run(keep())))
    for file in tmp_path.iterdir():
        assert b"Ada" not in file.read_bytes(), file


def test_rooms_of_the_form_before_go_on(tmp_path: Path) -> None:
    """A release that knows lessons finds the rooms of one that did not."""
    old = """
        CREATE TABLE rooms (code TEXT PRIMARY KEY, holder TEXT NOT NULL, key TEXT NOT NULL,
            ends REAL NOT NULL, view TEXT NOT NULL DEFAULT '',
            names INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
        CREATE TABLE rounds (code TEXT, number INTEGER, round INTEGER, asked TEXT NOT NULL,
            stage TEXT NOT NULL, open INTEGER NOT NULL, PRIMARY KEY (code, number, round)) WITHOUT ROWID;
        CREATE TABLE answers (code TEXT, number INTEGER, round INTEGER, member TEXT, choice INTEGER NOT NULL,
            PRIMARY KEY (code, number, round, member)) WITHOUT ROWID;
        CREATE TABLE names (code TEXT, member TEXT, name TEXT NOT NULL,
            PRIMARY KEY (code, member)) WITHOUT ROWID;
        PRAGMA user_version=1;
    """
    with closing(sqlite3.connect(tmp_path / "rooms.sqlite")) as db:
        db.executescript(old)
        db.execute("INSERT INTO rooms VALUES ('123456', 'h', 'key', 1e12, '#v1/zones?k=2', 1)")
        asked = json.dumps(ask_of())
        db.execute("INSERT INTO rounds VALUES ('123456', 1, 1, ?, 'question', 1)", (asked,))
        db.execute("INSERT INTO answers VALUES ('123456', 1, 1, 'm', 2)")
        db.commit()

    async def go_on() -> None:
        kept = Storage(tmp_path)
        (room,) = kept.start(3)
        assert (room.view, room.lesson, room.step, room.names) == ("#v1/zones?k=2", "", 0, True)
        given = room.known_question()
        assert given
        assert (given["lesson"], given["k"], room.counts()) == ("", 5, [0, 0, 1])
        line = "1,1,,,Which device?,5,A,swapB,1,,swapC,no,"
        assert as_csv(kept.results("123456")).splitlines()[1] == line
        kept.close()

    asyncio.run(go_on())


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "rooms.sqlite").write_bytes(b"no database at all, but long enough to be read as one" * 50)

    async def start() -> None:
        kept = Storage(tmp_path)
        assert kept.start(3) == []
        kept.close()

    asyncio.run(start())
    assert len(list(tmp_path.glob("rooms.sqlite.damaged-*"))) == 1


def test_what_is_said_to_a_room_as_it_closes_is_not_kept(tmp_path: Path) -> None:
    async def go() -> None:
        hub = Hub(Limits(), Storage(tmp_path))
        hub.start()
        opened = await hub.open("a")
        teacher = hub.enter(opened.room.code, lead_of(opened.secret), "a")
        closing = asyncio.create_task(hub.shut(opened.room))
        await teacher.over
        hub.hear(teacher, ask_of())
        await closing
        hub.stop()
        hub.close()

    asyncio.run(go())
    with closing(sqlite3.connect(tmp_path / "rooms.sqlite")) as db:
        assert db.execute("SELECT count(*) FROM rounds").fetchone() == (0,)


def test_a_room_whose_day_ended_while_nothing_ran_keeps_its_results(tmp_path: Path) -> None:
    async def keep() -> list[str]:
        kept = Storage(tmp_path)
        kept.start(3)
        rooms = Rooms(Limits(room_seconds=1))
        codes = []
        for asked in (True, False):
            opened, rows = rooms.open("a", 1000.0)
            kept.put([*rows, *(opened.room.ask(ask_of()) if asked else ())])
            codes.append(opened.room.code)
        kept.close()
        return codes

    async def again(codes: list[str]) -> None:
        kept = Storage(tmp_path)
        assert kept.start(3) == []
        assert [(one.code, one.at) for one in kept.over] == [(codes[0], 1001.0)]
        kept.close()

    asyncio.run(again(asyncio.run(keep())))


@pytest.mark.slow
def test_a_kill_loses_nothing_that_was_confirmed(start_server: Callable[..., Server]) -> None:
    with ExitStack() as end:
        _kill_in_the_middle(start_server, end)


def _kill_in_the_middle(start_server: Callable[..., Server], end: ExitStack) -> None:
    server = start_server()
    reply = server.http.post("/api/rooms").json()
    code, secret = reply["code"], reply["secret"]

    def there(server: Server, first: dict[str, Any]) -> ClientConnection:
        socket = end.enter_context(connect(f"ws://127.0.0.1:{server.port}/api/rooms/{code}"))
        socket.send(json.dumps({"v": VERSION, **first}))
        return socket

    def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            reply = json.loads(socket.recv())
            if reply["type"] == kind:
                return cast("dict[str, Any]", reply)

    lead = {"op": "lead", "secret": secret, "window": "w", "take": False}
    teacher = there(server, lead)
    teacher.send(json.dumps({"op": "look", "view": "#v1/zones?k=7", "lesson": "in-turn", "step": 3}))
    teacher.send(json.dumps(ask_of()))
    students = [there(server, {"op": "join", "member": f"{number:022}"}) for number in range(20)]
    for number, student in enumerate(students):
        if heard(student, "welcome")["question"] is None:
            heard(student, "question")
        student.send(json.dumps({"op": "answer", "question": 1, "round": 1, "choice": number % 3}))
    for student in students:
        heard(student, "confirmed")
    server.kill()

    server = start_server()
    leading = heard(there(server, lead), "leading")
    assert (leading["view"], leading["question"]["number"]) == ("#v1/zones?k=7", 1)
    assert (leading["lesson"], leading["step"], leading["answered"]) == ("in-turn", 3, 20)
    back = heard(there(server, {"op": "join", "member": f"{4:022}"}), "welcome")
    assert (back["choice"], back["question"]["stage"]) == (1, "question")
    text = server.http.get(f"/api/rooms/{code}/results.csv", headers={SECRET: secret}).text
    assert len(text.splitlines()) == 21

    assert server.http.delete(f"/api/rooms/{code}", headers={SECRET: secret}).status_code == 204
    server.kill()
    server = start_server()
    reply = server.http.get(f"/api/rooms/{code}/results", headers={SECRET: secret}).json()
    assert reply["over"] is not None
    choices = [student["answers"][0]["choice"] for student in reply["students"]]
    assert choices == [number % 3 for number in range(20)]
    assert server.http.get(f"/api/rooms/{code}/results", headers={SECRET: "x" * 43}).status_code == 404
    assert server.http.delete(f"/api/rooms/{code}/results", headers={SECRET: secret}).status_code == 204
    server.kill()
    server = start_server()
    assert server.http.get(f"/api/rooms/{code}/results", headers={SECRET: secret}).status_code == 404
