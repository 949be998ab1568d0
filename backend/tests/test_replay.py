"""The replay engine on a clock that the test moves."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmscope.core import Session
from mmscope.replay import BATCH, WINDOW, CommandError, Message, Replay, parse_command


class Player:
    """A client with a clock."""

    def __init__(self, session: Session) -> None:
        self.now = 1000.0
        self.engine = Replay(session, lambda: self.now)
        self.events: list[int] = []

    def say(self, **command: object) -> list[Message]:
        return self.engine.handle(parse_command(json.dumps(command)))

    def poll(self) -> list[Message]:
        messages = self.engine.poll()
        for message in messages:
            if message["type"] == "events":
                assert message["first"] == (self.events[-1] + 1 if self.events else 0)
                self.events += [event["index"] for event in message["events"]]
        return messages

    def go_on(self) -> list[Message]:
        """Wait until something is due, and take it."""
        due = self.engine.due()
        assert due is not None
        self.now += due + 1e-6
        return self.poll()


def test_playing_sends_every_event_once_and_in_order(model: Session) -> None:
    player = Player(model)
    hello, state = player.engine.hello()
    assert (hello["events"], hello["decisions"]) == (model.event_count, 400)
    assert (state["at"], state["state"]) == (0, model.seek(0))
    assert player.engine.due() is None
    player.say(op="play")
    last: list[Message] = []
    while not last or last[0]["type"] != "end":
        last = player.go_on()
        if last and last[0]["type"] == "events":
            player.say(op="ack", batch=last[0]["batch"])
    assert player.events == list(range(model.event_count))
    assert last[1]["state"] == model.seek(model.event_count)
    assert player.engine.due() is None


def test_time_goes_by_at_the_speed_asked_for(long_model: Session) -> None:
    times = [int(e["ts"]) for e in long_model.events(0, long_model.event_count)]
    for speed in (0.5, 1.0, 4.0):
        player = Player(long_model)
        player.say(op="speed", speed=speed)
        player.say(op="play")
        stop_at = player.now + 0.5
        while (due := player.engine.due()) is not None and player.now + due <= stop_at:
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
    assert player.engine.due() is None
    assert player.poll() == []
    while len(player.events) < long_model.event_count:
        player.say(op="ack", batch=player.engine.sent)
        player.go_on()
    assert player.events == list(range(long_model.event_count))


def test_the_window_stays_shut_until_an_ack(model: Session) -> None:
    player = Player(model)
    player.say(op="speed", speed=1e-3)  # slow: one event or so in a batch
    player.say(op="play")
    for _ in range(WINDOW):
        assert player.go_on()[0]["type"] == "events"
    assert player.engine.due() is None
    player.now += 1e6
    assert player.poll() == []
    for wrong in (0, 99):
        player.say(op="ack", batch=wrong)
        assert player.engine.due() is None
    player.say(op="ack", batch=1)
    due = player.engine.due()
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
        ('{"op": "seek"}', "one of event, decision, t"),
        ('{"op": "seek", "event": 1, "t": "2"}', "one of"),
        ('{"op": "seek", "t": 5}', "string of digits"),
        ('{"op": "seek", "event": 99999999999999999999}', "out of range"),
    ],
)
def test_what_is_no_command_is_told_so(message: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        parse_command(message)
