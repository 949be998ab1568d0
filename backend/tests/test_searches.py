"""Searches on the server: many people, and one who asks for more than their share."""

import asyncio
from contextlib import suppress

import pytest

from mmscope.api.server.searches import Searches
from mmscope.captures import CaptureError

CLASS = [(f"10.0.0.{n}", f"student {n}") for n in range(25)]
HOSTILE = ("10.1.1.1", "hostile")
BESIDE = (HOSTILE[0], "beside")  # behind the same address


def order(people: list[tuple[str, str]], at_a_time: int) -> list[str]:
    """In which these end who all ask at once."""
    ended: list[str] = []
    most: list[int] = []

    async def search(searches: Searches, who: tuple[str, str]) -> None:
        async with searches.turn(*who):
            most.append(len(under_way) + 1)
            under_way.append(who)
            await asyncio.sleep(0)
            under_way.remove(who)
            ended.append(who[1])

    under_way: list[tuple[str, str]] = []

    async def run() -> None:
        searches = Searches(at_a_time)
        await asyncio.gather(*(search(searches, who) for who in people))

    asyncio.run(run())
    assert max(most) == at_a_time
    return ended


def test_who_asks_for_one_does_not_wait_for_who_asks_for_many() -> None:
    ended = order([HOSTILE] * 50 + CLASS, 2)
    assert len(ended) == 75
    assert ended.index("student 24") <= 50, "one of the two places was the class's all the time"
    ended = order([HOSTILE] * 50 + [BESIDE], 1)
    assert ended.index("beside") <= 2, "soon after the first one ends"


def test_all_of_a_class_are_answered_beside_one_that_does_not_end() -> None:
    async def run() -> list[str]:
        searches = Searches(2)

        async def one(who: tuple[str, str]) -> str:
            async with searches.turn(*who):
                return who[1]

        async with searches.turn(*HOSTILE):
            endless = asyncio.create_task(one(HOSTILE))
            answered = await asyncio.gather(*map(one, CLASS))
            assert not endless.done()
            endless.cancel()
            with suppress(asyncio.CancelledError):
                await endless
        assert await one(HOSTILE) == "hostile", "who has gone keeps no place"
        return answered

    assert asyncio.run(run()) == [name for _, name in CLASS]


def test_who_waits_too_long_is_told_to_come_again() -> None:
    async def run() -> None:
        searches = Searches(1, patience=0.01)
        async with searches.turn(*HOSTILE):
            with pytest.raises(CaptureError, match="other searches") as busy:
                async with searches.turn(*BESIDE):
                    pass
            assert busy.value.code == "busy"
        async with searches.turn(*BESIDE):
            pass

    asyncio.run(run())
