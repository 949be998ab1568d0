"""A data folder looked at more closely than a start has time for: what is in its files, who may use them."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from mmscope.captures.errors import CaptureError
from mmscope.captures.library.catalogue import Catalogue, Entry
from mmscope.captures.library.label import Label
from mmscope.captures.library.recovery import Finding, guarded, parting, stranger
from mmscope.captures.store import LABEL, SOURCE, Store, remove, sha256_of
from mmscope.captures.uploads.register import TOKEN
from mmscope.captures.uploads.upload import Card

CHANGED = "changed"  # code of the error of a capture whose file is not the one that came


def examine(store: Store, catalogue: Catalogue, *, deep: bool) -> Iterator[Finding]:
    """What survey() does not look at. `deep`: read every uploaded file, too. Changes nothing by itself."""
    for entry in catalogue.all():
        if entry.origin == "upload" and store.source(entry.id).is_file():
            folder = store.capture(entry.id)
            yield from guarded(store, folder, _label(store, catalogue, entry))
            if deep:
                yield from guarded(store, folder, _source(store, catalogue, entry))
    uploads = store.folder / "uploads"
    for folder in sorted(uploads.iterdir()) if uploads.is_dir() else ():
        yield from guarded(store, folder, _upload(store, folder))


def _label(store: Store, catalogue: Catalogue, entry: Entry) -> Iterator[Finding]:
    folder = store.capture(entry.id)
    if not (folder / LABEL).exists():
        return  # as survey() says
    label = Label.read(folder)
    if label is None:
        problem = "cannot be understood"
    elif label.sha256 != entry.sha256:
        if stranger(store, entry, label) is not None:
            return  # as survey() says
        problem = "does not name the checksum that the catalogue has"
    else:
        return
    where, right = f"captures/{entry.id}/{LABEL}", Label.of(entry, catalogue.claims(entry.id))
    yield Finding(where, problem, "writes it anew from the catalogue", _labelled(folder, right))


def _labelled(folder: Path, label: Label) -> Callable[[], None]:
    return lambda: label.write(folder)


def _source(store: Store, catalogue: Catalogue, entry: Entry) -> Iterator[Finding]:
    source = store.source(entry.id)
    where, said = f"captures/{entry.id}/{SOURCE}", entry.details.get("error", {}).get("code") == CHANGED
    try:
        sha256 = sha256_of(source)
    except OSError as fault:
        problem = f"cannot be read: {fault.strerror}"
        yield Finding(where, problem, "look at its disk, and put it back from a backup")
        return
    if sha256 == entry.sha256:
        if said:
            problem = "is again the file that came"
            again = Label.of(entry, ()).entry(entry.id)
            yield Finding(where, problem, "reads it in", lambda: catalogue.put(again))
        return
    label = Label.read(source.parent)
    if (other := stranger(store, entry, label)) is not None:
        if other is not label:  # or survey() says so
            yield parting(store, catalogue, entry, other)
        return
    error = CaptureError(CHANGED, "the file changed on the server's disk; upload it again")
    changed = replace(entry, state="failed").with_details(error=error.fault)
    problem = f"is not the file that came: its SHA-256 is {sha256}, not {entry.sha256}"
    remedy = "put it back from a backup, or upload it again"
    if said:
        yield Finding(where, problem, remedy)
    else:
        yield Finding(where, problem, f"says so in the list; {remedy}", lambda: catalogue.put(changed))


def _upload(store: Store, folder: Path) -> Iterator[Finding]:
    where = f"uploads/{folder.name}"
    if not TOKEN.fullmatch(folder.name) or not folder.is_dir():
        yield Finding(where, "is not mmscope's", "move it away")
    elif (problem := _misfit(folder)) is not None:
        if _size(folder / SOURCE):
            yield Finding(where, problem, "moves it to aside/", _aside(store, folder))
        else:
            problem = "is an upload that had not begun"
            yield Finding(where, problem, "removes it", _remover(folder), is_rest=True)


def _aside(store: Store, path: Path) -> Callable[[], Path]:
    return lambda: store.quarantine(path)


def _remover(path: Path) -> Callable[[], None]:
    return lambda: remove(path)


def _misfit(folder: Path) -> str | None:
    """Why the card of an upload does not fit its bytes."""
    try:
        card = Card.read(folder)
    except ValueError:
        return "is an upload whose card makes no sense"
    if card.capture is not None or card.is_refused:
        return None
    size = _size(folder / SOURCE)
    if size is None or not 0 <= card.offset <= min(size, card.length):
        return f"is an upload whose card counts {card.offset} bytes, where there are {size or 0}"
    return None


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def forbidden(folder: Path) -> Iterator[Finding]:
    """What this user, or the one whom the folder belongs to, may not use."""
    owner = folder.stat().st_uid
    for at, folders, names in os.walk(folder, onerror=lambda _: None):
        for path in (Path(at, name) for name in (".", *folders, *names)):
            try:
                found = path.lstat()
            except OSError:
                continue  # as of a folder that we may not enter, which is named itself
            is_folder = stat.S_ISDIR(found.st_mode)
            where = str(path.relative_to(folder))
            if found.st_uid != owner:
                yield Finding(
                    where, f"belongs to user {found.st_uid}, the data folder to {owner}", "chown it"
                )
            elif not stat.S_ISLNK(found.st_mode) and not os.access(
                path, os.R_OK | os.W_OK | (os.X_OK if is_folder else 0)
            ):
                yield Finding(where, "may not be read and written by this user", "chmod it, or be its owner")
