"""The first bytes of a file that is still arriving, to refuse early what is no capture."""

import io

from mmscope.captures.reader import is_own
from mmscope.captures.text import PlainText
from mmscope.captures.trace.reader import refusal
from mmscope.core import Bounds, CoreError, CoreModule, Session, TraceBounds, TraceModule, TraceReader
from mmscope.settings import Limits

_SECONDS = 10.0
_OWN_BOUNDS = {"too_many", "no_memory", "time"}  # of this look, not the capture's


def preflight(core: CoreModule, trace: TraceModule, beginning: bytes, limits: Limits) -> None:
    """Raise CaptureError for what is wrong so far; that more is to come is not."""
    source = PlainText(_Beginning(beginning), limits)
    try:
        if is_own(source.beginning()):
            session = Session(core, Bounds(events=1 << 16, memory=1 << 26, seconds=_SECONDS))
            session.begin()
            for piece in source:
                session.feed(piece)
        else:
            reader = TraceReader(trace, TraceBounds(seconds=_SECONDS))
            for piece in source:
                for _ in reader.feed(piece):
                    pass
    except _MoreToComeError:
        return
    except CoreError as error:
        if error.status not in _OWN_BOUNDS:
            raise refusal(error, line=1) from error


class _MoreToComeError(Exception):
    pass


class _Beginning:
    """A file that stops in the middle, other than one that ends."""

    def __init__(self, content: bytes) -> None:
        self._content = io.BytesIO(content)

    def read(self, size: int, /) -> bytes:
        content = self._content.read(size)
        if not content:
            raise _MoreToComeError
        return content
