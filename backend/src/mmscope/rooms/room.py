"""One room: what is shown and asked, who has answered what. No I/O, and no clock but the caller's.

Methods that change a room return what has to be kept of that (`Row`), for whoever keeps it.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from mmscope.rooms.protocol import Ask, Asked, Stage, Wrong

ROUNDS = 200  # asked in a room at most: several in each lesson of a day
KNOWN = 4  # times as many as may be there at a time may have answered or given a name


class RoomError(Exception):
    """Something cannot be; the text is for people."""

    def __init__(self, code: Literal["moved_on", "bound", "message"], message: str) -> None:
        super().__init__(message)
        self.wrong: Wrong = {"code": code, "message": message}


@dataclass(frozen=True, slots=True)
class OpenedRow:
    """A room is there."""

    code: str
    holder: str
    key: str
    ends: float


@dataclass(frozen=True, slots=True)
class ViewRow:
    """What a room shows; only the last one counts."""

    code: str
    view: str
    lesson: str
    step: int


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A question as it was asked once, and what the class sees of it."""

    code: str
    question: "Round"
    open: bool


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A member's answer of a round; the last one counts."""

    code: str
    number: int
    round: int
    member: str
    choice: int
    ms: int  # after it was asked


@dataclass(frozen=True, slots=True)
class DroppedRow:
    """An answer that gave way: it counts no more."""

    code: str
    number: int
    round: int
    member: str


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member has come for the first time; 0: they are forgotten."""

    code: str
    member: str
    number: int


@dataclass(frozen=True, slots=True)
class NamesRow:
    """Whether names are asked for; if not, all are forgotten."""

    code: str
    on: bool


@dataclass(frozen=True, slots=True)
class NameRow:
    """A member's name; '' for none any more."""

    code: str
    member: str
    name: str


@dataclass(frozen=True, slots=True)
class OverRow:
    """A room is over; its results stay."""

    code: str
    at: float


@dataclass(frozen=True, slots=True)
class ClosedRow:
    """Nothing of a room is kept any longer."""

    code: str


Row = (
    OpenedRow
    | ViewRow
    | RoundRow
    | AnswerRow
    | DroppedRow
    | MemberRow
    | NamesRow
    | NameRow
    | OverRow
    | ClosedRow
)


@dataclass(frozen=True, slots=True)
class Round:
    """A question, asked for the first time or again. `asked`: the leader's own words of it."""

    number: int
    round: int
    asked: Ask
    stage: Stage
    began: float = 0.0  # seconds of the epoch

    @property
    def choices(self) -> int:
        """How many there are."""
        return len(self.asked["labels"])


@dataclass
class Room:
    """A room, while it lasts."""

    code: str
    holder: str  # hash of the secret of who opened it
    key: str  # what the QR picture carries beside the code
    ends: float  # seconds of the epoch
    most: int  # members at a time
    view: str = ""
    lesson: str = ""  # that the view stands in,
    step: int = 0  # from 0
    names: bool = False
    question: Round | None = None
    answers: dict[str, int] = field(default_factory=dict)  # of this round, by member
    before: list[int] | None = None  # counts of the round before, of the same question
    rounds: int = 0  # asked so far,
    last: int = 0  # and the number of the last question
    name_of: dict[str, str] = field(default_factory=dict)
    here: dict[str, bool] = field(default_factory=dict)  # members who are connected; True: one wanders
    came: dict[str, int] = field(default_factory=dict)  # numbers of those who were here, in order of arrival,
    numbers: int = 0  # and the last of them
    given: int = 0  # answers of all rounds

    def look(self, view: str, lesson: str = "", step: int = 0) -> list[Row]:
        """The leader looks at this now. Nothing, where they did before."""
        step = step if lesson else 0
        if (view, lesson, step) == (self.view, self.lesson, self.step):
            return []
        self.view, self.lesson, self.step = view, lesson, step
        return [ViewRow(self.code, view, lesson, step)]

    def arrive(self, member: str) -> list[Row]:
        """A member is here; who comes for the first time gets a number."""
        if member in self.came:
            return []
        dropped = self._make_way(self.came, member)
        self.numbers += 1
        self.came[member] = self.numbers
        return [
            *(MemberRow(self.code, gone, 0) for gone in dropped),
            MemberRow(self.code, member, self.numbers),
        ]

    def ask(self, asked: Ask, now: float = 0.0) -> list[Row]:
        """Ask the class. Asked the same as is asked already, as after a lost connection, nothing changes."""
        if asked["took"] >= len(asked["labels"]):
            raise RoomError("message", "ask: took must be one of the choices")
        if self.question and self.question.asked == asked:
            return []
        over = self.done()
        self.last += 1
        return over + self._begin(Round(self.last, 1, asked, "question", now), None)

    def again(self, now: float = 0.0) -> list[Row]:
        """Ask the same once more; what was answered before is kept, and shown beside."""
        if self.question is None:
            raise RoomError("moved_on", "there is no question to ask again")
        old, counts = self.question, self.counts()
        over = self.done()
        return over + self._begin(Round(old.number, old.round + 1, old.asked, "question", now), counts)

    def _begin(self, new: Round, before: list[int] | None) -> list[Row]:
        if self.rounds >= ROUNDS:
            raise RoomError(
                "bound", f"this room has asked {ROUNDS} times, which is the most: open another one"
            )
        self.rounds += 1
        self.question, self.answers, self.before = new, {}, before
        return [RoundRow(self.code, new, open=True)]

    def show(self, stage: Stage) -> list[Row]:
        """What the class sees of the question."""
        if self.question is None:
            raise RoomError("moved_on", "there is no question: ask one first")
        old = self.question
        self.question = replace(old, stage=stage)
        return [RoundRow(self.code, self.question, open=True)]

    def done(self) -> list[Row]:
        """The question is over."""
        old, self.question, self.answers, self.before = self.question, None, {}, None
        return [RoundRow(self.code, old, open=False)] if old else []

    def answer(self, member: str, number: int, round_: int, choice: int, now: float = 0.0) -> list[Row]:
        """A member's answer, until the reveal."""
        asked = self.question
        if asked is None or (asked.number, asked.round) != (number, round_):
            raise RoomError("moved_on", "the class has gone on: this question is closed")
        if asked.stage == "reveal":
            raise RoomError("moved_on", "the answer has been shown: this question is closed")
        if choice >= asked.choices:
            raise RoomError("message", f"answer: choice must be from 0 to {asked.choices - 1}")
        dropped = self._make_way(self.answers, member)
        self.given += (member not in self.answers) - len(dropped)
        self.answers[member] = choice
        return [
            *(DroppedRow(self.code, number, round_, gone) for gone in dropped),
            AnswerRow(self.code, number, round_, member, choice, max(0, round(1000 * (now - asked.began)))),
        ]

    def ask_names(self, *, on: bool) -> list[Row]:
        """Whether the class gives names; if not, those that were given are forgotten."""
        self.names = on
        if not on:
            self.name_of.clear()
        return [NamesRow(self.code, on)]

    def name(self, member: str, name: str) -> list[Row]:
        """A member's name; '' takes it back."""
        if not self.names:
            raise RoomError("moved_on", "this room asks for no names: yours was not kept")
        name = " ".join(name.split())
        if not name:
            self.name_of.pop(member, None)
            return [NameRow(self.code, member, "")]
        dropped = self._make_way(self.name_of, member)
        self.name_of[member] = name
        return [*(NameRow(self.code, gone, "") for gone in dropped), NameRow(self.code, member, name)]

    def _make_way(self, said: dict[str, Any], member: str) -> list[str]:
        """Whose word, in a full list, gave way to that of a member who is here: the last of those gone.

        So whoever lets invented members come, speak and go pushes out their own. Somebody is always gone: at
        most `most` are here, and a list holds KNOWN times as many.
        """
        if member in said or len(said) < KNOWN * self.most:
            return []
        gone = next(one for one in reversed(said) if one not in self.here)
        del said[gone]
        return [gone]

    def counts(self) -> list[int]:
        """Answers of this round, by choice."""
        if self.question is None:
            return []
        of = Counter(self.answers.values())
        return [of[choice] for choice in range(self.question.choices)]

    @property
    def over(self) -> int:
        """Questions that were asked, and closed."""
        return self.rounds - (self.question is not None and self.question.stage != "reveal")

    @property
    def wandering(self) -> int:
        """Members who look around on their own."""
        return sum(self.here.values())

    def known_question(self) -> Asked | None:
        """The question as everybody may know it: what was answered, and what it is, at the reveal only."""
        now = self.question
        if now is None:
            return None
        shown = now.stage == "reveal"
        return {
            "number": now.number,
            "round": now.round,
            "pane": now.asked["pane"],
            "k": now.asked["k"],
            "kind": now.asked["kind"],
            "lesson": now.asked.get("lesson", ""),
            "step": now.asked.get("step", 0),
            "nth": now.asked.get("nth", 0),
            "choices": now.choices,
            "stage": now.stage,
            "counts": self.counts() if shown else None,
            "before": self.before if shown else None,
            "took": now.asked["took"] if shown else None,
        }
