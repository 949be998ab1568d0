"""`mmscope uploads`: which captures were sent, how large they are, when they came, and whose they are."""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mmscope.captures import (
    CATALOGUE,
    Catalogue,
    DamagedError,
    Entry,
    StoreError,
    copy_database,
    holder_of_name,
    need_data_folder,
)
from mmscope.cli.table import aligned
from mmscope.cli.terminal import named
from mmscope.settings import Settings

ORDERS = ("size", "date", "owner")
NOBODY = "the administrator"  # who alone removes a capture to which nobody has a claim
SHORT = 12  # digits of an owner's hash


@dataclass(frozen=True, slots=True)
class Selection:
    """Which uploads; None: of any age, of any size, anybody's."""

    older_than: int | None = None  # days
    larger_than: int | None = None  # bytes on the server's disk
    of: str | None = None  # whom a proxy named

    def __bool__(self) -> bool:
        """Whether it leaves anything out."""
        return self != Selection()

    def among(self, catalogue: Catalogue, claims: Mapping[str, Sequence[str]]) -> list[Entry]:
        """Those of a catalogue with these claims. A file that several sent is of each of them."""
        found = catalogue.of_origin("upload")
        if self.older_than is not None:
            newest = datetime.now(UTC) - timedelta(days=self.older_than)
            found = [entry for entry in found if datetime.fromisoformat(entry.added) <= newest]
        if self.larger_than is not None:
            found = [entry for entry in found if entry.stored > self.larger_than]
        if self.of is not None:
            holder = holder_of_name(self.of)
            found = [entry for entry in found if holder in claims.get(entry.id, [])]
        return found


def uploads(settings: Settings, selection: Selection, *, by: str, as_json: bool) -> int:
    """List them, also while a server runs. Returns the exit status. Raises StoreError."""
    need_data_folder(settings.data)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "catalogue"
        try:
            copy_database(settings.data / CATALOGUE, copy)
        except DamagedError as error:
            raise StoreError(f"the catalogue is damaged ({error.reason}): see `mmscope doctor`") from error
        with closing(Catalogue.at(copy)) as catalogue:
            claims = catalogue.claims_of_each()
            found = selection.among(catalogue, claims)
    if by == "owner":
        _print_owners(found, claims, as_json=as_json)
        return 0
    found.sort(key=lambda entry: (-entry.stored, entry.id) if by == "size" else (entry.added, entry.id))
    if as_json:
        print(json.dumps([_item(entry, claims.get(entry.id, [])) for entry in found], indent=2))
    else:
        print_uploads(found)
    return 0


def print_uploads(found: Sequence[Entry]) -> None:
    """A line for each, and the sum."""
    head = ("id", "bytes", "came", "name")
    rows = [(e.id, f"{e.stored:,}", e.added[:16].replace("T", " "), named(e.filename)) for e in found]
    if rows:
        print(*aligned([head, *rows], left=1), sep="\n")
    print(f"uploads={len(found)} bytes={sum(entry.stored for entry in found)}")


def _item(entry: Entry, holders: Iterable[str]) -> dict[str, object]:
    return {
        "id": entry.id,
        "filename": entry.filename,
        "bytes": entry.stored,
        "added": entry.added,
        "owners": [holder[:SHORT] for holder in holders],
    }


def _print_owners(found: Sequence[Entry], claims: Mapping[str, Sequence[str]], *, as_json: bool) -> None:
    """Of names and secrets only hashes are kept: `--of NAME` says which captures are a name's."""
    kept: dict[str, list[int]] = {}
    for entry in found:
        for holder in claims.get(entry.id) or [NOBODY]:
            kept.setdefault(holder, []).append(entry.stored)
    owners = sorted(kept.items(), key=lambda one: (-sum(one[1]), one[0]))
    if as_json:
        print(
            json.dumps(
                [{"owner": _owner(o), "captures": len(s), "bytes": sum(s)} for o, s in owners], indent=2
            )
        )
        return
    rows = [(_owner(owner), str(len(sizes)), f"{sum(sizes):,}") for owner, sizes in owners]
    if rows:
        print(*aligned([("owner", "captures", "bytes"), *rows], left=1), sep="\n")
    print(f"owners={len(owners)}")


def _owner(holder: str) -> str:
    return holder if holder == NOBODY else holder[:SHORT]
