"""Captures: read in, kept, looked up. See README.md of the backend."""

from mmscope.captures.bundled import Bundled, find_bundled
from mmscope.captures.catalogue import Catalogue, Entry
from mmscope.captures.derive import VERDICTS, derive, describe
from mmscope.captures.errors import CaptureError, NotFoundError, StoreError
from mmscope.captures.library import Incoming, Library, clean_name
from mmscope.captures.query import window
from mmscope.captures.reading import Capture, bounds, preflight, read_capture
from mmscope.captures.source import PlainText
from mmscope.captures.windows import MAX_BINS, Windows

__all__ = [
    "MAX_BINS",
    "VERDICTS",
    "Bundled",
    "Capture",
    "CaptureError",
    "Catalogue",
    "Entry",
    "Incoming",
    "Library",
    "NotFoundError",
    "PlainText",
    "StoreError",
    "Windows",
    "bounds",
    "clean_name",
    "derive",
    "describe",
    "find_bundled",
    "preflight",
    "read_capture",
    "window",
]
