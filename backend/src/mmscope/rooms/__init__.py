"""Live rooms: a class follows a view, and answers what it is asked.

`room.py`, `rooms.py` and `eviction.py` are the rules, without I/O; `protocol.py` is what is said, and
`messages.py` a room as messages show it; `storage.py` is what outlives a kill; `connection.py` is one of a
room, `audience.py` those of one room, and `hub.py` hears them all. None of it knows the web framework.
"""

from mmscope.rooms.connection import Connection
from mmscope.rooms.hub import Hub
from mmscope.rooms.room import Room, RoomError
from mmscope.rooms.rooms import Rooms
from mmscope.rooms.storage import Storage, examine

__all__ = ["Connection", "Hub", "Room", "RoomError", "Rooms", "Storage", "examine"]
