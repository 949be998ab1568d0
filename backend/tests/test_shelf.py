"""The shelf of captures that are open for replay: each read once for all viewers, within bounds."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from conftest import ModelRun
from mmscope.core import CoreError, CoreModule, Session
from mmscope.replay import FullError, Shelf, memory_of
from mmscope.settings import Limits


def test_an_engine_out_of_time_tells_everybody_and_is_not_used_again(run_model: ModelRun) -> None:
    session = run_model("two-nodes", stop_decisions=50)
    broken = run_model("two-nodes", stop_decisions=50)

    async def use() -> None:
        shelf = Shelf(Limits())
        async with shelf.use("x", 1, lambda: broken) as opened:
            broken.allow(0)
            with pytest.raises(CoreError):
                broken.snapshot(1)
            for found in await asyncio.gather(
                *(opened.texts.state(1) for _ in range(3)), return_exceptions=True
            ):
                assert isinstance(found, CoreError)
            async with shelf.use("x", 1, lambda: session) as other:
                assert json.loads(await other.texts.state(1)) == session.seek(1)
            assert len(shelf) == 1
        shelf.close()

    asyncio.run(use())


def test_a_capture_is_read_once_and_kept_for_a_while(model: Session) -> None:
    reads = []

    def read() -> Session:
        reads.append(1)
        return model

    async def use(keep: float) -> int:
        reads.clear()
        shelf = Shelf(replace(Limits(), replay_keep=keep))
        async with shelf.use("x", 1, read) as one, shelf.use("x", 1, read) as two:
            assert one is two
        if not keep:
            assert len(shelf) == 1
            for _ in iter(lambda: len(shelf), 0):
                await asyncio.sleep(0)
        async with shelf.use("x", 1, read):
            pass
        shelf.close()
        assert len(shelf) == 0
        return len(reads)

    assert asyncio.run(use(keep=1000)) == 1
    assert asyncio.run(use(keep=0)) == 2


@pytest.mark.parametrize("limits", [{"replays": 2}, {"replay_memory": 25}])
def test_captures_open_have_a_bound_and_unused_ones_make_room(model: Session, limits: Any) -> None:  # noqa: ANN401
    async def use() -> None:
        shelf = Shelf(replace(Limits(), **limits))
        async with shelf.use("a", 10, lambda: model):
            async with shelf.use("b", 10, lambda: model):
                with pytest.raises(FullError, match="try again later"):
                    async with shelf.use("c", 10, lambda: model):
                        pass
                async with shelf.use("a", 10, lambda: model):
                    pass  # those that are open can be joined
            async with shelf.use("c", 10, lambda: model):
                assert len(shelf) == 2, "b made room"
        shelf.close()

    asyncio.run(use())


def test_one_capture_may_always_be_open(model: Session) -> None:
    async def use() -> None:
        shelf = Shelf(replace(Limits(), replay_memory=1))
        async with shelf.use("a", 10, lambda: model):
            assert len(shelf) == 1
        shelf.close()

    asyncio.run(use())


def test_a_capture_that_cannot_be_read_is_tried_again(model: Session) -> None:
    def fail() -> Session:
        raise CoreError("line", "not a capture", 3)

    async def use() -> None:
        shelf = Shelf(Limits())
        with pytest.raises(CoreError, match="not a capture"):
            async with shelf.use("a", 10, fail):
                pass
        assert len(shelf) == 0
        async with shelf.use("a", 10, lambda: model) as opened:
            assert opened.track.events == model.event_count
        shelf.close()

    asyncio.run(use())


def test_the_memory_of_an_engine_is_not_underestimated(core: CoreModule, long_model: Session) -> None:
    assert memory_of(long_model.event_count, core.tables) > long_model.memory
