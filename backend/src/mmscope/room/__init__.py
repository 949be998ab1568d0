"""Live rooms: a class follows a view, and answers what it is asked.

`room.py`, `rooms.py` and `full.py` are the rules, without I/O; `protocol.py` is what is said, `told.py` a
room as messages tell of it; `kept.py` is what outlives a kill; `place.py` is a connection, `audience.py`
those of one room, and `hub.py` hears them all. None of it knows the web framework.
"""

from mmscope.room.hub import Hub
from mmscope.room.kept import Kept
from mmscope.room.place import Place
from mmscope.room.room import Room, RoomError
from mmscope.room.rooms import Rooms

__all__ = ["Hub", "Kept", "Place", "Room", "RoomError", "Rooms"]
