"""Folders and catalogue compared: after a kill, a lost or damaged catalogue, a backup that was put back.

Folders are what people gave us, so they win: nothing that holds an uploaded file is ever deleted here.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from mmscope.captures.errors import CaptureError, DamagedError, StoreError
from mmscope.captures.inventory import NAME as INVENTORY
from mmscope.captures.inventory import torn
from mmscope.captures.library.catalogue import Catalogue, Entry
from mmscope.captures.library.integrity import bytes_if_whole
from mmscope.captures.library.label import Label, is_upload_id, upload_ids
from mmscope.captures.library.owners import merged
from mmscope.captures.store import DERIVED, LABEL, REMOVED, SOURCE, Store, remove, sha256_of

GONE = "gone"  # code of the error of a capture whose file is missing,
TORN = "torn"  # ... and of one whose derived files were damaged again and again
_NAMED = 3  # damaged files that a finding names
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference, and how it is put right."""

    where: str  # path in the data folder
    what: str  # what is wrong with it
    remedy: str  # what mend() does, or a person has to do
    mend: Callable[[], object] | None = None
    is_rest: bool = False  # of work that was interrupted, as after any kill: nothing to worry about


def open_catalogue(store: Store) -> Catalogue:
    """The catalogue of a data folder. Raises DamagedError, StoreError."""
    try:
        return Catalogue.at(store.catalogue)
    except DamagedError:
        raise
    except StoreError as error:
        if store.space() > 0:
            raise
        fault = f"the disk of {store.folder} is full, so the catalogue cannot be opened: free some space"
        raise StoreError(fault) from error


def is_gone(entry: Entry) -> bool:
    """Its file is missing."""
    return _failed_as(entry, GONE)


def missing(entry: Entry) -> Entry:
    """The entry of a capture whose file is missing."""
    error = CaptureError(GONE, "the file is no longer in the data folder; upload it again")
    return replace(entry, state="failed").with_details(error=error.fault)


def new_id(store: Store, catalogue: Catalogue, sha256: str) -> str:
    """Under which an uploaded file that is not listed is kept: the shortest id that no other file has.

    Raises CaptureError `taken` where there is none.
    """
    for capture_id in upload_ids(sha256):
        if catalogue.get(capture_id) is None and _is_free(store, capture_id, sha256):
            return capture_id
    raise CaptureError("taken", "another file has the id that this one would get, so it cannot be kept")


def _is_free(store: Store, capture_id: str, sha256: str) -> bool:
    """Nothing stands where this file belongs, unless it is the file itself."""
    folder = store.capture(capture_id)
    if not folder.exists() and not folder.is_symlink():
        return True
    try:
        return sha256_of(folder / SOURCE) == sha256
    except OSError:
        return False


def stranger(store: Store, entry: Entry, label: Label | None) -> Label | None:
    """The label of another upload whose file stands where a listed one belongs: their ids begin alike.

    `label`: the one that lies beside it. None where the file is the listed one, damaged or not, or missing.
    """
    source = store.source(entry.id)
    if not source.is_file() or (sha256 := sha256_of(source)) == entry.sha256:
        return None
    if not is_upload_id(entry.id, sha256):
        return None
    return label if label is not None and label.sha256 == sha256 else Label.made_from(source.parent)


def part(store: Store, catalogue: Catalogue, entry: Entry, label: Label) -> None:
    """Give a stranger an id of its own, and say of the listed file that it is missing.

    A kill in between leaves a folder that is not listed and a row without a file: the next start lists both.
    """
    capture_id = new_id(store, catalogue, label.sha256)
    label.write(store.capture(entry.id))
    store.rename(entry.id, capture_id)
    catalogue.put(label.entry(capture_id), label.claims)
    if (now := catalogue.get(entry.id)) is not None:
        catalogue.put(missing(now))


def parting(store: Store, catalogue: Catalogue, entry: Entry, label: Label) -> Finding:
    """A stranger found, and what is done about it."""
    fault = f"holds another file than the catalogue lists, with the SHA-256 {label.sha256}"
    remedy = "gives that file an id of its own, and lists the other as missing"
    where = _named(store, store.capture(entry.id))
    return Finding(where, fault, remedy, lambda: part(store, catalogue, entry, label))


def unread(entry: Entry) -> Entry:
    """The entry of a capture that is to be read again."""
    details = {key: value for key, value in entry.details.items() if key != "error"}
    return replace(entry, state="pending", derived_by=None, details=details)


def survey(
    store: Store, catalogue: Catalogue, *, thorough: bool = False, weighed: dict[str, int] | None = None
) -> Iterator[Finding]:
    """All differences between folders and catalogue. Changes nothing; they are to be mended in turn.

    Of derived files, lengths are compared; with `thorough`, every byte. `weighed` is given the bytes of
    captures that a glance showed to be whole, for recount().
    """
    for path in sorted(store.incoming.iterdir()) if store.incoming.is_dir() else ():
        where = _named(store, path)
        yield Finding(where, "is left over from interrupted work", "removes it", _remover(path), is_rest=True)
    folders = sorted(store.captures.iterdir(), key=lambda path: path.name)
    leaving = [folder for folder in folders if folder.name.startswith(REMOVED)]
    gone = {_id_of(folder) for folder in leaving if not store.capture(_id_of(folder)).exists()}
    known = {entry.id: entry for entry in catalogue.all() if entry.id not in gone}
    for folder in leaving:
        yield _half_removed(store, catalogue, folder)
    whole = {} if weighed is None else weighed
    if not thorough:
        whole.update(_whole(store, known.values()))
    for folder in folders:
        if folder in leaving or folder.name in whole:
            continue
        if folder.name in known:
            yield from guarded(store, folder, _extra(store, folder, known[folder.name]))
        else:
            yield from guarded(store, folder, _unknown(store, catalogue, folder))
    for entry in known.values():
        if entry.id not in whole:
            found = _known(store, catalogue, entry, thorough=thorough)
            yield from guarded(store, store.capture(entry.id), found)
    each = catalogue.claims_of_each()
    for entry in known.values():
        found = _labelled(store, catalogue, entry, each.get(entry.id, []), whole)
        yield from guarded(store, store.capture(entry.id), found)


def guarded(store: Store, folder: Path, found: Iterator[Finding]) -> Iterator[Finding]:
    """What is found in one folder: if looking at it fails, that is a finding too, and the others have theirs.

    Only what the disk or the catalogue says of itself leaves the folder where it is.
    """
    where = _named(store, folder)
    try:
        yield from found
    except (StoreError, SQLAlchemyError):
        raise
    except OSError as error:
        yield Finding(where, f"cannot be looked through: {error.strerror or error}", "look at its disk")
    except Exception as error:  # noqa: BLE001  # one bad folder must not keep a server from starting
        _log.exception("%s cannot be looked through", where)
        fault = f"cannot be looked through ({type(error).__name__}: {error})"
        yield Finding(where, fault, "moves it to aside/", lambda: store.quarantine(folder))


def _labelled(
    store: Store, catalogue: Catalogue, entry: Entry, listed: list[str], weighed: dict[str, int]
) -> Iterator[Finding]:
    """A label of another file, or one that has other claims than the catalogue: one of both is older."""
    folder = store.capture(entry.id)
    label = Label.read(folder) if entry.origin == "upload" else None
    if label is None:
        return
    if label.sha256 != entry.sha256:
        if (other := stranger(store, entry, label)) is not None:
            weighed.pop(entry.id, None)
            yield parting(store, catalogue, entry, other)
        return
    if sorted(label.claims) == listed:
        return
    fault = f"has {len(label.claims)} claims by its label, {len(listed)} by the catalogue, not the same"
    remedy, claims = "lets all of them count", merged(label.claims, listed)
    yield Finding(_named(store, folder), fault, remedy, _claimed(store, catalogue, entry.id, claims))


def _claimed(store: Store, catalogue: Catalogue, capture_id: str, claims: list[str]) -> Callable[[], None]:
    def write() -> None:
        if (entry := catalogue.get(capture_id)) is not None:
            Label.of(entry, claims).write(store.capture(capture_id))
            catalogue.put(entry, claims)

    return write


def _whole(store: Store, entries: Iterable[Entry]) -> Iterator[tuple[str, int]]:
    """Those that a glance shows to be whole, and their bytes."""
    for entry in entries:
        if (stored := bytes_if_whole(store, entry)) is not None:
            yield entry.id, stored


def _known(store: Store, catalogue: Catalogue, entry: Entry, *, thorough: bool) -> Iterator[Finding]:
    """What is wrong with a capture that the catalogue lists."""
    if entry.origin == "upload":
        yield from _upload(store, catalogue, entry)
    if entry.state == "ready" or _failed_as(entry, TORN):
        yield from _underived(store, catalogue, entry, thorough=thorough)


def _failed_as(entry: Entry, code: str) -> bool:
    return entry.state == "failed" and bool(entry.details["error"]["code"] == code)


def recount(store: Store, catalogue: Catalogue, weighed: Mapping[str, int] | None = None) -> int:
    """Let the catalogue know how many bytes each capture takes. Returns for how many it was wrong.

    `weighed`: the bytes of some of them, where they are known already.
    """
    counted, weighed = catalogue.stored_of_each(), weighed or {}
    found = {one: weighed[one] if one in weighed else store.weigh(one) for one in counted}
    wrong = {one: stored for one, stored in found.items() if stored != counted[one]}
    catalogue.count_stored(wrong)
    return len(wrong)


def put_right(store: Store, catalogue: Catalogue) -> None:
    """What the last end, or whoever changed the folder, left behind."""
    rests, weighed = 0, dict[str, int]()
    for found in survey(store, catalogue, weighed=weighed):
        rests += found.is_rest
        if found.mend is None:
            _log.warning("%s %s: %s", found.where, found.what, found.remedy)
            continue
        if not found.is_rest:
            _log.warning("%s %s: the server %s", found.where, found.what, found.remedy)
        try:
            found.mend()
        except OSError as error:
            _log.warning("%s could not be repaired: %s", found.where, error)
        except Exception:  # noqa: BLE001  # ... nor one that cannot be repaired
            _log.exception("%s could not be repaired", found.where)
    if rests:
        _log.info("removed %d leftovers of interrupted work", rests)
    try:
        if wrong := recount(store, catalogue, weighed):
            _log.info("counted the bytes of %d captures anew", wrong)
    except OSError as error:
        _log.warning("the bytes of the captures could not be counted: %s", error)
    store.fill_reserve()


def _is_derived(path: Path) -> bool:
    """One of our folders of derived files, which can be made again."""
    return DERIVED.fullmatch(path.name) is not None and path.is_dir() and not (path / SOURCE).exists()


def _remover(path: Path) -> Callable[[], None]:
    return lambda: remove(path)


def _named(store: Store, path: Path) -> str:
    return str(path.relative_to(store.folder))


def _id_of(doomed: Path) -> str:
    return doomed.name.removeprefix(REMOVED)


def _half_removed(store: Store, catalogue: Catalogue, folder: Path) -> Finding:
    def finish() -> None:
        if not store.capture(_id_of(folder)).exists():
            catalogue.remove(_id_of(folder))
        store.discard(folder)

    return Finding(
        _named(store, folder),
        "is a capture whose removal was interrupted",
        "finishes it",
        finish,
        is_rest=True,
    )


def _extra(store: Store, folder: Path, entry: Entry) -> Iterator[Finding]:
    """Derived files of another maker than the one the catalogue names."""
    current = store.derived(entry.id, entry.derived_by).name if entry.derived_by else None
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if _is_derived(path) and path.name != current:
            fault = "was derived by another version"
            yield Finding(_named(store, path), fault, "removes it", _remover(path), is_rest=True)


def _unknown(store: Store, catalogue: Catalogue, folder: Path) -> Iterator[Finding]:
    """A folder that the catalogue does not list."""
    where = _named(store, folder)
    if not (folder / SOURCE).is_file():
        if folder.is_dir() and all(map(_is_derived, folder.iterdir())):
            fault = "holds nothing but derived files, and the catalogue does not list it"
            yield Finding(where, fault, "removes it", lambda: remove(folder), is_rest=True)
        else:
            yield Finding(where, "is not mmscope's", "move it away")
        return
    label = Label.read(folder)
    try:
        if label is None or not is_upload_id(folder.name, label.sha256):
            label = Label.made_from(folder)
    except OSError as error:
        yield Finding(where, f"holds a file that cannot be read: {error.strerror}", "look at its disk")
        return
    if not is_upload_id(folder.name, label.sha256):
        fault = f"holds a file whose checksum does not match the folder's name: {label.sha256}"
        yield Finding(where, fault, "moves it to aside/", lambda: store.quarantine(folder))
        return

    def list_again() -> None:
        catalogue.put(label.entry(folder.name), label.claims)
        label.write(folder)

    fault = "holds an uploaded file that the catalogue does not list"
    yield Finding(where, fault, "lists it again", list_again)


def _underived(store: Store, catalogue: Catalogue, entry: Entry, *, thorough: bool) -> Iterator[Finding]:
    def make_again() -> None:
        now = catalogue.get(entry.id)
        if now is not None and (now.state == "ready" or _failed_as(now, TORN)):
            catalogue.put(unread(now))

    derived = store.derived(entry.id, entry.derived_by or "x")
    is_rest = derived.is_dir() and not (derived / INVENTORY).exists()
    if not derived.is_dir():
        fault = "has lost its derived files"
    elif is_rest:
        fault = "has derived files of an older form, or not all of them"
    elif found := torn(derived, thorough=thorough):
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        fault = f"has damaged derived files: {', '.join(found[:_NAMED])}{more}"
    elif entry.state == "failed":
        fault = "has derived files that were damaged again and again"
    else:
        return
    yield Finding(
        _named(store, store.capture(entry.id)), fault, "makes them again", make_again, is_rest=is_rest
    )


def _upload(store: Store, catalogue: Catalogue, entry: Entry) -> Iterator[Finding]:
    folder, there = store.capture(entry.id), store.source(entry.id).is_file()
    where = _named(store, folder)
    said_gone = is_gone(entry)
    if not there and not said_gone:
        # What was derived stays: as long as the file is missing, it cannot be made again.
        gone = missing(entry)
        fault = f"is listed as {entry.filename!r}, but its file is missing"
        yield Finding(where, fault, "says so in the list; upload the file again", lambda: catalogue.put(gone))
    if there and said_gone:
        fault = "has its file back"
        yield Finding(where, fault, "reads it in", lambda: catalogue.put(Label.of(entry, ()).entry(entry.id)))
    if there and not (folder / LABEL).exists():
        fault = "has no label: only the catalogue has its name"
        label = Label.of(entry, catalogue.claims(entry.id))
        yield Finding(where, fault, "writes one", lambda: label.write(folder), is_rest=True)
