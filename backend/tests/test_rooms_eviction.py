"""Who gives way in a full room: invented members to a class, and a class to nobody."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from classroom import ask_of, lead_of
from mmscope.rooms import Connection, Hub, Storage
from mmscope.rooms.connection import EndedError
from mmscope.rooms.eviction import evicted
from mmscope.rooms.protocol import VERSION, Join
from mmscope.settings import Limits

MOST = 8  # members at a time


@dataclass
class Somebody:
    """Who is in a room."""

    network: str
    spoke: bool = False
    missed_so_far: int = 0

    def missed(self) -> int:
        return self.missed_so_far


@pytest.mark.parametrize(
    ("there", "network", "gone"),
    [
        # One hall, one address: nobody makes room for anybody, unless they let a question pass.
        ([Somebody("hall"), Somebody("hall", spoke=True, missed_so_far=3)], "hall", None),
        ([Somebody("hall"), *[Somebody("hall", missed_so_far=1)] * 2], "hall", 1),
        # A hall that has half of the places keeps them, and so does whoever has the other half.
        ([*[Somebody("hall")] * 2, *[Somebody("home")] * 2], "phone", None),
        # More than half give way to other addresses only: who has not spoken first, and the last who came.
        ([*[Somebody("home")] * 3, Somebody("hall")], "home", None),
        ([*[Somebody("home")] * 3, Somebody("hall")], "hall", 2),
        ([Somebody("home"), *[Somebody("home", spoke=True)] * 2, Somebody("hall")], "phone", 0),
        ([*[Somebody("home", spoke=True)] * 3, Somebody("hall")], "phone", 2),
        # Who let a question pass goes before all of them, wherever they are.
        ([*[Somebody("home")] * 3, Somebody("hall", missed_so_far=1)], "phone", 3),
    ],
)
def test_who_gives_way(there: list[Somebody], network: str, gone: int | None) -> None:
    left = evicted({str(at): guest for at, guest in enumerate(there)}, network)
    assert left == (None if gone is None else str(gone))


class School:
    """A hub with one room, its teacher, and whoever comes."""

    def __init__(self, hub: Hub, code: str, teacher: Connection) -> None:
        self.hub, self.code, self.teacher = hub, code, teacher
        self.room = teacher.room

    def comes(self, member: object, network: str = "hall") -> Connection:
        join: Join = {"op": "join", "v": VERSION, "member": f"{member:>22}"}
        return self.hub.enter(self.code, join, network)

    def answers(self, place: Connection, choice: int = 0) -> None:
        now = self.room.question
        assert now
        said = {"op": "answer", "question": now.number, "round": now.round, "choice": choice}
        self.hub.hear(place, said)  # type: ignore[arg-type]

    def asks(self, k: int) -> None:
        self.hub.hear(self.teacher, ask_of(k, took=0))


def at_school(folder: Path, lesson: Callable[[School], None]) -> None:
    async def go() -> None:
        hub = Hub(replace(Limits(), room_members=MOST), Storage(folder))
        hub.start()
        opened = await hub.open("hall")
        lead = lead_of(opened.secret)
        lesson(School(hub, opened.room.code, hub.enter(opened.room.code, lead, "hall")))
        hub.stop()
        hub.close()

    asyncio.run(go())


def test_a_class_gets_in_where_one_address_has_filled_the_room(tmp_path: Path) -> None:
    def lesson(school: School) -> None:
        invented = [school.comes(f"invented{at}", "home") for at in range(MOST)]
        school.asks(1)
        for place in invented:
            school.answers(place)
        students = [school.comes(f"s{at}", f"phone{at}") for at in range(MOST // 2)]
        assert not any(student.over.done() for student in students)
        gone = [place for place in invented if place.over.done()]
        assert [place.over.result()["why"] for place in gone] == ["full"] * len(students)
        with pytest.raises(EndedError, match="full"):
            school.comes("one more", "home")
        for student in students:
            school.answers(student, 1)
        assert school.room.counts() == [MOST, len(students), 0]
        assert len(school.room.here) == MOST

    at_school(tmp_path, lesson)


def test_a_class_behind_one_address_loses_who_says_nothing_and_nobody_else(tmp_path: Path) -> None:
    def lesson(school: School) -> None:
        students = [school.comes(f"s{at}") for at in range(MOST // 2)]
        silent = [school.comes(f"invented{at}") for at in range(MOST - len(students))]
        with pytest.raises(EndedError, match="full"):  # nothing was asked, so nobody has let anything pass
            school.comes("late")
        school.asks(1)
        for student in students:
            school.answers(student)
        with pytest.raises(EndedError, match="full"):  # and while it is open, one may think
            school.comes("late")
        school.asks(2)
        late = [school.comes(f"late{at}") for at in range(len(silent))]
        assert all(place.over.done() for place in silent)
        assert not any(place.over.done() for place in (*students, *late))
        with pytest.raises(EndedError, match="full"):
            school.comes("too late")

    at_school(tmp_path, lesson)


def test_whoever_is_here_can_answer_however_many_came_and_went(tmp_path: Path) -> None:
    code = ""

    def lesson(school: School) -> None:
        nonlocal code
        code = school.code
        school.hub.hear(school.teacher, {"op": "names", "on": True})
        school.asks(1)
        student = school.comes("student")
        lost = school.comes("lost the network")
        school.answers(lost, 1)
        school.hub.leave(lost)
        for at in range(20 * MOST):
            place = school.comes(f"invented{at}")
            school.answers(place)
            school.hub.hear(place, {"op": "name", "name": f"invented {at}"})
            school.hub.leave(place)
        school.answers(student, 1)
        school.hub.hear(student, {"op": "name", "name": "Ada"})
        room = school.room
        assert len(room.answers) == len(room.name_of) == 4 * MOST
        assert room.answers[student.member or ""] == 1
        assert room.answers[lost.member or ""] == 1  # those who came and went push out one another
        assert room.name_of[student.member or ""] == "Ada"

    at_school(tmp_path, lesson)
    with closing(sqlite3.connect(tmp_path / "rooms.sqlite")) as db:
        for table in ("answers", "names"):
            (many,) = db.execute(f"SELECT count(*) FROM {table} WHERE code = ?", (code,)).fetchone()  # noqa: S608
            assert many == 4 * MOST
