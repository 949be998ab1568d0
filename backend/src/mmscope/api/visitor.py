"""Who asks: somebody with the secret of an upload, the administrator, or anybody. There are no accounts."""

import hmac
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request

from mmscope.api.server.proxies import address_of
from mmscope.api.state import app_state
from mmscope.captures import CaptureError, holder_of, is_secret, new_secret

# Not Authorization: a proxy that asks for a password before the server needs that header itself.
SECRET = "mmscope-secret"  # noqa: S105  # the header's name


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever made a request."""

    holder: str | None  # the hash of the secret that the request has
    is_admin: bool


def _visitor(
    request: Request,
    mmscope_secret: Annotated[
        str | None,
        Header(max_length=1024, description="the secret of an upload, or the administrator's token"),
    ] = None,
) -> Visitor:
    if not mmscope_secret:
        return Visitor(None, is_admin=False)
    token, presented = app_state(request).library.settings.admin, holder_of(mmscope_secret)
    is_admin = token is not None and hmac.compare_digest(presented, holder_of(token))
    return Visitor(None if is_admin else presented, is_admin)


Who = Annotated[Visitor, Depends(_visitor)]


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever sends a file."""

    holder: str  # who may remove it, as a hash
    secret: str | None  # made for the answer, where the request has none
    address: str

    @property
    def known(self) -> str | None:
        """By the secret that the request had."""
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
    if not mmscope_secret or _visitor(request, mmscope_secret).is_admin:
        secret = new_secret()
        return Sender(holder_of(secret), secret, address_of(request))
    if not is_secret(mmscope_secret):
        message = f"{SECRET} is 43 letters, digits, - and _: leave it out, and the answer has one"
        raise CaptureError("upload", message)
    return Sender(holder_of(mmscope_secret), None, address_of(request))


From = Annotated[Sender, Depends(_sender)]
