"""Pages of the list of captures: where one ends and the next begins, as a text for an address."""

import base64
import json

from mmscope.captures import Entry, NotFoundError, Place

PAGE = 1000  # captures of a page at most
NEXT = 'the next page: <address>; rel="next"; without it, this is the last'


def to_cursor(entry: Entry) -> str:
    """The place behind this capture."""
    return base64.urlsafe_b64encode(json.dumps(entry.place).encode()).decode().rstrip("=")


def from_cursor(text: str) -> Place:
    """The place that to_cursor() described. Raises NotFoundError."""
    try:
        told = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        origin, title, capture_id = told
        for part in (origin, title, capture_id):
            part.encode()  # a text, and without halves of characters
    except (ValueError, TypeError, AttributeError, RecursionError):
        told = None
    if not isinstance(told, list):
        raise NotFoundError("there is no such page; take its address from the header Link of the page before")
    return origin, title, capture_id
