"""When work that a full disk held up is tried again."""

import threading

import pytest

from mmscope.captures.library.space import Space
from support import PATIENCE


class FakeStore:
    """A disk that is full or not as it is told."""

    def __init__(self, *rooms: int) -> None:
        self.rooms = list(rooms)

    def space(self) -> int:
        return self.rooms.pop(0) if len(self.rooms) > 1 else self.rooms[0]

    def fill_reserve(self) -> None:
        """There is none."""


@pytest.mark.parametrize(
    ("rooms", "busy", "tries", "is_soon"),
    [
        ([0, 0, 1], False, 10, True),  # a full disk that is full no more
        ([0, 0, 1], True, 10, False),  # one that our own work had filled
        ([1], False, 10, False),  # room, but too little, and tried often
        ([1], False, 0, True),
    ],
)
def test_when_it_is_worth_trying_again(
    rooms: list[int], tries: int, monkeypatch: pytest.MonkeyPatch, *, busy: bool, is_soon: bool
) -> None:
    monkeypatch.setattr("mmscope.captures.library.space.LOOK", 0.001)
    monkeypatch.setattr("mmscope.captures.library.space.FIRST", 0.002)
    room = Space(FakeStore(*rooms), lambda: busy)  # type: ignore[arg-type]
    answers: list[bool] = []
    waiting = threading.Thread(target=lambda: answers.append(room.wait(tries)))
    waiting.start()
    if is_soon:
        waiting.join(PATIENCE)
        assert answers == [True]
    else:
        assert answers == []
        room.freed()
        waiting.join(PATIENCE)
        assert answers == [True]
    room.close()
    assert not room.wait(0)
