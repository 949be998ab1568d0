"""Live rooms on a server: whoever leads, joins, comes back, and is sent away."""

import asyncio
import csv
import io
import json
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from classroom import SECRET, ask_of, joined, lead_of, leading, opened, until
from mmscope.rooms import Hub, Storage
from mmscope.rooms.bucket import Guesses
from mmscope.rooms.protocol import (
    MEMBER_TEXT,
    STEPS,
    VERSION,
    Join,
)
from mmscope.rooms.results import HEAD
from mmscope.settings import Limits


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
        line, ms = answer.text.splitlines()[1].rsplit(",", 1)
        assert line == "1,1,,,Which device?,5,A,swapB,1,,swapC,no"
        assert 0 <= int(ms) < 60_000
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
        assert text.splitlines()[1].rsplit(",", 1)[0] == "1,1,in-turn,4,Which device?,5,A,swapB,1,,swapC,no"


def test_thirty_students_through_a_lesson(client: TestClient) -> None:
    """Results are those of a simple model, to the row, also when the room is over, until they are removed."""
    code, secret = opened(client)
    labels = ("swapA", "swapB", "swapC", "swapD")
    rounds = [(1, 1, 0), (2, 1, 2), (3, 1, 2), (3, 2, 2), (4, 1, 4), (5, 1, 5)]  # number, round, step

    def answer_of(student: int, at: int) -> int | None:
        """The last one comes and says nothing; others are silent now and then."""
        return None if student == 29 or (student + at) % 7 == 0 else (student * (at + 1)) % 4

    with leading(client, code, secret) as teacher, ExitStack() as end:
        teacher.send_json({"op": "names", "on": True})
        until(teacher, "leading")
        students = []
        for number in range(30):
            students.append(end.enter_context(joined(client, code, chr(ord("A") + number))))
            until(students[-1], "welcome")
            if number % 10 == 3:
                students[-1].send_json({"op": "name", "name": f"Name {number}"})
                until(students[-1], "names")
        for at, (number, round_, step) in enumerate(rounds):
            if round_ > 1:
                teacher.send_json({"op": "again"})
            else:
                teacher.send_json(
                    {**ask_of(number, labels, number % 4), "lesson": "in-turn", "step": step, "nth": 0}
                )
            for who, student in enumerate(students):
                while (until(student, "question")["question"] or {}).get("number") != number:
                    pass
                choice = answer_of(who, at)
                if choice is not None:
                    student.send_json({"op": "answer", "question": number, "round": round_, "choice": choice})
                    until(student, "confirmed")
    assert client.delete(f"/api/rooms/{code}", headers={SECRET: secret}).status_code == 204

    expected = [
        [
            *(str(number), str(round_), "in-turn", str(step + 1), "Which device?", str(number), "A"),
            *(labels[number % 4], str(who + 1), f"Name {who}" if who % 10 == 3 else ""),
            *(("", "") if choice is None else (labels[choice], "yes" if choice == number % 4 else "no")),
        ]
        for at, (number, round_, step) in enumerate(rounds)
        for who in range(30)
        for choice in (answer_of(who, at),)
    ]
    text = client.get(f"/api/rooms/{code}/results.csv", headers={SECRET: secret}).text.removeprefix("\ufeff")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == list(HEAD)
    assert [row[:-1] for row in rows[1:]] == expected
    assert all((row[-1] == "") == (row[-2] == "") for row in rows[1:])

    reply = client.get(f"/api/rooms/{code}/results", headers={SECRET: secret}).json()
    assert [(one["number"], one["round"], one["step"], one["took"]) for one in reply["questions"]] == [
        (number, round_, step, number % 4) for number, round_, step in rounds
    ]
    assert [[given and given["choice"] for given in one["answers"]] for one in reply["students"]] == [
        [answer_of(who, at) for at in range(len(rounds))] for who in range(30)
    ]
    assert client.delete(f"/api/rooms/{code}/results", headers={SECRET: secret}).status_code == 204
    assert client.get(f"/api/rooms/{code}/results", headers={SECRET: secret}).status_code == 404


def test_only_who_opened_it_leads(client: TestClient) -> None:
    code, secret = opened(client)
    with leading(client, code, "x" * 43) as stranger:
        assert until(stranger, "ended")["why"] == "no_room"
    for path, method in (
        ("", client.delete),
        ("/results.csv", client.get),
        ("/results", client.get),
        ("/results", client.delete),
    ):
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
            given = until(second, "ended")
            assert given["why"] == "led"
            assert given["message"] == "This room is led from another window. Lead from here?"
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


def test_who_is_in_a_room_is_told_that_its_day_is_over_when_another_is_opened(tmp_path: Path) -> None:
    async def go() -> None:
        now = 0.0
        hub = Hub(replace(Limits(), room_seconds=100), Storage(tmp_path), lambda: now)
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
        hub = Hub(Limits(), Storage(tmp_path))
        hub.start()
        code = (await hub.open("a")).room.code
        monkeypatch.setattr(time, "time", lambda: now() + year)
        await hub.open("c")  # when it looks for rooms whose day is over
        hub.enter(code, {"op": "join", "v": VERSION, "member": "m" * 22}, "b")
        hub.stop()
        hub.close()
        monkeypatch.setattr(time, "time", lambda: now() - year)
        later = Hub(Limits(), Storage(tmp_path))
        later.start()
        ends = {room.code: room.ends for room in later.rooms}[code]
        assert ends <= time.time() + Limits().room_seconds
        later.stop()
        later.close()

    asyncio.run(go())


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
