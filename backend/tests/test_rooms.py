"""Live rooms: the rules, with hypothesis; what is kept; and the real server, killed in the middle."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import ClientConnection, connect

from mmscope.room import Hub, Kept, RoomError, Rooms
from mmscope.room.bucket import Bucket, Guesses, network_of
from mmscope.room.protocol import (
    CHOICES,
    LEADER_TEXT,
    MEMBER_TEXT,
    NAME,
    STEPS,
    VERSION,
    VIEW,
    Ask,
    Join,
    Lead,
    MessageError,
    TooLongError,
    parse_first,
    parse_leader,
    parse_member,
)
from mmscope.room.results import Given, as_csv
from mmscope.room.room import ROUNDS, DroppedRow, Room
from mmscope.room.rooms import FullError, holder_of
from mmscope.settings import Limits
from support import Server

SECRET = "mmscope-secret"  # noqa: S105  # the header's name


def ask_of(k: int = 5, labels: tuple[str, ...] = ("swapA", "swapB", "swapC"), took: int = 1) -> Ask:
    return {
        "op": "ask",
        "pane": "A",
        "k": k,
        "kind": "choice",
        "title": "Which device?",
        "labels": list(labels),
        "took": took,
    }


def a_room(most: int = 3) -> Room:
    return Room("123456", holder_of("s"), "key", 1e12, most)


class Classes(RuleBasedStateMachine):
    """Whatever a class and its teacher do, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.room = a_room()
        self.given: dict[str, int] = {}  # of this round, as a simple model has it
        self.open = False

    @rule(k=st.integers(1, 3), took=st.integers(0, 3))
    def ask(self, k: int, took: int) -> None:
        try:
            rows = self.room.ask(ask_of(k, took=took))
        except RoomError:
            assert took > 2 or self.room.rounds == ROUNDS
        else:
            if rows:  # asked the same again, nothing changes
                self.given, self.open = {}, True

    @rule()
    def again(self) -> None:
        try:
            self.room.again()
        except RoomError:
            assert not self.open or self.room.rounds == ROUNDS
            self.open = self.room.question is not None
        else:
            self.given = {}

    @rule()
    def done(self) -> None:
        self.room.done()
        self.given, self.open = {}, False

    @rule(stage=st.sampled_from(["question", "answers", "reveal"]))
    def show(self, stage: Any) -> None:  # noqa: ANN401
        if self.open:
            self.room.show(stage)
        else:
            with pytest.raises(RoomError):
                self.room.show(stage)

    @rule(member=st.sampled_from("abcdefghijklmnop"), choice=st.integers(0, 4), stale=st.booleans())
    def answer(self, member: str, choice: int, stale: bool) -> None:  # noqa: FBT001
        now = self.room.question
        number, round_ = (now.number, now.round) if now else (1, 1)
        self.come(member)
        try:
            rows = self.room.answer(member, number, round_ + stale, choice)
        except RoomError:
            assert now is None or stale or now.stage == "reveal" or choice > 2
        else:
            for row in rows:
                if isinstance(row, DroppedRow):
                    assert len(self.given) == 4 * self.room.most
                    assert row.member not in {*self.room.here, member}
                    del self.given[row.member]
            self.given[member] = choice

    def come(self, member: str) -> None:
        """Whoever says something is here; in a full room the one who has been here longest goes."""
        if member not in self.room.here and len(self.room.here) >= self.room.most:
            del self.room.here[next(iter(self.room.here))]
        self.room.here[member] = False

    @rule()
    def all_leave(self) -> None:
        self.room.here.clear()

    @rule(on=st.booleans())
    def names(self, on: bool) -> None:  # noqa: FBT001
        self.room.ask_names(on=on)

    @rule(member=st.sampled_from("abcdefghijklmnop"), name=st.text(max_size=8))
    def name(self, member: str, name: str) -> None:
        self.come(member)
        try:
            self.room.name(member, name)
        except RoomError:
            assert not self.room.names

    @invariant()
    def counts_are_those_of_the_answers(self) -> None:
        assert sum(self.room.counts()) == len(self.given)
        assert self.room.answers == self.given
        assert (self.room.question is not None) == self.open

    @invariant()
    def nothing_is_told_before_the_reveal(self) -> None:
        told = self.room.told()
        if told is not None and told["stage"] != "reveal":
            assert (told["counts"], told["before"], told["took"]) == (None, None, None)

    @invariant()
    def it_is_bounded(self) -> None:
        assert len(self.room.answers) <= 4 * self.room.most
        assert len(self.room.name_of) <= 4 * self.room.most
        assert self.room.rounds <= ROUNDS
        assert self.room.names or not self.room.name_of


TestClasses = Classes.TestCase


@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_a_message_or_a_reason(text: str) -> None:
    for parse in (parse_first, parse_member, parse_leader):
        with pytest.raises(MessageError):
            parse(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"op":"answer","question":1,"round":1}', "choice is missing"),
        ('{"op":"answer","question":1,"round":1,"choice":64}', "choice must be from 0 to 63"),
        ('{"op":"answer","question":true,"round":1,"choice":1}', "question must be a whole number"),
        ('{"op":"answer","question":1.5,"round":1,"choice":1}', "question must be a whole number"),
        ('{"op":"answer","question":1,"round":1,"choice":1,"more":1}', "no field 'more'"),
        ('{"op":"look","view":"#v1/zones"}', "op must be one of answer, wander, name"),
        ('{"op":"name","name":"' + "n" * (NAME + 1) + '"}', f"must be from 0 to {NAME}"),
        ('{"op":"name","name":"a\\u0000b"}', "control characters"),
        ("[" * 900, "must be JSON"),
        ("[]", "must be an object"),
    ],
)
def test_what_a_member_may_not_say(text: str, told: str) -> None:
    with pytest.raises(MessageError, match=told):
        parse_member(text)


def test_long_messages() -> None:
    with pytest.raises(TooLongError, match=f"may have {MEMBER_TEXT} bytes"):
        parse_member(json.dumps({"op": "name", "name": "é" * MEMBER_TEXT}))
    longest = json.dumps({"op": "look", "view": "x" * VIEW})
    assert parse_leader(longest)["op"] == "look"
    labels = ["é" * 80] * CHOICES
    assert len(json.dumps({**ask_of(), "labels": labels}, ensure_ascii=False).encode()) < LEADER_TEXT


def test_guesses_are_limited_but_a_class_is_not() -> None:
    guesses = Guesses()
    for number in range(Guesses.BURST):
        assert guesses.may("1.2.3.4", 0.0)
        guesses.wrong("1.2.3.4", str(number), 0.0)
    assert not guesses.may("1.2.3.4", 1.0)
    assert guesses.may("1.2.3.5", 1.0)
    assert guesses.may("1.2.3.4", 1.0 + 1 / Guesses.PER_SECOND)
    day = 0
    for t in range(86400):
        if guesses.may("x", t):
            guesses.wrong("x", str(t), t)
            day += 1
    assert day <= Guesses.BURST + 86400 * Guesses.PER_SECOND + 1  # of a million codes
    for number in range(2 * Guesses.ADDRESSES):
        guesses.wrong(f"a{number}", "1", 2.0)
    assert len(guesses._of) <= Guesses.ADDRESSES  # noqa: SLF001


def test_the_code_of_yesterday_on_a_whole_class_of_phones_is_one_guess() -> None:
    guesses = Guesses()
    for _ in range(5 * Guesses.BURST):
        guesses.wrong("1.2.3.4", "482913", 0.0)
    assert guesses.may("1.2.3.4", 0.0)
    for number in range(5 * Guesses.BURST):
        guesses.wrong("1.2.3.4", str(number), 0.0)
    assert not guesses.may("1.2.3.4", 0.0)
    assert len(guesses._of["1.2.3.4"].codes) <= Guesses.BURST  # noqa: SLF001


def test_who_can_take_another_address_at_will_counts_as_one() -> None:
    assert (
        network_of("2001:db8:1:2::3") == network_of("2001:db8:1:2:ffff::1") != network_of("2001:db8:1:3::3")
    )
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7" != network_of("192.0.2.8")
    assert network_of("testclient") == "testclient"


@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with the joiner that its spelling has
        "\u5c71\u7530\u3000\u592a\u90ce",  # the wide space of a Japanese keyboard
        "Zo\u00e9\u00a0\U0001f469\u200d\U0001f4bb",
        "\u05d3\u05d5\u05d3",
        "Ada \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # England's flag
        "\U0001f3f4\U000e0075\U000e0073\U000e0063\U000e0061\U000e007f\U0001f3f4",  # California, black
        "\U0003fffd",  # of a later Unicode than the server's
    ],
)
def test_names_are_written_as_people_write_them(name: str) -> None:
    assert parse_member(json.dumps({"op": "name", "name": name}))["op"] == "name"
    assert parse_leader(json.dumps({**ask_of(), "title": name}))["op"] == "ask"


@pytest.mark.parametrize(
    "char",
    [
        *("\u202e", "\u2066", "\ud800", "\u2028", "\t", "\x1b", "\u200b", "\u2060", "\ufeff"),
        "\U000e0067\U000e0062\U000e007f",  # tags without a flag,
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067",  # without an end,
        "\U0001f3f4\U000e007f",  # of nothing,
        "\U0001f3f4" + "\U000e0068" * 12 + "\U000e007f",  # as hidden text,
        "\U0001f44b\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # behind a hand,
        "\U000e0001\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # before a flag,
        # and around one
        "\U0001f3f4\U000e0067\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f\U000e007f",
    ],
)
def test_a_name_turns_no_text_around(char: str) -> None:
    with pytest.raises(MessageError, match="control characters"):
        parse_member(json.dumps({"op": "name", "name": f"a{char}b"}))


def test_a_bucket_refills() -> None:
    bucket = Bucket(2, 1.0)
    assert [bucket.take(5.0), bucket.take(5.0), bucket.take(5.0)] == [True, True, False]
    assert bucket.wait() == pytest.approx(1.0)
    assert bucket.take(6.0)


def test_rooms_are_bounded_and_end() -> None:
    rooms = Rooms(replace(Limits(), rooms=20, room_seconds=100))
    opened = [rooms.open("a", 0.0)[0] for _ in range(2)]
    with pytest.raises(FullError, match="2 rooms were opened from here"):
        rooms.open("a", 1.0)
    assert rooms.leads(opened[0].room, opened[0].secret)
    assert not rooms.leads(opened[1].room, opened[0].secret)
    assert not rooms.leads(None, opened[0].secret)
    code = opened[0].room.code
    assert rooms.find(code, 99.0)
    assert rooms.find(code, 100.0) is None
    assert len(rooms.expire(100.0)) == 2
    assert len(rooms) == 0
    for number in range(20):
        found, _ = rooms.open(f"b{number}", 200.0)
        found.room.view = "#v1/zones" if number else ""
    empty = next(room.code for room in rooms if not room.view)
    with pytest.raises(FullError, match="as many rooms"):  # its teacher waits for the class
        rooms.open("c", 201.0, led={empty})
    assert rooms.open("c", 201.0)[1][0].code == empty  # that in which nothing was ever shown gives way
    with pytest.raises(FullError, match="as many rooms"):
        [rooms.open(f"d{number}", 202.0)[0].room.here.update(m=False) for number in range(2)]


def test_results_are_no_formulas() -> None:
    asked = ask_of(labels=("=1+1", "b"))
    text = as_csv([Given(1, 1, asked, "m", "@name", 0), Given(2, 1, asked, "m", 'a,"b"', 1)])
    assert text.splitlines()[1] == "1,1,,,Which device?,5,A,b,1,'@name,'=1+1"
    assert text.splitlines()[2] == '2,1,,,Which device?,5,A,b,1,"a,""b""",b'


def test_what_is_kept(tmp_path: Path) -> None:
    """Everything, but what has ended; nothing of a room that was closed."""

    async def keep() -> Room:
        kept = Kept(tmp_path)
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
            room.ask(ask_of(1)),
            room.answer("m1", 1, 1, 2),
            room.ask(ask_of(2)),
            room.answer("m1", 2, 1, 0),
            room.answer("m2", 2, 1, 2),
            room.again(),
            room.ask_names(on=True),
            room.name("m1", "Ada"),
            room.answer("m2", 2, 2, 1),
        ):
            kept.put(rows)
        kept.put(room.show("reveal"), done.set_result)
        assert await done
        assert [(a.number, a.round, a.name, a.choice) for a in kept.results(room.code)] == [
            (1, 1, "Ada", 2),
            (2, 1, "Ada", 0),
            (2, 1, "", 2),
            (2, 2, "", 1),
        ]
        kept.close()
        return room

    async def again(room: Room) -> None:
        kept = Kept(tmp_path)
        (found,) = kept.start(3)
        assert found == room
        kept.put(Rooms(Limits(), [found]).close(found))
        kept.close()
        assert Kept(tmp_path).start(3) == []

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
        kept = Kept(tmp_path)
        (room,) = kept.start(3)
        assert (room.view, room.lesson, room.step, room.names) == ("#v1/zones?k=2", "", 0, True)
        told = room.told()
        assert told
        assert (told["lesson"], told["k"], room.counts()) == ("", 5, [0, 0, 1])
        assert as_csv(kept.results("123456")).splitlines()[1] == "1,1,,,Which device?,5,A,swapB,1,,swapC"
        kept.close()

    asyncio.run(go_on())


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "rooms.sqlite").write_bytes(b"no database at all, but long enough to be read as one" * 50)

    async def start() -> None:
        kept = Kept(tmp_path)
        assert kept.start(3) == []
        kept.close()

    asyncio.run(start())
    assert len(list(tmp_path.glob("rooms.sqlite.damaged-*"))) == 1


# Over HTTP and WebSockets


def opened(client: TestClient) -> tuple[str, str]:
    told = client.post("/api/rooms").json()
    return told["code"], told["secret"]


@contextmanager
def leading(client: TestClient, code: str, secret: str, **more: Any) -> Iterator[WebSocketTestSession]:  # noqa: ANN401
    with client.websocket_connect(f"/api/rooms/{code}") as socket:
        first = {"op": "lead", "v": VERSION, "secret": secret, "window": "w", "take": False, **more}
        socket.send_json(first)
        yield socket


@contextmanager
def joined(client: TestClient, code: str, who: str = "m", **more: Any) -> Iterator[WebSocketTestSession]:  # noqa: ANN401
    with client.websocket_connect(f"/api/rooms/{code}") as socket:
        socket.send_json({"op": "join", "v": VERSION, "member": who * 22, **more})
        yield socket


def until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind; counts and tallies come when they come."""
    while True:
        told = cast("dict[str, Any]", socket.receive_json())
        if told["type"] == kind:
            return told
        assert told["type"] in {"count", "tally", "view", "question"}, told


def test_a_question_from_asking_to_results(client: TestClient) -> None:
    code, secret = opened(client)
    with leading(client, code, secret) as teacher, joined(client, code) as student:
        assert until(teacher, "leading")["link"].startswith(f"{code}.")
        assert until(student, "welcome")["question"] is None
        teacher.send_json({"op": "look", "view": "#v1/zones?k=4"})
        assert until(student, "view")["view"] == "#v1/zones?k=4"
        teacher.send_json(ask_of())
        question = until(student, "question")["question"]
        assert (question["choices"], question["stage"], question["took"]) == (3, "question", None)
        student.send_json({"op": "answer", "question": 1, "round": 1, "choice": 2})
        assert until(student, "confirmed")["choice"] == 2
        student.send_json({"op": "answer", "question": 1, "round": 1, "choice": 3})
        assert "from 0 to 2" in until(student, "error")["error"]["message"]
        student.send_json({"op": "answer", "question": 7, "round": 1, "choice": 0})
        assert until(student, "error")["error"]["code"] == "moved_on"
        student.send_text("x" * (MEMBER_TEXT + 1))
        assert until(student, "error")["error"]["code"] == "too_long"
        teacher.send_json({"op": "stage", "stage": "reveal"})
        shown = until(student, "question")["question"]
        assert (shown["counts"], shown["took"]) == ([0, 0, 1], 1)
        student.send_json({"op": "answer", "question": 1, "round": 1, "choice": 0})
        assert until(student, "error")["error"]["code"] == "moved_on"
        answer = client.get(f"/api/rooms/{code}/results.csv", headers={SECRET: secret})
        assert answer.headers["content-disposition"].endswith(f'"room-{code}.csv"')
        assert answer.text.splitlines()[1] == "1,1,,,Which device?,5,A,swapB,1,,swapC"
        assert client.delete(f"/api/rooms/{code}", headers={SECRET: secret}).status_code == 204
        assert until(student, "ended")["why"] == "closed"
    with joined(client, code) as late:
        assert until(late, "ended")["why"] == "no_room"


def test_a_lesson_is_led(client: TestClient) -> None:
    code, secret = opened(client)
    with leading(client, code, secret) as teacher, joined(client, code) as student:
        assert (until(student, "welcome")["lesson"], until(teacher, "leading")["step"]) == ("", 0)
        look = {"op": "look", "view": "#v1/zones?k=4", "lesson": "in-turn", "step": 2}
        teacher.send_json(look)
        assert until(student, "view") == {
            "type": "view",
            **{name: look[name] for name in ("view", "lesson", "step")},
        }
        teacher.send_json({**look, "step": 3})  # the same view in another step is another thing to see
        assert until(student, "view")["step"] == 3
        teacher.send_json({**look, "step": STEPS})
        assert f"step must be from 0 to {STEPS - 1}" in until(teacher, "error")["error"]["message"]
        asked = {**ask_of(), "kind": "lesson", "lesson": "in-turn", "step": 3, "nth": 1}
        teacher.send_json(asked)
        question = until(student, "question")["question"]
        assert [question[name] for name in ("lesson", "step", "nth")] == ["in-turn", 3, 1]
        student.send_json({"op": "answer", "question": 1, "round": 1, "choice": 2})
        until(student, "confirmed")
        with joined(client, code, "z") as late:
            welcome = until(late, "welcome")
            assert (welcome["lesson"], welcome["step"], welcome["question"]["nth"]) == ("in-turn", 3, 1)
        teacher.send_json({"op": "look", "view": "#v1/zones?k=4"})
        assert until(student, "view")["lesson"] == ""
        text = client.get(f"/api/rooms/{code}/results.csv", headers={SECRET: secret}).text
        assert text.splitlines()[1] == "1,1,in-turn,4,Which device?,5,A,swapB,1,,swapC"


def test_only_who_opened_it_leads(client: TestClient) -> None:
    code, secret = opened(client)
    with leading(client, code, "x" * 43) as stranger:
        assert until(stranger, "ended")["why"] == "no_room"
    for path in ("", "/results.csv"):
        method = client.get if path else client.delete
        assert method(f"/api/rooms/{code}{path}", headers={SECRET: "x" * 43}).status_code == 404
        assert method("/api/rooms/000000" + path, headers={SECRET: secret}).status_code == 404
    with joined(client, code) as student:
        until(student, "welcome")
        student.send_json({"op": "look", "view": "#v1/zones"})
        assert until(student, "error")["error"]["code"] == "message"


def test_a_second_window_asks_first(client: TestClient) -> None:
    code, secret = opened(client)
    with leading(client, code, secret) as first:
        until(first, "leading")
        with leading(client, code, secret, window="other") as second:
            told = until(second, "ended")
            assert told["why"] == "led"
            assert told["message"] == "This room is led from another window. Lead from here?"
        with leading(client, code, secret) as reloaded:
            until(reloaded, "leading")
            assert until(first, "ended")["why"] == "taken"
            with leading(client, code, secret, window="other", take=True) as second:
                until(second, "leading")
                assert until(reloaded, "ended")["why"] == "taken"


def test_names_are_given_and_taken_back(client: TestClient) -> None:
    code, secret = opened(client)
    with leading(client, code, secret) as teacher, joined(client, code) as student:
        until(student, "welcome")
        student.send_json({"op": "name", "name": "Ada"})
        assert until(student, "error")["error"]["code"] == "moved_on"
        teacher.send_json({"op": "names", "on": True})
        assert until(student, "names")["on"]
        student.send_json({"op": "name", "name": "  Ada   L. "})
        assert until(student, "names")["name"] == "Ada L."
        teacher.send_json({"op": "names", "on": False})
        assert until(student, "names") == {"type": "names", "on": False, "name": ""}


def test_who_says_too_much_is_told_and_the_class_goes_on(client: TestClient) -> None:
    code, secret = opened(client)
    with (
        leading(client, code, secret) as teacher,
        joined(client, code, "a") as loud,
        joined(client, code, "b") as other,
    ):
        until(loud, "welcome")
        until(other, "welcome")
        for _ in range(40):
            loud.send_json({"op": "wander", "on": True})
        assert until(loud, "error")["error"]["code"] == "too_fast"
        teacher.send_json({"op": "look", "view": "#v1/zones?k=9"})
        assert until(other, "view")["view"] == "#v1/zones?k=9"


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("nonsense", "message"),
        ('{"op":"join","v":1}', "message"),
        ('{"op":"answer","question":1,"round":1,"choice":1}', "message"),
        (json.dumps({"op": "join", "v": 99, "member": "m" * 22}), "version"),
        (json.dumps({"op": "join", "v": VERSION, "member": "m" * 22}), "no_room"),
    ],
)
def test_a_bad_beginning_is_told_why(client: TestClient, first: str, why: str) -> None:
    with client.websocket_connect("/api/rooms/000000") as socket:
        socket.send_text(first)
        assert until(socket, "ended")["why"] == why
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def lead_of(secret: str) -> Lead:
    return {"op": "lead", "v": VERSION, "secret": secret, "window": "w", "take": False}


def test_who_is_in_a_room_is_told_that_its_day_is_over_when_another_is_opened(tmp_path: Path) -> None:
    async def go() -> None:
        now = 0.0
        hub = Hub(replace(Limits(), room_seconds=100), Kept(tmp_path), lambda: now)
        hub.start()
        first = await hub.open("a")
        teacher = hub.enter(first.room.code, lead_of(first.secret), "a")
        join: Join = {"op": "join", "v": VERSION, "member": "m" * 22}
        student = hub.enter(first.room.code, join, "b")
        now = 101.0  # before anybody looks for rooms whose day is over
        await hub.open("c")
        for place in (teacher, student):
            assert "a day old" in place.over.result()["message"]
        hub.stop()
        hub.close()

    asyncio.run(go())


def test_a_date_that_is_set_ends_no_room_and_makes_no_day_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    year, now = 365 * 86400, time.time

    async def go() -> None:
        hub = Hub(Limits(), Kept(tmp_path))
        hub.start()
        code = (await hub.open("a")).room.code
        monkeypatch.setattr(time, "time", lambda: now() + year)
        await hub.open("c")  # when it looks for rooms whose day is over
        hub.enter(code, {"op": "join", "v": VERSION, "member": "m" * 22}, "b")
        hub.stop()
        hub.close()
        monkeypatch.setattr(time, "time", lambda: now() - year)
        later = Hub(Limits(), Kept(tmp_path))
        later.start()
        ends = {room.code: room.ends for room in later.rooms}[code]
        assert ends <= time.time() + Limits().room_seconds
        later.stop()
        later.close()

    asyncio.run(go())


def test_what_is_said_to_a_room_as_it_closes_is_not_kept(tmp_path: Path) -> None:
    async def go() -> None:
        hub = Hub(Limits(), Kept(tmp_path))
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


def test_another_sites_page_may_not_connect(client: TestClient) -> None:
    code, _ = opened(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/rooms/{code}", headers={"origin": "http://evil.example"}),
    ):
        pass


def test_many_wrong_codes_of_one_address_shut_out_only_guesses(client: TestClient) -> None:
    code, secret = opened(client)
    with leading(client, code, secret) as teacher:
        key = until(teacher, "leading")["link"].partition(".")[2]
        for number in range(Guesses.BURST):
            with joined(client, f"{number:06}" if f"{number:06}" != code else "999999") as guess:
                assert until(guess, "ended")["why"] == "no_room"
        with joined(client, code) as guess:
            assert until(guess, "ended")["why"] == "wait"
        with joined(client, code, key=key) as student:  # who scanned the picture gets in
            assert until(student, "welcome")["led"]


def test_a_kill_loses_nothing_that_was_confirmed(start_server: Callable[..., Server]) -> None:
    with ExitStack() as end:
        _kill_in_the_middle(start_server, end)


def _kill_in_the_middle(start_server: Callable[..., Server], end: ExitStack) -> None:
    server = start_server()
    told = server.http.post("/api/rooms").json()
    code, secret = told["code"], told["secret"]

    def there(server: Server, first: dict[str, Any]) -> ClientConnection:
        socket = end.enter_context(connect(f"ws://127.0.0.1:{server.port}/api/rooms/{code}"))
        socket.send(json.dumps({"v": VERSION, **first}))
        return socket

    def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            told = json.loads(socket.recv())
            if told["type"] == kind:
                return cast("dict[str, Any]", told)

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
