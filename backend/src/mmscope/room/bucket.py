"""How often something may be done: at once, and in the long run."""

from collections import OrderedDict


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


class Guesses:
    """Wrong codes, by address. A class behind one address mistypes; nobody tries a million codes."""

    BURST = 100  # at once: of 500 students, one in five mistypes
    PER_SECOND = 0.1  # 8,640 a day, of a million codes
    ADDRESSES = 10_000  # known at a time; the one that was quiet longest is forgotten

    def __init__(self) -> None:
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def may(self, address: str, now: float) -> bool:
        """Whether this address may try a code."""
        bucket = self._of.get(address)
        return bucket is None or bucket.has_one(now)

    def wrong(self, address: str, now: float) -> None:
        """It has tried one that is none."""
        bucket = self._of.pop(address, None) or Bucket(self.BURST, self.PER_SECOND)
        bucket.take(now)
        self._of[address] = bucket
        while len(self._of) > self.ADDRESSES:
            self._of.popitem(last=False)
