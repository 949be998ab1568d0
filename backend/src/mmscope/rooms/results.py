"""What a class answered: by question and by student, and as CSV."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from mmscope.rooms.protocol import Ask

HEAD = (
    *("question", "round", "lesson", "step", "asked", "decision", "pane", "was"),
    *("student", "name", "answer", "right", "ms"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets would compute these


@dataclass(frozen=True, slots=True)
class AskedOnce:
    """A question, and the round in which it was asked."""

    number: int
    round: int
    asked: Ask


@dataclass(frozen=True, slots=True)
class Student:
    """Somebody who came. Their number is that of their arrival; a name is theirs to give."""

    member: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Given:
    """One answer, and the ms after which it came; None: answers had no time when it was given."""

    choice: int
    ms: int | None


@dataclass(frozen=True, slots=True)
class Results:
    """All of it. `answers`: by place of the question in the list, and member."""

    questions: list[AskedOnce]
    students: list[Student]
    answers: dict[tuple[int, str], Given]


def as_csv(results: Results) -> str:
    """A line for each question and student, in this order; who did not answer has an empty answer."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(_lines(results))
    return out.getvalue()


def _lines(results: Results) -> Iterator[tuple[str | int, ...]]:
    yield HEAD
    for at, question in enumerate(results.questions):
        asked, labels = question.asked, question.asked["labels"]
        of = asked.get("lesson", "")
        place = (_plain(of), asked.get("step", 0) + 1) if of else ("", "")
        title, was = _plain(asked["title"]), _plain(labels[asked["took"]])
        head = (question.number, question.round, *place, title, asked["k"], asked["pane"], was)
        for student in results.students:
            given = results.answers.get((at, student.member))
            said: tuple[str | int, ...] = ("", "", "")
            if given is not None:
                right = "yes" if given.choice == asked["took"] else "no"
                said = (_plain(labels[given.choice]), right, "" if given.ms is None else given.ms)
            yield (*head, student.number, _plain(student.name), *said)


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
