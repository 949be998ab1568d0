"""What a class answered, as CSV."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from mmscope.rooms.protocol import Ask

HEAD = (
    *("question", "round", "lesson", "step", "asked", "decision", "pane", "was", "student", "name", "answer"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets would compute these


@dataclass(frozen=True, slots=True)
class Given:
    """One answer."""

    number: int
    round: int
    asked: Ask
    member: str
    name: str
    choice: int


def as_csv(answers: Iterable[Given]) -> str:
    """A line for each answer. Students are numbered as they come, the same one in every line of theirs."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(HEAD)
    numbers: dict[str, int] = {}
    for a in answers:
        student = numbers.setdefault(a.member, len(numbers) + 1)
        asked, labels = a.asked, a.asked["labels"]
        title, was, name, answer = map(
            _plain, (asked["title"], labels[asked["took"]], a.name, labels[a.choice])
        )
        of, step = asked.get("lesson", ""), asked.get("step", 0) + 1
        place = (_plain(of), step) if of else ("", "")
        write((a.number, a.round, *place, title, asked["k"], asked["pane"], was, student, name, answer))
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
