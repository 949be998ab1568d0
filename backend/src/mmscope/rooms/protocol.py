"""What is said over a room's WebSocket, once: tools/gen/room_protocol.py makes the browser's types of these.

Each message is one JSON object. Whoever connects says first who they are, by `Join` or `Lead`. What travels
is the view, as the app's link has it, a lesson's address and step, and what is asked of them; never an event
of a capture, and no word of a lesson.
"""

import json
import re
import types
import unicodedata
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    TypedDict,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

VERSION = 2
CODE = "[0-9]{6}"  # of a room: typed on a number pad, said in any language
SECRET = 43  # characters of the leader's secret, 256 bits in base64url
KEY = 16  # characters of what the QR picture carries beside the code
MEMBER = 22  # characters of a member's id, which their browser draws: 128 bits in base64url
VIEW = 16_384  # characters of a view at most, as frontend/src/stage/url-parser.ts has it
LESSON = 1200  # characters of a lesson's address, as frontend/src/lessons/position.ts has it,
STEPS = 40  # of its steps,
NTHS = 6  # and of a step's questions at most
NAME = 40  # characters of a student's name
TITLE = 300  # characters of a question,
LABEL = 80  # and of one of its answers,
CHOICES = 64  # of which there are at most so many
DECISION = 1 << 32
MEMBER_TEXT = 1024  # bytes of a member's message at most,
LEADER_TEXT = 49_152  # and of a leader's


class Between(NamedTuple):
    """What a number, the length of a text or of a list may be."""

    least: int
    most: int


Number = Annotated[int, Between(0, DECISION)]
Lesson = Annotated[
    str, Between(0, LESSON)
]  # what its link has behind #v1/lessons/, without the step; '': none
Step = Annotated[int, Between(0, STEPS - 1)]
Nth = Annotated[int, Between(0, NTHS - 1)]
Stage = Literal["question", "answers", "reveal"]


class Join(TypedDict):
    """A student's first message. `member`: drawn by their browser; who comes back says the same again."""

    op: Literal["join"]
    v: int
    member: Annotated[str, Between(MEMBER, MEMBER)]
    key: NotRequired[Annotated[str, Between(0, KEY)]]


class Lead(TypedDict):
    """The first message of whoever opened the room.

    `window`: the same after a reload; `take`: lead also if another window does.
    """

    op: Literal["lead"]
    v: int
    secret: Annotated[str, Between(0, SECRET)]
    window: Annotated[str, Between(0, MEMBER)]
    take: bool


class Answer(TypedDict):
    """A member's answer, which may change until the reveal."""

    op: Literal["answer"]
    question: Number
    round: Number
    choice: Annotated[int, Between(0, CHOICES - 1)]


class Wander(TypedDict):
    """A member looks around on their own, or is back."""

    op: Literal["wander"]
    on: bool


class Name(TypedDict):
    """A member's name, where the teacher asks for names; '' takes it back."""

    op: Literal["name"]
    name: Annotated[str, Between(0, NAME)]


class Look(TypedDict):
    """What the leader shows: a view, as a link's fragment, and the lesson and step that it stands in."""

    op: Literal["look"]
    view: Annotated[str, Between(1, VIEW)]
    lesson: NotRequired[Lesson]
    step: NotRequired[Step]


class Ask(TypedDict):
    """The leader asks what decision `k` of a pane comes to, or the `nth` question of a lesson's step.

    `took`: its choice, sent at the reveal only.
    """

    op: Literal["ask"]
    pane: Literal["A", "B"]
    k: Number
    kind: Annotated[str, Between(1, LABEL)]
    title: Annotated[str, Between(0, TITLE)]
    labels: Annotated[list[Annotated[str, Between(0, LABEL)]], Between(2, CHOICES)]
    took: Annotated[int, Between(0, CHOICES - 1)]
    lesson: NotRequired[Lesson]
    step: NotRequired[Step]
    nth: NotRequired[Nth]


class SetStage(TypedDict):
    """What the class sees of the question."""

    op: Literal["stage"]
    stage: Stage


class Again(TypedDict):
    """The leader asks the same once more; what was answered before is kept."""

    op: Literal["again"]


class Done(TypedDict):
    """The question is over."""

    op: Literal["done"]


class AskNames(TypedDict):
    """The leader wants names, or does not any more: then all that were given are forgotten."""

    op: Literal["names"]
    on: bool


First = Join | Lead
FromMember = Answer | Wander | Name
FromLeader = Look | Ask | SetStage | Again | Done | AskNames


class Asked(TypedDict):
    """A question as everybody knows it.

    `counts`: answers by choice, `before`: those of the round before; null until the reveal.
    """

    number: int
    round: int
    pane: Literal["A", "B"]
    k: int
    kind: str
    lesson: str
    step: int
    nth: int
    choices: int
    stage: Stage
    counts: list[int] | None
    before: list[int] | None
    took: int | None


class Welcome(TypedDict):
    """To a member who has come, or come back: all there is to know. `choice`: their own answer, as kept."""

    type: Literal["welcome"]
    v: int
    view: str
    lesson: str
    step: int
    question: Asked | None
    choice: int | None
    names: bool
    name: str
    members: int
    answered: int
    led: bool
    ends: float


class Leading(TypedDict):
    """To the leader. `rounds`: of which there are results. `link`: the code, and the key."""

    type: Literal["leading"]
    v: int
    link: str
    view: str
    lesson: str
    step: int
    question: Asked | None
    names: bool
    rounds: int
    members: int
    wandering: int
    answered: int
    ends: float


class Seen(TypedDict):
    """What the leader shows."""

    type: Literal["view"]
    view: str
    lesson: str
    step: int


class Question(TypedDict):
    """The question, or that there is none any more."""

    type: Literal["question"]
    question: Asked | None


class Count(TypedDict):
    """To members: how many there are, and have answered; whether somebody leads."""

    type: Literal["count"]
    members: int
    answered: int
    led: bool


class Tally(TypedDict):
    """To the leader: the same, and what was answered, of this round and the one before.

    `kept`: false while the server's disk takes nothing.
    """

    type: Literal["tally"]
    members: int
    wandering: int
    answered: int
    rounds: int
    counts: list[int]
    before: list[int] | None
    kept: bool


class Confirmed(TypedDict):
    """To a member: this answer is on disk."""

    type: Literal["confirmed"]
    question: int
    round: int
    choice: int


class NamesAsked(TypedDict):
    """To members: names are asked for, or are not any more. `name`: the member's own that is kept."""

    type: Literal["names"]
    on: bool
    name: str


class Wrong(TypedDict):
    """Something was not taken; the class goes on."""

    code: Literal["message", "too_long", "too_fast", "moved_on", "not_kept", "bound"]
    message: str


class Refused(TypedDict):
    """What was not taken, in a sentence."""

    type: Literal["error"]
    error: Wrong


class Ended(TypedDict):
    """Why the connection ends. `no_room`: there is none, or not any more; `led`: another window leads it."""

    type: Literal["ended"]
    why: Literal[
        "no_room", "closed", "wait", "full", "led", "taken", "elsewhere", "version", "message", "busy"
    ]
    message: str


ToMember = Welcome | Seen | Question | Count | Confirmed | NamesAsked | Refused | Ended
ToLeader = Leading | Question | Tally | Refused | Ended


class MessageError(ValueError):
    """What came is no message of this protocol; the text says what is wrong, and is for people."""


def parse_first(text: str) -> First:
    """The first message of a connection. Raises MessageError."""
    return cast("First", _parse(First, text, LEADER_TEXT))


def parse_member(text: str) -> FromMember:
    """A member's message. Raises MessageError."""
    return cast("FromMember", _parse(FromMember, text, MEMBER_TEXT))


def parse_leader(text: str) -> FromLeader:
    """A leader's message. Raises MessageError."""
    return cast("FromLeader", _parse(FromLeader, text, LEADER_TEXT))


class TooLongError(MessageError):
    """It is longer than any message may be."""


def _parse(kinds: Any, text: str, most: int) -> dict[str, Any]:  # noqa: ANN401  # a union is no type
    if len(text.encode(errors="replace")) > most:
        raise TooLongError(f"a message may have {most} bytes, and this one has more: nothing of it was taken")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MessageError("a message must be JSON") from error
    if not isinstance(value, dict):
        raise MessageError("a message must be an object")
    for kind in get_args(kinds):
        hints = get_type_hints(kind, include_extras=True)
        if get_args(hints["op"])[0] == value.get("op"):
            _check(kind, value, str(value["op"]))
            return value
    known = ", ".join(get_args(get_type_hints(kind)["op"])[0] for kind in get_args(kinds))
    raise MessageError(f"op must be one of {known}")


def _check(hint: Any, value: Any, name: str) -> None:  # noqa: ANN401, C901, PLR0912  # one case for each kind of type
    """Raise MessageError unless a value is of a type."""
    origin = get_origin(hint)
    if is_typeddict(hint):
        fields = get_type_hints(hint, include_extras=True)
        for field in value.keys() - fields.keys():
            raise MessageError(f"{name}: there is no field {str(field)[:40]!r}")
        for field, of in fields.items():
            if field in value:
                _check(of, value[field], f"{name}: {field}")
            elif get_origin(of) is not NotRequired:
                raise MessageError(f"{name}: {field} is missing")
    elif origin is NotRequired:
        _check(get_args(hint)[0], value, name)
    elif origin is Annotated:
        of, bounds = get_args(hint)
        _check(of, value, name)
        size = value if of is int else len(value)
        if not bounds.least <= size <= bounds.most:
            what = "" if of is int else "the length of "
            raise MessageError(f"{what}{name} must be from {bounds.least} to {bounds.most}")
    elif origin is Literal:
        if value not in get_args(hint) or isinstance(value, bool):
            raise MessageError(f"{name} must be one of {', '.join(map(str, get_args(hint)))}")
    elif origin is list:
        if not isinstance(value, list):
            raise MessageError(f"{name} must be a list")
        for one in value:
            _check(get_args(hint)[0], one, name)
    elif origin is types.UnionType:
        raise TypeError(hint)  # none is said by a client
    elif type(value) is not hint:
        wanted = {str: "a text", int: "a whole number"}.get(hint, "true or false")
        raise MessageError(f"{name} must be {wanted}")
    elif hint is str and not _is_text(value):
        raise MessageError(f"{name} must be text without control characters")


_JOINERS = "\u200c\u200d"
# An emoji tag sequence: a flag, the code of a part of a country in tags (gbeng), and the end of it. Unicode
# knows of no others (UTS #51, annex C), and elsewhere a tag is a letter that nobody sees.
_FLAG = re.compile(
    "\U0001f3f4"
    "(?:[\U000e0061-\U000e007a]{2}|[\U000e0030-\U000e0039]{3})"
    "[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,4}"
    "\U000e007f"
)


def _is_text(text: str) -> bool:
    """No control character, none that turns the direction of what follows, none that hides.

    Spaces of every width are plain, and so are the joiners and tags that names and emoji have in them.
    """
    return text.isprintable() or all(map(_is_letter, _FLAG.sub("", text)))


def _is_letter(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
