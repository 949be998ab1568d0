"""Who asks: whom a trusted proxy names, somebody with the secret of an upload, the administrator, or anybody.

There are no accounts here. Who is named owns what they send by their name, in every browser.
"""

import hmac
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request

from mmscope.api.server.proxies import name_of, person_of
from mmscope.api.state import app_state
from mmscope.captures import CaptureError, Sharer, holder_of, holder_of_name, is_secret, new_secret

# Not Authorization: a proxy that asks for a password before the server needs that header itself.
SECRET = "mmscope-secret"  # noqa: S105  # the header's name


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever made a request."""

    holders: tuple[str, ...]  # hashes of what they can prove: their name, and the secret that the request has
    is_admin: bool

    @property
    def known(self) -> str | None:
        """By their name, or the secret that the request has."""
        return next(iter(self.holders), None)


def _visitor(
    request: Request,
    mmscope_secret: Annotated[
        str | None,
        Header(max_length=1024, description="the secret of an upload, or the administrator's token"),
    ] = None,
) -> Visitor:
    name = name_of(request)
    named = () if name is None else (holder_of_name(name),)
    if not mmscope_secret:
        return Visitor(named, is_admin=False)
    token, presented = app_state(request).library.settings.admin, holder_of(mmscope_secret)
    is_admin = token is not None and hmac.compare_digest(presented, holder_of(token))
    return Visitor(named if is_admin else (*named, presented), is_admin)


Who = Annotated[Visitor, Depends(_visitor)]


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever sends a file."""

    holder: str  # who may remove it, as a hash
    secret: str | None  # made for the answer, where the request has none
    person: str  # whose share it counts for
    sharer: Sharer | None  # the same, where what they keep is counted

    @property
    def known(self) -> str | None:
        """By their name, or the secret that the request had."""
        return self.holder if self.secret is None else None


def _sender(
    request: Request,
    mmscope_secret: Annotated[
        str | None,
        Header(
            max_length=1024,
            description="a secret from an earlier answer, that is to remove this file as well; "
            "without it the answer has a new one",
        ),
    ] = None,
) -> Sender:
    person = person_of(request)
    if (sharer := sharer_of(request)) is not None:
        return Sender(sharer.holder, None, person, sharer)
    if not mmscope_secret or _visitor(request, mmscope_secret).is_admin:
        secret = new_secret()
        return Sender(holder_of(secret), secret, person, None)
    if not is_secret(mmscope_secret):
        message = f"{SECRET} is 43 letters, digits, - and _: leave it out, and the answer has one"
        raise CaptureError("upload", message)
    return Sender(holder_of(mmscope_secret), None, person, None)


def sharer_of(request: Request) -> Sharer | None:
    """Who has a share of what is kept: whom a proxy names, and nobody else."""
    name = name_of(request)
    return None if name is None else Sharer(person_of(request), holder_of_name(name))


From = Annotated[Sender, Depends(_sender)]
