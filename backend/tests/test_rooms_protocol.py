"""Live rooms: what is a message, and what is none, with the reason."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom import ask_of
from mmscope.rooms.protocol import (
    CHOICES,
    LEADER_TEXT,
    MEMBER_TEXT,
    NAME,
    VIEW,
    MessageError,
    TooLongError,
    parse_first,
    parse_leader,
    parse_member,
)


@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_a_message_or_a_reason(text: str) -> None:
    for parse in (parse_first, parse_member, parse_leader):
        with pytest.raises(MessageError):
            parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
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
def test_what_a_member_may_not_say(text: str, words: str) -> None:
    with pytest.raises(MessageError, match=words):
        parse_member(text)


def test_long_messages() -> None:
    with pytest.raises(TooLongError, match=f"may have {MEMBER_TEXT} bytes"):
        parse_member(json.dumps({"op": "name", "name": "é" * MEMBER_TEXT}))
    longest = json.dumps({"op": "look", "view": "x" * VIEW})
    assert parse_leader(longest)["op"] == "look"
    labels = ["é" * 80] * CHOICES
    assert len(json.dumps({**ask_of(), "labels": labels}, ensure_ascii=False).encode()) < LEADER_TEXT


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
