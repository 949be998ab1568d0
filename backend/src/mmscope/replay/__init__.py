"""Replay: captures that play on the server, each for many viewers. See README.md of the backend."""

from mmscope.replay.audience import Audience, Seat
from mmscope.replay.commands import Command, CommandError, parse_command
from mmscope.replay.engine import Engine, memory_of
from mmscope.replay.shelf import FullError, Opened, Shelf
from mmscope.replay.telling import Outbox, tell
from mmscope.replay.texts import Source, Texts
from mmscope.replay.track import Track
from mmscope.replay.viewer import BATCH, PROTOCOL, WINDOW, Batch, Item, Message, Show, Viewer
from mmscope.replay.worker import Worker

__all__ = [
    "BATCH",
    "PROTOCOL",
    "WINDOW",
    "Audience",
    "Batch",
    "Command",
    "CommandError",
    "Engine",
    "FullError",
    "Item",
    "Message",
    "Opened",
    "Outbox",
    "Seat",
    "Shelf",
    "Show",
    "Source",
    "Texts",
    "Track",
    "Viewer",
    "Worker",
    "memory_of",
    "parse_command",
    "tell",
]
