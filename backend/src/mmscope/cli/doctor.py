"""`mmscope doctor`: compare a data folder with its catalogue, and repair what differs."""

from contextlib import closing

from mmscope.captures import Catalogue, DamagedError, Finding, Store, StoreError, open_catalogue, survey
from mmscope.settings import Settings

GIB = 1 << 30


def doctor(settings: Settings, *, mend: bool) -> int:
    """Look, and repair on request. Returns the exit status. Raises StoreError."""
    if not (settings.data / "captures").is_dir():
        raise StoreError(
            f"{settings.data} is not the data folder of a server; set MMSCOPE_DATA to name another"
        )
    with closing(Store(settings.data, settings.limits.spare)) as store:
        return _Visit(store, mend=mend).report()


class _Visit:
    def __init__(self, store: Store, *, mend: bool) -> None:
        self._store, self._mend = store, mend
        if mend:
            store.scrape()
        self._problems = self._mended = self._rests = 0

    def report(self) -> int:
        """Print what there is, and what is wrong with it."""
        print(f"data folder  {self._store.folder}")
        room = self._store.room()
        print(f"disk         {room / GIB:.1f} GiB available" if room > 0 else "disk         full")
        if room <= 0:
            self._problem("disk", "is full, so nothing new can be stored", "free some space", by_us=False)
        catalogue = self._catalogue()
        if catalogue is not None:
            with closing(catalogue):
                for found in survey(self._store, catalogue):
                    self._found(found)
                told = ", ".join(f"{n} {state}" for state, n in sorted(catalogue.count().items()))
                print(f"catalogue    {told or 'empty'}")
        print(f"doctor problems={self._problems} mended={self._mended} leftovers={self._rests}")
        return 0 if self._problems == self._mended else 1

    def _catalogue(self) -> Catalogue | None:
        """The catalogue; a damaged one is made anew on request, and else there is none."""
        path = self._store.catalogue
        try:
            if path.exists() and path.stat().st_size:
                return open_catalogue(self._store)
            self._problem(path.name, "is missing", "makes a new one from the folders")
        except DamagedError as error:
            self._problem(path.name, f"is damaged ({error.reason})", "makes a new one from the folders")
        if not self._mend:
            return None
        # Its log first: a new catalogue must never meet the log of the old one.
        for part in sorted(path.parent.glob(f"{path.name}*"), reverse=True):
            self._store.set_aside(part)
        self._mended += 1
        return open_catalogue(self._store)

    def _found(self, found: Finding) -> None:
        if found.is_rest:
            self._rests += 1
        else:
            self._problem(found.where, found.what, found.remedy, by_us=found.mend is not None)
        if self._mend and found.mend is not None:
            try:
                found.mend()
                self._mended += not found.is_rest
            except OSError as error:
                print(f"{found.where} could not be repaired: {error}")

    def _problem(self, where: str, what: str, remedy: str, *, by_us: bool = True) -> None:
        self._problems += 1
        who = ("doctor " if self._mend else "doctor --mend ") if by_us else ""
        print(f"{where} {what}: {who}{remedy}")
