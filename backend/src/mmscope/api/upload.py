"""The body of an upload: the file itself, or a form with one file in it. Never held in memory."""

import asyncio
from collections.abc import AsyncIterator

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from mmscope.captures import CaptureError

PLAIN_TYPES = {"", "application/octet-stream", "application/gzip", "application/x-gzip", "text/plain"}
FORM_TYPE = "multipart/form-data"
IDLE = 60.0  # seconds without a byte
DRAIN = 16 << 20  # bytes read and dropped after a refusal, so that the client gets to read it


class Body:
    """Iterates over the file's bytes; `filename` is known when the first have come."""

    def __init__(self, request: Request, filename: str | None) -> None:
        self._stream = request.stream().__aiter__()
        kind, options = parse_options_header(request.headers.get("content-type", ""))
        self._kind = kind.decode("latin-1").lower()
        self._boundary = options.get(b"boundary", b"")
        self.filename = filename
        self.ended = False  # nothing more comes

    async def chunks(self) -> AsyncIterator[bytes]:
        """The bytes. Raises CaptureError `media_type`, `timeout` or `upload`."""
        if self._kind == FORM_TYPE:
            form = _Form(self._boundary)
            async for chunk in self.raw():
                for part in form.feed(chunk):
                    self.filename = self.filename or form.filename
                    yield part
            form.finish()
            self.filename = self.filename or form.filename
        elif self._kind in PLAIN_TYPES:
            async for chunk in self.raw():
                yield chunk
        else:
            raise CaptureError("media_type", "send the file itself, or a form with the file in it")

    async def drain(self) -> None:
        """Drop what still comes, within bounds."""
        left = DRAIN
        async for chunk in self.raw():
            left -= len(chunk)
            if left <= 0:
                return

    async def raw(self) -> AsyncIterator[bytes]:
        """The body's bytes, whatever it is. Raises CaptureError `timeout`."""
        while True:
            try:
                async with asyncio.timeout(IDLE):
                    chunk = await anext(self._stream, None)
            except TimeoutError as error:
                raise CaptureError("timeout", f"nothing arrived for {IDLE:.0f} seconds") from error
            if chunk is None:
                self.ended = True
                return
            if chunk:
                yield chunk


class _Form:
    """A multipart form that is fed in pieces; gives the bytes of its part `file`.

    The parser bounds the form's headers itself.
    """

    def __init__(self, boundary: bytes) -> None:
        self.filename: str | None = None
        self._out: list[bytes] = []
        self._header = bytearray()
        self._value = bytearray()
        self._in_file = self._seen = self._ended = False
        try:
            self._parser = MultipartParser(
                boundary,
                {
                    "on_part_begin": self._begin,
                    "on_header_field": lambda data, start, end: self._header.extend(data[start:end]),
                    "on_header_value": lambda data, start, end: self._value.extend(data[start:end]),
                    "on_header_end": self._header_end,
                    "on_part_data": self._data,
                    "on_end": self._end,
                },
            )
        except FormParserError as error:
            raise CaptureError("upload", "the form has no usable boundary") from error

    def feed(self, chunk: bytes) -> list[bytes]:
        """Bytes of the file in this piece of the form."""
        try:
            self._parser.write(chunk)
        except FormParserError as error:
            raise CaptureError("upload", f"the form cannot be read: {error}") from error
        out, self._out = self._out, []
        return out

    def finish(self) -> None:
        """No more pieces."""
        if not self._ended:
            raise CaptureError("upload", "the form is cut off")
        if not self._seen:
            raise CaptureError("upload", "the form has no part named file")

    def _begin(self) -> None:
        self._in_file = False

    def _header_end(self) -> None:
        if self._header.lower() == b"content-disposition":
            _, options = parse_options_header(bytes(self._value))
            if options.get(b"name") == b"file":
                if self._seen:
                    raise CaptureError("upload", "the form has more than one part named file")
                self._in_file = self._seen = True
                self.filename = options.get(b"filename", b"").decode("utf-8", "replace") or None
        self._header.clear()
        self._value.clear()

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._in_file:
            self._out.append(data[start:end])

    def _end(self) -> None:
        self._ended = True
