"""Whose turn it is to be read or searched for: many people, and one who asks for more than their share."""

import asyncio
from contextlib import suppress
from dataclasses import replace

import pytest

from mmscope.captures import CaptureError
from mmscope.captures.rota import Person, Place, Rota
from mmscope.settings import QUEUED, Limits

LIMITS = Limits()
SHARE = QUEUED.each(LIMITS)
HOSTILE: Person = ("@hostile", None)
CLASS: list[Person] = [(f"10.0.0.{n}", f"student {n}") for n in range(25)]


class Queue:
    """A rota, and who has a turn: nothing happens by itself."""

    def __init__(self, at_a_time: int, limits: Limits = LIMITS) -> None:
        self.rota = Rota(at_a_time, limits)
        self.at_work: list[Place] = []
        self.served: list[Person] = []

    def ask(self, person: Person, *, bounded: bool = True) -> Place:
        """One more waits, or begins."""
        return self.rota.ask(person, self._begin, bounded=bounded)

    def _begin(self, place: Place) -> None:
        self.at_work.append(place)
        self.served.append(place.person)

    def end(self) -> Person:
        """The one who began first ends."""
        place = self.at_work.pop(0)
        self.rota.end(place)
        return place.person


def test_who_asks_for_one_waits_for_no_more_than_one_of_who_asks_for_many() -> None:
    queue = Queue(1)
    for person in (*[HOSTILE] * SHARE, *CLASS):
        queue.ask(person)
    while queue.at_work:
        queue.end()
    assert queue.served == [HOSTILE, *CLASS, *[HOSTILE] * (SHARE - 1)]


def test_a_person_has_one_turn_at_a_time() -> None:
    queue = Queue(2)
    for person in (*[HOSTILE] * 3, CLASS[0], CLASS[1]):
        queue.ask(person)
    assert queue.served == [HOSTILE, CLASS[0]], "the second place is another's"
    assert queue.end() == HOSTILE
    assert queue.served[2:] == [CLASS[1]]
    assert queue.end() == CLASS[0]
    assert queue.served[3:] == [HOSTILE]


def test_who_asks_again_and_again_starves_nobody() -> None:
    """Neither does who has many waiting."""
    queue = Queue(1)
    for _ in range(10):
        queue.ask(HOSTILE)
    for _ in range(8):
        queue.ask(CLASS[0])
        queue.ask(CLASS[1])
        ended = [queue.end() for _ in range(3)]
        assert sorted(ended) == sorted([HOSTILE, CLASS[0], CLASS[1]])


def test_secrets_behind_one_address_go_round_too_and_make_nobody_many() -> None:
    queue = Queue(1)
    many: list[Person] = [("10.1.1.1", f"{n}") for n in range(6)]
    for person in (many[0], many[0], *many[1:], CLASS[0], CLASS[1], CLASS[2]):
        queue.ask(person)
    while queue.at_work:
        queue.end()
    assert queue.served == [many[0], CLASS[0], CLASS[1], CLASS[2], *many[1:], many[0]]


def test_who_has_as_many_waiting_as_they_may_is_told_so_and_nobody_else() -> None:
    queue = Queue(1)
    for _ in range(SHARE + 1):
        queue.ask(HOSTILE)
    with pytest.raises(
        CaptureError, match=f"hostile may have {SHARE} requests that wait at a time; wait"
    ) as full:
        queue.ask(HOSTILE)
    assert full.value.code == "busy"
    for person in CLASS:
        queue.rota.check(person[0])
        queue.ask(person)
    assert queue.rota.waiting() == SHARE + len(CLASS)
    assert queue.rota.waiting(HOSTILE[0]) == SHARE


def test_files_that_are_kept_wait_without_bound_and_take_no_place_of_requests() -> None:
    queue = Queue(1, replace(LIMITS, waiting=10, share=1))
    for _ in range(100):
        queue.ask(HOSTILE, bounded=False)
    for person in CLASS[:10]:
        queue.ask(person)
    with pytest.raises(CaptureError, match="as the server lets wait"):
        queue.ask(CLASS[10])


def test_who_does_not_wait_any_more_has_no_turn() -> None:
    queue = Queue(1)
    queue.ask(HOSTILE)
    gone, there = queue.ask(CLASS[0]), queue.ask(CLASS[1])
    queue.rota.end(gone)
    queue.end()
    assert queue.at_work == [there]
    queue.rota.end(gone)
    assert queue.at_work == [there], "ending twice gives no turn away"
    queue.ask(CLASS[2])
    queue.rota.close()
    assert queue.served == [HOSTILE, CLASS[1], CLASS[2]], "at the end all who wait find out"


def test_a_class_is_answered_beside_one_that_does_not_end() -> None:
    async def run() -> list[str | None]:
        rota = Rota(2, LIMITS)

        async def one(who: Person) -> str | None:
            async with rota.turn_of(who):
                return who[1]

        async with rota.turn_of(HOSTILE):
            endless = asyncio.create_task(one(HOSTILE))
            answered = await asyncio.gather(*map(one, CLASS))
            assert not endless.done()
            endless.cancel()
            with suppress(asyncio.CancelledError):
                await endless
        assert rota.waiting() == 0
        assert await one(HOSTILE) is None, "who has gone keeps no place"
        return answered

    assert asyncio.run(run()) == [name for _, name in CLASS]


def test_who_waits_too_long_is_told_to_come_again() -> None:
    async def run() -> None:
        rota = Rota(1, LIMITS)
        async with rota.turn_of(HOSTILE):
            with pytest.raises(CaptureError, match="others are served first") as busy:
                async with rota.turn_of(CLASS[0], patience=0.01):
                    pass
            assert busy.value.code == "busy"
        async with rota.turn_of(CLASS[0], patience=0.01):
            pass

    asyncio.run(run())
