"""Who may remove an upload: the holder of the secret it was sent with, or of the name. Only hashes are kept.

Everyone who sends a file has a claim to it, also where the server had the file already. Whoever removes the
file gives up their own claim, and the file goes with the last one: nobody can take away what others sent.
A capture without claims, as one from before there were secrets, is removed by the administrator alone.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence

HOLDER = re.compile("[0-9a-f]{64}")  # what is kept of a secret
_SECRET = re.compile("[A-Za-z0-9_-]{43}")  # 256 bits in base64url
_BYTES = 32


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(_BYTES)


def is_secret(text: str) -> bool:
    """It has the form of one."""
    return _SECRET.fullmatch(text) is not None


def holder_of(secret: str) -> str:
    """The hash by which a secret is known again. A secret has 256 bits, so a plain hash keeps it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder_of_name(name: str) -> str:
    """The same for whom a proxy names. No header holds a line's end, so no secret has the hash of a name."""
    return hashlib.sha256(f"\n{name}".encode()).hexdigest()


def holds(claims: Iterable[str], holder: str) -> bool:
    """One of the claims is this holder's. Takes the same time whichever it is."""
    return sum(hmac.compare_digest(claim, holder) for claim in claims) > 0


def merged(label: Sequence[str], catalogue: Sequence[str]) -> list[str]:
    """The claims to a file where its label and the catalogue name others: one of them is older.

    All of both, so that nobody loses a file that they sent; none where either says that only the
    administrator removes it.
    """
    return sorted({*label, *catalogue}) if label and catalogue else []


def joined(claims: Sequence[str] | None, holder: str | None, most: int) -> list[str]:
    """The claims to a file once this holder has sent it; None where the server does not have it yet.

    Empty, so that only the administrator removes it, where somebody who sent it holds no secret, or there
    are more than `most`: else those with a claim could take it away from those without.
    """
    if holder is None or claims == []:
        return []
    found = [*(claims or ()), *([] if holds(claims or (), holder) else [holder])]
    return found if len(found) <= most else []
