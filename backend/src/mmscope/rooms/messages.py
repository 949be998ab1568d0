"""A room, as messages describe it."""

from mmscope.rooms.protocol import VERSION, Count, Leading, Seen, Tally, Welcome
from mmscope.rooms.room import Room


def welcome(room: Room, member: str, *, led: bool) -> Welcome:
    """To a member who has come, or come back."""
    return {
        "type": "welcome",
        "v": VERSION,
        "view": room.view,
        "lesson": room.lesson,
        "step": room.step,
        "question": room.known_question(),
        "choice": room.answers.get(member),
        "names": room.names,
        "name": room.name_of.get(member, ""),
        "members": len(room.here),
        "answered": len(room.answers),
        "led": led,
        "ends": room.ends,
    }


def leading(room: Room) -> Leading:
    """To who leads it from now on."""
    return {
        "type": "leading",
        "v": VERSION,
        "link": f"{room.code}.{room.key}",
        "view": room.view,
        "lesson": room.lesson,
        "step": room.step,
        "question": room.known_question(),
        "names": room.names,
        "rounds": room.rounds,
        "members": len(room.here),
        "wandering": room.wandering,
        "answered": len(room.answers),
        "ends": room.ends,
    }


def seen(room: Room) -> Seen:
    """What the leader shows."""
    return {"type": "view", "view": room.view, "lesson": room.lesson, "step": room.step}


def count(room: Room, *, led: bool) -> Count:
    """To members."""
    return {"type": "count", "members": len(room.here), "answered": len(room.answers), "led": led}


def tally(room: Room, *, kept: bool) -> Tally:
    """To the leader."""
    return {
        "type": "tally",
        "members": len(room.here),
        "wandering": room.wandering,
        "answered": len(room.answers),
        "rounds": room.rounds,
        "counts": room.counts(),
        "before": room.before,
        "kept": kept,
    }
