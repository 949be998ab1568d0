"""Errors of a capture that its entry in the catalogue tells."""

from collections.abc import Sequence

from mmscope.captures.catalogue import Entry
from mmscope.captures.errors import CaptureError


def failure(entry: Entry) -> CaptureError:
    """Why it failed."""
    error = entry.details["error"]
    return CaptureError(error["code"], error["message"], error["line"])


def changed() -> CaptureError:
    """Its file is not the one that came."""
    return CaptureError("changed", "the file changed on the server's disk; upload it again")


def not_yours(capture_id: str, claims: Sequence[str]) -> CaptureError:
    """Somebody without a claim wants to remove it."""
    if claims:
        told = f"only who sent {capture_id!r} may remove it, with the secret that it was sent with"
    else:
        told = f"nobody holds a secret that removes {capture_id!r}; an administrator can remove it"
    return CaptureError("not_yours", told)
