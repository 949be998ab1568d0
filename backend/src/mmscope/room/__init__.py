"""Live rooms: a class follows a view, and answers what it is asked.

`room.py` and `rooms.py` are the rules, without I/O; `protocol.py` is what is said; `kept.py` is what outlives
a kill; `hub.py` tells everybody. None of it knows the web framework.
"""

from mmscope.room.hub import Hub, Place
from mmscope.room.kept import Kept
from mmscope.room.room import Room, RoomError
from mmscope.room.rooms import Rooms

__all__ = ["Hub", "Kept", "Place", "Room", "RoomError", "Rooms"]
