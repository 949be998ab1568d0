"""Viewers on a clock that the test moves, and what they share."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmscope.core import Session
from mmscope.replay import (
    BATCH,
    WINDOW,
    Audience,
    CommandError,
    Engine,
    FullError,
    Item,
    Message,
    Outbox,
    Show,
    Texts,
    Track,
    Viewer,
    Worker,
    parse_command,
    tell,
)
from mmscope.settings import Limits
from support import applied


@asynccontextmanager
async def shared(session: Session, room: int = 1 << 20) -> AsyncIterator[Texts]:
    worker = Worker("test")
    yield Texts(Engine(session), worker, room)
    worker.close()


class Player:
    """A client with a clock, which applies what it is told."""

    def __init__(self, session: Session) -> None:
        self.now = 1000.0
        self.session = session
        self.viewer = Viewer(Track(session), lambda: self.now)
        self.events: list[int] = []
        self.state: Any = None

    def told(self, items: list[Item]) -> list[Message]:
        async def texts() -> list[str]:
            async with shared(self.session) as source:
                return [await tell(item, self.viewer, source) for item in items]

        messages = [json.loads(text) for text in asyncio.run(texts())]
        for message in messages:
            if message["type"] == "state":
                self.state = message["state"]
            if message["type"] == "delta":
                self.state = applied(self.state, message["changes"])
        return messages

    def hello(self) -> list[Message]:
        return self.told(self.viewer.hello())

    def say(self, **command: object) -> list[Message]:
        return self.told(self.viewer.handle(parse_command(json.dumps(command))))

    def poll(self) -> list[Message]:
        messages = self.told(self.viewer.poll())
        for message in messages:
            if message["type"] == "events":
                assert message["first"] == (self.events[-1] + 1 if self.events else 0)
                self.events += [event["index"] for event in message["events"]]
        return messages

    def go_on(self) -> list[Message]:
        """Wait until something is due, and take it."""
        due = self.viewer.due()
        assert due is not None
        self.now += due + 1e-6
        return self.poll()


def test_playing_sends_every_event_once_and_in_order(model: Session) -> None:
    player = Player(model)
    hello, state = player.hello()
    assert (hello["events"], hello["decisions"]) == (model.event_count, 400)
    assert (state["at"], state["state"]) == (0, model.seek(0))
    assert player.viewer.due() is None
    player.say(op="play")
    last: list[Message] = []
    while not last or last[0]["type"] != "end":
        last = player.go_on()
        if last and last[0]["type"] == "events":
            player.say(op="ack", batch=last[0]["batch"])
    assert player.events == list(range(model.event_count))
    assert last[1]["state"] == model.seek(model.event_count)
    assert player.viewer.due() is None


def test_time_goes_by_at_the_speed_asked_for(long_model: Session) -> None:
    times = [int(e["ts"]) for e in long_model.events(0, long_model.event_count)]
    for speed in (0.5, 1.0, 4.0):
        player = Player(long_model)
        player.say(op="speed", speed=speed)
        player.say(op="play")
        stop_at = player.now + 0.5
        while (due := player.viewer.due()) is not None and player.now + due <= stop_at:
            (message, *_) = player.go_on()
            player.say(op="ack", batch=message["batch"])
        seconds = player.now - 1000
        assert len(player.events) == sum(t - times[0] <= seconds * speed * 1e9 for t in times)
        assert 0 < len(player.events) < len(times)


def test_a_client_that_does_not_answer_gets_no_more_and_misses_nothing(long_model: Session) -> None:
    player = Player(long_model)
    player.say(op="speed", speed=1e6)
    player.say(op="play")
    player.now += 1
    batches = [message for _ in range(WINDOW) for message in player.poll()]
    assert [len(batch["events"]) for batch in batches] == [BATCH] * WINDOW
    assert [batch["batch"] for batch in batches] == list(range(1, WINDOW + 1))
    player.now += 3600
    assert player.viewer.due() is None
    assert player.poll() == []
    while len(player.events) < long_model.event_count:
        player.say(op="ack", batch=player.viewer.sent)
        player.go_on()
    assert player.events == list(range(long_model.event_count))


def test_the_window_stays_shut_until_an_ack(model: Session) -> None:
    player = Player(model)
    player.say(op="speed", speed=1e-3)  # slow: one event or so in a batch
    player.say(op="play")
    for _ in range(WINDOW):
        assert player.go_on()[0]["type"] == "events"
    assert player.viewer.due() is None
    player.now += 1e6
    assert player.poll() == []
    for wrong in (0, 99):
        player.say(op="ack", batch=wrong)
        assert player.viewer.due() is None
    player.say(op="ack", batch=1)
    due = player.viewer.due()
    assert due is not None
    assert due > 0, "the clock stood still meanwhile"


@settings(max_examples=60)
@given(st.lists(st.integers(-3, 3) | st.integers(0, 400).map(lambda k: f"{k}"), max_size=12))
def test_steps_and_seeks_land_on_the_same_state_from_everywhere(
    model: Session, moves: list[int | str]
) -> None:
    player, decision = Player(model), 0
    indexes = model.decisions().tolist()
    for move in moves:
        if isinstance(move, int):
            decision = min(max(decision + move, 0), len(indexes))
            (state,) = player.say(op="step", by=move)
        else:
            decision = int(move)
            (state,) = player.say(op="seek", decision=decision)
        at = indexes[decision - 1] + 1 if decision else 0
        assert (state["at"], state["decision"]) == (at, decision)
        assert state["state"] == model.seek(at)


def test_seeking_by_time_and_by_event(model: Session) -> None:
    player = Player(model)
    events = model.events(0, model.event_count)
    first = int(events[0]["ts"])
    middle = int(events[200]["ts"]) - first
    (state,) = player.say(op="seek", t=str(middle))
    assert state["at"] == sum(int(e["ts"]) - first <= middle for e in events)
    assert player.say(op="seek", event=7)[0]["at"] == 7
    assert player.say(op="seek", event=10**9)[0]["at"] == model.event_count
    assert player.say(op="play")[0]["at"] == 0, "from the end, play begins again"


MOVES = (
    st.builds(lambda by: {"op": "step", "by": by}, st.integers(-500, 500) | st.integers(-3, 3))
    | st.builds(lambda to: {"op": "seek", "event": to}, st.integers(0, 2000))
    | st.builds(lambda to: {"op": "seek", "t": str(to)}, st.integers(0, 10**9))
    | st.builds(lambda to: {"op": "seek", "decision": to}, st.integers(0, 450))
    | st.sampled_from([{"op": "play"}, {"op": "pause"}, {"op": "state"}, {"op": "poll"}, {"op": "ack"}])
    | st.builds(lambda on: {"op": "deltas", "on": on}, st.booleans())
    | st.builds(lambda speed: {"op": "speed", "speed": speed}, st.sampled_from([1e-6, 0.5, 1e6]))
)


@settings(max_examples=60)
@given(st.lists(MOVES, max_size=20))
def test_whoever_applies_what_it_is_told_has_the_whole_state(model: Session, moves: list[Message]) -> None:
    player, deltas = Player(model), False
    player.hello()
    for move in ({"op": "deltas", "on": True}, *moves):
        player.events.clear()
        match move["op"]:
            case "poll":
                player.now += 0.01
                messages = [] if player.viewer.due() is None else player.told(player.viewer.poll())
            case "ack":
                messages = player.say(op="ack", batch=player.viewer.sent)
            case _:
                messages = player.say(**move)
        deltas = move["on"] if move["op"] == "deltas" else deltas
        for message in messages:
            if message["type"] in {"state", "delta"}:
                assert (message["type"] == "delta") == (deltas and move["op"] != "state")
                assert player.state == model.seek(message["at"])


def test_a_change_from_every_place_to_the_next_and_back(model: Session) -> None:
    player = Player(model)
    player.hello()
    player.say(op="deltas", on=True)
    for at in (*range(0, model.event_count, 7), *range(model.event_count, 0, -5)):
        (delta,) = player.say(op="seek", event=at)
        assert (delta["type"], delta["at"]) == ("delta", at)
        assert player.state == model.seek(at)


def test_a_step_is_told_in_few_bytes(model: Session) -> None:
    player = Player(model)
    player.hello()
    player.say(op="deltas", on=True)
    player.say(op="seek", decision=100)
    assert len(json.dumps(player.say(op="step", by=1))) < 1000 < len(json.dumps(player.say(op="state")))


def test_viewers_who_step_together_cost_one_text(model: Session) -> None:
    async def step() -> tuple[set[str], int]:
        track = Track(model)
        async with shared(model) as texts:
            viewers = [Viewer(track, lambda: 0.0) for _ in range(300)]
            items = [viewer.handle(parse_command('{"op": "seek", "decision": 7}'))[0] for viewer in viewers]
            told = await asyncio.gather(
                *(tell(item, viewer, texts) for item, viewer in zip(items, viewers, strict=True))
            )
            return set(told), texts.made

    told, made = asyncio.run(step())
    assert len(told) == made == 1


def test_batches_share_their_lines_however_they_are_cut(long_model: Session) -> None:
    async def cut() -> int:
        async with shared(long_model) as texts:
            for first, stop in ((0, 512), (100, 612), (511, 513), (0, 1), (5, 5)):
                assert json.loads(await texts.events(first, stop)) == long_model.events(first, stop)
            return texts.made

    assert asyncio.run(cut()) == 5


def test_texts_are_kept_within_their_room(model: Session) -> None:
    async def look() -> None:
        size = len(json.dumps(model.seek(0), separators=(",", ":")))
        async with shared(model, room=3 * size) as texts:
            for at in (0, 1, 0, 2, 3, 0, 1):
                assert json.loads(await texts.state(at)) == model.seek(at)
            assert 4 < texts.made <= 7

    asyncio.run(look())


def test_a_slow_reader_gets_the_newest_state_and_a_word(model: Session) -> None:
    player, outbox = Player(model), Outbox()
    player.hello()
    player.say(op="deltas", on=True)
    error: Message = {"type": "error"}
    for number in range(1, 1001):
        outbox.put(*player.viewer.handle(parse_command('{"op": "step", "by": 1}')))
        if number == 300:
            outbox.put(*player.viewer.handle(parse_command('{"op": "state"}')))
        if number == 997:
            outbox.put(error, error, error)
    items = []
    while (item := outbox.take()) is not None:
        items.append(item)
    assert len(items) <= 10
    skipped, *messages = player.told(items)
    assert skipped == {"type": "skipped", "answers": 1004 - len(messages)}
    states = [message for message in messages if message["type"] != "error"]
    assert states[0]["type"] == "state", "a whole one was asked for"
    assert messages[-1]["decision"] == 400
    assert player.state == model.seek(messages[-1]["at"])
    assert outbox.take() is None


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["state", "whole", "error", "take"]), max_size=60))
def test_whatever_is_skipped_the_newest_state_is_not(kinds: list[str]) -> None:
    outbox, newest, taken, put, told = Outbox(), 0, 0, 0, 0
    for number, kind in enumerate([*kinds, *["take"] * 20], 1):
        if kind == "take":
            item = outbox.take()
            if isinstance(item, dict) and item["type"] == "skipped":
                told += item["answers"]
            elif item is not None:
                told += 1
                taken = item.at if isinstance(item, Show) else taken
            continue
        put += 1
        newest = newest if kind == "error" else number
        outbox.put({"type": "error"} if kind == "error" else Show({}, number, kind == "whole"))
    assert (taken, told) == (newest, put)


def test_viewers_have_a_bound_and_quiet_ones_are_sent_away() -> None:
    now = 0.0

    async def watch() -> None:
        nonlocal now
        limits = replace(Limits(), viewers=3, capture_viewers=2, replay_idle=100)
        audience = Audience(limits, lambda: now)
        with audience.seat("a") as idle, audience.seat("a") as stuck:
            with pytest.raises(FullError, match="this capture"), audience.seat("a"):
                pass
            with audience.seat("b") as lively, pytest.raises(FullError, match="too many"), audience.seat("c"):
                pass
            with audience.seat("b") as lively, stuck.sending():
                for later in (60.0, 99.0):
                    now = later
                    lively.touch()
                    stuck.touch()
                    audience.reap()
                assert not any(seat.away.done() for seat in (idle, stuck, lively))
                now = 100.0
                audience.reap()
                assert [seat.away.done() for seat in (idle, stuck, lively)] == [True, True, False]
                assert "100 seconds; connect again" in (idle.away.result() or "")
                assert len(audience) == 3
        assert len(audience) == 0

    asyncio.run(watch())


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "object with"),
        ('{"op": 1}', "object with"),
        ('{"op": "dance"}', "no command 'dance'"),
        ('{"op": "play", "x": 1}', "takes nothing"),
        ('{"op": "step"}', "takes by"),
        ('{"op": "step", "by": 1.5}', "whole number"),
        ('{"op": "step", "by": true}', "whole number"),
        ('{"op": "ack", "batch": -1}', "out of range"),
        ('{"op": "speed", "speed": 0}', "from 1e-06 to"),
        ('{"op": "speed", "speed": NaN}', "from 1e-06 to"),
        ('{"op": "speed", "speed": 1e400}', "from 1e-06 to"),
        (f'{{"op": "speed", "speed": {"9" * 400}}}', "from 1e-06 to"),
        (f'{{"op": "speed", "speed": -{"9" * 400}}}', "from 1e-06 to"),
        (f'{{"op": "speed", "speed": {"9" * 5000}}}', "not JSON"),
        ('{"op": "speed", "speed": "1"}', "must be a number"),
        ('{"op": "deltas", "on": 1}', "true or false"),
        ('{"op": "deltas"}', "takes on"),
        ('{"op": "state", "at": 7}', "takes nothing"),
        ('{"op": "seek"}', "one of event, decision, t"),
        ('{"op": "seek", "event": 1, "t": "2"}', "one of"),
        ('{"op": "seek", "t": 5}', "string of digits"),
        ('{"op": "seek", "event": 99999999999999999999}', "out of range"),
    ],
)
def test_what_is_no_command_is_told_so(message: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        parse_command(message)
