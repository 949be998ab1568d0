"""Windows of a capture: so many bins of time, whatever the capture's length. See levels.py and events.py."""

from mmscope.captures.remote.windows.files import WindowsWriter, build, levels_name, measures, sum_up
from mmscope.captures.remote.windows.query import MAX_BINS, Windows
from mmscope.captures.remote.windows.sequence import Run, Sequence, Sums

__all__ = [
    "MAX_BINS",
    "Run",
    "Sequence",
    "Sums",
    "Windows",
    "WindowsWriter",
    "build",
    "levels_name",
    "measures",
    "sum_up",
]
