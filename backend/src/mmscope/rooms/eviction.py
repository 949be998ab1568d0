"""Who leaves a full room for somebody who comes. No I/O.

Whoever knows the code can come as a thousand members. A class may all share one address, so an address alone
says nothing against anybody: what invented members cannot do without effort is answer.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Protocol


class Guest(Protocol):
    """Somebody who is in a room."""

    @property
    def network(self) -> str:
        """That they came from."""

    @property
    def spoke(self) -> bool:
        """They have answered something, or given a name."""

    def missed(self) -> int:
        """Questions that were asked and closed since they came."""


def evicted(there: Mapping[str, Guest], network: str) -> str | None:
    """The member, of those `there` in the order in which they came, whose place somebody of `network` gets.

    First whoever let a whole question pass without a word: of them, the one who has been there longest. Then,
    if another network has more than half of the places, one of it: who has not spoken before who has, and of
    these the last who came. None: the room is full.
    """
    for member, guest in there.items():
        if not guest.spoke and guest.missed():
            return member
    [(crowd, many)] = Counter(guest.network for guest in there.values()).most_common(1)
    if crowd == network or 2 * many <= len(there):
        return None
    of_it = [member for member in reversed(list(there)) if there[member].network == crowd]
    return next((member for member in of_it if not there[member].spoke), of_it[0])
