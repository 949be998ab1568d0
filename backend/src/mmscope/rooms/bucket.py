"""How often something may be done: at once, and in the long run."""

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field


class Bucket:
    """Holds `burst` at most and gains `per_second`; each act takes one. The clock is whoever asks."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left, self._at = burst, 0.0

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        if not self.has_one(now):
            return False
        self._left -= 1
        return True

    def has_one(self, now: float) -> bool:
        """Whether there is one to take."""
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._per_second)
        self._at = now
        return self._left >= 1

    def wait(self) -> float:
        """Seconds until there is one, as of the last look."""
        return max(0.0, (1 - self._left) / self._per_second)


def network_of(address: str) -> str:
    """Whoever can take another address at will counts as one: of IPv6, all that share a network."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((int(found), 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)


@dataclass(slots=True)
class _Guesser:
    bucket: Bucket
    codes: OrderedDict[str, None] = field(default_factory=OrderedDict)  # tried in vain of late


class Guesses:
    """Wrong codes, by address. A class behind one address mistypes; nobody tries a million codes.

    The same wrong code counts once: yesterday's, on the phones of a whole class, shuts nobody out.
    """

    BURST = 100  # at once: of 500 students, one in five mistypes
    PER_SECOND = 0.1  # 8,640 a day, of a million codes
    ADDRESSES = 10_000  # known at a time; the one that was quiet longest is forgotten

    def __init__(self) -> None:
        self._of: OrderedDict[str, _Guesser] = OrderedDict()

    def may(self, address: str, now: float) -> bool:
        """Whether this address may try a code."""
        guesser = self._of.get(address)
        return guesser is None or guesser.bucket.has_one(now)

    def wrong(self, address: str, code: str, now: float) -> None:
        """It has tried one that is none."""
        guesser = self._of.pop(address, None) or _Guesser(Bucket(self.BURST, self.PER_SECOND))
        self._of[address] = guesser
        if code not in guesser.codes:
            guesser.bucket.take(now)
            guesser.codes[code] = None
        if len(guesser.codes) > self.BURST:
            guesser.codes.popitem(last=False)
        while len(self._of) > self.ADDRESSES:
            self._of.popitem(last=False)
