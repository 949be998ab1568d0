"""Replay sessions: captures that play on the server. See README.md of the backend."""

from mmscope.replay.commands import Command, CommandError, parse_command
from mmscope.replay.engine import BATCH, WINDOW, Message, Replay

__all__ = ["BATCH", "WINDOW", "Command", "CommandError", "Message", "Replay", "parse_command"]
