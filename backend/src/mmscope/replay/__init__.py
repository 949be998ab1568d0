"""Replay: captures that pages step through without holding them. See README.md of the backend."""

from mmscope.replay.answers import Answers
from mmscope.replay.rows import ROWS, Asked, Rows
from mmscope.replay.shelf import FullError, Opened, Shelf, Source, memory_of
from mmscope.replay.steps import Scene, steps_of
from mmscope.replay.worker import Worker

__all__ = [
    "ROWS",
    "Answers",
    "Asked",
    "FullError",
    "Opened",
    "Rows",
    "Scene",
    "Shelf",
    "Source",
    "Worker",
    "memory_of",
    "steps_of",
]
