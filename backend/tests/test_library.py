"""The library: what is kept, what is swept, what a new core or a new file means."""

import json
import os
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from mmscope.captures import Arrival, CaptureError, Entry, Library, NotFoundError, StoreError, clean_name
from mmscope.captures.library.allowance import Backlog
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Limits, Settings
from support import small_disk, tree


def take_in(library: Library, content: bytes, name: str = "x") -> tuple[Entry, bool]:
    incoming = Arrival(library, lambda _: None)
    try:
        for at in range(0, len(content), 1000):
            incoming.write(content[at : at + 1000])
        return incoming.finish(name)
    finally:
        incoming.abandon()


def test_a_capture_is_kept_whole_and_found_again(library: Library, text: bytes) -> None:
    entry, is_new = take_in(library, text, "C:\\runs\\mine.mmscope")
    assert is_new
    assert (entry.state, entry.title, entry.size) == ("ready", "mine.mmscope", len(text))
    assert library.file(entry).read_bytes() == text
    assert library.get(entry.id) == entry
    assert entry.details["totals"]["decisions"] == entry.details["kinds"]["swap_select"] == 400
    assert list((library.store.folder / "incoming").iterdir()) == []


def test_the_same_file_is_not_kept_twice(library: Library, text: bytes, packed: bytes) -> None:
    first, _ = take_in(library, text, "one")
    again, is_new = take_in(library, text, "two")
    assert (again, is_new) == (first, False)
    bundled, is_new = take_in(library, packed, "three")
    assert (bundled.id, is_new) == ("first", False)


def test_bundled_captures_are_listed_at_once_and_read_later(library: Library) -> None:
    assert library.get("first").state == "pending"
    with pytest.raises(CaptureError, match="still being read"):
        library.derived("first")
    library.catch_up()
    entry = library.get("first")
    assert (entry.state, entry.title, entry.derived_by) == ("ready", "The first", library.fingerprint)
    assert (library.derived("first") / "check.json").is_file()


def test_bundled_captures_cannot_be_removed_uploads_can(library: Library, text: bytes) -> None:
    with pytest.raises(CaptureError, match="cannot be removed"):
        library.remove("first")
    entry, _ = take_in(library, text)
    library.remove(entry.id)
    with pytest.raises(NotFoundError):
        library.get(entry.id)
    assert tree(library.store.folder / "captures") == {}


def test_a_restart_reads_nothing_again(reopen: Callable[[], Library], text: bytes) -> None:
    library = reopen()
    library.catch_up()
    take_in(library, text)
    before, listed = tree(library.store.folder / "captures"), library.catalogue.all()
    library.close()
    library = reopen()
    library.catch_up()
    assert tree(library.store.folder / "captures") == before
    assert library.catalogue.all() == listed
    library.close()


def test_another_core_reads_everything_again(reopen: Callable[[], Library], text: bytes) -> None:
    library = reopen()
    library.catch_up()
    entry, _ = take_in(library, text)
    before = library.catalogue.all()
    for old in before:
        folder = library.store.capture(old.id)
        library.store.derived(old.id, library.fingerprint).rename(folder / "0123456789abcdef")
        library.catalogue.put(replace(old, derived_by="0123456789abcdef" * 4))
    library.close()
    library = reopen()
    with pytest.raises(CaptureError, match="still being read"):
        library.derived(entry.id)
    library.catch_up()
    # What another core made stays until the next start.
    assert [replace(e, stored=0) for e in library.catalogue.all()] == [replace(e, stored=0) for e in before]
    library.close()
    library = reopen()
    assert not (library.store.capture(entry.id) / "0123456789abcdef").exists()
    library.close()


def test_a_changed_bundled_file_is_read_again_and_a_missing_one_forgotten(
    reopen: Callable[[], Library], settings: Settings, text: bytes
) -> None:
    library = reopen()
    library.catch_up()
    library.close()
    (settings.bundled / "first.mmscope.gz").write_bytes(text)
    library = reopen()
    assert library.get("first").state == "pending"
    library.close()
    (settings.bundled / "first.mmscope.gz").unlink()
    library = reopen()
    assert library.catalogue.all() == []
    library.close()


def test_a_bundled_capture_that_cannot_be_read_says_why(library: Library, settings: Settings) -> None:
    (settings.bundled / "first.mmscope.gz").write_bytes(b"not a capture")
    library.catch_up()
    assert library.get("first").state == "failed"
    with pytest.raises(CaptureError, match="line 1: no format"):
        library.derived("first")


def test_a_full_disk_is_reported_and_leaves_nothing(
    library: Library, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mmscope.captures.library.library.take_in", full)
    with pytest.raises(CaptureError, match="disk is full") as caught:
        take_in(library, text)
    assert caught.value.code == "no_space"
    assert tree(library.store.folder / "captures") == {}
    assert list((library.store.folder / "incoming").iterdir()) == []


def test_uploads_have_bounds(settings: Settings, core: CoreModule, trace: TraceModule, text: bytes) -> None:
    library = Library(replace(settings, limits=Limits(upload=1000, captures=1)), core, trace)
    with pytest.raises(CaptureError, match="longer than 1000 bytes"):
        take_in(library, text)
    with pytest.raises(CaptureError, match="as many captures as it may"):
        library.allowance.check_space()
    library.close()


def test_a_folder_has_one_server(
    library: Library, settings: Settings, core: CoreModule, trace: TraceModule
) -> None:
    assert library.store.folder == settings.data
    with pytest.raises(StoreError, match="in use"):
        Library(settings, core, trace)
    (settings.data / "lock").unlink()
    with pytest.raises(StoreError, match="in use"):
        Library(settings, core, trace)


def test_a_folder_that_cannot_be_used_is_named(
    settings: Settings, core: CoreModule, trace: TraceModule, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        Library(replace(settings, data=tmp_path / "file"), core, trace)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("../../etc/passwd", "passwd"), ("a\nb\x1b[0m", "a�b�[0m"), ("", "capture"), ("x" * 999, "x" * 120)],
)
def test_names_of_files_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("A run", "A run"),
        ("a\n\x1b[2Jb\x9bc", "a��[2Jb�c"),
        ("exe.\u202egpj\u2066x\u2069\u200e\u200f\u200b\ufeff", "exe.�gpj�x�����"),
        ("x" * 999, "x" * 200),
        (" \t", "�"),
        ("", "mine"),
        (7, "mine"),
        ("The first", "The first (uploaded)"),
        ("THE  \uff26irst.", "THE  \uff26irst. (uploaded)"),
        ("The first\u3164", "The first\u3164 (uploaded)"),
        ("first", "first (uploaded)"),
    ],
)
def test_titles_from_manifests_are_cleaned_and_imitate_none(
    library: Library, text: bytes, title: object, shown: str
) -> None:
    lines = text.split(b"\n")
    lines[1] = b"manifest " + json.dumps({"title": title}).encode()
    entry, _ = take_in(library, b"\n".join(lines), "mine")
    assert (entry.title, entry.filename) == (shown, "mine")


def test_a_files_name_imitates_no_bundled_capture(library: Library, text: bytes) -> None:
    entry, _ = take_in(library, text, "The First")
    assert (entry.title, entry.filename) == ("The First (uploaded)", "The First")
    library.catalogue.put(replace(entry, derived_by="0" * 64))
    library.catch_up()
    assert library.get(entry.id).title == entry.title


@pytest.mark.parametrize("name", ["captures", "uploads"])
def test_a_folder_on_another_disk_is_reported(
    settings: Settings, reopen: Callable[[], Library], tmp_path: Path, name: str
) -> None:
    settings.data.mkdir()
    with small_disk(tmp_path / "disk", 1 << 20) as disk:
        (settings.data / name).symlink_to(disk)
        with pytest.raises(StoreError, match=f"{name} is on another file system than .*: put all of"):
            reopen()


@pytest.mark.parametrize("other_disk", [False, True])
def test_a_capture_whose_folder_is_a_link(
    library: Library, text: bytes, tmp_path: Path, *, other_disk: bool
) -> None:
    """It can be read again, and its removal removes what is behind the link, but nothing else."""
    entry, _ = take_in(library, text)
    folder = library.store.capture(entry.id)
    with small_disk(tmp_path / "disk", 16 << 20) if other_disk else nullcontext(tmp_path) as place:
        elsewhere = place / "elsewhere"
        shutil.move(folder, elsewhere)
        (elsewhere / "note.txt").write_text("mine")
        folder.symlink_to(elsewhere)
        before = tree(elsewhere)
        for _ in range(2):
            library.catalogue.put(replace(entry, derived_by="0" * 64))
            library.catch_up()
            assert library.read_derived(entry.id, "check.json")["totals"]["same"] == 400
            assert tree(elsewhere) == before
            shutil.rmtree(library.derived(entry.id))
        (elsewhere / "source").write_bytes(b"")
        assert take_in(library, text)[1]
        assert (elsewhere / "source").read_bytes() == text
        library.remove(entry.id)
        assert tree(elsewhere) == {"note.txt": b"mine"}
        assert list(elsewhere.iterdir()) == [elsewhere / "note.txt"]
    assert not folder.is_symlink()


def on_disk(library: Library) -> dict[str, int]:
    """Bytes of each capture's files."""
    return {
        folder.name: sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        for folder in library.store.captures.iterdir()
    }


def test_the_catalogue_knows_the_bytes_on_disk_whatever_happens(
    library: Library, reopen: Callable[[], Library], text: bytes
) -> None:
    """Added, read again, changed by hand, counted wrongly, removed."""
    entry, _ = take_in(library, text)
    library.catch_up()
    assert library.catalogue.stored_of_each() == on_disk(library)
    assert library.catalogue.stored() == sum(on_disk(library).values())
    library.catalogue.put(replace(library.get("first"), derived_by="0"))
    library.catch_up()
    assert library.catalogue.stored_of_each() == on_disk(library)
    library.store.source(entry.id).write_bytes(b"rotten")
    library.catalogue.put(replace(library.get(entry.id), derived_by="0"))
    library.catch_up()
    assert library.catalogue.stored_of_each() == on_disk(library)
    library.catalogue.count_stored({"first": 1, entry.id: 2**40})
    assert library.catalogue.stored() == 2**40 + 1
    library.close()
    again = reopen()
    assert again.catalogue.stored_of_each() == on_disk(again)
    again.remove(entry.id)
    assert again.catalogue.stored_of_each() == on_disk(again)
    assert set(on_disk(again)) == {"first"}
    again.close()


def test_admission_looks_at_no_file(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("it looks at files")

    for name in ("walk", "scandir", "listdir", "lstat"):
        monkeypatch.setattr(os, name, fail)
    library.allowance.check_space()


def test_bytes_on_disk_have_a_bound(
    settings: Settings, core: CoreModule, trace: TraceModule, text: bytes
) -> None:
    library = Library(replace(settings, limits=Limits(store=1 << 20)), core, trace)
    library.allowance.check_space(1 << 20)
    take_in(library, text)
    left = (1 << 20) - library.catalogue.stored()
    library.allowance.check_space(left)
    with pytest.raises(CaptureError, match="as many bytes as it may keep"):
        library.allowance.check_space(left + 1)
    library.allowance.beside(lambda _: Backlog(bytes=left))
    with pytest.raises(CaptureError, match="as many bytes as it may keep"):
        library.allowance.check_space()
    library.close()


@contextmanager
def limit(what: int, most: int) -> Iterator[None]:
    """Let this process have no more of something."""
    before = resource.getrlimit(what)
    resource.setrlimit(what, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(what, before)


def test_only_a_file_that_is_not_there_is_gone(library: Library, text: bytes) -> None:
    entry, _ = take_in(library, text)
    library.original(entry).close()
    with limit(resource.RLIMIT_NOFILE, 3), pytest.raises(CaptureError, match="too many files open") as busy:
        library.original(entry)
    assert busy.value.code == "busy"
    library.file(entry).unlink()
    library.file(entry).symlink_to("source")  # to itself, so that it cannot be opened
    with pytest.raises(CaptureError, match="cannot be read now") as unreadable:
        library.original(entry)
    assert unreadable.value.code == "unreadable"
    library.file(entry).unlink()
    with pytest.raises(CaptureError, match="is missing") as gone:
        library.original(entry)
    assert gone.value.code == "gone"


def test_derived_files_are_not_made_again_for_want_of_descriptors(library: Library) -> None:
    library.catch_up()
    with limit(resource.RLIMIT_NOFILE, 3), pytest.raises(OSError, match="Too many open files"):
        library.read_derived("first", "check.json")
    assert library.read_derived("first", "check.json")


def test_the_last_bytes_of_a_file_that_the_disk_does_not_take(library: Library) -> None:
    """They wait in memory, and closing the file tries once more."""
    incoming = Arrival(library, lambda _: None)
    incoming.write(b"x" * 100)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with limit(resource.RLIMIT_FSIZE, 50):
            with pytest.raises(CaptureError, match="is full"):
                incoming.finish("x")
            incoming.abandon()
    finally:
        signal.signal(signal.SIGXFSZ, ignored)
    assert list(library.store.incoming.iterdir()) == []
