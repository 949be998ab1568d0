"""The body of an upload: the file itself, or a form with one file in it. Never held in memory."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect
from starlette.types import Message

from mmscope.api.server.slots import Slot
from mmscope.captures import CaptureError

PLAIN_TYPES = {"", "application/octet-stream", "application/gzip", "application/x-gzip", "text/plain"}
FORM_TYPE = "multipart/form-data"
# Bytes read and dropped after a refusal, so that the client gets to read it, and seconds for them.
DRAIN, DRAIN_SECONDS = 16 << 20, 2.0


class Body:
    """Iterates over the file's bytes; `filename` is known when the first have come."""

    def __init__(self, request: Request, filename: str | None) -> None:
        self._receive = request.receive
        kind, options = parse_options_header(request.headers.get("content-type", ""))
        self._kind = kind.decode("latin-1").lower()
        self._boundary = options.get(b"boundary", b"")
        self.filename = filename
        self.ended = False  # nothing more comes

    async def chunks(self, slot: Slot) -> AsyncIterator[bytes]:
        """The bytes. Raises CaptureError `media_type` or `upload`, and what raw() raises."""
        if self._kind == FORM_TYPE:
            form = _Form(self._boundary)
            async for chunk in self.raw(slot):
                for part in form.feed(chunk):
                    self.filename = self.filename or form.filename
                    yield part
            form.finish()
            self.filename = self.filename or form.filename
        elif self._kind in PLAIN_TYPES:
            async for chunk in self.raw(slot):
                yield chunk
        else:
            raise CaptureError("media_type", "send the file itself, or a form with the file in it")

    async def drain(self) -> None:
        """Drop what still comes, within bounds."""
        left = DRAIN
        with suppress(TimeoutError, ClientDisconnect):
            async with asyncio.timeout(DRAIN_SECONDS):
                while left > 0 and not self.ended:
                    left -= len(self._part(await self._receive()))

    async def raw(self, slot: Slot) -> AsyncIterator[bytes]:
        """The body's bytes, whatever it is. Raises CaptureError `timeout` or `busy`, and ClientDisconnect."""
        while not self.ended:
            if part := self._part(await slot.next(self._receive)):
                yield part

    def _part(self, message: Message) -> bytes:
        if message["type"] == "http.disconnect":
            self.ended = True
            raise ClientDisconnect
        self.ended = not message.get("more_body", False)
        part: bytes = message.get("body", b"")
        return part


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
