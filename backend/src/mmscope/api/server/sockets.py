"""WebSocket connections: uvicorn's, with bounds on what a client that reads nothing may keep busy."""

import asyncio
import socket
from asyncio.transports import BaseTransport

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

SENT = 1 << 17  # bytes on their way in the kernel: what a slow reader still gets before the newest state
UNSENT = 1 << 20  # bytes that may wait here; answers to pings are the only ones sent without waiting
PIECES = 256  # of one message
LINGER = 5.0  # seconds to take what was sent, once the connection has been closed


class ViewerSocket(WebSocketsSansIOProtocol):
    """Ends the connection of a client that takes nothing; without that, it would be kept for ever."""

    def connection_made(self, transport: BaseTransport) -> None:
        """A client is there."""
        super().connection_made(transport)
        end: socket.socket | None = transport.get_extra_info("socket")
        if end is not None:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT)

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message. Pieces may be empty, so their number needs a bound of its own."""
        super().handle_cont(event)
        if len(self.frames) > PIECES:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer; a client that sends pings and reads no answers has to go."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > UNSENT:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """It did not answer. If it takes nothing either, there is nothing left to say."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().keepalive_timeout()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The connection is closed as soon as everything was taken, or after a while."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER, self.transport.abort)
