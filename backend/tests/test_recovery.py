"""What people gave the server stays whole: lost and damaged catalogues, kills at every step, stray files."""

import errno
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial, partialmethod
from itertools import count
from pathlib import Path

import pytest

from cuts import Cut
from mmscope.captures import (
    CaptureError,
    Catalogue,
    DamagedError,
    Entry,
    Library,
    NotFoundError,
    StoreError,
    Uploads,
)
from mmscope.captures.library.label import Label
from mmscope.cli import main
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings
from support import small_disk, tree
from test_library import take_in

Reopen = Callable[[], Library]


@pytest.fixture
def kept(reopen: Reopen, text: bytes) -> Entry:
    """An uploaded capture in a data folder that nobody uses."""
    with closing(reopen()) as library:
        library.catch_up()
        return take_in(library, text, "mine.mmscope")[0]


def whole(reopen: Reopen, entry: Entry, content: bytes) -> Entry:
    """The capture is there after a start, as it was; what the catalogue says of it now."""
    with closing(reopen()) as library:
        assert library.get(entry.id).sha256 == entry.sha256
        library.catch_up()
        found = library.get(entry.id)
        assert (found.state, found.details) == ("ready", entry.details)
        assert library.file(found).read_bytes() == content
        assert (library.derived(entry.id) / "check.json").is_file()
        assert list(library.store.incoming.iterdir()) == []
        assert found.stored == library.store.weigh(entry.id)
        return replace(found, stored=entry.stored)  # which counts whatever else lies there


def drop_catalogue(data: Path) -> None:
    for part in data.glob("catalogue.sqlite*"):
        part.unlink()


def test_a_lost_catalogue_is_made_again_from_the_folders(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes
) -> None:
    drop_catalogue(settings.data)
    assert whole(reopen, kept, text) == kept


def test_a_copy_without_the_log_of_a_running_catalogue_loses_nothing(
    settings: Settings, core: CoreModule, trace: TraceModule, text: bytes, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    with closing(Library(settings, core, trace)) as library:
        entry, _ = take_in(library, text, "mine.mmscope")
        assert (settings.data / "catalogue.sqlite-wal").stat().st_size > 0
        shutil.copytree(settings.data, copy, ignore=shutil.ignore_patterns("*-wal", "*-shm"))
    assert whole(lambda: Library(replace(settings, data=copy), core, trace), entry, text) == entry


def test_a_folder_from_before_there_were_labels(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes
) -> None:
    label = settings.data / "captures" / kept.id / "label.json"
    label.unlink()
    assert whole(reopen, kept, text) == kept
    assert json.loads(label.read_text())["filename"] == "mine.mmscope", "written while its name was known"
    label.unlink()
    drop_catalogue(settings.data)
    found = whole(reopen, kept, text)
    assert (found.filename, found.size) == (kept.id, kept.size)


def test_a_folder_that_cannot_be_looked_at_is_set_aside(
    reopen: Reopen,
    settings: Settings,
    kept: Entry,
    text: bytes,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Whatever goes wrong with one folder, the server starts with the others."""
    bad = settings.data / "captures" / "u-0"
    bad.mkdir()
    (bad / "source").write_bytes(b"whatever")
    drop_catalogue(settings.data)

    def fail(folder: Path) -> None:
        raise RuntimeError(folder.name)

    monkeypatch.setattr(Label, "made_from", fail)
    assert whole(reopen, kept, text) == kept
    assert (settings.data / "aside" / "u-0" / "source").read_bytes() == b"whatever"
    assert "captures/u-0 cannot be looked through (RuntimeError: u-0)" in caplog.text


def test_a_disk_that_fails_in_one_folder_moves_nothing(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = settings.data / "captures" / kept.id / "label.json"

    def fail(_: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    drop_catalogue(settings.data)
    with monkeypatch.context() as patch:
        patch.setattr(Label, "read", fail)
        with closing(reopen()) as library:
            assert [entry.id for entry in library.catalogue.all()] == ["first"]
    assert label.is_file()
    assert whole(reopen, kept, text) == kept


def test_a_file_of_a_year_that_no_date_can_have(
    settings: Settings, core: CoreModule, trace: TraceModule, text: bytes, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", 64 << 20) as disk:
        there = replace(settings, data=disk / "data")
        with closing(Library(there, core, trace)) as library:
            entry, _ = take_in(library, text)
        drop_catalogue(there.data)
        (there.data / "captures" / entry.id / "label.json").unlink()
        os.utime(there.data / "captures" / entry.id / "source", (1 << 40, 1 << 40))
        with closing(Library(there, core, trace)) as library:
            assert library.get(entry.id).added == "9999-12-31T23:59:59+00:00"


@pytest.mark.parametrize("content", [b"no database", b"", b"SQLite format 3\0" + b"x" * 5000])
def test_a_damaged_catalogue_is_reported_and_made_again_by_the_doctor(
    reopen: Reopen,
    settings: Settings,
    kept: Entry,
    text: bytes,
    content: bytes,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    drop_catalogue(settings.data)
    (settings.data / "catalogue.sqlite").write_bytes(content)
    if content:
        with pytest.raises(DamagedError, match="mmscope doctor --mend"):
            reopen()
    monkeypatch.setenv("MMSCOPE_DATA", str(settings.data))
    if content:
        assert main(["serve"]) == 3
        assert "mmscope doctor --mend" in capsys.readouterr().err
    before = tree(settings.data / "captures")
    assert main(["doctor"]) == 1
    assert "doctor --mend" in capsys.readouterr().out
    assert tree(settings.data / "captures") == before
    assert (settings.data / "catalogue.sqlite").read_bytes() == content
    assert main(["doctor", "--mend"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("doctor problems=")
    assert main(["doctor"]) == 0
    assert "doctor problems=0 mended=0" in capsys.readouterr().out
    assert whole(reopen, kept, text) == kept
    if content:
        assert (settings.data / "aside" / "catalogue.sqlite").read_bytes() == content


def corrupt_row(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE captures SET details = '{'")


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("damage", "words"), [(corrupt_row, "catalogue is damaged"), (newer, "made by a newer mmscope")]
)
def test_a_catalogue_that_cannot_be_used_gives_a_sentence(
    reopen: Reopen, settings: Settings, kept: Entry, damage: Callable[[Path], None], words: str
) -> None:
    damage(settings.data / "catalogue.sqlite")
    with pytest.raises(StoreError, match=words):
        reopen()
    assert (settings.data / "captures" / kept.id / "source").is_file()


def test_what_is_not_ours_is_left_alone_or_set_aside(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    captures = settings.data / "captures"
    (captures / "note.txt").write_text("mine")
    (captures / "old").mkdir()
    (captures / "old" / "note.txt").write_text("mine")
    (captures / "renamed").mkdir()
    (captures / "renamed" / "source").write_bytes(text)
    (captures / "u-0123456789abcdef").mkdir()
    (captures / "u-0123456789abcdef" / "source").write_bytes(b"something else")
    (captures / "left" / "0123456789abcdef").mkdir(parents=True)
    (captures / kept.id / "note.txt").write_text("mine")
    assert whole(reopen, kept, text) == kept
    assert (captures / "note.txt").is_file()
    assert (captures / "old" / "note.txt").is_file()
    assert (captures / kept.id / "note.txt").is_file()
    assert not (captures / "left").exists()
    aside = settings.data / "aside"
    assert (aside / "renamed" / "source").read_bytes() == text
    assert (aside / "u-0123456789abcdef" / "source").read_bytes() == b"something else"
    for name in ("captures/note.txt", "captures/old", "captures/renamed", "captures/u-0123456789abcdef"):
        assert name in caplog.text


def test_a_missing_file_is_reported_and_can_be_uploaded_again(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes
) -> None:
    folder = settings.data / "captures" / kept.id
    folder.rename(settings.data / "elsewhere")
    with closing(reopen()) as library:
        library.catch_up()
        with pytest.raises(CaptureError, match="upload it again"):
            library.ready(kept.id)
        again, is_new = take_in(library, text, "mine.mmscope")
        assert (is_new, again.id) == (True, kept.id)
    whole(reopen, kept, text)
    source = (folder / "source").rename(settings.data / "source")
    for _ in range(2):
        with closing(reopen()) as library:
            assert library.get(kept.id).state == "failed"
            assert (library.store.derived(kept.id, library.fingerprint) / "check.json").is_file(), (
                "all that is left"
            )
    source.rename(folder / "source")
    assert whole(reopen, kept, text).filename == "mine.mmscope"


def test_a_file_that_changed_on_the_disk_is_not_shown_as_the_one_that_came(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes
) -> None:
    drop_catalogue(settings.data)
    source = settings.data / "captures" / kept.id / "source"
    source.write_bytes(text.replace(b"writer", b"reader"))
    with closing(reopen()) as library:
        library.catch_up()
        with pytest.raises(CaptureError, match="changed on the server's disk"):
            library.ready(kept.id)
        assert source.is_file()


def test_derived_files_that_are_missing_are_made_again(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes
) -> None:
    for folder in (settings.data / "captures").glob("*/*/"):
        shutil.rmtree(folder)
    assert whole(reopen, kept, text) == kept
    with closing(reopen()) as library:
        assert (library.derived("first") / "check.json").is_file()


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 60_000,
        b'{"filename": "a/\\ud800", "sha256": "%b", "size": %d, "added": "today"}',
        b'{"filename": "x", "sha256": "\\ud800", "size": %d, "added": "2026-01-01T00:00:00+00:00"}',
        b'{"filename": "x", "sha256": "%b", "size": 1e999, "added": "2026-01-01T00:00:00+00:00"}',
        None,
    ],
)
def test_labels_that_make_no_sense(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes, content: bytes | None
) -> None:
    drop_catalogue(settings.data)
    label = settings.data / "captures" / kept.id / "label.json"
    label.unlink()
    if content is None:
        label.mkdir()
    else:
        sha256, size = kept.sha256.encode(), str(kept.size).encode()
        label.write_bytes(content.replace(b"%b", sha256).replace(b"%d", size))
    assert whole(reopen, kept, text).filename == kept.id


def test_no_row_and_no_row_that_fails_costs_an_original(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = settings.data / "captures" / kept.id / "source"
    backup = settings.data / "captures" / "backup" / ("0" * 16) / "source"
    backup.parent.mkdir(parents=True)
    backup.write_bytes(text)
    with closing(reopen()) as library:
        library.catalogue.remove(kept.id)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(library.catalogue, "put", full)
            with pytest.raises(CaptureError, match="disk is full"):
                take_in(library, text)
        assert source.read_bytes() == text
        library.catalogue.put(replace(kept, origin="bundled"))
    assert whole(reopen, kept, text).origin == "upload"
    assert backup.read_bytes() == text


def test_a_catalogue_that_another_program_holds(
    reopen: Reopen, settings: Settings, kept: Entry, text: bytes
) -> None:
    with closing(reopen()) as library, closing(sqlite3.connect(settings.data / "catalogue.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CaptureError, match="another program") as caught:
            library.remove(kept.id)
        assert caught.value.code == "busy"
        assert library.file(library.ready(kept.id)).read_bytes() == text
        other.rollback()
        library.remove(kept.id)
        assert not library.store.capture(kept.id).exists()


@pytest.mark.parametrize("name", ["uploads", "captures", "incoming"])
def test_a_file_where_a_folder_must_be(reopen: Reopen, settings: Settings, name: str) -> None:
    settings.data.mkdir()
    (settings.data / name).write_text("mine")
    with pytest.raises(StoreError, match="cannot be used"), closing(reopen()) as library:
        Uploads(library)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_removal_on_a_disk_that_stays_full(
    reopen: Reopen, kept: Entry, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes through once the reserve, and then the capture's own space, let the catalogue be written."""
    left = [times]

    def full(remove: Callable[[Catalogue, str], None], self: Catalogue, capture_id: str) -> None:
        left[0] -= 1
        if left[0] >= 0:
            raise OSError(28, "No space left on device")
        remove(self, capture_id)

    with closing(reopen()) as library:
        monkeypatch.setattr(Catalogue, "remove", partialmethod(partial(full, Catalogue.remove)))
        if times > 2:
            with pytest.raises(CaptureError, match="disk is full"):
                library.remove(kept.id)
            with pytest.raises(CaptureError, match="upload it again") as caught, library.reading(kept.id):
                pass
            assert caught.value.code == "gone"
            with pytest.raises(CaptureError, match="missing"):
                library.original(library.get(kept.id))
        else:
            library.remove(kept.id)
    with closing(reopen()) as library, pytest.raises(NotFoundError):
        library.get(kept.id)


def fail(library: Library, entry: Entry) -> None:
    """As after a core that could not read it."""
    fault = {"code": "line", "message": "no", "line": 1}
    library.catalogue.put(replace(entry, state="failed").with_details(error=fault))


def outdate(library: Library, entry: Entry) -> None:
    """As after another core."""
    library.catalogue.put(replace(entry, derived_by="0" * 64))


Step = Callable[[Library, Entry, bytes], object]
WORK: dict[str, tuple[Callable[[Library, Entry], None] | None, Step]] = {
    "a new upload": (
        lambda library, entry: library.remove(entry.id),
        lambda library, _, text: take_in(library, text),
    ),
    "an upload in place of a failed one": (fail, lambda library, _, text: take_in(library, text)),
    "reading again": (outdate, lambda library, _entry, _text: library.catch_up()),
    "a removal": (None, lambda library, entry, _text: library.remove(entry.id)),
}


@pytest.mark.slow
@pytest.mark.parametrize("work", list(WORK))
def test_a_power_cut_at_any_step(reopen: Reopen, kept: Entry, text: bytes, work: str, cut: Cut) -> None:
    prepare, run = WORK[work]
    for step in count(1):
        with closing(reopen()) as library:
            library.catch_up()
            take_in(library, text, "mine.mmscope")
            if prepare is not None:
                prepare(library, library.get(kept.id))
            ended = cut.ends(step, run, library, kept, text)
        with closing(reopen()) as library:
            library.catch_up()
            try:
                entry = library.get(kept.id)
            except NotFoundError:
                assert work in {"a new upload", "a removal"}
                assert not library.store.capture(kept.id).exists()
            else:
                assert library.file(entry).read_bytes() == text
                if entry.state == "failed":
                    assert prepare is fail, "as it was before"
                else:
                    assert (entry.state, entry.sha256) == ("ready", kept.sha256)
                    assert (library.derived(kept.id) / "check.json").is_file()
            assert [p for p in library.store.captures.iterdir() if p.name.startswith(".")] == []
            assert list(library.store.incoming.iterdir()) == []
        if ended:
            assert step > 3, "nothing was cut"
            return
