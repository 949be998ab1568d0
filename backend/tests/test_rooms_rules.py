"""Live rooms: what a class and its teacher may do, with hypothesis, and what is bounded."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from classroom import a_room, ask_of
from mmscope.rooms import RoomError, Rooms
from mmscope.rooms.bucket import Bucket, Guesses, network_of
from mmscope.rooms.room import ROUNDS, ClosedRow, DroppedRow
from mmscope.rooms.rooms import FullError
from mmscope.settings import Limits


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
        self.room.arrive(member)

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
    def nothing_is_known_before_the_reveal(self) -> None:
        given = self.room.known_question()
        if given is not None and given["stage"] != "reveal":
            assert (given["counts"], given["before"], given["took"]) == (None, None, None)

    @invariant()
    def it_is_bounded(self) -> None:
        assert len(self.room.answers) <= 4 * self.room.most
        assert len(self.room.name_of) <= 4 * self.room.most
        assert len(self.room.came) <= 4 * self.room.most
        assert self.room.rounds <= ROUNDS
        assert self.room.names or not self.room.name_of


TestClasses = Classes.TestCase


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


def test_a_bucket_refills() -> None:
    bucket = Bucket(2, 1.0)
    assert [bucket.take(5.0), bucket.take(5.0), bucket.take(5.0)] == [True, True, False]
    assert bucket.wait() == pytest.approx(1.0)
    assert bucket.take(6.0)


def test_results_are_bounded_and_the_address_with_most_gives_way() -> None:
    rooms = Rooms(replace(Limits(), room_results=4, room_answers=30))

    def over(address: str, answers: int = 1) -> tuple[str, list[str]]:
        """A room that is asked something, and closed; the codes of those that gave way."""
        opened, _ = rooms.open(address, 0.0)
        room = opened.room
        room.ask(ask_of())
        for number in range(answers):
            room.here.clear()
            room.answer(f"m{number}", 1, 1, 0)
        assert not rooms.has_results(room.code, opened.secret)
        rows = rooms.close(room, 1.0)
        assert rooms.has_results(room.code, opened.secret) == (ClosedRow(room.code) not in rows)
        assert not rooms.has_results(room.code, "x")
        return room.code, [row.code for row in rows if isinstance(row, ClosedRow)]

    first, _ = over("a")
    mine = [over("b")[0] for _ in range(3)]
    assert over("b")[1] == [mine[0]]  # not the oldest of all, but of theirs
    assert rooms.over_at(first) == 1.0
    assert rooms.over_at(mine[0]) is None
    assert over("c", 27)[1] == [mine[1]]
    assert over("d", 20)[1][:1] == [mine[2]]  # too many answers
    silent, _ = rooms.open("e", 0.0)
    assert rooms.close(silent.room, 1.0) == [ClosedRow(silent.room.code)]  # of nothing asked nothing stays


def test_rooms_are_bounded_and_end() -> None:
    rooms = Rooms(replace(Limits(), rooms=20, room_seconds=100))
    opened = [rooms.open("a", 0.0)[0] for _ in range(2)]
    with pytest.raises(FullError, match="may have 2 live rooms at a time; close one"):
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
